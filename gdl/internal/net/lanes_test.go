package net_test

import (
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/gdl/internal/bitset"
	"github.com/banyan-go/banyan/gdl/internal/net"
	"github.com/banyan-go/banyan/gdl/internal/sheettest"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

// playLanes plays random games in all lanes, which begin again after their end, and requires that a
// machine agrees in each lane.
func playLanes(t require.TestingT, p *pair, r *rng.Rand, plies int) {
	m := net.Compile(p.network).NewMachine()
	l := net.NewLaneCode(p.network).NewLanes()
	state := make([]uint64, len(p.start))
	const all = ^uint64(0)
	l.Set(all, p.start)
	for range plies {
		l.Look()
		over := l.Terminal()
		for lane := range 64 {
			l.State(lane, state)
			m.Set(state)
			requireLane(t, p, m, l, lane)
		}
		for role := range p.sheet.Roles {
			if lane := l.Draw(role, all&^over, r); lane >= 0 {
				l.State(lane, state)
				m.Set(state)
				require.Zero(t, bitset.Count(m.Legal(role)))
				return
			}
		}
		var next [64][]uint64
		for lane := range 64 {
			if over>>lane&1 == 1 {
				continue
			}
			l.State(lane, state)
			m.Set(state)
			var moves []int32
			for role := range p.sheet.Roles {
				k := l.Move(role, lane)
				require.Equal(t, uint64(1), m.Legal(role)[k/64]>>(k%64)&1)
				moves = append(moves, k)
			}
			m.Do(moves)
			next[lane] = append(next[lane], m.Next()...)
		}
		l.Advance()
		for lane, want := range next {
			if want != nil {
				l.State(lane, state)
				require.Equal(t, want, state)
			}
		}
		l.Set(over, p.start)
	}
}

// requireLane requires that a machine and a lane agree on a state.
func requireLane(t require.TestingT, p *pair, m *net.Machine, l *net.Lanes, lane int) {
	holds := func(lanes uint64) bool { return lanes>>lane&1 == 1 }
	require.Equal(t, m.Terminal(), holds(l.Terminal()))
	for role := range p.sheet.Roles {
		for k := range p.program.Goals[role] {
			require.Equal(t, m.Goal(role, k), holds(l.Goal(role, k)))
		}
		for k := range p.program.Moves[role] {
			if legal := m.Legal(role)[k/64]>>(k%64)&1 == 1; legal != holds(l.Legal(role, k)) {
				require.Fail(t, "not the legal moves", "lane %d, role %d: move %d is legal: %t", lane, role, k, legal)
			}
		}
	}
}

// Lanes agree with the machine on the sheets of this library and on random sheets.
func TestLanes(t *testing.T) {
	for name, text := range sheettest.Own(t) {
		if testing.Short() && name != "tictactoe" && name != "trap" {
			continue
		}
		t.Run(name, func(t *testing.T) { playLanes(t, load(t, text), rng.New(1), testkit.Few(8, 40)) })
	}
	t.Run("random", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			if p := load(t, sheettest.Sheets().Draw(t, "sheet")); p != nil {
				playLanes(t, p, rng.New(rapid.Uint64().Draw(t, "seed")), 5)
			}
		})
	})
}

// Draw draws uniformly, in the requested lanes.
func TestLanesDraw(t *testing.T) {
	p := load(t, sheettest.Own(t)["tictactoe"])
	l := net.NewLaneCode(p.network).NewLanes()
	r := rng.New(1)
	l.Set(^uint64(0), p.start)
	l.Look()
	const lanes = uint64(0x0123_4567_89ab_cdef)
	l.Do(0, 63, 4)
	count := map[int32]int{}
	const draws = 2000
	for range draws {
		require.Equal(t, -1, l.Draw(0, lanes, r))
		for lanes := lanes; lanes != 0; lanes &= lanes - 1 {
			count[l.Move(0, bits.TrailingZeros64(lanes))]++
		}
		require.Equal(t, int32(4), l.Move(0, 63))
	}
	require.Len(t, count, 9)
	for k, n := range count {
		mean := draws * float64(bits.OnesCount64(lanes)) / 9
		require.InDelta(t, mean, n, 5*math.Sqrt(mean), "move %d", k)
	}
}
