package gametest_test

import (
	"fmt"
	"math"
	"testing"
	"unsafe"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/rng"
)

// These are pebbles, too. They share memory with their caller, remember what they should not, or
// give numbers that are none.

// keepsList writes to the list that AppendActions returned last.
type keepsList struct {
	pebbles
	last *[]take
}

func (g keepsList) AppendActions(dst []take, s *heap) []take {
	*g.last = g.pebbles.AppendActions(dst, s)
	return *g.last
}

func (g keepsList) Apply(s *heap, a take) {
	g.pebbles.Apply(s, a)
	clear(*g.last)
}

// sharesList returns its own memory where the caller has none.
type sharesList struct {
	pebbles
	own *[8]take
}

func (g sharesList) AppendActions(dst []take, s *heap) []take {
	if dst == nil {
		dst = g.own[:0]
	}
	return g.pebbles.AppendActions(dst, s)
}

// repeatsList plays the action at the place that it has had in the last list.
type repeatsList struct {
	pebbles
	last *[]take
}

func (g repeatsList) AppendActions(dst []take, s *heap) []take {
	*g.last = g.pebbles.AppendActions(nil, s)
	return append(dst, *g.last...)
}

func (g repeatsList) Apply(s *heap, a take) {
	if !s.nature && len(*g.last) > 0 {
		a = min(a, (*g.last)[len(*g.last)-1])
	}
	g.pebbles.Apply(s, a)
}

// listsAfter lists the numbers that are not in dst.
type listsAfter struct{ pebbles }

func (g listsAfter) AppendActions(dst []take, s *heap) []take {
	for _, a := range g.pebbles.AppendActions(nil, s) {
		if len(dst) == 0 || dst[0] != a {
			dst = append(dst, a)
		}
	}
	return dst
}

// copyTakes moves the counts instead of copying them.
type copyTakes struct{ pebbles }

func (copyTakes) Copy(dst, src *heap) {
	*dst = *src
	src.counts = make([]uint8, 4)
}

// copyKeepsNature leaves the turn of chance in an earlier copy.
type copyKeepsNature struct{ pebbles }

func (g copyKeepsNature) Copy(dst, src *heap) {
	nature := dst.nature
	g.pebbles.Copy(dst, src)
	dst.nature = dst.nature || nature && src.left > 0
}

// hashOfAddress depends on where a state is.
type hashOfAddress struct{ pebbles }

func (g hashOfAddress) Hash(s *heap) uint64 {
	return g.pebbles.Hash(s) + uint64(uintptr(unsafe.Pointer(&s.counts[0])))
}

// hashShort has few bits.
type hashShort struct{ pebbles }

func (g hashShort) Hash(s *heap) uint64 { return g.pebbles.Hash(s) % 64 }

// returnsDrift decrease after a while.
type returnsDrift struct{ pebbles }

func (g returnsDrift) Returns(s *heap, out []float64) {
	g.pebbles.Returns(s, out)
	if calls.Add(1) > 300 {
		out[0], out[1] = out[0]/2, out[1]/2
	}
}

// returnsMax takes the return of the second player for a bound of what was there.
type returnsMax struct{ pebbles }

func (g returnsMax) Returns(s *heap, out []float64) {
	old := out[1]
	g.pebbles.Returns(s, out)
	if old >= 0 { // Not if it is NaN.
		out[1] = max(out[1], old)
	}
}

// impossible has another outcome, which Apply does not know.
type impossible struct {
	pebbles
	prob float64
}

func (g impossible) AppendOutcomes(dst []game.Outcome[take], s *heap) []game.Outcome[take] {
	return append(g.pebbles.AppendOutcomes(dst, s), game.Outcome[take]{Action: 7, Prob: g.prob})
}

// playoutRemembers plays once.
type playoutRemembers struct {
	pebbles
	known map[int][2]float64
}

func (g playoutRemembers) Playout(s *heap, r *rng.Rand, out []float64) {
	left := s.left
	if known, ok := g.known[left]; ok {
		copy(out, known[:])
		return
	}
	g.pebbles.Playout(s, r, out)
	g.known[left] = [2]float64(out)
}

// weighsMore adds to the weights.
type weighsMore struct{ pebbles }

