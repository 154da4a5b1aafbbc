package policy

import "fmt"

// Decay says how what was learned fades, so that it follows the game. Visits fade; the means they weigh stay (Tak,
// Winands and Björnsson, "Decaying Simulation Strategies", IEEE TCIAIG 6(4), 2014). A share of 1 is no decay, so
// Decay{Move: 1} is none at all; a tiny one, like 1e-9, forgets all.
type Decay struct {
	// Move is the share of its visits that an entry keeps when a real move is made; if 0, 0.2: Sironi's value; Ludii has
	// 0.6. Visits are rounded to whole numbers.
	Move float64

	// Batch is the share kept after every BatchSize simulations; if 0, 1.
	Batch     float64
	BatchSize int // if 0, 1000

	// Simulation is the share kept after every simulation; if 0, 1. It takes little time: instead of old visits
	// getting lighter, new ones get heavier, till all are brought back to scale when these weigh a thousand.
	Simulation float64
}

// Validate implements Validator.
func (d Decay) Validate() error {
	for _, p := range []struct {
		name  string
		share float64
	}{{"Move", d.Move}, {"Batch", d.Batch}, {"Simulation", d.Simulation}} {
		if !(p.share >= 0 && p.share <= 1) {
			return fmt.Errorf("policy: Decay.%s is %v, want 0..1", p.name, p.share)
		}
	}
	switch {
	case d.BatchSize < 0:
		return fmt.Errorf("policy: Decay.BatchSize is %d, want >= 0", d.BatchSize)
	case d.BatchSize > 0 && d.Batch == 0:
		return fmt.Errorf("policy: Decay.BatchSize is %d, and Decay.Batch, the share kept after so many, is not set", d.BatchSize)
	}
	return nil
}

func (d Decay) withDefaults() Decay {
	if d.Move == 0 {
		d.Move = 0.2
	}
	for _, share := range []*float64{&d.Batch, &d.Simulation} {
		if *share == 0 {
			*share = 1
		}
	}
	if d.BatchSize == 0 {
		d.BatchSize = 1000
	}
	return d
}

// fading is a Decay at work, on tables whose entries can fade.
type fading struct {
	Decay
	weight float32 // of a new visit, in units of the tables
	exact  float64 // weight, for shares so near to 1 that a float32 would not see them
	count  int     // simulations of the batch
	fade   func(keep float32, round bool)
}

// maxWeight is when the tables are brought back to scale, while float32 visits are exact enough.
const maxWeight = 1 << 10

func newFading(d Decay, fade func(keep float32, round bool)) fading {
	return fading{Decay: d.withDefaults(), weight: 1, exact: 1, fade: fade}
}

// simulated is called after every simulation.
func (f *fading) simulated() {
	if f.Simulation < 1 {
		f.exact /= f.Simulation
		f.weight = float32(f.exact)
		if f.exact > maxWeight {
			f.rescale()
		}
	}
	if f.Batch < 1 {
		if f.count++; f.count == f.BatchSize {
			f.count = 0
			f.rescale()
			f.fade(float32(f.Batch), false)
		}
	}
}

// moved is called after every real move.
func (f *fading) moved() {
	if f.Move < 1 {
		f.rescale()
		f.fade(float32(f.Move), true)
	}
}

// rescale makes the weight of a new visit 1.
func (f *fading) rescale() {
	if f.exact != 1 {
		f.fade(float32(1/f.exact), false)
		f.weight, f.exact = 1, 1
	}
}
