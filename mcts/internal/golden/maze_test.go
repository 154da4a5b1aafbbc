//go:build !race

package golden_test

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// maze is a game whose rules are hashes: from each of the 64 positions of a ply, actions lead to
// positions of the next one, by several ways. It has every optional interface that a search reads,
// and supports those that has names, so that all its games are of one type.
type maze struct {
	players int
	plies   int     // of the longest game; from 20 on, of all
	scale   float64 // of the returns; if it is not 1, they begin at -scale
	has     string  // the capabilities, separated by spaces

	joint, chance, passes, pays, hides bool // those that the rules ask for
}

func newMaze(players, plies int, scale float64, has string) maze {
	m := maze{players: players, plies: plies, scale: scale, has: has}
	m.joint, m.passes = m.Supports(game.HasSimultaneousGame), m.Supports(game.HasPasser)
	m.chance = m.Supports(game.HasChanceGame) || m.Supports(game.HasSamplingGame)
	m.pays, m.hides = m.Supports(game.HasRewarder), m.Supports(game.HasDeterminizer)
	return m
}

type state struct {
	position uint8
	ply      uint8
	paid     uint8    // the last action
	cards    [3]uint8 // what each player holds, unseen by the others
	shown    uint8    // by bits, whose card all have seen
	path     uint64   // a hash of the actions so far
}

// action is a number from 0 to 4, or pass.
type action uint8

const (
	positions = 64
	actions   = 6
	pass      = action(actions - 1)
)

// hash mixes numbers into a random one.
func hash(numbers ...uint64) (h uint64) {
	for _, n := range numbers {
		h = rng.Mix(h + n + 0x9e3779b97f4a7c15)
	}
	return h
}

// What a number of a state is about.
const (
	isEnd = iota
	mover
	kind
	count
	step
	profit
	weight
	estimate
)

func (m maze) number(s *state, about uint64, more ...uint64) uint64 {
	return hash(append(more, about, uint64(s.ply), uint64(s.position))...)
}

func (m maze) Supports(c game.Capability) bool {
	return strings.Contains(" "+m.has+" ", " "+string(c)+" ")
}

func (m maze) NumPlayers() int { return m.players }
func (maze) Start() state      { return state{} }

func (m maze) isTerminal(s *state) bool {
	return int(s.ply) >= m.plies || s.ply > 2 && m.plies < 20 && m.number(s, isEnd)%8 == 0
}

func (m maze) ToMove(s *state) int {
	n := m.number(s, mover)
	switch {
	case m.isTerminal(s):
		return 0
	case m.joint && n%3 > 0:
		return game.Simultaneous
	case m.chance && s.ply > 0 && n%5 == 0:
		return game.Chance
	case m.isShown(s):
		p := int(s.ply) % m.players
		return (p + 1 + int(s.cards[p])%(m.players-1)) % m.players
	case n%7 == 0:
		return int(n / 7 % uint64(m.players)) // out of turn
	}
	return int(s.ply) % m.players
}

// isShown reports whether the card of the player whose turn it is decides who of the others moves.
func (m maze) isShown(s *state) bool {
	return m.hides && m.players > 2 && s.ply > 0 && m.number(s, mover)%3 == 1
}

func (m maze) AppendActions(dst []action, s *state) []action {
	if m.isTerminal(s) {
		return dst
	}
	if m.passes && m.number(s, kind)%6 == 0 {
		return append(dst, pass)
	}
	begin, n := len(dst), m.number(s, count)
	for a := range action(2 + n%4) {
		if !m.hides || (s.cards[m.ToMove(s)]+uint8(a))%4 != 3 {
			dst = append(dst, a)
		}
	}
	if len(dst) == begin {
		dst = append(dst, 0)
	}
	return dst
}

func (m maze) AppendPlayerActions(dst []action, s *state, player int) []action {
	for a := range action(1 + m.number(s, count, uint64(player))%3) {
		dst = append(dst, a)
	}
	return dst
}

func (m maze) AppendOutcomes(dst []game.Outcome[action], s *state) []game.Outcome[action] {
	dst = append(dst, game.Outcome[action]{Action: 0, Prob: 0.5})
	if m.number(s, count)%2 == 0 {
		return append(dst, game.Outcome[action]{Action: 1, Prob: 0.5})
	}
	return append(dst, game.Outcome[action]{Action: 3, Prob: 0.375}, game.Outcome[action]{Action: 2, Prob: 0.125})
}

func (m maze) SampleOutcome(_ *state, r *rng.Rand) action { return action(r.IntN(5)) }

func (m maze) Apply(s *state, a action) {
	s.path = hash(s.path, uint64(a))
	s.position = uint8(m.number(s, step, uint64(a)) % positions)
	s.ply++
	s.paid = uint8(a)
	if m.isShown(s) {
		s.shown |= 1 << (int(s.ply) % m.players)
	}
}

