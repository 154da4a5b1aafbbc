package gametest_test

import (
	"errors"
	"math"

	"github.com/banyan-go/banyan/rng"
)

// Each of these games breaks one sentence of the contract of an optional interface. They are
// pebbles with one method replaced.

type indexTooHigh struct{ pebbles }

func (indexTooHigh) ActionIndex(a take) int { return int(a) }

type indexNegative struct{ pebbles }

func (indexNegative) ActionIndex(a take) int { return int(a) - 2 }

type indexShared struct{ pebbles }

func (indexShared) ActionIndex(a take) int { return int(a) / 2 }

type indexMoves struct{ pebbles }

func (indexMoves) ActionIndex(a take) int {
	if sometimes() {
		return 0
	}
	return int(a) - 1
}

type moreActionsLater struct {
	pebbles
	asked *int
}

func (g moreActionsLater) NumActions() int {
	*g.asked++
	return min(4, 2+*g.asked)
}

type hashConstant struct{ pebbles }

func (hashConstant) Hash(*heap) uint64 { return 42 }

// hashIgnoresNature has equal hashes for states that differ only in the player to move.
type hashIgnoresNature struct{ pebbles }

func (g hashIgnoresNature) Hash(s *heap) uint64 {
	t := *s
	t.nature = false
	return g.pebbles.Hash(&t)
}

// hashIgnoresCounts has equal hashes for states that differ only in their returns at the end.
type hashIgnoresCounts struct{ pebbles }

func (g hashIgnoresCounts) Hash(s *heap) uint64 {
	t := *s
	t.counts = nil
	return g.pebbles.Hash(&t)
}

// hashIgnoresCountsEarly is correct for the states where the difference shows.
type hashIgnoresCountsEarly struct{ pebbles }

func (g hashIgnoresCountsEarly) Hash(s *heap) uint64 {
	if s.left > 5 {
		return hashIgnoresCounts(g).Hash(s)
	}
	return g.pebbles.Hash(s)
}

// hashIgnoresDetail is correct: the number of times that one or two were taken has no effect.
type hashIgnoresDetail struct{ pebbles }

func (g hashIgnoresDetail) Hash(s *heap) uint64 {
	t := *s
	t.counts = []uint8{0, 0, 0, min(1, s.counts[3])}
	return g.pebbles.Hash(&t)
}

type hashUnsteady struct{ pebbles }

func (g hashUnsteady) Hash(s *heap) uint64 {
	if sometimes() {
		return 1
	}
	return g.pebbles.Hash(s)
}

// hashDrifts changes after a while.
type hashDrifts struct{ pebbles }

func (g hashDrifts) Hash(s *heap) uint64 { return g.pebbles.Hash(s) + uint64(calls.Add(1)/1000) }

// hashOfMemory depends on the capacity of a slice, and so differs for equal states.
type hashOfMemory struct{ pebbles }

func (g hashOfMemory) Hash(s *heap) uint64 { return g.pebbles.Hash(s) + uint64(cap(s.counts)) }

func (hashOfMemory) Copy(dst, src *heap) {
	counts := append(make([]uint8, 0, cap(src.counts)+1), src.counts...)
	*dst = *src
	dst.counts = counts
}

type playoutSilent struct{ pebbles }

func (playoutSilent) Playout(*heap, *rng.Rand, []float64) {}

// playoutSkipsBob leaves out the return of the second player.
type playoutSkipsBob struct{ pebbles }

func (g playoutSkipsBob) Playout(s *heap, r *rng.Rand, out []float64) {
	both := make([]float64, 2)
	g.pebbles.Playout(s, r, both)
	out[0] = both[0]
}

type playoutUnsteady struct{ pebbles }

func (playoutUnsteady) Playout(_ *heap, _ *rng.Rand, out []float64) {
	unsteadyReturns{}.Returns(nil, out)
}

// playoutDraws returns a draw for every finished game.
type playoutDraws struct{ pebbles }

func (g playoutDraws) Playout(s *heap, r *rng.Rand, out []float64) {
	if s.left == 0 {
		out[0], out[1] = 0.5, 0.5
		return
	}
	g.pebbles.Playout(s, r, out)
}

// playoutPlaysOn panics at terminal states, because it expects an action.
type playoutPlaysOn struct{ pebbles }

func (g playoutPlaysOn) Playout(s *heap, r *rng.Rand, out []float64) {
	for {
		actions := g.AppendActions(nil, s)
		g.Apply(s, actions[r.IntN(len(actions))])
	}
}

