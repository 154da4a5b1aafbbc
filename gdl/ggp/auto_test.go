package ggp_test

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/ggp"
	"github.com/banyan-go/banyan/mcts"
)

// ticking returns a clock that advances by a step whenever it is read. The batches of a search stay
// small only if the step is a millisecond or so.
func ticking(step time.Duration) func() time.Time {
	var mu sync.Mutex
	now := time.Unix(0, 0)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(step)
		return now
	}
}

// trio is a game for three players, each of whom may win.
//
//go:embed testdata/trio.kif
var trio string

// What is measured of a game is right, and the same again by a clock that is the same.
func TestMeasure(t *testing.T) {
	for name, want := range map[string]ggp.Figures{
		"tictactoe": {Players: 2, Cells: true, Moves: 7.6, Choices: 5.9, ConstantSum: true},
		"trio":      {Players: 3, Moves: 3, Choices: 2},
		"trap":      {Players: 2, Simultaneous: true, Moves: 7.3, Choices: 2.7, ConstantSum: true},
		"lamps":     {Players: 1, Moves: 9, Choices: 9, ConstantSum: true},
	} {
		t.Run(name, func(t *testing.T) {
			text := trio
			if name != "trio" {
				text = ownSheet(t, name)
			}
			g, err := gdl.Load(t.Context(), []byte(text), gdl.Limits{})
			require.NoError(t, err)
			s := g.Start()
			measured := func(allowed time.Duration) ggp.Figures {
				f, err := ggp.Measure(t.Context(), g, &s, mcts.Config{Seed: 1, Clock: ticking(time.Millisecond)}, allowed)
				require.NoError(t, err)
				return f
			}
			f := measured(2 * time.Second)
			require.Equal(t, f, measured(2*time.Second))
			require.Positive(t, f.Games)
			require.InDelta(t, want.Moves, f.Moves, want.Moves/8)
			require.InDelta(t, want.Choices, f.Choices, want.Choices/8)
			for _, speed := range []float64{f.Uniform, f.Mean, f.Adaptive} {
				require.Positive(t, speed)
			}
			require.Equal(t, want.Cells, f.Similar > 0)

			none := measured(49 * time.Millisecond)
			require.Equal(t, ggp.Figures{Players: want.Players, Simultaneous: want.Simultaneous, Cells: want.Cells}, none)
			f.Games, f.Uniform, f.Mean, f.Adaptive, f.Similar, f.Distance = 0, 0, 0, 0, 0, 0
			want.Moves, want.Choices = f.Moves, f.Choices
			require.Equal(t, want, f)
		})
	}
}

// forced returns a sheet without choices whose games take a number of moves, written in digits, or
// do not end.
func forced(end string) string {
	return `(role x) (role o) (init (count 0)) (legal x go) (legal o go) (<= terminal (true (count ` + end + `))) (goal x 100) (goal o 0)
(next-of 0 1) (next-of 1 2) (next-of 2 0) (<= (next (count ?k)) (true (count ?n)) (next-of ?n ?k))`
}

// A game without choices needs no speeds, one without an end has no playouts to measure, and a
// wrong sheet is an error.
func TestMeasureUnusual(t *testing.T) {
	measured := func(text string) (ggp.Figures, error) {
		g, err := gdl.Load(t.Context(), []byte(text), gdl.Limits{})
		require.NoError(t, err)
		s := g.Start()
		return ggp.Measure(t.Context(), g, &s, mcts.Config{Seed: 2, Clock: ticking(time.Microsecond)}, time.Second)
	}
	f, err := measured(forced("2"))
	require.NoError(t, err)
	require.Equal(t, ggp.Figures{Players: 2, Games: 200, Moves: 2, ConstantSum: true}, f)
	f, err = measured(forced("3") + "(legal x stay)")
	require.NoError(t, err)
	require.Equal(t, ggp.Figures{Players: 2, Choices: 2, Endless: true}, f)
	// On a ladder with seven steps, one of 128 games comes to the state without legal moves.
	_, err = measured(strings.Replace(ladder, "(after 7 8)", "", 1))
	require.ErrorContains(t, err, "a role has no legal move")
}

// told are the strategies that an Auto reports.
type told struct {
	mu   sync.Mutex
	list []ggp.Strategies
}

func (l *told) chosen(_ ggp.MatchInfo, _ ggp.Figures, s ggp.Strategies) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, s)
}

// READY comes in time, however long the start clock is and a measurement takes: also where a single
// look at the clock takes longer than the whole start clock. The strategies are chosen once, and a
// legal move is found.
func TestAutoIsReady(t *testing.T) {
	const margin = time.Second
	for clock, text := range map[time.Duration]string{0: "0", time.Second: "1", 10 * time.Second: "10"} {
		for _, takes := range []time.Duration{time.Millisecond, time.Second, 200 * time.Second} {
			t.Run(text+"/"+takes.String(), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var l told
					p := newPlayer(t, ggp.Config{Margin: margin, Auto: ggp.Auto{Chosen: l.chosen, Clock: func() time.Time {
						time.Sleep(takes)
						return time.Now()
					}}})
					begin := time.Now()
					require.Equal(t, "ready", ask(t, p, "(START m x ("+ownSheet(t, "tictactoe")+") "+text+" 5)"))
					took := time.Since(begin)
					least := min(margin, clock/2)
					require.LessOrEqual(t, took, clock-least+least/4)
					begin = time.Now()
					require.Contains(t, ask(t, p, "(PLAY m NIL)"), "(mark ")
					require.LessOrEqual(t, time.Since(begin), 5*time.Second-margin+margin/4)
					p.Close()
					require.Len(t, l.list, 1)
					measures := clock >= time.Second && takes < time.Second
					require.Equal(t, measures, !strings.Contains(l.list[0].String(), "nothing is measured"), l.list[0])
				})
			})
		}
	}
}

