package arena_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// windy is a game in which chance events never end.
type windy struct{ barren }

func (windy) ToMove(*int) int { return mcts.Chance }

func (windy) AppendOutcomes(dst []mcts.Outcome[int], _ *int) []mcts.Outcome[int] {
	return append(dst, mcts.Outcome[int]{Action: 1, Prob: 1})
}

func TestChanceEventsCountForMaxPlies(t *testing.T) {
	m := numbers(windy{}, 0)
	m.OpeningPlies, m.MaxPlies = 3, 20
	for _, r := range run(t, m) {
		require.Len(t, r.Opening, 20)
		require.Empty(t, r.Actions)
		require.True(t, r.Cut)
	}
}

// single is a game of one action out of 30 or less. Its mover and its returns are given.
type single struct {
	mover   int
	result  float64
	missing int // actions
}

func (single) NumPlayers() int { return 2 }

func (g single) ToMove(s *int) int {
	if *s > 0 {
		return 0
	}
	return g.mover
}

func (g single) AppendActions(dst []int, s *int) []int {
	for a := 0; *s == 0 && a < 30-g.missing; a++ {
		dst = append(dst, a)
	}
	return dst
}

func (single) Apply(s *int, _ int) { *s++ }

func (g single) Returns(_ *int, out []float64) { out[0] = g.result }

// barren is a single whose optional methods offer no actions or outcomes.
type barren struct{ single }

func (barren) AppendOutcomes(dst []mcts.Outcome[int], _ *int) []mcts.Outcome[int] {
	return append(dst, mcts.Outcome[int]{Action: 1, Prob: math.NaN()})
}
func (barren) AppendPlayerActions(dst []int, _ *int, _ int) []int { return dst }
func (barren) ApplyJoint(*int, []int)                             {}

func numbers(g mcts.Game[int, int], action int) arena.Match[int, int] {
	player := func(name string) arena.Entrant[int, int] {
		return arena.Func(name, func(context.Context, *int, int, *rng.Rand) (int, error) { return action, nil })
	}
	return arena.Match[int, int]{Game: g, Entrants: []arena.Entrant[int, int]{player("a"), player("b")}, Plan: arena.Plan{Pairs: 1, Workers: 1}}
}

// A game that violates its contract ends the match with an error, also during the opening.
func TestBrokenGames(t *testing.T) {
	for want, g := range map[string]mcts.Game[int, int]{
		"single.ToMove is 2, want a player below 2":                      single{mover: 2},
		"single.ToMove is -3, want a player below 2":                     single{mover: -3},
		"single.ToMove is Chance, want a game with AppendOutcomes":       single{mover: mcts.Chance},
		"single.ToMove is Simultaneous, want a game with AppendPlayerAc": single{mover: mcts.Simultaneous},
		"barren.AppendOutcomes has nothing with a probability above 0":   barren{single{mover: mcts.Chance}},
		"barren.AppendPlayerActions has nothing for player 0":            barren{single{mover: mcts.Simultaneous}},
	} {
		t.Run(want, func(t *testing.T) {
			for plies := range 2 {
				m := numbers(g, 0)
				m.OpeningPlies = plies
				_, err := m.Run(bg)
				require.ErrorContains(t, err, "arena: game 0, ply 0: arena_test."+want)
			}
		})
	}
	for _, result := range []float64{0.5, math.Inf(1), math.NaN()} {
		_, err := numbers(single{result: result}, 0).Run(bg)
		require.ErrorContains(t, err, "arena: game 0, ply 1: arena_test.single.Returns wrote [", "the second return was not written")
	}
}

func TestLongListsOfActionsAreCut(t *testing.T) {
	_, err := numbers(single{}, 30).Run(bg)
	require.ErrorIs(t, err, arena.ErrIllegal)
	require.ErrorContains(t, err, "illegal action 30, want one of [0 1 2 ")
	require.ErrorContains(t, err, " 18 19] or 10 others")
	_, err = numbers(single{missing: 10}, 30).Run(bg)
	require.ErrorIs(t, err, arena.ErrIllegal)
	require.NotContains(t, err.Error(), "others")
}

// late is a context whose deadline has passed but whose timer has not fired, as on a busy machine.
type late struct{ context.Context }

func (late) Deadline() (time.Time, bool) { return time.Now().Add(-time.Second), true }

func TestDeadlineBeforeItsTimer(t *testing.T) {
	records, err := tictactoes(1, random("a"), random("b")).Run(late{bg})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Empty(t, records)
}

// capable is a single with every optional interface that a match uses.
type capable struct {
	single
	copies *int
}

func (g capable) Copy(dst, src *int) {
	*g.copies++
	*dst = *src
}

