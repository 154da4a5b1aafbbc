package policy

import (
	"cmp"
	"fmt"
)

// Discount makes late results count less, so that of two wins the faster one is better: a return r in [0,1] is worth
//
//	(r + (1-r) * Loss) * Lambda^t        t = Trace.Turns
//
// to everyone on the path, where t are the turns from the root to the end of the simulation (Cowling, Ward and Powley, "Ensemble
// Determinization in Monte Carlo Tree Search for the Imperfect Information Card Game Magic: The Gathering", IEEE TCIAIG 4(4),
// 2012). With Loss 0 a loss is worth nothing, whenever it comes; with -1 a late one is better than an early one, and a draw is
// worth 0.
//
// The means of the tree are then on the scale from Loss to 1; those of mcts.Result.Values are returns as the game gives them.
type Discount struct {
	Lambda float64 // what a turn leaves; if 0, the paper's 0.99. 1: all
	Loss   float64 // what a loss is worth, -1..0
}

// Validate implements Validator.
func (d Discount) Validate() error {
	if !(d.Loss >= -1 && d.Loss <= 0) {
		return fmt.Errorf("policy: Discount.Loss is %v, want -1..0", d.Loss)
	}
	return validShare("Discount.Lambda", d.Lambda)
}

// Needs implements [Requirer].
func (Discount) Needs() Needs { return NeedTurns }

// Credit implements Backup.
func (d Discount) Credit(t *Trace, values []float64) {
	left := power(cmp.Or(d.Lambda, 0.99), t.Turns)
	for i, p := range t.Movers {
		r := t.Returns[p]
		values[i] = (r + float64((1-r)*d.Loss)) * left
	}
}

// PlyDiscount makes results count less the farther they are from the action that is credited:
//
//	r * Gamma^n        n = Trace.Length - Depths[i]
//
// where n are the plies between the node that the action leads to and the end of the simulation. It is the discount of
// CadiaPlayer (Björnsson and Finnsson, "CadiaPlayer: A Simulation-Based General Game Player", IEEE TCIAIG 1(1), 2009).
type PlyDiscount struct {
	Gamma float64 // what a ply leaves; if 0, CadiaPlayer's 0.999. 1: all
}

// Validate implements Validator.
func (d PlyDiscount) Validate() error { return validShare("PlyDiscount.Gamma", d.Gamma) }

// Needs implements [Requirer].
func (PlyDiscount) Needs() Needs { return NeedDepths }

// Credit implements Backup.
func (d PlyDiscount) Credit(t *Trace, values []float64) {
	gamma := cmp.Or(d.Gamma, 0.999)
	left, depth := 1.0, int32(t.Length)
	for i := len(t.Movers) - 1; i >= 0; i-- {
		left *= power(gamma, int(depth-t.Depths[i]))
		depth = t.Depths[i]
		values[i] = t.Returns[t.Movers[i]] * left
	}
}

// power returns x to the power of n by multiplication alone, so that it is the same number on every processor; 1 if n < 1.
func power(x float64, n int) float64 {
	p := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			p *= x
		}
		x *= x
	}
	return p
}

func validShare(name string, share float64) error {
	if !(share >= 0 && share <= 1) {
		return fmt.Errorf("policy: %s is %v, want 0..1", name, share)
	}
	return nil
}
