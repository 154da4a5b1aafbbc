package arena_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

type (
	entrant = arena.Entrant[tictactoe.State, tictactoe.Cell]
	match   = arena.Match[tictactoe.State, tictactoe.Cell]
)

var bg = context.Background()

// tictactoes returns a match of tic-tac-toe.
func tictactoes(pairs int, entrants ...entrant) match {
	return match{
		Game: tictactoe.Game{}, GameName: "tictactoe", Start: tictactoe.Game{}.Start(),
		Entrants: entrants, Plan: arena.Plan{Pairs: pairs, OpeningPlies: 2, Seed: 7},
	}
}

func random(name string) entrant { return arena.Random(name, tictactoe.Game{}) }

func searcher(name string, simulations int) entrant {
	return arena.Searcher(name, tictactoe.Game{}, mcts.Config{}, mcts.Budget{Simulations: simulations})
}

// first returns an entrant that plays the first legal action.
func first(name string) entrant {
	return arena.Func(name, func(_ context.Context, s *tictactoe.State, _ int, _ *rng.Rand) (tictactoe.Cell, error) {
		return tictactoe.Game{}.AppendActions(nil, s)[0], nil
	})
}

// untimed returns the records without their times, which differ between runs.
func untimed(records []arena.Record) []arena.Record {
	out := make([]arena.Record, 0, len(records))
	for _, r := range records {
		r.Seconds = make([]float64, len(r.Seats))
		out = append(out, r)
	}
	return out
}

func run[S any, A comparable](t require.TestingT, m arena.Match[S, A]) []arena.Record {
	records, err := m.Run(bg)
	require.NoError(t, err)
	return records
}

// dice is a game of chance for any number of players. In turn they take 1 or 2 points, to which a
// chance event adds 0 or 3. After four rounds the player with the most points wins; several share
// the 1.
type dice struct{ players int }

type table struct {
	points [4]int
	plies  int
}

func (g dice) NumPlayers() int { return g.players }

func (g dice) ToMove(s *table) int {
	if s.plies%2 == 1 {
		return mcts.Chance
	}
	return s.plies / 2 % g.players
}

func (g dice) AppendActions(dst []int, s *table) []int {
	if s.plies == 2*4*g.players {
		return dst
	}
	return append(dst, 1, 2)
}

func (dice) AppendOutcomes(dst []mcts.Outcome[int], _ *table) []mcts.Outcome[int] {
	return append(dst, mcts.Outcome[int]{Action: 9, Prob: 0}, mcts.Outcome[int]{Action: 0, Prob: 0.75}, mcts.Outcome[int]{Action: 3, Prob: 0.25})
}

func (g dice) Apply(s *table, a int) {
	s.points[s.plies/2%g.players] += a
	s.plies++
}

func (g dice) Returns(s *table, out []float64) {
	most, winners := 0, 0.0
	for _, p := range s.points[:g.players] {
		if p > most {
			most, winners = p, 0
		}
		if p == most {
			winners++
		}
	}
	for i := range out {
		out[i] = 0
		if s.points[i] == most {
			out[i] = 1 / winners
		}
	}
}

// pennies is three rounds of matching pennies: both players choose 0 or 1 simultaneously, and
// player 0 wants equal choices. The state holds a slice, so it needs Copy.
type pennies struct{}

type rounds struct{ equal []bool }

func (pennies) NumPlayers() int { return 2 }

func (pennies) ToMove(s *rounds) int {
	if len(s.equal) < 3 {
		return mcts.Simultaneous
	}
	return 0
}

func (pennies) AppendActions(dst []int, _ *rounds) []int              { return dst }
func (pennies) AppendPlayerActions(dst []int, _ *rounds, _ int) []int { return append(dst, 0, 1) }
func (pennies) Apply(*rounds, int)                                    { panic("all moves are simultaneous") }

func (pennies) ApplyJoint(s *rounds, joint []int) { s.equal = append(s.equal, joint[0] == joint[1]) }

func (pennies) Copy(dst, src *rounds) { dst.equal = append(dst.equal[:0], src.equal...) }

func (pennies) Returns(s *rounds, out []float64) {
	out[0] = 0
	for _, equal := range s.equal {
		if equal {
			out[0] += 1. / 3
		}
	}
	out[1] = 1 - out[0]
}

// endless is a game that never ends.
type endless struct{}

func (endless) NumPlayers() int                         { return 2 }
func (endless) ToMove(s *int) int                       { return *s % 2 }
func (endless) AppendActions(dst []bool, _ *int) []bool { return append(dst, false, true) }
func (endless) Apply(s *int, _ bool)                    { *s++ }
func (endless) Returns(*int, []float64)                 { panic("it never ends") }

// witness is a player that records what it observes.
type witness[S any, A comparable] struct {
	arena.Player[S, A]
	told   []A
	joints int
	closed *atomic.Int32
	ended  func(told []A, joints int)
}

func (w *witness[S, A]) Observe(a A) { w.told = append(w.told, a) }

func (w *witness[S, A]) ObserveJoint(joint []A) {
	w.told = append(w.told, joint...)
	w.joints++
}

func (w *witness[S, A]) Simulations() int { return len(w.told) }

func (w *witness[S, A]) Close() error {
	w.closed.Add(1)
	if w.ended != nil {
		w.ended(w.told, w.joints)
	}
	return nil
}

// watched wraps the players of an entrant in witnesses.
func watched[S any, A comparable](e arena.Entrant[S, A], closed *atomic.Int32, ended func(told []A, joints int)) arena.Entrant[S, A] {
	inner := e.New
	e.New = func(seed uint64) (arena.Player[S, A], error) {
		p, err := inner(seed)
		return &witness[S, A]{Player: p, closed: closed, ended: ended}, err
	}
	return e
}

func TestDiceSharesTheWin(t *testing.T) {
	out := make([]float64, 3)
	dice{3}.Returns(&table{points: [4]int{5, 7, 7, 9}}, out)
	require.Equal(t, []float64{0, 0.5, 0.5}, out)
}
