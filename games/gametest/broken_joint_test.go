package gametest_test

import (
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// Each of these games breaks one sentence of the contract of game.SimultaneousGame. They are
// fingers with one method replaced.

// hidesJoint hides that fingers is a SimultaneousGame.
type hidesJoint struct{ boutRules }

type boutRules interface {
	game.Game[bout, shown]
	game.Copier[bout]
}

// jointAtEnd is Simultaneous at terminal states.
type jointAtEnd struct{ fingers }

func (g jointAtEnd) ToMove(s *bout) int {
	if s.scorer == nobody {
		return game.Simultaneous
	}
	return s.scorer
}

func (g jointAtEnd) AppendPlayerActions(dst []shown, s *bout, player int) []shown {
	if s.rounds == 0 {
		return dst
	}
	return g.fingers.AppendPlayerActions(dst, s, player)
}

// restsSilently lists no action for a player that must rest.
type restsSilently struct{ fingers }

func (g restsSilently) AppendPlayerActions(dst []shown, s *bout, player int) []shown {
	if s.shown[player] == 3 {
		return dst
	}
	return append(dst, 1, 2, 3)
}

// Returns panics before the end, where it must not be called.
func (g restsSilently) Returns(s *bout, out []float64) {
	if s.rounds > 0 {
		panic("too early")
	}
	g.fingers.Returns(s, out)
}

type thirdPlayerAtEnd struct{ fingers }

func (g thirdPlayerAtEnd) ToMove(s *bout) int {
	if s.scorer == nobody && s.rounds == 0 {
		return 2
	}
	return g.fingers.ToMove(s)
}

type chanceAtEnd struct{ fingers }

func (g chanceAtEnd) ToMove(s *bout) int {
	if s.scorer == nobody && s.rounds == 0 {
		return game.Chance
	}
	return g.fingers.ToMove(s)
}

type jointTwice struct{ fingers }

func (g jointTwice) AppendPlayerActions(dst []shown, s *bout, player int) []shown {
	if player == 1 {
		dst = append(dst, 2)
	}
	return append(dst, 1, 2, 3)
}

func (jointTwice) LegalFor(*bout, int, shown) error { return nil }

// orderOfQuestions lists Bob's actions at every second call.
type orderOfQuestions struct {
	fingers
	asked *atomic.Int64
}

func (g orderOfQuestions) AppendPlayerActions(dst []shown, s *bout, _ int) []shown {
	return g.fingers.AppendPlayerActions(dst, s, int(g.asked.Add(1))%2)
}

type freshPlayerActions struct{ fingers }

func (g freshPlayerActions) AppendPlayerActions(_ []shown, s *bout, player int) []shown {
	return g.fingers.AppendPlayerActions(nil, s, player)
}

type marksPlayerActions struct{ fingers }

func (g marksPlayerActions) AppendPlayerActions(dst []shown, s *bout, player int) []shown {
	s.points[player]++
	return g.fingers.AppendPlayerActions(dst, s, player)
}

// marksLate changes the state only when it is called for the same player twice.
type marksLate struct {
	fingers
	asked *atomic.Int64
}

func (g marksLate) AppendPlayerActions(dst []shown, s *bout, player int) []shown {
	if last := g.asked.Swap(int64(player)); int(last) == player {
		s.points[player]++
	}
	return g.fingers.AppendPlayerActions(dst, s, player)
}

type marksLegalFor struct{ fingers }

func (g marksLegalFor) LegalFor(s *bout, player int, a shown) error {
	s.points[player]++
	return g.fingers.LegalFor(s, player, a)
}

type unsteadyJoint struct{ fingers }

func (g unsteadyJoint) ApplyJoint(s *bout, joint []shown) {
	if g.fingers.ApplyJoint(s, joint); sometimes() {
		s.points[0]++
	}
}

// sharesShown shares memory that only ApplyJoint writes.
type sharesShown struct{ fingers }

func (sharesShown) Copy(dst, src *bout) { *dst = *src }

// sharesShownLate shares memory after the first round.
type sharesShownLate struct{ fingers }

func (g sharesShownLate) Copy(dst, src *bout) {
	if g.fingers.Copy(dst, src); src.rounds < 4 {
		dst.shown = src.shown
	}
}

type writesJoint struct{ fingers }

func (g writesJoint) ApplyJoint(s *bout, joint []shown) {
	g.fingers.ApplyJoint(s, joint)
	slices.Sort(joint)
}

type keepsJoint struct{ fingers }

func (g keepsJoint) ApplyJoint(s *bout, joint []shown) {
	g.fingers.ApplyJoint(s, joint)
	s.shown = joint
}

// jointOverlaps plays wrongly while another goroutine is in ApplyJoint.
type jointOverlaps struct {
	fingers
	inside *atomic.Int64
}

func (g jointOverlaps) ApplyJoint(s *bout, joint []shown) {
	inside := g.inside.Add(1)
	defer g.inside.Add(-1)
	for range 20 {
		runtime.Gosched()
		inside = max(inside, g.inside.Load())
	}
	if g.fingers.ApplyJoint(s, joint); inside > 1 {
		s.points[0]++
	}
}

type jointIndexShared struct{ fingers }

func (jointIndexShared) ActionIndex(a shown) int { return max(1, int(a)) }

// hashIgnoresBob does not depend on whether Bob must rest.
type hashIgnoresBob struct{ fingers }

func (g hashIgnoresBob) Hash(s *bout) uint64 {
	t := *s
	t.shown = []shown{s.shown[0], 0}
	return g.fingers.Hash(&t)
}

// playoutNeedsTwo plays like fingers, but turns Bob's one finger into two.
type playoutNeedsTwo struct{ fingers }

func (g playoutNeedsTwo) Playout(s *bout, r *rng.Rand, out []float64) {
	for {
		if g.ToMove(s) == game.Simultaneous {
			joint := []shown{g.random(s, 0, r), g.random(s, 1, r)}
			if joint[1] == 1 {
				joint[1] = 2
			}
			g.ApplyJoint(s, joint)
			continue
		}
		a, ok := g.RandomAction(s, r)
		if !ok {
			g.Returns(s, out)
			return
		}
		g.Apply(s, a)
	}
}

type passUnsteady struct{ fingers }

func (passUnsteady) IsPass(shown) bool { return sometimes() }

// passDrifts changes after a while.
type passDrifts struct{ fingers }

func (passDrifts) IsPass(shown) bool { return calls.Add(1) > 1000 }

// passPanics looks up a table that is too short.
type passPanics struct{ fingers }

func (passPanics) IsPass(a shown) bool { return [...]bool{true, false, false}[a] }

type legalForRefuses struct{ fingers }

func (g legalForRefuses) LegalFor(s *bout, player int, a shown) error { return g.Legal(s, a) }

// legalForAccepts confuses the players.
type legalForAccepts struct{ fingers }

func (g legalForAccepts) LegalFor(s *bout, player int, a shown) error {
	if g.fingers.LegalFor(s, player, a) == nil {
		return nil
	}
	return g.fingers.LegalFor(s, 1-player, a)
}

// silentNature returns Chance, but is not a ChanceGame.
type silentNature struct{ rulesOnly }

func (g silentNature) AppendActions(dst []take, s *heap) []take {
	if g.ToMove(s) == game.Chance {
		return dst
	}
	return g.rulesOnly.AppendActions(dst, s)
}