func (g weighsMore) Weigh(_ *heap, actions []take, weights []float32) {
	for i := range actions {
		weights[i]++
	}
}

// evaluatesMore adds to the values.
type evaluatesMore struct{ pebbles }

func (evaluatesMore) Evaluate(_ *heap, out []float64) { out[0]++; out[1]++ }

// ranged declares a range.
type ranged struct {
	pebbles
	low, high float64
}

func (g ranged) ReturnRange() (low, high float64) { return g.low, g.high }

// line is a game of three plies with one action at each.
type line[A comparable] struct{ action func() A }

func (line[A]) NumPlayers() int { return 1 }
func (line[A]) ToMove(*int) int { return 0 }
func (g line[A]) AppendActions(dst []A, s *int) []A {
	if *s < 3 {
		dst = append(dst, g.action())
	}
	return dst
}
func (line[A]) Apply(s *int, _ A)             { *s++ }
func (line[A]) Returns(_ *int, out []float64) { out[0] = 1 }

// indicesTwice lists the first number twice, and indicesOver writes over dst.
type indicesTwice struct{ connect4.Game }

func (g indicesTwice) AppendIndices(dst []int32, s *connect4.State) []int32 {
	first := len(dst)
	dst = g.Game.AppendIndices(dst, s)
	if len(dst) > first+1 {
		dst[first+1] = dst[first]
	}
	return dst
}

type indicesOver struct{ connect4.Game }

func (g indicesOver) AppendIndices(dst []int32, s *connect4.State) []int32 {
	return g.Game.AppendIndices(dst[:0], s)
}

func TestMoreBrokenGames(t *testing.T) {
	for _, c := range []struct {
		law, says string
		game      game.Game[heap, take]
	}{
		{"append", "AppendActions returned [1 2 3], and that list has become [0 0 0] after Apply(3)", keepsList{last: new([]take)}},
		{"append", "AppendActions returns the same memory whenever dst is nil", sharesList{own: new([8]take)}},
		{"winner", "which does not win", repeatsList{last: new([]take)}},
		{"append", "AppendActions does not append to dst", listsAfter{}},
		{"apply", "on equal states", copyTakes{}},
		{"copy", "over an earlier copy differs", copyKeepsNature{}},
		{"hash", "of its copy", hashOfAddress{}},
		{"hash", "is also that of another state", hashShort{}},
		{"playout", "wrote [1 0], and Returns [0.5 0]", returnsDrift{}},
		{"returns", "when called again", returnsMax{}},
		{"outcomes", "the probability of 7 is NaN", impossible{prob: math.NaN()}},
		{"panic", "index out of range [7]", impossible{}},
		{"playout", "Playout of a terminal state wrote", playoutRemembers{known: map[int][2]float64{}}},
		{"weigh", "NaN or nothing", weighsMore{}},
		{"evaluate", "NaN or nothing", evaluatesMore{}},
		{"range", "ReturnRange is (1, 0)", ranged{low: 1, high: 0}},
		{"range", "ReturnRange is (NaN, 1)", ranged{low: math.NaN(), high: 1}},
		{"range", "want a number of ReturnRange, 0 to 0.5", ranged{low: 0, high: 0.5}},
	} {
		t.Run(fmt.Sprintf("%T", c.game), func(t *testing.T) {
			calls.Store(0)
			requireFinding(t, gametest.Test(c.game, pebbles{}.Start()), c.law, c.says)
		})
	}
	requireFinding(t, gametest.Test(line[float64]{math.NaN}, 0), "distinct", "NaN, which is not equal to itself")
	requireFinding(t, gametest.Test(line[*int]{func() *int { return new(int) }}, 0), "order", "when called again")
	requireFinding(t, gametest.Test(line[any]{func() any { return []int{1} }}, 0), "panic", "unhashable type: []int")
	requireFinding(t, gametest.Test(indicesTwice{}, connect4.State{}), "index-list", "AppendIndices appends [-7 0 0 2 3 4 5 6]")
	requireFinding(t, gametest.Test(indicesOver{}, connect4.State{}), "index-list", "AppendIndices appends [0 1 2 3 4 5 6] to [-7]")
}
