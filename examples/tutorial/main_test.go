package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gametest"
)

func TestConformance(t *testing.T) { gametest.Run(t, Ice{}, Ice{}.Start()) }

// The corners have three neighbors, and no square is next to one on the other side of the board.
func TestAround(t *testing.T) {
	require.Equal(t, "a1 b1 a2 b2", squares(around(1)))
	require.Equal(t, "f6 g6 f7 g7", squares(around(1<<48)))
	require.Equal(t, "f2 g2 f3 g3 f4 g4", squares(around(1<<20)))
}

func squares(set Floes) string {
	var names []string
	for q := range Square(side * side) {
		if set>>q&1 == 1 {
			names = append(names, q.String())
		}
	}
	return strings.Join(names, " ")
}

// A penguin that is cut off with three floes is behind one with five, for both players alike.
func TestEvaluate(t *testing.T) {
	s := State{Ice: 0b111<<42 | 0b1111100, Penguin: [2]Square{42, 6}}
	var first, second [2]float64
	Ice{}.Evaluate(&s, first[:])
	require.Less(t, first[0], 0.5)
	require.InDelta(t, 1, first[0]+first[1], 1e-12)
	s.Player = 1
	Ice{}.Evaluate(&s, second[:])
	require.Less(t, second[0], 0.5)
}

// Every block of Go in the tutorial with a declaration is a part of this program or of this test.
func TestTutorial(t *testing.T) {
	page, err := os.ReadFile("../../docs/tutorial.md")
	require.NoError(t, err)
	program, err := os.ReadFile("main.go")
	require.NoError(t, err)
	test, err := os.ReadFile("main_test.go")
	require.NoError(t, err)
	blocks := strings.Split(string(page), "```go\n")[1:]
	require.Len(t, blocks, 9)
	for _, block := range blocks {
		code, _, found := strings.Cut(block, "```")
		require.True(t, found)
		if !strings.Contains(code, "mcts.New") { // that is a sketch
			require.Contains(t, string(program)+string(test), code)
		}
	}
}
