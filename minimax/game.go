package minimax

import (
	"math"
	"reflect"
)

// Game is the part of mcts.Game that the search needs. The contract is the same.
type Game[S any, A comparable] interface {
	NumPlayers() int
	ToMove(s *S) int
	AppendActions(dst []A, s *S) []A
	Apply(s *S, a A)
	Returns(s *S, out []float64)
}

// Optional interfaces of mcts that the search uses.
type (
	copier[S any]    interface{ Copy(dst, src *S) }
	hasher[S any]    interface{ Hash(s *S) uint64 }
	evaluator[S any] interface {
		Evaluate(s *S, out []float64)
	}
)

// Evaluation estimates the values of positions that are not terminal. [EvaluationFunc] makes one.
type Evaluation interface{ evaluation() }

// EvaluationFunc returns an [Evaluation] that calls f. f estimates the value of s for player 0, on
// the scale of the game's returns. It must depend on s alone and must not change it.
func EvaluationFunc[S any](f func(s *S) float64) Evaluation { return evaluationFunc[S](f) }

type evaluationFunc[S any] func(s *S) float64

func (evaluationFunc[S]) evaluation() {}

// drawValue is the value of a position without an evaluation: a draw, by the convention of
// mcts.Game.
const drawValue = 0.5

// evaluationOf returns the function that estimates positions at the depth limit: e if it is not
// nil, else the game's Evaluate if it has one, else the value of a draw. It returns false if e is
// not for the states of g.
func evaluationOf[S any, A comparable](g Game[S, A], e Evaluation) (evaluationFunc[S], bool) {
	if e != nil {
		f, ok := e.(evaluationFunc[S])
		return f, ok && f != nil
	}
	if e, ok := g.(evaluator[S]); ok {
		var out [2]float64
		return func(s *S) float64 {
			out = [2]float64{math.NaN(), math.NaN()}
			e.Evaluate(s, out[:])
			return out[0]
		}, true
	}
	return func(*S) float64 { return drawValue }, true
}

// hasOutcomes reports whether g is a mcts.ChanceGame. It looks for the name of the method, because
// its signature contains a type of package mcts, which this package does not import.
func hasOutcomes(g any) bool {
	_, ok := reflect.TypeOf(g).MethodByName("AppendOutcomes")
	return ok
}
