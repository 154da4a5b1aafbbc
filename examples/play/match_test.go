package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
)

// TestOutcome ends a game in which the first player stacks four discs.
func TestOutcome(t *testing.T) {
	m := match[connect4.State, connect4.Drop]{game: connect4.Game{}, state: connect4.Game{}.Start()}
	for _, column := range "ababab" + "a" {
		a, err := m.parse(string(column))
		require.NoError(t, err)
		m.game.Apply(&m.state, a)
	}
	for human, want := range map[int]string{0: "X wins. Well played!", 1: "X wins.", nobody: "X wins."} {
		t.Run(fmt.Sprint(human), func(t *testing.T) {
			m.options.human = human
			require.Equal(t, want, m.outcome())
		})
	}
}

// TestThink checks the status of a search on a terminal. The search is long enough for an update.
func TestThink(t *testing.T) {
	var out strings.Builder
	game := connect4.Game{}
	search, err := mcts.New(game, mcts.Config{})
	require.NoError(t, err)
	m := match[connect4.State, connect4.Drop]{game: game, state: game.Start()}
	m.console = &console{out: &out, live: true, width: 80}
	m.opponent = &thinker[connect4.State, connect4.Drop]{game, search, mcts.Budget{Time: 3 * m.console.pace()}}

	a, err := m.think(t.Context())
	require.NoError(t, err)
	require.Regexp(t, `^(\rX is thinking: \d+ % to win, \w+ simulations(, \w)?( \w)*\x1b\[K)+`+
		`\r\x1b\[KX plays `+a.String()+`: \d+ % to win, \w+ simulations\n$`, out.String())
}

func TestJudgement(t *testing.T) {
	r := mcts.Result[string]{Action: "b", Simulations: 99_999}
	r.Children = []mcts.Child[string]{{Action: "a", Mean: 0.1}, {Action: "b", Mean: 0.5678}}
	require.Equal(t, "57 % to win, 99999 simulations", judgement(r))
	r.Simulations = 1_234_567
	require.Equal(t, "57 % to win, 1234k simulations", judgement(r))
}
