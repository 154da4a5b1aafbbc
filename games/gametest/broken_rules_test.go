package gametest_test

import (
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// Each of these games breaks one sentence of the contract of game.Game. They are pebbles with one
// method replaced.

// calls counts the calls of methods whose results should depend on the state alone.
var calls atomic.Int64

func sometimes() bool { return rng.New(uint64(calls.Add(1))).IntN(3) == 0 }

type noPlayers struct{ pebbles }

func (noPlayers) NumPlayers() int { return 0 }

type morePlayersLater struct {
	pebbles
	asked *int
}

func (g morePlayersLater) NumPlayers() int {
	*g.asked++
	return min(3, 1+*g.asked)
}

type thirdPlayer struct{ pebbles }

func (g thirdPlayer) ToMove(s *heap) int {
	if s.left == 5 && !s.nature {
		return 2
	}
	return g.pebbles.ToMove(s)
}

type restlessMover struct{ pebbles }

func (g restlessMover) ToMove(s *heap) int {
	if mover := g.pebbles.ToMove(s); mover == game.Chance || !sometimes() {
		return mover
	}
	return 1 - s.mover
}

// chanceWithoutOutcomes hides that pebbles is a ChanceGame.
type chanceWithoutOutcomes struct{ rulesOnly }

type rulesOnly interface {
	game.Game[heap, take]
	game.Copier[heap]
}

type twice struct{ pebbles }

func (g twice) AppendActions(dst []take, s *heap) []take {
	return append(g.pebbles.AppendActions(dst, s), min(take(s.left), 1))
}

type anyOrder struct{ pebbles }

func (g anyOrder) AppendActions(dst []take, s *heap) []take {
	all := g.pebbles.AppendActions(dst, s)
	if sometimes() {
		slices.Reverse(all[len(dst):])
	}
	return all
}

type freshSlice struct{ pebbles }

func (g freshSlice) AppendActions(_ []take, s *heap) []take { return g.pebbles.AppendActions(nil, s) }

// overwrites is correct only if dst has no room.
type overwrites struct{ pebbles }

func (g overwrites) AppendActions(dst []take, s *heap) []take {
	if cap(dst) > len(dst)+1 && len(dst) > 0 {
		dst[0] = 3
	}
	return g.pebbles.AppendActions(dst, s)
}

type freshOutcomes struct{ pebbles }

func (g freshOutcomes) AppendOutcomes(_ []game.Outcome[take], s *heap) []game.Outcome[take] {
	return g.pebbles.AppendOutcomes(nil, s)
}

type marksMover struct{ pebbles }

func (g marksMover) ToMove(s *heap) int {
	s.counts[0] |= 64
	return g.pebbles.ToMove(s)
}

type marksActions struct{ pebbles }

func (g marksActions) AppendActions(dst []take, s *heap) []take {
	s.counts[0] |= 64
	return g.pebbles.AppendActions(dst, s)
}

type marksReturns struct{ pebbles }

func (g marksReturns) Returns(s *heap, out []float64) {
	s.counts[0] |= 64
	g.pebbles.Returns(s, out)
}

type marksOutcomes struct{ pebbles }

func (g marksOutcomes) AppendOutcomes(dst []game.Outcome[take], s *heap) []game.Outcome[take] {
	s.counts[0] |= 64
	return g.pebbles.AppendOutcomes(dst, s)
}

type unsteadyApply struct{ pebbles }

func (g unsteadyApply) Apply(s *heap, a take) {
	if g.pebbles.Apply(s, a); sometimes() {
		s.counts[0]++
	}
}

// sharesCounts copies a state with a slice by assignment.
type sharesCounts struct{ pebbles }

func (sharesCounts) Copy(dst, src *heap) { *dst = *src }

// sharesLate shares memory only in the second half of the game.
type sharesLate struct{ pebbles }

func (g sharesLate) Copy(dst, src *heap) {
	if g.pebbles.Copy(dst, src); src.left < 6 {
		dst.counts = src.counts
	}
}

// sharesAtNature shares memory that the next action does not write, so that the fault shows later.
type sharesAtNature struct{ pebbles }

func (sharesAtNature) Copy(dst, src *heap) {
	if *dst = *src; !src.nature {
		dst.counts = slices.Clone(src.counts)
	}
}

func (g sharesAtNature) Apply(s *heap, a take) {
	if s.nature {
		s.left, s.nature = s.left-int(a), false
		return
	}
	g.pebbles.Apply(s, a)
}

type forgetsMover struct{ pebbles }

func (g forgetsMover) Copy(dst, src *heap) {
	g.pebbles.Copy(dst, src)
	dst.mover = 0
}

// forgetsWhenNew is correct only if dst is an earlier copy.
type forgetsWhenNew struct{ pebbles }

func (g forgetsWhenNew) Copy(dst, src *heap) {
	isNew := dst.counts == nil
	if g.pebbles.Copy(dst, src); isNew {
		dst.mover = 0
	}
}

// keepsOldCounts is correct only if dst is the zero state.
type keepsOldCounts struct{ pebbles }

func (keepsOldCounts) Copy(dst, src *heap) {
	counts := append(dst.counts, src.counts...)
	*dst = *src
	dst.counts = counts
}

// withoutCopy hides that pebbles is a Copier.
type withoutCopy struct{ game.Game[heap, take] }

// overlaps plays wrongly while another goroutine is in Apply. The field is atomic, because
// otherwise the race detector would fail this test and not the game.
type overlaps struct {
	pebbles
	inside *atomic.Int64
}

func (g overlaps) Apply(s *heap, a take) {
	inside := g.inside.Add(1)
	defer g.inside.Add(-1)
	for range 4 {
		runtime.Gosched()
		inside = max(inside, g.inside.Load())
	}
	if g.pebbles.Apply(s, a); inside > 1 {
		s.counts[0]++
	}
}

// overlapPanics panics instead.
type overlapPanics struct{ overlaps }

func (g overlapPanics) Apply(s *heap, a take) {
	before := s.counts[0]
	if g.overlaps.Apply(s, a); s.counts[0] > before && a > 0 {
		panic("two at the same time")
	}
}

// overlapsIn is wrong in another method than Apply.
type overlapsIn struct {
	overlaps
	method string
}

// busy reports whether another goroutine is in the method.
func (g overlapsIn) busy(method string) bool {
	if method != g.method {
		return false
	}
	s := pebbles{}.Start()
	g.overlaps.Apply(&s, 1)
	return s.counts[0] > 0
}

func (g overlapsIn) Apply(s *heap, a take) { g.pebbles.Apply(s, a) }

func (g overlapsIn) IsPass(take) bool { return g.busy("IsPass") }

func (g overlapsIn) Turn(s *heap) int {
	if g.busy("Turn") {
		return 100
	}
	return g.pebbles.Turn(s)
}

func (g overlapsIn) AppendCells(dst []uint8, s *heap) []uint8 {
	if g.busy("AppendCells") {
		return append(dst, 100)
	}
	return g.pebbles.AppendCells(dst, s)
}

func (g overlapsIn) Determinize(s *heap, _ int, _ *rng.Rand) {
	if g.busy("Determinize") {
		s.counts[0]++
	}
}

// endless puts the taken pebbles back when few are left.
type endless struct{ pebbles }

func (g endless) Apply(s *heap, a take) {
	if g.pebbles.Apply(s, a); s.left < 4 {
		s.left, s.nature = 5, false
	}
}

// Turn does not fall when the counts overflow.
func (endless) Turn(*heap) int { return 0 }

type skipsLoser struct{ pebbles }

func (skipsLoser) Returns(s *heap, out []float64) { out[1-s.mover] = 1 }

type addsReturns struct{ pebbles }

func (addsReturns) Returns(_ *heap, out []float64) {
	out[0] += 1
	out[1] = 0
}

type infiniteReturns struct{ pebbles }

func (infiniteReturns) Returns(_ *heap, out []float64) { out[0], out[1] = math.Inf(1), 0 }

type hugeReturns struct{ pebbles }

func (hugeReturns) Returns(_ *heap, out []float64) { out[0], out[1] = 0, -1e31 }

type unsteadyReturns struct{ pebbles }

func (unsteadyReturns) Returns(_ *heap, out []float64) {
	out[0], out[1] = 0, 1
	if sometimes() {
		out[0] = 1
	}
}

// outcomes has a fixed list of outcomes.
type outcomes struct {
	pebbles
	list []game.Outcome[take]
}

func (g outcomes) AppendOutcomes(dst []game.Outcome[take], _ *heap) []game.Outcome[take] {
	return append(dst, g.list...)
}

type unsteadyOutcomes struct{ pebbles }

func (unsteadyOutcomes) AppendOutcomes(dst []game.Outcome[take], _ *heap) []game.Outcome[take] {
	if sometimes() {
		return append(dst, game.Outcome[take]{Action: 1, Prob: 0.75}, game.Outcome[take]{Action: 0, Prob: 0.25})
	}
	return append(dst, game.Outcome[take]{Action: 0, Prob: 0.25}, game.Outcome[take]{Action: 1, Prob: 0.75})
}

type panics struct{ pebbles }

func (g panics) Apply(s *heap, a take) {
	if s.left == 7 {
		s.counts[len(s.counts)]++
	}
	g.pebbles.Apply(s, a)
}

type panicsAtOnce struct{ pebbles }

func (panicsAtOnce) ToMove(*heap) int { panic("no idea") }
