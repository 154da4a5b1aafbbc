package gametest_test

import (
	"testing"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

type listsFewer struct{ connect4.Game }

func (g listsFewer) AppendIndices(dst []int32, s *connect4.State) []int32 {
	all := g.Game.AppendIndices(dst, s)
	return all[:max(len(dst), len(all)-1)]
}

type allLegal struct{ connect4.Game }

func (allLegal) IsLegalIndex(*connect4.State, int32) bool { return true }

type shifted struct{ connect4.Game }

func (g shifted) IndexAction(i int32) connect4.Drop { return connect4.Drop(i ^ 1) }

// scorer is Connect Four that changes the arguments of ScorePlayout.
type scorer struct {
	connect4.Game
	epsilon float64
	negate  bool
}

func (g scorer) ScorePlayout(s *connect4.State, scores [][]float32, epsilon float64, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	if g.negate {
		for p := range scores {
			var row []float32
			for _, score := range scores[p] {
				row = append(row, -score)
			}
			scores = append(append([][]float32{}, scores[:p]...), append([][]float32{row}, scores[p+1:]...)...)
		}
	}
	return g.Game.ScorePlayout(s, scores, epsilon*g.epsilon, r, out, plies)
}

func TestBrokenIndices(t *testing.T) {
	start := connect4.State{}
	requireFinding(t, gametest.Test(listsFewer{}, start), "index-list", "AppendIndices appends [-7 0 1 2 3 4 5]")
	requireFinding(t, gametest.Test(allLegal{}, start), "index-list", "IsLegalIndex(")
	requireFinding(t, gametest.Test(shifted{}, start), "index-list", "IndexAction(0) is b, want a")
	requireFinding(t, gametest.Test(scorer{epsilon: 1, negate: true}, start), "scores", "another action has a higher score")
	requireFinding(t, gametest.Test(scorer{epsilon: 0.5}, start), "scores", "playouts with epsilon 0.5 begin with")
}
