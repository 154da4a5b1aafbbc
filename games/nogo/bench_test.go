package nogo_test

import (
	"testing"

	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/rng"
)

var boards = []struct {
	name string
	game nogo.Game
}{
	{"hollow9", nogo.Hollow9},
	{"19x19", must(nogo.New(19, 19))},
}

func must(g nogo.Game, err error) nogo.Game {
	if err != nil {
		panic(err)
	}
	return g
}

// line plays a random game and returns its positions, including the terminal one.
func line(g nogo.Game, seed uint64) []nogo.State {
	r := rng.New(seed)
	s := g.Start()
	states := []nogo.State{s}
	for actions := g.AppendActions(nil, &s); len(actions) > 0; actions = g.AppendActions(actions[:0], &s) {
		g.Apply(&s, actions[r.IntN(len(actions))])
		states = append(states, s)
	}
	return states
}

func BenchmarkPlayout(b *testing.B) {
	for _, board := range boards {
		b.Run("board="+board.name, func(b *testing.B) {
			b.ReportAllocs()
			benchmarkPlayout(b, board.game, board.game.Playout)
		})
	}
}

func BenchmarkSharedPlayout(b *testing.B) {
	for _, board := range boards {
		b.Run("board="+board.name, func(b *testing.B) {
			b.ReportAllocs()
			benchmarkPlayout(b, board.game, board.game.SharedPlayout)
		})
	}
}

func benchmarkPlayout(b *testing.B, g nogo.Game, playout func(*nogo.State, *rng.Rand, []float64)) {
	r, out := rng.New(1), make([]float64, 2)
	s := g.Start()
	n := 0
	for b.Loop() {
		playout(&s, r, out)
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "playouts/s")
}

// The positions come from the first third of a random game, where a search expands its nodes.
func BenchmarkAppendActions(b *testing.B) {
	for _, board := range boards {
		b.Run("board="+board.name, func(b *testing.B) {
			b.ReportAllocs()
			states := line(board.game, 1)
			states = states[:len(states)/3]
			actions := make([]nogo.Point, 0, nogo.MaxSize*nogo.MaxSize)
			i := 0
			for b.Loop() {
				actions = board.game.AppendActions(actions[:0], &states[i])
				if i++; i == len(states) {
					i = 0
				}
			}
		})
	}
}

// One operation is a whole random game, action by action.
func BenchmarkApply(b *testing.B) {
	for _, board := range boards {
		b.Run("board="+board.name, func(b *testing.B) {
			b.ReportAllocs()
			var actions []nogo.Point
			states := line(board.game, 1)
			for i := range states[1:] {
				actions = append(actions, added(&states[i], &states[i+1]))
			}
			var s nogo.State
			for b.Loop() {
				s = states[0]
				for _, p := range actions {
					board.game.Apply(&s, p)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(actions)), "ns/action")
		})
	}
}

// added returns the point of the stone that is in after and not in before.
func added(before, after *nogo.State) nogo.Point {
	for y := range nogo.MaxSize {
		for x := range nogo.MaxSize {
			p := nogo.At(x, y)
			_, was := before.Stone(p)
			if _, is := after.Stone(p); is && !was {
				return p
			}
		}
	}
	panic("no stone was added")
}

// One operation is what a simulation needs: a copy, a walk of ten actions, the actions of a new
// node, and a playout from there.
func BenchmarkSimulation(b *testing.B) {
	for _, board := range boards {
		b.Run("board="+board.name, func(b *testing.B) {
			b.ReportAllocs()
			states := line(board.game, 1)[:11]
			var walk [10]nogo.Point
			for i := range walk {
				walk[i] = added(&states[i], &states[i+1])
			}
			r, out, actions := rng.New(1), make([]float64, 2), make([]nogo.Point, 0, nogo.MaxSize*nogo.MaxSize)
			n := 0
			for b.Loop() {
				s := states[0]
				for _, p := range walk {
					board.game.Apply(&s, p)
				}
				actions = board.game.AppendActions(actions[:0], &s)
				board.game.Playout(&s, r, out)
				n++
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "simulations/s")
		})
	}
}
