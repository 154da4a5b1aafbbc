package stats

import (
	"cmp"
	"fmt"
	"math"
)

// SPRT is a sequential probability ratio test. It decides whether the first side is Elo0 better
// than the second (H0) or Elo1 (H1). It is applied after every pair of games until one of the
// hypotheses is accepted (A. Wald, Sequential Analysis, 1947).
//
// The likelihood ratio comes from the generalized test, which needs no model of draws or openings:
// the scores of pairs are treated as normal with the observed variance. With N pairs, mean m and
// variance v of their scores, and expected scores s0 and s1 under H0 and H1,
//
//	LLR = N (s1-s0) (2m - s0 - s1) / 2v
//
// (M. Van den Bergh, A practical introduction to the GSPRT, 2019; used by the Stockfish project).
// The variance of equal scores is 0. Therefore v includes a prior sample of PriorPairs pairs with
// variance 1/8, the variance of two games between equal players without draws:
//
//	v = (sum of (score-m)² + PriorPairs/8) / (N + PriorPairs)
//
// The test keeps to Alpha and Beta if it takes about fifty pairs or more, as it does if Elo1-Elo0
// is at most about 50. With hypotheses 100 apart and pairs in which one side wins both games, one
// test in ten was wrong at an Alpha of 0.05.
type SPRT struct {
	Elo0, Elo1 float64 // Elo differences of H0 and H1, with Elo0 < Elo1, at most MaxElo in size
	Alpha      float64 // probability of accepting H1 if H0 is true; if Alpha is 0, 0.05 is used
	Beta       float64 // probability of accepting H0 if H1 is true; if Beta is 0, 0.05 is used
	PriorPairs float64 // size of the prior sample; if it is 0, 8 is used
}

// Conclusion is the conclusion of a sequential test.
type Conclusion string

// The conclusions of a sequential test.
const (
	Undecided Conclusion = "undecided" // more games are needed
	AcceptH0  Conclusion = "H0"
	AcceptH1  Conclusion = "H1"
)

// SPRTResult is the state of a sequential test.
type SPRTResult struct {
	LLR        float64    `json:"llr"`   // log-likelihood ratio of H1 to H0
	Lower      float64    `json:"lower"` // H0 is accepted if LLR <= Lower = log(Beta / (1-Alpha))
	Upper      float64    `json:"upper"` // H1 is accepted if LLR >= Upper = log((1-Beta) / Alpha)
	Conclusion Conclusion `json:"decision"`
}

func (t SPRT) withDefaults() SPRT {
	t.Alpha = cmp.Or(t.Alpha, 0.05)
	t.Beta = cmp.Or(t.Beta, 0.05)
	t.PriorPairs = cmp.Or(t.PriorPairs, defaultPriorPairs)
	return t
}

// Validate returns an error that names the first invalid field.
func (t SPRT) Validate() error {
	t = t.withDefaults()
	switch {
	case !(t.Elo0 < t.Elo1 && t.Elo0 >= -MaxElo && t.Elo1 <= MaxElo):
		return fmt.Errorf("stats: SPRT.Elo0 and Elo1 are %v and %v, want Elo0 < Elo1 within %v", t.Elo0, t.Elo1, MaxElo)
	case !(t.Alpha > 0 && t.Beta > 0 && t.Alpha+t.Beta < 1):
		return fmt.Errorf("stats: SPRT.Alpha and Beta are %v and %v, want both above 0 and a sum below 1", t.Alpha, t.Beta)
	case !(t.PriorPairs > 0 && t.PriorPairs <= math.MaxInt32):
		return fmt.Errorf("stats: SPRT.PriorPairs is %v, want above 0 and below 2^31", t.PriorPairs)
	}
	return nil
}

// Test returns the state of the test after the given pairs. The test must be valid.
func (t SPRT) Test(p Pairs) SPRTResult {
	t = t.withDefaults()
	v := SPRTResult{Lower: math.Log(t.Beta / (1 - t.Alpha)), Upper: math.Log((1 - t.Beta) / t.Alpha), Conclusion: Undecided}
	s0, s1, n, m := Rate(t.Elo0), Rate(t.Elo1), float64(p.Count), p.Mean()
	v.LLR = n * (s1 - s0) * (2*m - s0 - s1) / (2 * p.variance(t.PriorPairs))
	switch {
	case v.LLR <= v.Lower:
		v.Conclusion = AcceptH0
	case v.LLR >= v.Upper:
		v.Conclusion = AcceptH1
	}
	return v
}
