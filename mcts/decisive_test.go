package mcts_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// wins returns the actions at s with which the mover wins at once.
func wins[S any, A comparable](g mcts.Game[S, A], s *S) (winning []A) {
	mover := g.ToMove(s)
	if mover < 0 {
		return nil
	}
	for _, a := range g.AppendActions(nil, s) {
		next := *s
		g.Apply(&next, a)
		out := make([]float64, g.NumPlayers())
		if g.ToMove(&next) != mcts.Chance && len(g.AppendActions(nil, &next)) == 0 {
			if g.Returns(&next, out); out[mover] >= 1 {
				winning = append(winning, a)
			}
		}
	}
	return winning
}

// checkDecisive replays the playouts of a search: every win in one is taken and, with anti, an
// action that lets the next player win is played only where all do.
func checkDecisive[S any, A comparable](t require.TestingT, g mcts.Game[S, A], root S, number func(A) int32, anti bool) {
	told := &spy{}
	cfg := mcts.Config{Playout: policy.Mix{P: 1, First: mcts.DecisiveMoves{Anti: anti}, Second: told}}
	_, err := mcts.New(g, cfg)
	require.NoError(t, err)
	search(t, g, root, cfg, 60)
	lets := func(s S, a A) bool {
		mover := g.ToMove(&s)
		g.Apply(&s, a)
		if g.ToMove(&s) >= 0 && len(g.AppendActions(nil, &s)) == 0 {
			out := make([]float64, g.NumPlayers())
			g.Returns(&s, out)
			return out[mover] < 1 && slices.Max(out) >= 1
		}
		return g.ToMove(&s) != mover && len(wins(g, &s)) > 0
	}
	for _, trace := range told.traces {
		s := root
		for i, p := range trace.Plies {
			if g.ToMove(&s) == mcts.Chance {
				break // it is not in the trace, so what follows cannot be replayed
			}
			var played A
			legal := g.AppendActions(nil, &s)
			losing := 0
			for _, a := range legal {
				if number(a) == p.Action {
					played = a
				}
				if lets(s, a) {
					losing++
				}
			}
			if i >= trace.Leaf {
				winning := wins(g, &s)
				if len(winning) > 0 {
					require.Contains(t, winning, played)
				} else if anti && losing < len(legal) {
					require.False(t, lets(s, played))
				}
			}
			g.Apply(&s, played)
		}
	}
}

func TestDecisive(t *testing.T) {
	number := func(c tictactoe.Cell) int32 { return int32(tictactoe.Game{}.ActionIndex(c)) }
	for _, anti := range []bool{false, true} {
		checkDecisive(t, tictactoe.Game{}, tictactoe.State{}, number, anti)
	}
}

// In any game: several players, moves in a row.
func TestDecisiveInAnyGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, rapid.IntRange(1, 3).Draw(t, "players"), rapid.Bool().Draw(t, "chance"))
		wide := indexedScript{g}
		checkDecisive[int, branch](t, wide, 0, func(b branch) int32 { return int32(b) }, rapid.Bool().Draw(t, "anti"))
	})
}

// indexedScript is a script that numbers its actions.
type indexedScript struct{ *script }

func (indexedScript) NumActions() int          { return 8 }
func (indexedScript) ActionIndex(a branch) int { return int(a) }