func (capable) AppendOutcomes(dst []mcts.Outcome[int], _ *int) []mcts.Outcome[int] {
	return append(dst, mcts.Outcome[int]{Action: 1, Prob: 1})
}

func (capable) AppendPlayerActions(dst []int, _ *int, _ int) []int { return append(dst, 1) }
func (capable) ApplyJoint(s *int, _ []int)                         { *s++ }
func (capable) Returns(_ *int, out []float64)                      { out[0], out[1] = 1, 0 }

// without is a capable game that switches off one optional interface.
type without struct {
	capable
	off game.Capability
}

func (g without) Supports(c game.Capability) bool { return c != g.off }

// wrapped is a wrapper whose only method besides the game's is Unwrap.
type wrapped struct{ mcts.Game[int, int] }

func (w wrapped) Unwrap() mcts.Game[int, int] { return w.Game }

// A match uses the optional interfaces of a game behind a wrapper, unless the game switches them
// off.
func TestOptionalInterfaces(t *testing.T) {
	for _, c := range []struct {
		capability game.Capability
		mover      int
		want       string // error without the capability
	}{
		{game.HasCopier, 0, ""},
		{game.HasChanceGame, mcts.Chance, "wrapped.ToMove is Chance, want a game with AppendOutcomes"},
		{game.HasSimultaneousGame, mcts.Simultaneous, "wrapped.ToMove is Simultaneous, want a game with AppendPlayerActions"},
	} {
		t.Run(string(c.capability), func(t *testing.T) {
			g := capable{single{mover: c.mover}, new(int)}
			run(t, numbers(wrapped{g}, 1))
			require.NotZero(t, *g.copies)

			*g.copies = 0
			_, err := numbers(wrapped{without{g, c.capability}}, 1).Run(bg)
			if c.want != "" {
				require.ErrorContains(t, err, c.want)
				return
			}
			require.NoError(t, err)
			require.Zero(t, *g.copies)
		})
	}
}

// A random player asks a game without SimultaneousGame for AppendActions.
func TestRandomWithSimultaneousSwitchedOff(t *testing.T) {
	g := capable{single{mover: mcts.Simultaneous}, new(int)}
	chosen := func(g mcts.Game[int, int]) int {
		p, err := arena.Random("random", g).New(1)
		require.NoError(t, err)
		a, err := p.Choose(bg, new(int), 0)
		require.NoError(t, err)
		return a
	}
	require.Equal(t, 1, chosen(g), "the only action of AppendPlayerActions")
	require.NotEqual(t, 1, chosen(without{g, game.HasSimultaneousGame}), "one of 30 actions")
}

func TestRandomRefusesABrokenGame(t *testing.T) {
	_, err := arena.Random[int, int]("random", nil).New(1)
	require.EqualError(t, err, "arena: the game is nil")
}

func TestPlayoutLength(t *testing.T) {
	// All 24 edges of 3x3 boxes are played, and goofspiel has a chance event and a joint action for
	// each of its cards except the last.
	edges := dots.Game{}
	start := edges.Start()
	require.Equal(t, 24.0, arena.PlayoutLength(edges, &start, 0, 3, rng.New(1)))
	require.Equal(t, 24.0, arena.PlayoutLength(edges, &start, 0, -1, rng.New(1)), "one playout")
	cards := goofspiel.Game{}
	hands := cards.Start()
	require.Greater(t, arena.PlayoutLength(cards, &hands, 0, 3, rng.New(1)), 10.0)

	// The exact mean of random play, by enumeration, is 7.626 plies: 9 less the games that end
	// earlier.
	g := tictactoe.Game{}
	empty := g.Start()
	before := empty
	require.InDelta(t, 7.626, arena.PlayoutLength(g, &empty, 0, 20_000, rng.New(1)), 0.03)
	require.Equal(t, before, empty)
	for _, cell := range []tictactoe.Cell{0, 3, 1, 4, 2} {
		g.Apply(&empty, cell)
	}
	require.Zero(t, arena.PlayoutLength(g, &empty, 0, 5, rng.New(1)), "the game is over")
	require.Zero(t, arena.PlayoutLength[tictactoe.State, tictactoe.Cell](nil, &empty, 0, 5, rng.New(1)), "there is no game")
}

// determinized counts how often the hidden cards are drawn.
type determinized struct {
	magic.Game
	observers *[]int
}

func (d determinized) Determinize(s *magic.State, observer int, r *rng.Rand) {
	*d.observers = append(*d.observers, observer)
	d.Game.Determinize(s, observer, r)
}

func TestPlayoutLengthIsBlind(t *testing.T) {
	var observers []int
	g := determinized{observers: &observers}
	s := g.Start()
	require.Greater(t, arena.PlayoutLength(g, &s, 1, 4, rng.New(1)), 20.0)
	require.Equal(t, []int{1, 1, 1, 1}, observers)
}
