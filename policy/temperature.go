package policy

import (
	"cmp"
	"fmt"
	"math"
)

// Temperature draws the final action at random. The probability of an action is proportional to
//
//	Visits^(1/T)
//
// With T = 1 these are the shares of the visits, and the smaller T is, the more often the most
// visited action is drawn. It makes self-play and matches without openings diverse (Silver et al.,
// "Mastering the game of Go without human knowledge", Nature 550, 2017, where T is 1 in the first
// moves of a game of self-play). Like every Final it yields to an action that wins at once.
type Temperature struct {
	T float64 // if zero, 1 is used; RobustChild is the limit of small T
}

// Validate implements [Validator].
func (f Temperature) Validate() error {
	if !(f.T >= 0) || math.IsInf(f.T, 1) {
		return fmt.Errorf("policy: Temperature.T is %v, want a finite number >= 0", f.T)
	}
	return nil
}

// Pick implements [Final].
func (f Temperature) Pick(c *Candidates) (int, bool) {
	last := robust(c.Children)
	weight := func(i int) float64 {
		share := float64(c.Children[i].Visits) / float64(c.Children[last].Visits)
		if share == 0 {
			return 0
		}
		return exp(math.Log(share) / cmp.Or(f.T, 1))
	}
	sum := 0.0
	for i := range c.Children {
		sum += weight(i)
	}
	u := float64(c.Rand.Float64() * sum)
	for i := range c.Children {
		if u -= weight(i); u < 0 {
			return i, true
		}
	}
	return last, true // rounding has used up the sum
}