// climb is a game for two players, who go up in turns. A player that jumps loses; at the top both
// win, which random games hardly ever show.
//
//go:embed testdata/climb.kif
var climb string

// A player whose move was lost continues with the strategies that it has chosen, or with the plain
// search in their place.
func TestAutoAfterLostMove(t *testing.T) {
	for name, c := range map[string]struct {
		sheet, role, noop string
		moves             []string
		told              int
	}{
		"chosen": {ownSheet(t, "tictactoe"), "x", "noop", []string{"(mark 1 1)", "(mark 1 2)", "(mark 1 3)"}, 1},
		"plain":  {climb, "a", "wait", []string{"walk", "run", "walk"}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var l told
				p := newPlayer(t, ggp.Config{Seed: 1, Auto: ggp.Auto{Chosen: l.chosen, Clock: ticking(time.Millisecond)}})
				require.Equal(t, "ready", ask(t, p, "(START m "+c.role+" ("+c.sheet+") 10 5)"))
				lost := ask(t, p, "(PLAY m NIL)")
				others := slices.DeleteFunc(c.moves, func(move string) bool { return move == lost })
				require.Equal(t, c.noop, ask(t, p, "(PLAY m ("+others[0]+" "+c.noop+"))"))
				lost = ask(t, p, "(PLAY m ("+c.noop+" "+others[len(others)-1]+"))")
				require.NotContains(t, lost, "ggp")
				p.Close()
				require.Len(t, l.list, c.told)
			})
		})
	}
}

// If the chosen strategies do not suit the game after all, a plain search continues.
func TestAutoFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l told
		p := newPlayer(t, ggp.Config{Seed: 1, Auto: ggp.Auto{Chosen: l.chosen, Clock: ticking(time.Millisecond)}})
		require.Equal(t, "ready", ask(t, p, "(START m a ("+climb+") 10 5)"))
		ups := []string{"walk", "run"}
		move := ask(t, p, "(PLAY m NIL)")
		require.Contains(t, ups, move)
		require.Equal(t, "wait", ask(t, p, "(PLAY m ("+move+" wait))"))
		require.Contains(t, ups, ask(t, p, "(PLAY m (wait run))"))
		p.Close()
		require.Len(t, l.list, 2)
		require.True(t, l.list[0].Solver && !l.list[0].GeneralSum, l.list[0])
		require.Regexp(t, `^playout=uniform: A plain search: mcts: .*GeneralSum.*\.$`, l.list[1].String())
	})
}

// A measurement that panics, because the sheet is wrong where the searches come, is reported.
func TestAutoPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l told
		p := newPlayer(t, ggp.Config{Auto: ggp.Auto{Chosen: l.chosen, Clock: ticking(time.Millisecond)}})
		require.Equal(t, "ready", ask(t, p, "(START m climber ("+ladder+") 10 5)"))
		require.Contains(t, []string{"up", "jump"}, ask(t, p, "(PLAY m NIL)"))
		p.Close()
		require.NotEmpty(t, l.list)
		require.Contains(t, l.list[0].String(), "playout=uniform: A plain search: panic: gdl: a role has no legal move")
	})
}

// The zero Auto, with several trees too, searches and ponders: it finds the move that wins at once.
func TestAutoSearches(t *testing.T) {
	g := newMatch(t, "tictactoe", nil).Game
	for _, workers := range []int{0, 2} {
		s := g.Start()
		for _, text := range []string{"(mark 1 1)", "(mark 3 1)", "(mark 2 2)", "(mark 3 2)"} {
			a, err := g.Parse(text)
			require.NoError(t, err)
			g.Apply(&s, a)
		}
		p, err := ggp.Auto{Workers: workers}.NewChooser(ggp.MatchInfo{Game: g, Role: "x", StartClock: 100 * time.Millisecond, PlayClock: time.Millisecond}, 1)
		require.NoError(t, err)
		ponderer, ok := p.(arena.Ponderer[gdl.State])
		require.True(t, ok)
		require.NoError(t, ponderer.Ponder(t.Context(), &s, 0))
		counter, ok := p.(arena.Counter)
		require.True(t, ok)
		pondered := counter.Simulations()
		require.Positive(t, pondered)
		a, err := p.Choose(t.Context(), &s, 0)
		require.NoError(t, err)
		require.Equal(t, "(mark 3 3)", a.String())
		require.Greater(t, counter.Simulations(), pondered)
	}
}
