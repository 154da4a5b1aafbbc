package samegame_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/samegame"
	"github.com/banyan-go/banyan/rng"
)

// taboo is the game in which TabooPlayout plays uniformly: its actions are the groups that the
// playout may remove.
type taboo struct {
	samegame.Game
	color int
}

func (g taboo) AppendActions(dst []samegame.Cell, s *samegame.State) []samegame.Cell {
	from := len(dst)
	dst = g.Game.AppendActions(dst, s)
	n := newNaive(g.Game, s)
	allowed := dst[:from]
	for i, group := range n.groups() {
		if n.at(group[0]) != g.color {
			allowed = append(allowed, dst[from+i])
		}
	}
	if len(allowed) == from {
		return dst
	}
	return allowed
}

func (g taboo) Playout(s *samegame.State, r *rng.Rand, out []float64) { g.TabooPlayout(s, r, out) }

// The taboo playout does not remove the most frequent color of its start while it can remove
// others, and is uniform apart from that.
func TestTabooPlayout(t *testing.T) {
	// At first, only groups of the taboo color can be removed, and the order matters.
	boards := []samegame.Game{read(t, "0 0\n1 0\n0 3\n0 2")}
	for seed := range uint64(6) {
		boards = append(boards, sized(t, 3, 3, seed))
	}
	for _, g := range boards {
		s := g.Start()
		color := 0
		for k := range samegame.Colors {
			if s.Blocks(k) > s.Blocks(color) {
				color = k
			}
		}
		game := taboo{g, color}
		gametest.PlayoutMean(t, game, game.Start(), 20_000)
	}
}

// Groups are rare on a board of this kind, so that a random place is seldom one of them.
func TestRareGroupsAreDrawn(t *testing.T) {
	row := strings.TrimSpace(strings.Repeat("0 1 2 ", 5))
	g := read(t, strings.Repeat(row+"\n"+strings.Replace(row, "0 1 2", "2 0 1", 5)+"\n", 7)+strings.Replace(row, "0", "1", 1))
	s := g.Start()
	want := g.AppendActions(nil, &s)
	require.NotEmpty(t, want)
	r := rng.New(1)
	seen := map[samegame.Cell]int{}
	const draws = 3000
	for range draws {
		c, ok := g.RandomAction(&s, r)
		require.True(t, ok)
		seen[c]++
	}
	require.Len(t, seen, len(want))
	for _, c := range want {
		require.InDelta(t, draws/len(want), seen[c], 5*math.Sqrt(float64(draws/len(want))), "five standard deviations")
	}
}
