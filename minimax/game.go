package minimax

import (
	"math"
	"reflect"
)

// Game is the part of mcts.Game that the search needs, under the same contract.
type Game[S any, A comparable] interface {
	NumPlayers() int
	ToMove(s *S) int
	AppendActions(dst []A, s *S) []A
	Apply(s *S, a A)
	Returns(s *S, out []float64)
}

// The abilities of mcts that the search uses.
type (
	copier[S any]    interface{ Copy(dst, src *S) }
	hasher[S any]    interface{ Hash(s *S) uint64 }
	evaluator[S any] interface {
		Evaluate(s *S, out []float64)
	}
)

// Evaluation judges positions that are not terminal. EvaluationFunc makes one.
type Evaluation interface{ evaluation() }

// EvaluationFunc makes an Evaluation of a function that estimates the value of s for player 0, on the scale of the
// game's returns. f must depend on s alone and leave it as it is.
func EvaluationFunc[S any](f func(s *S) float64) Evaluation { return evaluationFunc[S](f) }

type evaluationFunc[S any] func(s *S) float64

func (evaluationFunc[S]) evaluation() {}

// even is the value of positions that nobody can judge, a draw by the convention of mcts.Game.
const even = 0.5

// judge returns the function that values positions which are cut off: the configured one, or else the game's, or
// else that of a draw.
func judge[S any, A comparable](g Game[S, A], e Evaluation) (evaluationFunc[S], bool) {
	if e != nil {
		f, ok := e.(evaluationFunc[S])
		return f, ok && f != nil
	}
	if able, ok := g.(evaluator[S]); ok {
		var out [2]float64
		return func(s *S) float64 {
			out = [2]float64{math.NaN(), math.NaN()}
			able.Evaluate(s, out[:])
			return out[0]
		}, true
	}
	return func(*S) float64 { return even }, true
}

// hasOutcomes reports whether g is a game of chance in the sense of mcts. The name must do, for the signature of
// its method has a type of that package.
func hasOutcomes(g any) bool {
	_, ok := reflect.TypeOf(g).MethodByName("AppendOutcomes")
	return ok
}
