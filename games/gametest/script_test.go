package gametest_test

import (
	"errors"
	"flag"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/gametree"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
)

// TestPlay compares a script with the actions that it stands for.
func TestPlay(t *testing.T) {
	g := tictactoe.Game{}
	rapid.Check(t, func(t *rapid.T) {
		script := rapid.SliceOf(rapid.Byte()).Draw(t, "script")
		want := g.Start()
		for _, b := range script {
			if actions := g.AppendActions(nil, &want); len(actions) > 0 {
				g.Apply(&want, actions[int(b)%len(actions)])
			}
		}
		require.Equal(t, want, gametest.Play(g, g.Start(), script))
	})
}

// TestPlayAtEveryKindOfNode plays scripts in games with chance and with simultaneous moves. A byte
// that is missing for one of several players ends the game before their action.
func TestPlayAtEveryKindOfNode(t *testing.T) {
	cards := goofspiel.Game{}
	start := cards.Start()
	require.Equal(t, start, gametest.Play(cards, start, nil))
	next := gametest.Play(cards, start, []byte{1})
	require.NotEqual(t, start, next, "the first card is revealed")
	require.Equal(t, next, gametest.Play(cards, start, []byte{1, 0}))
	require.NotEqual(t, next, gametest.Play(cards, start, []byte{1, 0, 3}))

	duel := magic.Game{}
	long := make([]byte, 2000)
	for i := range long {
		long[i] = byte(i * i)
	}
	s := gametest.Play(duel, duel.Start(), long)
	require.NotEqual(t, duel.Start(), s)
}

// FuzzPlay plays any script: no action of it is illegal.
func FuzzPlay(f *testing.F) {
	g := tictactoe.Game{}
	f.Add([]byte{4, 0, 3, 1, 2})
	f.Fuzz(func(t *testing.T, script []byte) {
		s := gametest.Play(g, g.Start(), script)
		require.LessOrEqual(t, 9-len(script), len(g.AppendActions(nil, &s)))
	})
}

// TestPlayOfManyActions reaches the last of more than 256 actions.
func TestPlayOfManyActions(t *testing.T) {
	g, err := gomoku.New(19, 19, 5)
	require.NoError(t, err)
	want := g.Start()
	actions := g.AppendActions(nil, &want)
	g.Apply(&want, actions[360])
	require.Equal(t, want, gametest.Play(g, g.Start(), []byte{360 >> 8, 360 & 255}))
	require.Equal(t, g.Start(), gametest.Play(g, g.Start(), []byte{1}))
}

// TestStates finds a shortest game with a property.
func TestStates(t *testing.T) {
	g := tictactoe.Game{}
	states := gametest.States(g, g.Start(), 12)
	isWon := func(s tictactoe.State) bool {
		var returns [2]float64
		if len(g.AppendActions(nil, &s)) > 0 {
			return false
		}
		g.Returns(&s, returns[:])
		return returns[0] != returns[1]
	}
	found := false
	for i := range 100 {
		found = found || isWon(states.Example(i))
	}
	require.True(t, found)
}

// TestEachVisitsEveryKindOfPosition checks that a law sees starts and ends, on copies.
func TestEachVisitsEveryKindOfPosition(t *testing.T) {
	g := tictactoe.Game{}
	starts, ends := 0, 0
	gametest.Each(t, g, g.Start(), func(s *tictactoe.State) error {
		if *s == g.Start() {
			starts++
		}
		if actions := g.AppendActions(nil, s); len(actions) == 0 {
			ends++
		} else {
			g.Apply(s, actions[0]) // The state is not shared.
		}
		return nil
	})
	require.Equal(t, starts, ends)
	require.Greater(t, starts, 100)
}

var errFull = errors.New("the board is full")

// TestEachNamesThePosition checks a finding, by playing its game.
func TestEachNamesThePosition(t *testing.T) {
	g := tictactoe.Game{}
	err := gametest.TestEach(g, g.Start(), func(s *tictactoe.State) error {
		if len(game.Game[tictactoe.State, tictactoe.Cell](g).AppendActions(nil, s)) == 8 {
			return errFull
		}
		return nil
	})
	require.ErrorIs(t, err, errFull)
	require.Len(t, unjoin(err), 3)
	require.Regexp(t, `^gametest: each: the board is full \(seed 0, after 1: \S+\)$`, unjoin(err)[0].Error())
	err = gametest.TestEach(g, g.Start(), func(*tictactoe.State) error { panic("no") })
	require.ErrorContains(t, err, "gametest: panic: no, in ")
}

// A failure shrinks from trees of up to hundreds of nodes to a small one: the chance node that is
// looked for, and little else.
func TestTreesShrink(t *testing.T) {
	require.NoError(t, flag.Set("rapid.nofailfile", "true"))
	defer func() { require.NoError(t, flag.Set("rapid.nofailfile", "false")) }()
	var last gametree.Game
	_, failed := testkit.RunCheck(func(t testing.TB) {
		rapid.Check(t, func(t *rapid.T) {
			g := gametest.Trees(gametree.Shape{Chance: true}).Draw(t, "game")
			for _, n := range g.Nodes {
				if n.Player == game.Chance && len(n.Children) > 1 {
					last = g
					t.Fatalf("there is a chance node")
				}
			}
		})
	})
	require.True(t, failed)
	require.LessOrEqual(t, len(last.Nodes), 12, "%v", last)
}

// Scripts reach the positions of generated trees, so that both generators work together.
func TestStatesOfTrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gametest.Trees(gametree.Shape{Players: 3, Plies: 3, Actions: 3, Chance: true, Simultaneous: true}).Draw(t, "game")
		s := gametest.States(g, g.Start(), 10).Draw(t, "state")
		require.True(t, s >= 0 && s < len(g.Nodes))
	})
}
