package main

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/rng"
)

// tiny returns the settings of a run that takes no time.
func tiny() settings {
	return settings{
		Seed: 7, Hidden: []int{12}, Simulations: 12, Games: 6, Opening: 4, Exploring: 8, Window: 3, Steps: 3, Rate: 0.01,
	}
}

// TestGames checks that the samples come from games: legal, valued by their results, and the same
// whatever the number of processors.
func TestGames(t *testing.T) {
	s := tiny()
	n := newNetwork(s.Hidden, rng.New(1))
	samples, err := playGames(t.Context(), s, n, 3, s.Games)
	require.NoError(t, err)
	before := runtime.GOMAXPROCS(1)
	again, err := playGames(t.Context(), s, n, 3, s.Games)
	runtime.GOMAXPROCS(before)
	require.NoError(t, err)
	require.Equal(t, samples, again)
	one, err := playGame(t.Context(), s, n, 7)
	require.NoError(t, err)
	require.Subset(t, samples, one)
	s.Seed++
	other, err := playGames(t.Context(), s, n, 3, s.Games)
	require.NoError(t, err)
	require.NotEqual(t, samples, other)

	games, openings := 0, map[int]bool{}
	for i, at := range samples {
		discs := bits.OnesCount64(at.Own | at.Other)
		require.Zero(t, at.Own&at.Other)
		require.True(t, bits.OnesCount64(at.Own)+discs%2 == bits.OnesCount64(at.Other))
		require.True(t, at.Value >= 0 && at.Value <= 1)
		visits, full := 0, position{at.Own, at.Other}.full()
		for c := range columns {
			require.False(t, full[c] && at.Visits[c] > 0)
			visits += int(at.Visits[c])
		}
		require.Positive(t, visits)
		if i == 0 || discs <= bits.OnesCount64(samples[i-1].Own|samples[i-1].Other) {
			games++
			openings[discs] = true
			continue
		}
		require.Equal(t, samples[i-1].Other, samples[i].Own, "the next position of the game")
	}
	require.Equal(t, s.Games, games)
	require.Greater(t, len(openings), 1)
}

// TestValues checks a game without exploration: the actions are those with the most visits, and the
// values match the winner and the loser.
func TestValues(t *testing.T) {
	s := tiny()
	s.Simulations, s.Exploring, s.Opening = 200, 0, 0
	samples, err := playGame(t.Context(), s, newNetwork(s.Hidden, rng.New(1)), 1)
	require.NoError(t, err)
	for i, at := range samples[1:] {
		before := samples[i]
		square := bits.TrailingZeros64(at.Other ^ before.Own)
		require.Equal(t, slices.Max(before.Visits[:]), before.Visits[square/rows], "ply %d", i)
	}
	last := samples[len(samples)-1]
	require.Greater(t, last.Value, float32(0.7), "the winner's")
	require.Less(t, samples[len(samples)-2].Value, float32(0.5), "the loser's")
}

func TestGamesEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := tiny()
	_, err := playGames(ctx, s, newNetwork(s.Hidden, rng.New(1)), 0, s.Games)
	require.ErrorIs(t, err, context.Canceled)
}

// TestExploration checks that noise alone changes what a search finds, and that the first actions
// are drawn: of games from the empty board, most begin with different visits, and some with an
// action that has not the most.
func TestExploration(t *testing.T) {
	s := tiny()
	s.Simulations, s.Opening = 60, 0
	r := rng.New(1)
	n := newNetwork(s.Hidden, r)
	for i := range n.weights {
		n.weights[i] = float32(normal(r)) / 3 // no two actions look the same
	}
	first := func(exploring int) (distinct map[[columns]uint16]bool, drawn int) {
		distinct = map[[columns]uint16]bool{}
		s.Exploring = exploring
		for number := range 20 {
			samples, err := playGame(t.Context(), s, n, number)
			require.NoError(t, err)
			visits := samples[0].Visits
			distinct[visits] = true
			square := bits.TrailingZeros64(samples[1].Other)
			if visits[square/rows] < slices.Max(visits[:]) {
				drawn++
			}
		}
		return distinct, drawn
	}
	distinct, drawn := first(0)
	require.Greater(t, len(distinct), 10)
	require.Zero(t, drawn)
	_, drawn = first(1)
	require.Greater(t, drawn, 5)
}

// line is a sequence of legal drops and the state that it leads to.
type line struct {
	drops []drop
	state
}

// playedLine returns a line of a game that is not over.
func playedLine(t *rapid.T) line {
	g := connect4.Game{}
	l := line{state: g.Start()}
	for range rapid.IntRange(0, squares-1).Draw(t, "plies") {
		next := l.state
		a := rapid.SampledFrom(g.AppendActions(nil, &next)).Draw(t, "drop")
		g.Apply(&next, a)
		if len(g.AppendActions(nil, &next)) == 0 {
			break
		}
		l.state, l.drops = next, append(l.drops, a)
	}
	return l
}

// mirrored returns the line with left and right exchanged.
func (l line) mirrored() line {
	m := line{state: connect4.Game{}.Start()}
	for _, a := range l.drops {
		m.drops = append(m.drops, columns-1-a)
		connect4.Game{}.Apply(&m.state, columns-1-a)
	}
	return m
}

// TestPosition compares the inputs with a board that is kept disc by disc.
func TestPosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := playedLine(t)
		var want [inputs]float32
		var height [columns]int
		for ply, a := range l.drops {
			square := int(a)*rows + height[a]
			height[a]++
			if ply%2 != len(l.drops)%2 { // the discs of the player who moved last
				square += squares
			}
			want[square] = 1
		}
		var have [inputs]float32
		p := newPosition(&l.state)
		p.encode(have[:])
		require.Equal(t, want, have)
		for c, full := range p.full() {
			require.Equal(t, height[c] == rows, full)
		}
	})
}

func TestMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := playedLine(t)
		m := l.mirrored()
		p := newPosition(&l.state)
		require.Equal(t, newPosition(&m.state), p.mirror())
		require.Equal(t, p, p.mirror().mirror())
	})
}
