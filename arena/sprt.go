package arena

import (
	"fmt"
	"math"
)

// SPRT is a sequential probability ratio test: is the first side Elo0 better than the second, or Elo1? It is asked
// after every pair of games and goes on until one of the two is refuted (A. Wald, Sequential Analysis, 1947).
//
// The ratio is that of the generalised test, which needs no model of draws or of openings: scores of pairs are taken to
// be normal, with the variance that is observed. With N pairs, the mean m and the variance v of their scores, and the
// expected scores s0 and s1 of Elo0 and Elo1,
//
//	LLR = N (s1-s0) (2m - s0 - s1) / 2v
//
// (M. Van den Bergh, A practical introduction to the GSPRT, 2019; used by the Stockfish project since). A sample of
// equal scores has the variance 0. So v takes in the sample that is known beforehand: PriorPairs pairs with the variance
// 1/8, that of two games between equals without draws,
//
//	v = (sum of (score-m)² + PriorPairs/8) / (N + PriorPairs)
//
// The test keeps to Alpha and Beta where it takes some fifty pairs or more, which it does up to Elo1-Elo0 = 50 or so. For
// hypotheses 100 apart, and pairs that are won or lost as a whole, one test in ten has been seen to err at 0.05.
type SPRT struct {
	Elo0, Elo1 float64 // what H0 and H1 say, with Elo0 < Elo1 and both within MaxElo
	Alpha      float64 // bound for the probability to accept H1 though H0 is true; if 0, 0.05
	Beta       float64 // bound for the probability to accept H0 though H1 is true; if 0, 0.05
	PriorPairs float64 // if 0, 8
}

// Decision says what a sequential test has found.
type Decision string

// The decisions of a sequential test.
const (
	Undecided Decision = "undecided" // play on
	AcceptH0  Decision = "H0"
	AcceptH1  Decision = "H1"
)

// Verdict is where a sequential test stands.
type Verdict struct {
	LLR      float64  `json:"llr"`   // log-likelihood ratio of H1 against H0
	Lower    float64  `json:"lower"` // at or below it, H0 is accepted: log(beta / (1-alpha))
	Upper    float64  `json:"upper"` // at or above it, H1 is accepted: log((1-beta) / alpha)
	Decision Decision `json:"decision"`
}

func (t SPRT) withDefaults() SPRT {
	if t.Alpha == 0 {
		t.Alpha = 0.05
	}
	if t.Beta == 0 {
		t.Beta = 0.05
	}
	if t.PriorPairs == 0 {
		t.PriorPairs = 8
	}
	return t
}

// Validate reports what is wrong with the test.
func (t SPRT) Validate() error {
	t = t.withDefaults()
	switch {
	case !(t.Elo0 < t.Elo1 && t.Elo0 >= -MaxElo && t.Elo1 <= MaxElo):
		return fmt.Errorf("arena: SPRT.Elo0 and Elo1 are %v and %v, want Elo0 < Elo1 within %v", t.Elo0, t.Elo1, MaxElo)
	case !(t.Alpha > 0 && t.Beta > 0 && t.Alpha+t.Beta < 1):
		return fmt.Errorf("arena: SPRT.Alpha and Beta are %v and %v, want both above 0 and a sum below 1", t.Alpha, t.Beta)
	case !(t.PriorPairs > 0 && t.PriorPairs <= math.MaxInt32):
		return fmt.Errorf("arena: SPRT.PriorPairs is %v, want above 0 and below 2^31", t.PriorPairs)
	}
	return nil
}

// Test returns where the test stands after the given pairs. The test must be valid.
func (t SPRT) Test(p Pairs) Verdict {
	t = t.withDefaults()
	v := Verdict{Lower: math.Log(t.Beta / (1 - t.Alpha)), Upper: math.Log((1 - t.Beta) / t.Alpha), Decision: Undecided}
	s0, s1, n, m := Rate(t.Elo0), Rate(t.Elo1), float64(p.Count), p.Mean()
	deviations := max(0, p.Squares-n*m*m) // rounding may leave less than nothing
	variance := (deviations + t.PriorPairs/8) / (n + t.PriorPairs)
	v.LLR = n * (s1 - s0) * (2*m - s0 - s1) / (2 * variance)
	switch {
	case v.LLR <= v.Lower:
		v.Decision = AcceptH0
	case v.LLR >= v.Upper:
		v.Decision = AcceptH1
	}
	return v
}
