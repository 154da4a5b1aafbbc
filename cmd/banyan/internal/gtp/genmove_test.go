package gtp

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// ponderer is an engine that thinks in the opponent's time, with its clock.
func ponderer(t *testing.T, args ...string) (*session, *ticks) {
	t.Helper()
	o, err := parseOptions(append([]string{"-ponder", "-sims", "50"}, args...), nil)
	require.NoError(t, err)
	c := newTicks(time.Millisecond)
	o.now, o.search.Clock = c.now, c.now
	return o.session(t), c
}

// thinks waits until the search in the background has read the clock many times.
func (c *ticks) thinks(t *testing.T) {
	t.Helper()
	start := c.read.Load()
	require.Eventually(t, func() bool { return c.read.Load()-start > 300*int64(c.step) }, 10*time.Second, time.Millisecond)
}

func TestPonder(t *testing.T) {
	noGoroutineLeft(t, func() {
		s, c := ponderer(t)
		e := s.nogo()
		s.tell("play b a1")
		require.Nil(t, e.thinking, "nothing to think about before the first genmove")
		s.tell("clear_board")
		s.ask("genmove b")
		s.tell("clear_board", "play b a1")
		require.Nil(t, e.thinking, "a new game has no genmove yet")
		s.tell("undo")
		s.ask("genmove b")
		require.NotNil(t, e.thinking)
		c.thinks(t)
		s.out.Reset()
		e.wake() // as a command does
		require.Nil(t, e.thinking)
		require.Empty(t, s.out.String())
		visits := e.search.Root().Visits()
		require.Greater(t, visits, 150)
		at := c.read.Load()
		time.Sleep(time.Millisecond)
		require.Equal(t, at, c.read.Load(), "the search has stopped")

		e.idle()
		require.NotNil(t, e.thinking)
		require.Equal(t, "= Banyan", s.ask("name"))
		require.NotNil(t, e.thinking, "it continues after a command")
		answer := e.board.vertex(&e.state, e.board.AppendActions(nil, &e.state)[0])
		s.tell("play w " + answer)
		require.Nil(t, e.thinking, "the engine is to move")
		s.ask("genmove b")
		require.NoError(t, func() error { e.wake(); return e.search.Check() }())
		e.stop()
	})
}

// Time in which the opponent thinks does not count against the engine's clock.
func TestPonderCostsNothing(t *testing.T) {
	s, c := ponderer(t, "-time", "40s")
	e := s.nogo()
	s.ask("genmove b")
	left := e.clocks.colors[black].Main
	require.Less(t, left, 40*time.Second)
	c.thinks(t)
	s.ask("name")
	require.Equal(t, left, e.clocks.colors[black].Main)
	require.Equal(t, 40*time.Second, e.clocks.colors[white].Main)
}

func TestPonderOnlyWhereAsked(t *testing.T) {
	s := newSession(t, "-sims 10")
	s.ask("genmove b")
	require.Nil(t, s.nogo().thinking)

	s, _ = ponderer(t, "-board", "1x2")
	require.Contains(t, s.ask("genmove b"), "= A")
	require.Equal(t, "= resign", s.ask("genmove w"))
	require.Nil(t, s.nogo().thinking, "the game is over")
}

// Commands arrive at any time while the search runs. This test is for the race detector.
func TestPonderUnderCommands(t *testing.T) {
	for _, parallel := range []string{"serial", "root", "leaf", "lockstep", "tree"} {
		s, _ := ponderer(t, "-board", "5x5", "-memory", "8", "-parallel", parallel)
		underCommands(s)
	}
}

func underCommands(s *session) {
	commands := []string{"name", "showboard", "undo", "banyan-analyze 20", "lz-analyze 1", "kata-genmove_analyze 1 maxmoves 3", "reg_genmove b", "time_left b 30 0", "genmove b", "genmove w", "final_score"}
	for i := range 300 {
		s.ask(commands[i*7%len(commands)])
		if i%50 == 49 {
			s.tell("clear_board")
		}
	}
}
