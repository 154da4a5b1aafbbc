package spec

import (
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/policy"
)

// adaptive reads a policy that chooses among candidates.
func (r *reader) adaptive() policy.Playout {
	a := policy.Adaptive{Floor: r.share("floor")}
	a.Weights = r.weights()
	value, given := r.text("candidates")
	if !given {
		r.checkAdaptive(a)
		return a
	}
	ok := true
	for text := range strings.SplitSeq(value, "/") {
		c := candidate(text)
		ok = ok && c != nil
		a.Candidates = append(a.Candidates, c)
	}
	if !ok || len(a.Candidates) < 2 {
		r.fail("candidates", value, "two or more of uniform, mast, nst and lgrf, with slashes between them, like "+
			"uniform/mast:0.4/nst:0.2:7, where an epsilon above 0 and up to 1 may follow mast and nst, and a K nst")
		return nil
	}
	r.checkAdaptive(a)
	return a
}

// weights reads positive numbers with slashes between them, or returns nil if there are none.
func (r *reader) weights() (weights []float64) {
	value, given := r.text("weights")
	if !given {
		return nil
	}
	for text := range strings.SplitSeq(value, "/") {
		w, err := strconv.ParseFloat(text, 64)
		if err != nil || !(w > 0 && w <= 1e9) {
			r.fail("weights", value, "a number above 0 for each candidate, with slashes between them, like 1/9")
			return nil
		}
		weights = append(weights, w)
	}
	return weights
}

// checkAdaptive reports weights and a floor that do not fit the candidates.
func (r *reader) checkAdaptive(a policy.Adaptive) {
	if err := a.Validate(); err != nil && r.err == nil {
		r.err = err
	}
}

// candidate reads a candidate of a policy.Adaptive. It returns nil if there is none like that.
func candidate(text string) policy.Playout {
	parts := strings.Split(text, ":")
	var rule policy.Rule
	if len(parts) > 1 {
		epsilon, err := strconv.ParseFloat(parts[1], 64)
		if err != nil || !(epsilon > 0 && epsilon <= 1) {
			return nil
		}
		rule = policy.EpsilonGreedy{Epsilon: epsilon}
	}
	k := 0
	if len(parts) > 2 {
		var err error
		if k, err = strconv.Atoi(parts[2]); err != nil || k < 1 || parts[0] != "nst" {
			return nil
		}
	}
	switch parts[0] {
	case "mast":
		return policy.MAST{Rule: rule}
	case "nst":
		return policy.NST{Rule: rule, K: k}
	case "uniform", "lgrf":
		if len(parts) > 1 {
			return nil
		}
		if parts[0] == "lgrf" {
			return policy.LGRF{}
		}
		return policy.Uniform{}
	}
	return nil
}