// playoutLists draws uniformly from a list that lacks actions.
type playoutLists struct {
	pebbles
	least, most take
}

func (g playoutLists) Playout(s *heap, r *rng.Rand, out []float64) {
	for {
		a, ok := g.RandomAction(s, r)
		if !ok {
			g.Returns(s, out)
			return
		}
		if !s.nature {
			a = min(max(a, g.least), g.most, take(s.left))
		}
		g.Apply(s, a)
	}
}

// playoutAverages plays twice and returns the average, so its mean is correct and its squares are
// not.
type playoutAverages struct{ pebbles }

func (g playoutAverages) Playout(s *heap, r *rng.Rand, out []float64) {
	var again heap
	g.Copy(&again, s)
	other := make([]float64, 2)
	g.pebbles.Playout(s, r, out)
	g.pebbles.Playout(&again, r, other)
	out[0], out[1] = (out[0]+other[0])/2, (out[1]+other[1])/2
}

// playoutSwaps exchanges the players. Its returns are 1, 0 and -1, so its squares are correct.
type playoutSwaps struct{ pebbles }

func (g playoutSwaps) Returns(s *heap, out []float64) {
	g.pebbles.Returns(s, out)
	out[0], out[1] = 2*out[0]-1, 2*out[1]-1
}

func (g playoutSwaps) Playout(s *heap, r *rng.Rand, out []float64) {
	over := s.left == 0
	g.pebbles.Playout(s, r, out)
	if g.Returns(s, out); !over {
		out[0], out[1] = out[1], out[0]
	}
}

// playoutShares changes the original of a copy, because they share memory.
type playoutShares struct{ pebbles }

func (g playoutShares) Copy(dst, src *heap) { *dst = *src }

func (playoutShares) Apply(s *heap, a take) {
	counts := s.counts
	s.counts = append([]uint8(nil), counts...)
	pebbles{}.Apply(s, a)
}

func (g playoutShares) Playout(s *heap, r *rng.Rand, out []float64) { g.pebbles.Playout(s, r, out) }

type samplerIllegal struct{ pebbles }

func (g samplerIllegal) RandomAction(s *heap, r *rng.Rand) (take, bool) {
	a, ok := g.pebbles.RandomAction(s, r)
	if ok && s.left == 2 && !s.nature {
		a = 3
	}
	return a, ok
}

type samplerAtEnd struct{ pebbles }

func (g samplerAtEnd) RandomAction(s *heap, r *rng.Rand) (take, bool) {
	a, _ := g.pebbles.RandomAction(s, r)
	return a, true
}

type samplerGivesUp struct{ pebbles }

func (g samplerGivesUp) RandomAction(s *heap, r *rng.Rand) (take, bool) {
	if s.left == 1 {
		return 0, false
	}
	return g.pebbles.RandomAction(s, r)
}

type samplerUnsteady struct{ pebbles }

func (g samplerUnsteady) RandomAction(s *heap, r *rng.Rand) (take, bool) {
	a, ok := g.pebbles.RandomAction(s, r)
	if ok && !s.nature && sometimes() {
		a = 1
	}
	return a, ok
}

// samplerSlanted draws one pebble with probability 4/9.
type samplerSlanted struct{ pebbles }

func (g samplerSlanted) RandomAction(s *heap, r *rng.Rand) (take, bool) {
	a, ok := g.pebbles.RandomAction(s, r)
	if b, _ := g.pebbles.RandomAction(s, r); a == 2 {
		a = min(a, b)
	}
	return a, ok
}

// samplerFairNature draws both outcomes with equal probability.
type samplerFairNature struct{ pebbles }

func (g samplerFairNature) RandomAction(s *heap, r *rng.Rand) (take, bool) {
	if s.nature {
		return take(r.IntN(2)), true
	}
	return g.pebbles.RandomAction(s, r)
}

type marksSampler struct{ pebbles }

func (g marksSampler) RandomAction(s *heap, r *rng.Rand) (take, bool) {
	s.counts[0] |= 64
	return g.pebbles.RandomAction(s, r)
}

type evaluateNaN struct{ pebbles }

func (evaluateNaN) Evaluate(s *heap, out []float64) { out[0], out[1] = 0, math.Log(float64(s.left-5)) }

type evaluateSilent struct{ pebbles }

func (evaluateSilent) Evaluate(*heap, []float64) {}

type evaluateSkipsBob struct{ pebbles }

func (evaluateSkipsBob) Evaluate(_ *heap, out []float64) { out[0] = 0.5 }

