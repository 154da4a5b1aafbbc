package gametest

import (
	"math"
	"slices"
)

// maxReturn is the greatest magnitude of returns that the contract allows.
const maxReturn = 1e30

func (k *kit[S, A]) checkReturns(p *position[S, A]) {
	if p.isOver() {
		k.vector(lawReturns, "Returns", func(out []float64) { k.Returns(p.state, out) })
	}
}

func (k *kit[S, A]) checkEvaluate(p *position[S, A]) {
	if k.Evaluator != nil && !p.isTerminal() {
		k.vector(lawEvaluate, "Evaluate", func(out []float64) { k.Evaluator.Evaluate(p.state, out) })
	}
}

// vector calls a method that writes a value for every player, and checks what it writes.
func (k *kit[S, A]) vector(law, method string, write func(out []float64)) []float64 {
	out, again := make([]float64, k.players), make([]float64, k.players)
	for i := range out {
		out[i], again[i] = math.NaN(), 7
	}
	write(out)
	for i, v := range out {
		if !(math.Abs(v) <= maxReturn) {
			k.find(law, "%s wrote %v or nothing for player %d, want a number within 1e30", method, v, i)
			return out
		}
	}
	if write(again); !slices.Equal(out, again) {
		k.find(law, "%s wrote %v, and %v when called again", method, out, again)
	}
	return out
}
