package playertest_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/playertest"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/gametree"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

var (
	ttt  = tictactoe.Game{}
	four = connect4.Game{}
)

// searchOf returns an entrant that searches tic-tac-toe.
func searchOf(cfg mcts.Config, simulations int) arena.Entrant[tictactoe.State, tictactoe.Cell] {
	return arena.Searcher("mcts", ttt, cfg, mcts.Budget{Simulations: simulations})
}

// turned maps a position to the one turned by a quarter.
var turned = playertest.Mirror[tictactoe.State, tictactoe.Cell]{State: turn, Action: turnCell}

func turnCell(c tictactoe.Cell) tictactoe.Cell { return (2-c%3)*3 + c/3 }

// turn puts the marks of s on the turned cells, in turns.
func turn(s *tictactoe.State) tictactoe.State {
	var marks [3][]tictactoe.Cell // X and O are 1 and 2
	for i, mark := range ttt.AppendCells(nil, s) {
		marks[mark] = append(marks[mark], turnCell(tictactoe.Cell(i%3*3+i/3)))
	}
	image := ttt.Start()
	for i, c := range marks[1] {
		if ttt.Apply(&image, c); i < len(marks[2]) {
			ttt.Apply(&image, marks[2][i])
		}
	}
	return image
}

// The bundled search keeps the laws of play, with few simulations.
func TestSearch(t *testing.T) {
	player := searchOf(mcts.Config{}, 500)
	playertest.Wins(t, ttt, ttt.Start(), player, 100)
	playertest.Blocks(t, ttt, ttt.Start(), player, 100)
	playertest.Symmetry(t, ttt, ttt.Start(), searchOf(mcts.Config{}, 100), turned, 5, 100)
	playertest.MoreSimulations(t, ttt, ttt.Start(), mcts.Config{}, 10, 100)

	thousand := arena.Searcher("mcts", four, mcts.Config{}, mcts.Budget{Simulations: 1000})
	playertest.Wins(t, four, four.Start(), thousand, 100)
	playertest.Blocks(t, four, four.Start(), thousand, 100)
	playertest.Symmetry(t, four, four.Start(), arena.Searcher("mcts", four, mcts.Config{}, mcts.Budget{Simulations: 100}),
		playertest.Mirror[connect4.State, connect4.Drop]{
			State:  func(s *connect4.State) connect4.State { return *s }, // The start is symmetric.
			Action: func(d connect4.Drop) connect4.Drop { return 6 - d },
		}, 0, 200)
	playertest.MoreSimulations(t, four, four.Start(), mcts.Config{}, 50, 400)
}

// Minimax of two plies keeps the tactical laws in the same positions. With four it blocks, but it
// does not mind whether it wins now or later.
func TestMinimax(t *testing.T) {
	even := minimax.EvaluationFunc(func(*connect4.State) float64 { return 0.5 })
	two := arena.AlphaBeta("minimax", four, minimax.Config{Depth: 2, Evaluation: even})
	playertest.Wins(t, four, four.Start(), two, 100)
	playertest.Blocks(t, four, four.Start(), two, 100)
	deep := arena.AlphaBeta("minimax", four, minimax.Config{Depth: 4, Evaluation: even})
	playertest.Blocks(t, four, four.Start(), deep, 100)
	requireFinding(t, "win: minimax chooses ", func(t testing.TB) { playertest.Wins(t, four, four.Start(), deep, 100) })
}

// requireFinding checks that a law finds a planted defect.
func requireFinding(t *testing.T, want string, check func(t testing.TB)) {
	t.Helper()
	said, failed := testkit.RunCheck(check)
	require.True(t, failed)
	require.Contains(t, said, "playertest: "+want)
}

// creditOne credits everybody with the return of one player: the commonest bug of all.
type creditOne int

func (player creditOne) Credit(t *policy.Trace, values []float64) {
	for i := range values {
		values[i] = t.Returns[player]
	}
}

// inverse credits every player with the return of the other.
type inverse struct{}

func (inverse) Credit(t *policy.Trace, values []float64) {
	for i, p := range t.Movers {
		values[i] = t.Returns[1-p]
	}
}