type evaluateUnsteady struct{ pebbles }

func (evaluateUnsteady) Evaluate(_ *heap, out []float64) { unsteadyReturns{}.Returns(nil, out) }

type marksEvaluate struct{ pebbles }

func (g marksEvaluate) Evaluate(s *heap, out []float64) {
	s.counts[0] |= 64
	g.pebbles.Evaluate(s, out)
}

type marksHash struct{ pebbles }

func (g marksHash) Hash(s *heap) uint64 {
	s.counts[0] |= 64
	return g.pebbles.Hash(s)
}

type cellsFresh struct{ pebbles }

func (cellsFresh) AppendCells(_ []uint8, s *heap) []uint8 { return []uint8{uint8(s.left), 0, 0} }

type cellsGrow struct{ pebbles }

func (cellsGrow) AppendCells(dst []uint8, s *heap) []uint8 {
	return append(dst, make([]uint8, 14-s.left)...)
}

type cellsNone struct{ pebbles }

func (cellsNone) AppendCells(dst []uint8, _ *heap) []uint8 { return dst }

type cellsUnsteady struct{ pebbles }

func (g cellsUnsteady) AppendCells(dst []uint8, s *heap) []uint8 {
	if sometimes() {
		return append(dst, 99)
	}
	return g.pebbles.AppendCells(dst, s)
}

type marksCells struct{ pebbles }

func (g marksCells) AppendCells(dst []uint8, s *heap) []uint8 {
	s.counts[0] |= 64
	return g.pebbles.AppendCells(dst, s)
}

type turnFalls struct{ pebbles }

func (turnFalls) Turn(s *heap) int { return s.left }

type turnUnsteady struct{ pebbles }

func (g turnUnsteady) Turn(s *heap) int {
	if sometimes() {
		return 100
	}
	return g.pebbles.Turn(s)
}

type marksTurn struct{ pebbles }

func (g marksTurn) Turn(s *heap) int {
	s.counts[0] |= 64
	return 0
}

// playoutOnCopy leaves its state as it was.
type playoutOnCopy struct{ pebbles }

func (g playoutOnCopy) Playout(s *heap, r *rng.Rand, out []float64) {
	var own heap
	g.Copy(&own, s)
	g.pebbles.Playout(&own, r, out)
}

// playoutChangesEnd leaves a terminal state in which the other player has won.
type playoutChangesEnd struct{ pebbles }

func (g playoutChangesEnd) Playout(s *heap, r *rng.Rand, out []float64) {
	g.pebbles.Playout(s, r, out)
	s.mover = 1 - s.mover
}

// playoutForgetsTurns leaves a terminal state with the right returns and the turn of the start.
type playoutForgetsTurns struct{ pebbles }

func (g playoutForgetsTurns) Playout(s *heap, r *rng.Rand, out []float64) {
	g.pebbles.Playout(s, r, out)
	s.counts = []uint8{0, 0, 0, min(1, s.counts[3])}
}

// playoutAddsTurns leaves a terminal state with the right returns and a later turn.
type playoutAddsTurns struct{ pebbles }

func (g playoutAddsTurns) Playout(s *heap, r *rng.Rand, out []float64) {
	g.pebbles.Playout(s, r, out)
	s.counts[1] += 2
}

type textUnsteady struct{ pebbles }

func (g textUnsteady) Text(s *heap) string {
	if sometimes() {
		return ""
	}
	return g.pebbles.Text(s)
}

type marksText struct{ pebbles }

func (g marksText) Text(s *heap) string {
	s.counts[0] |= 64
	return g.pebbles.Text(s)
}

type parseWrong struct{ pebbles }

func (parseWrong) Parse(string) (take, error) { return 1, nil }

type parseRefuses struct{ pebbles }

func (g parseRefuses) Parse(text string) (take, error) {
	if text == "3" {
		return 0, errors.New("pebbles: no")
	}
	return g.pebbles.Parse(text)
}

type legalRefuses struct{ pebbles }

func (g legalRefuses) Legal(s *heap, a take) error {
	if int(a) == s.left {
		return errors.New("pebbles: not the last one")
	}
	return g.pebbles.Legal(s, a)
}

// legalAccepts does not depend on the state.
type legalAccepts struct{ pebbles }

func (legalAccepts) Legal(*heap, take) error { return nil }

type marksLegal struct{ pebbles }

func (g marksLegal) Legal(s *heap, a take) error {
	s.counts[0] |= 64
	return g.pebbles.Legal(s, a)
}
