package spec

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

func (r *reader) puct() policy.PUCT {
	return policy.PUCT{C: r.positive("c"), Base: r.positive("base"), FPU: r.reduction()}
}

// reduction reads fpu. Because 0 means the default, it returns the least positive number for 0.
func (r *reader) reduction() float64 {
	fpu, given := r.number("fpu", 0, 1e30)
	if given && fpu == 0 {
		return math.SmallestNonzeroFloat64
	}
	return fpu
}

// prediction reads where values and, for selections with these needs, priors come from.
func (r *reader) prediction(needs policy.Needs) *mcts.Prediction {
	words := []string{"none", "heuristic"}
	if needs.Has(policy.NeedPriors) {
		words = words[1:]
	}
	weighs := r.word("prior", words...) == "heuristic"
	if r.word("prediction", "off", "evaluator") == "evaluator" {
		share, _ := r.number("playouts", 0, 1)
		return &mcts.Prediction{Playouts: share}
	}
	if weighs {
		return &mcts.Prediction{Playouts: 1}
	}
	return nil
}

// widening reads K/ALPHA and restricts a selection to that many actions.
func (r *reader) widening(s policy.Selection) policy.Selection {
	value, given := r.text("widening")
	if !given || value == "no" {
		return s
	}
	first, second, _ := strings.Cut(value, "/")
	k, err1 := strconv.ParseFloat(first, 64)
	alpha, err2 := strconv.ParseFloat(second, 64)
	if err1 != nil || err2 != nil || !(k > 0 && k <= 1e9 && alpha > 0 && alpha <= 1) {
		r.fail("widening", value, "no, or two numbers such as 2/0.4, the second up to 1")
		return s
	}
	w := policy.Widening{Selection: s, K: k, Alpha: alpha}
	if _, mixed := s.(policy.MixedSelection); mixed {
		r.fail("widening", value, fmt.Sprintf("no, because %T samples its choice", s))
	} else if policy.NeedsOf(s).Has(policy.NeedAMAF) {
		r.fail("widening", value, fmt.Sprintf("no, because %T decides when untried actions are tried", s))
	}
	return w
}