// opportunist wins at once if it can, and moves at random otherwise.
var opportunist = arena.Func("opportunist", func(_ context.Context, s *tictactoe.State, seat int, r *rng.Rand) (tictactoe.Cell, error) {
	actions := ttt.AppendActions(nil, s)
	for _, a := range actions {
		next, returns := *s, make([]float64, 2)
		ttt.Apply(&next, a)
		if ttt.Returns(&next, returns); returns[seat] == 1 {
			return a, nil
		}
	}
	return actions[r.IntN(len(actions))], nil
})

func TestBrokenWins(t *testing.T) {
	for name, player := range map[string]arena.Entrant[tictactoe.State, tictactoe.Cell]{
		"credit of player 0": searchOf(mcts.Config{Backup: creditOne(0)}, 500),
		"credit of player 1": searchOf(mcts.Config{Backup: creditOne(1)}, 500),
		"credit inverted":    searchOf(mcts.Config{Backup: inverse{}}, 500),
		"random":             arena.Random("random", ttt),
		"few simulations":    searchOf(mcts.Config{}, 5),
	} {
		t.Run(name, func(t *testing.T) {
			requireFinding(t, "win: "+player.Name+" chooses ", func(t testing.TB) { playertest.Wins(t, ttt, ttt.Start(), player, 50) })
		})
	}
}

func TestBrokenBlocks(t *testing.T) {
	playertest.Wins(t, ttt, ttt.Start(), opportunist, 50)
	for name, player := range map[string]arena.Entrant[tictactoe.State, tictactoe.Cell]{
		"opportunist":     opportunist,
		"friendly others": searchOf(mcts.Config{Backup: selfish{}}, 500),
	} {
		t.Run(name, func(t *testing.T) {
			requireFinding(t, "block: "+player.Name+" chooses ", func(t testing.TB) { playertest.Blocks(t, ttt, ttt.Start(), player, 50) })
		})
	}
}

// selfish credits everybody with the return of the player at the root, as if all worked together.
type selfish struct{}

func (selfish) Credit(t *policy.Trace, values []float64) {
	for i := range values {
		values[i] = t.Returns[t.Movers[0]]
	}
}

// first takes the first action in the list.
var first = arena.Func("first", func(_ context.Context, s *tictactoe.State, _ int, _ *rng.Rand) (tictactoe.Cell, error) {
	return ttt.AppendActions(nil, s)[0], nil
})

// corner prefers the action with the lowest number.
type corner struct{ policy.RobustChild }

func (corner) Pick(c *policy.Candidates) (int, bool) {
	best := 0
	for i, child := range c.Children {
		if child.Visits >= 5 && child.Action < c.Children[best].Action {
			best = i
		}
	}
	return best, true
}

func TestBrokenSymmetry(t *testing.T) {
	for name, player := range map[string]arena.Entrant[tictactoe.State, tictactoe.Cell]{
		"the first action":       first,
		"the first of the best":  arena.AlphaBeta("minimax", ttt, minimax.Config{}),
		"actions of low numbers": searchOf(mcts.Config{Final: corner{}}, 50),
	} {
		t.Run(name, func(t *testing.T) {
			requireFinding(t, "symmetry: "+player.Name+" chooses ", func(t testing.TB) {
				playertest.Symmetry(t, ttt, ttt.Start(), player, turned, 3, 50)
			})
		})
	}
}

func TestBrokenStrength(t *testing.T) {
	requireFinding(t, "strength: many is weaker than few: ", func(t testing.TB) {
		playertest.MoreSimulations(t, ttt, ttt.Start(), mcts.Config{Backup: inverse{}}, 5, 200)
	})
	match := arena.Match[tictactoe.State, tictactoe.Cell]{
		Game: ttt, Start: ttt.Start(), Plan: arena.Plan{Seed: 1},
		Entrants: []arena.Entrant[tictactoe.State, tictactoe.Cell]{arena.Random("random", ttt), searchOf(mcts.Config{}, 50)},
	}
	requireFinding(t, "strength: random is weaker than mcts: its score is 0.", func(t testing.TB) { playertest.NotWeaker(t, match) })
	slices.Reverse(match.Entrants)
	playertest.NotWeaker(t, match)
	match.Pairs = 2
	requireFinding(t, "strength: 2 pairs of games do not decide whether ", func(t testing.TB) { playertest.NotWeaker(t, match) })
	match.Pairs = -1
	requireFinding(t, "arena: Match.Pairs is -1", func(t testing.TB) { playertest.NotWeaker(t, match) })
	match.Entrants = match.Entrants[:1]
	requireFinding(t, "the match has 1 entrants", func(t testing.TB) { playertest.NotWeaker(t, match) })
}

