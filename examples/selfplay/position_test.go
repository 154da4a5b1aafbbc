package main

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
)

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
