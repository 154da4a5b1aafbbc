package policy

import (
	"cmp"
	"fmt"
)

// TurnDiscount values late results less, so that the faster of two wins is the better one. A return
// r in [0,1] is credited, at every action of the path, as
//
//	(r + (1-r) * Loss) * Lambda^t        t = Trace.Turns
//
// where t is the number of turns from the root to the end of the simulation (Cowling, Ward and
// Powley, "Ensemble Determinization in Monte Carlo Tree Search for the Imperfect Information Card
// Game Magic: The Gathering", IEEE TCIAIG 4(4), 2012). If Loss is 0, early and late losses are
// equal. If Loss is -1, a late loss is better than an early one, and a draw counts 0.
//
// The means in the tree are then between Loss and 1. mcts.Result.Values are undiscounted returns.
type TurnDiscount struct {
	Lambda float64 // discount factor per turn, 0..1; if zero, the paper's 0.99 is used
	Loss   float64 // value of a loss, -1..0
}

// Validate implements [Validator].
func (d TurnDiscount) Validate() error {
	if !(d.Loss >= -1 && d.Loss <= 0) {
		return fmt.Errorf("policy: TurnDiscount.Loss is %v, want -1..0", d.Loss)
	}
	return validateShare("TurnDiscount.Lambda", d.Lambda)
}

// Needs implements [Requirer].
func (TurnDiscount) Needs() Needs { return NeedTurns }

// Credit implements [Backup].
func (d TurnDiscount) Credit(t *Trace, values []float64) {
	left := power(cmp.Or(d.Lambda, 0.99), t.Turns)
	for i, p := range t.Movers {
		r := t.Returns[p]
		values[i] = (r + float64((1-r)*d.Loss)) * left
	}
}

// PlyDiscount values a result less the farther it is from the credited action. A return r is
// credited at action i of the path as
//
//	r * Gamma^n        n = Trace.Length - Trace.Depths[i]
//
// where n is the number of plies from the node that the action leads to, to the end of the
// simulation. It is the discount of CadiaPlayer (Björnsson and Finnsson, "CadiaPlayer: A
// Simulation-Based General Game Player", IEEE TCIAIG 1(1), 2009).
type PlyDiscount struct {
	Gamma float64 // discount factor per ply, 0..1; if zero, CadiaPlayer's 0.999 is used
}

// Validate implements [Validator].
func (d PlyDiscount) Validate() error { return validateShare("PlyDiscount.Gamma", d.Gamma) }

// Needs implements [Requirer].
func (PlyDiscount) Needs() Needs { return NeedDepths }

// Credit implements [Backup].
func (d PlyDiscount) Credit(t *Trace, values []float64) {
	gamma := cmp.Or(d.Gamma, 0.999)
	left, depth := 1.0, int32(t.Length)
	for i := len(t.Movers) - 1; i >= 0; i-- {
		left *= power(gamma, int(depth-t.Depths[i]))
		depth = t.Depths[i]
		values[i] = t.Returns[t.Movers[i]] * left
	}
}

// power returns x^n, and 1 if n < 1. It only multiplies, so that the result is the same on every
// processor.
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

// validateShare returns an error unless share, the value of the named field, is in [0,1].
func validateShare(name string, share float64) error {
	if !(share >= 0 && share <= 1) {
		return fmt.Errorf("policy: %s is %v, want 0..1", name, share)
	}
	return nil
}