func (m maze) ApplyJoint(s *state, joint []action) {
	for _, a := range joint {
		s.path = hash(s.path, uint64(a))
	}
	s.position = uint8(m.number(s, step, s.path%17) % positions)
	s.ply++
	s.paid = uint8(joint[0])
}

// Returns are quarters in [0,1], which add up to 1 for two players, wins and losses most often.
// They are requested at ends only.
func (m maze) Returns(s *state, out []float64) {
	if !m.isTerminal(s) {
		panic(fmt.Sprintf("Returns at ply %d, which is no end", s.ply))
	}
	n := m.number(s, profit)
	if m.hides {
		n += uint64(s.cards[0])*3 + uint64(s.cards[1])
	}
	for p := range out {
		out[p] = []float64{1, 0, 0.5, 0, 1, 0.25}[(n+uint64(p)*5)%6]
	}
	m.scaled(out)
}

// scaled makes returns of the range out of some in [0,1], with a constant sum for two players.
func (m maze) scaled(out []float64) {
	if m.players == 2 {
		out[1] = 1 - out[0]
	}
	for p, v := range out {
		if m.scale != 1 {
			out[p] = (2*v - 1) * m.scale
		}
	}
}

func (m maze) ReturnRange() (low, high float64) {
	low, high = 0, 1
	if m.scale != 1 {
		low, high = -m.scale, m.scale
	}
	if m.pays {
		high += float64(m.plies) / 8 * m.scale
	}
	return low, high
}

func (m maze) Rewards(s *state, out []float64) {
	clear(out)
	out[int(s.ply)%m.players] = float64(s.paid%2) / 8 * m.scale
}

func (m maze) Evaluate(s *state, out []float64) {
	for p := range out {
		out[p] = float64(m.number(s, estimate, uint64(p))%9) / 8
	}
	m.scaled(out)
}

func (m maze) Weigh(s *state, actions []action, weights []float32) {
	for i, a := range actions {
		weights[i] = float32(1 + m.number(s, weight, uint64(a))%8)
	}
}

func (m maze) WinningAction(s *state) (action, bool) {
	_, high := m.ReturnRange()
	player := m.ToMove(s)
	for _, a := range m.AppendActions(nil, s) {
		next, out := *s, make([]float64, m.players)
		m.Apply(&next, a)
		if m.isTerminal(&next) {
			if m.Returns(&next, out); out[player] >= high {
				return a, true
			}
		}
	}
	return 0, false
}

func (maze) IsPass(a action) bool       { return a == pass }
func (maze) NumActions() int            { return actions }
func (maze) ActionIndex(a action) int   { return int(a) }
func (maze) IndexAction(i int32) action { return action(i) }
func (maze) Turn(s *state) int          { return int(s.ply) / 2 }
func (maze) Hash(s *state) uint64       { return hash(uint64(s.ply), uint64(s.position)) }
func (maze) Copy(dst, src *state)       { *dst = *src }
func (maze) Determinize(s *state, observer int, r *rng.Rand) {
	for p := range s.cards {
		if p != observer && s.shown>>p&1 == 0 {
			s.cards[p] = uint8(r.IntN(4))
		}
	}
}

func (maze) InformationState(s *state, player int) uint64 {
	return hash(s.path, uint64(s.cards[player]))
}

func (m maze) AppendIndices(dst []int32, s *state) []int32 {
	for _, a := range m.AppendActions(nil, s) {
		dst = append(dst, int32(a))
	}
	return dst
}

func (m maze) IsLegalIndex(s *state, i int32) bool {
	return slices.Contains(m.AppendIndices(nil, s), i)
}

func (maze) AppendCells(dst []uint8, s *state) []uint8 {
	for i := range bits.Len(positions - 1) {
		dst = append(dst, s.position>>i&1)
	}
	return append(dst, s.ply%4, s.ply/4)
}

func (m maze) RandomAction(s *state, r *rng.Rand) (action, bool) {
	if m.ToMove(s) == game.Chance {
		outcomes := m.AppendOutcomes(nil, s)
		return outcomes[game.DrawOutcome(outcomes, r)].Action, true
	}
	list := m.AppendActions(nil, s)
	if len(list) == 0 {
		return 0, false
	}
	return list[r.IntN(len(list))], true
}

func (m maze) Playout(s *state, r *rng.Rand, out []float64) { m.RecordPlayout(s, r, out, nil) }

func (m maze) RecordPlayout(s *state, r *rng.Rand, out []float64, plies []game.Ply) []game.Ply {
	paid, sum := make([]float64, m.players), make([]float64, m.players)
	for !m.isTerminal(s) {
		player := m.ToMove(s)
		a, _ := m.RandomAction(s, r)
		if player != game.Chance && a != pass {
			plies = append(plies, game.Ply{Action: int32(a), Player: int16(player)})
		}
		m.Apply(s, a)
		if m.pays {
			m.Rewards(s, paid)
			for p, v := range paid {
				sum[p] += v
			}
		}
	}
	m.Returns(s, out)
	for p, v := range sum {
		out[p] += v
	}
	return plies
}