// Players with errors, illegal actions and games without the positions of a law end the test.
func TestErrors(t *testing.T) {
	illegal := arena.Func("illegal", func(_ context.Context, _ *tictactoe.State, _ int, _ *rng.Rand) (tictactoe.Cell, error) {
		return 9, nil
	})
	requireFinding(t, "illegal chooses ", func(t testing.TB) { playertest.Wins(t, ttt, ttt.Start(), illegal, 1) })
	failing := arena.Func("failing", func(_ context.Context, _ *tictactoe.State, _ int, _ *rng.Rand) (tictactoe.Cell, error) {
		return 0, context.Canceled
	})
	requireFinding(t, "failing: context canceled (seed ", func(t testing.TB) { playertest.Blocks(t, ttt, ttt.Start(), failing, 1) })
	requireFinding(t, "mcts: arena: Searcher: the budget is empty", func(t testing.TB) {
		playertest.Wins(t, ttt, ttt.Start(), searchOf(mcts.Config{}, 0), 1)
	})
}

// Trees have chance, simultaneous moves and any number of players: a random player fails there
// where the laws apply, and no player wins or loses alone.
func TestTrees(t *testing.T) {
	three := gametree.Random(gametree.Shape{Players: 3, Chance: true, Simultaneous: true}, 1)
	player := arena.Random("random", three)
	requireFinding(t, "win: random chooses ", func(t testing.TB) { playertest.Wins(t, three, three.Start(), player, 20) })
	requireFinding(t, "block: random chooses ", func(t testing.TB) { playertest.Blocks(t, three, three.Start(), player, 20) })
	alone := gametree.Random(gametree.Shape{Players: 1, Chance: true}, 1)
	player = arena.Random("random", alone)
	requireFinding(t, "the games have 0 positions with a win in one, want 1", func(t testing.TB) { playertest.Wins(t, alone, alone.Start(), player, 1) })
	requireFinding(t, "the games have 0 positions with a threat, want 1", func(t testing.TB) { playertest.Blocks(t, alone, alone.Start(), player, 1) })
}

func TestRewardsAreRefused(t *testing.T) {
	g, err := dots.NewPoints(2, 2)
	require.NoError(t, err)
	for _, law := range []func(t testing.TB){
		func(t testing.TB) { playertest.Wins(t, g, g.Start(), arena.Random("random", g), 10) },
		func(t testing.TB) { playertest.Blocks(t, g, g.Start(), arena.Random("random", g), 10) },
	} {
		said, failed := testkit.RunCheck(law)
		require.True(t, failed)
		require.Contains(t, said, "dots.Points has Rewards")
	}
	playertest.MoreSimulations(t, g, g.Start(), mcts.Config{}, 5, 100)
}

// patience is a game of one player that wins by an action and loses by another one.
type patience struct{}

func (patience) NumPlayers() int     { return 1 }
func (patience) ToMove(*int) int     { return 0 }
func (patience) Apply(s *int, a int) { *s = 10**s + a }

func (patience) AppendActions(dst []int, s *int) []int {
	if *s > 100 || *s%10 > 1 {
		return dst
	}
	return append(dst, 1, 2, 3)
}

func (patience) Returns(s *int, out []float64)    { out[0] = float64(*s%10) - 3 }
func (patience) ReturnRange() (low, high float64) { return -2, 0 }

func TestOnePlayerWinsByTheGreatestReturn(t *testing.T) {
	choosing := func(k int) arena.Entrant[int, int] {
		return arena.Func("k", func(context.Context, *int, int, *rng.Rand) (int, error) { return k, nil })
	}
	playertest.Wins(t, patience{}, 0, choosing(3), 100)
	said, failed := testkit.RunCheck(func(t testing.TB) { playertest.Wins(t, patience{}, 0, choosing(2), 100) })
	require.True(t, failed)
	require.Contains(t, said, "chooses 2, want one of [3], which win at once")
}
