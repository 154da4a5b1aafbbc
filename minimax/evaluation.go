package minimax

import (
	"math"

	"github.com/banyan-go/banyan/game"
)

// Evaluation estimates the values of positions that are not terminal. [EvaluationFunc] makes one.
type Evaluation interface{ evaluation() }

// EvaluationFunc returns an [Evaluation] that calls f. f estimates the value of s for player 0, on
// the scale of the game's returns. It must depend on s alone and must not change it.
func EvaluationFunc[S any](f func(s *S) float64) Evaluation { return evaluationFunc[S](f) }

type evaluationFunc[S any] func(s *S) float64

func (evaluationFunc[S]) evaluation() {}

// drawValue is the value of a position without an evaluation: a draw, by the convention of
// [game.Game].
const drawValue = 0.5

// newEvaluation returns the function that estimates positions at the depth limit: e if it is not
// nil, else the Evaluate method of own if the game has it, else the value of a draw. It returns
// false if e is not for states of type S.
func newEvaluation[S any](e Evaluation, own game.Evaluator[S]) (evaluationFunc[S], bool) {
	if e != nil {
		f, ok := e.(evaluationFunc[S])
		return f, ok && f != nil
	}
	if own == nil {
		return func(*S) float64 { return drawValue }, true
	}
	var out [2]float64
	return func(s *S) float64 {
		out = [2]float64{math.NaN(), math.NaN()}
		own.Evaluate(s, out[:])
		return out[0]
	}, true
}
