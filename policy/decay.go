package policy

import "fmt"

// Decay controls how quickly old statistics lose weight, so that a policy follows the game. Visits
// decay; the means that they weigh stay (Tak, Winands and Björnsson, "Decaying Simulation
// Strategies", IEEE TCIAIG 6(4), 2014). Each factor is the share of the visits that remains. A
// factor of 1 is no decay, so Decay{Move: 1} turns decay off; a tiny factor such as 1e-9 forgets
// everything.
type Decay struct {
	// Move is the decay factor when the search has moved on to another root: usually once for each
	// action of the searching player. The remaining visits are rounded to whole numbers. If zero,
	// 0.2 is used, Sironi's value; Ludii uses 0.6.
	Move float64

	// EveryPly applies Move once for each ply of the real game instead of once for each search, so
	// that two players who take turns keep the square of it.
	EveryPly bool

	// Batch is the decay factor after every BatchSize simulations. If zero, 1 is used.
	Batch float64

	// BatchSize is the number of simulations in a batch. If zero, 1000 is used. It must be zero if
	// Batch is.
	BatchSize int

	// Simulation is the decay factor after every simulation. If zero, 1 is used. It costs little
	// time: new visits gain weight while old ones keep theirs, and the tables are rescaled when a
	// new visit weighs more than 1024.
	Simulation float64
}

// Validate implements [Validator].
func (d Decay) Validate() error {
	for _, f := range []struct {
		name   string
		factor float64
	}{{"Move", d.Move}, {"Batch", d.Batch}, {"Simulation", d.Simulation}} {
		if err := validateShare("Decay."+f.name, f.factor); err != nil {
			return err
		}
	}
	switch {
	case d.BatchSize < 0:
		return fmt.Errorf("policy: Decay.BatchSize is %d, want >= 0", d.BatchSize)
	case d.BatchSize > 0 && d.Batch == 0:
		return fmt.Errorf("policy: Decay.BatchSize is %d without Decay.Batch, the decay factor", d.BatchSize)
	}
	return nil
}

func (d Decay) withDefaults() Decay {
	if d.Move == 0 {
		d.Move = 0.2
	}
	for _, factor := range []*float64{&d.Batch, &d.Simulation} {
		if *factor == 0 {
			*factor = 1
		}
	}
	if d.BatchSize == 0 {
		d.BatchSize = 1000
	}
	return d
}

// decayState applies a Decay to the tables of a policy.
type decayState struct {
	factors Decay
	weight  float32 // of a new visit, in units of the visits in the tables
	exact   float64 // weight before rounding: float32 cannot follow factors that are close to 1
	count   int     // simulations of the current batch
	apply   func(factor float32, round bool)
}

// maxWeight is the weight at which the tables are rescaled, while float32 visits are exact enough.
const maxWeight = 1 << 10

// newDecayState returns the state for d. The function apply multiplies all visits by a factor.
func newDecayState(d Decay, apply func(factor float32, round bool)) decayState {
	return decayState{factors: d.withDefaults(), weight: 1, exact: 1, apply: apply}
}

// afterSimulation is called after every simulation.
func (s *decayState) afterSimulation() {
	if s.factors.Simulation < 1 {
		s.exact /= s.factors.Simulation
		s.weight = float32(s.exact)
		if s.exact > maxWeight {
			s.rescale()
		}
	}
	if s.factors.Batch < 1 {
		if s.count++; s.count == s.factors.BatchSize {
			s.count = 0
			s.rescale()
			s.apply(float32(s.factors.Batch), false)
		}
	}
}

// afterMoves is called after that many plies of the real game.
func (s *decayState) afterMoves(plies int) {
	if s.factors.Move == 1 {
		return
	}
	if !s.factors.EveryPly {
		plies = 1
	}
	s.rescale()
	for range plies {
		s.apply(float32(s.factors.Move), true)
	}
}

// rescale makes the weight of a new visit 1.
func (s *decayState) rescale() {
	if s.exact != 1 {
		s.apply(float32(1/s.exact), false)
		s.weight, s.exact = 1, 1
	}
}
