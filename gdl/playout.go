package gdl

import (
	"fmt"
	"math/bits"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/gdl/internal/bitset"
	"github.com/banyan-go/banyan/gdl/internal/net"
	"github.com/banyan-go/banyan/gdl/internal/patience"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// maxPlies is the length at which a playout is given up.
const maxPlies = 100_000

// Playout implements [game.Playouter].
func (g *Game) Playout(s *State, r *rng.Rand, out []float64) {
	g.toEnd(s, out, func(e *net.Evaluator, moves []int32, first bool) {
		if !first {
			if !e.Draw(moves, r) {
				panic(g.stuck(e.State()))
			}
			return
		}
		for role, m := range moves {
			if m == undecided {
				moves[role] = draw(e.Legal(role), r)
			}
		}
	})
}

// toEnd plays to the end. choose completes the moves of all roles; at first, they are the moves of
// s.
func (g *Game) toEnd(s *State, out []float64, choose func(e *net.Evaluator, moves []int32, first bool)) {
	e := g.evaluator()
	defer g.evaluators.Put(e)
	e.Set(s.bases)
	moves := append([]int32(nil), s.joint...)
	for ply := range maxPlies {
		if e.Terminal() {
			if err := g.readGoals(e.Machine, out); err != nil {
				panic(err)
			}
			return
		}
		choose(e, moves, ply == 0)
		e.Do(moves)
		e.Advance()
	}
	panic(fmt.Sprintf("gdl: a random game does not end within %d moves", maxPlies))
}

// runsOn reports whether a random game does not end. Then a search needs its Config.MaxPlies, which
// Playout does not know.
func (g *Game) runsOn(w *patience.Watch) bool {
	e, r, moves := g.codes.NewEvaluator(), rng.New(1), make([]int32, len(g.moves))
	e.Set(g.start)
	for range maxPlies {
		if e.Terminal() || !e.Draw(moves, r) || w.Over() != nil {
			return false
		}
		e.Do(moves)
		e.Advance()
	}
	return true
}

// draw draws one of the legal moves.
func draw(legal []uint64, r *rng.Rand) int32 {
	return int32(bitset.Nth(legal, r.IntN(bitset.Count(legal))))
}

// RecordPlayout implements [game.PlayoutRecorder].
func (g *Game) RecordPlayout(s *State, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	return g.record(s, out, plies, func(_ int, legal []uint64) int32 { return draw(legal, r) })
}

// ScorePlayout implements [game.ScorePlayouter].
func (g *Game) ScorePlayout(s *State, scores [][]float32, epsilon float64, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	return g.record(s, out, plies, func(player int, legal []uint64) int32 {
		if epsilon > 0 && r.Float64() < epsilon {
			return draw(legal, r)
		}
		best, moves := policy.NewBest(r), g.moves[g.roles[player]]
		for k := range bitset.All(legal) {
			best.Add(int32(k), scores[player][moves[k].number])
		}
		return best.Index
	})
}

// record plays to the end of a game in which the players choose one after the other, and appends
// what they play to plies, without no-ops.
func (g *Game) record(s *State, out []float64, plies []policy.Ply, choose func(player int, legal []uint64) int32) []policy.Ply {
	add := func(player int, k int32) {
		if m := g.moves[g.roles[player]][k]; !g.noops[m.number] {
			plies = append(plies, policy.Ply{Action: m.number, Player: int16(player)})
		}
	}
	g.toEnd(s, out, func(e *net.Evaluator, moves []int32, first bool) {
		if !first {
			if err := g.only(e.Machine, moves); err != nil {
				panic(err)
			}
		}
		choices := 0
		for player, role := range g.roles {
			if moves[role] == undecided {
				moves[role] = choose(player, e.Legal(role))
				add(player, moves[role])
				choices++
			}
		}
		if choices == 0 {
			player := g.forced(moves)
			add(player, moves[g.roles[player]])
		}
	})
	return plies
}

// RandomAction implements [game.Sampler].
func (g *Game) RandomAction(s *State, r *rng.Rand) (Action, bool) {
	if s.over {
		return Action{}, false
	}
	role := g.chance
	if s.toMove != game.Chance {
		role = g.roles[s.toMove]
	}
	return Action{g.moves[role][draw(g.legal(s, role), r)]}, true
}

// MeanPlayout returns a function that plays n random games from a state, up to 64 at once, and
// stores their mean returns. A game takes a part of the time that Playout takes, such as a quarter.
// The function may be called by several goroutines. It makes a search whose simulations are less
// random, and fewer:
//
//	cfg := mcts.Config{Playout: mcts.WholePlayout(game.MeanPlayout(64))}
//
// MeanPlayout panics if n is less than 1.
func (g *Game) MeanPlayout(n int) func(s *State, r *rng.Rand, out []float64) {
	if n < 1 {
		panic(fmt.Sprintf("gdl: MeanPlayout(%d), want 1 or more", n))
	}
	return func(s *State, r *rng.Rand, out []float64) {
		clear(out)
		g.playouts(s, n, r, out)
		for player := range out {
			out[player] /= float64(n)
		}
	}
}

// playouts plays n random games from a state, adds up the returns, and returns the number of moves
// in all of them.
func (g *Game) playouts(s *State, n int, r *rng.Rand, sum []float64) (moves int) {
	l, _ := g.lanes.Get().(*net.Lanes)
	defer g.lanes.Put(l)
	running, idle, left := uint64(0), ^uint64(0), n
	for steps := 0; ; steps++ {
		if steps == maxPlies*(1+n/32) {
			panic(fmt.Sprintf("gdl: a random game does not end within %d moves", maxPlies))
		}
		fresh := uint64(0)
		if bits.OnesCount64(idle) >= refill && left > 0 {
			fresh = first(idle, left)
			left -= bits.OnesCount64(fresh)
			idle, running = idle&^fresh, running|fresh
			l.Set(fresh, s.bases)
		}
		l.Look()
		over := l.Terminal() & running
		g.addGoals(l, over, sum)
		if running &^= over; running == 0 && left == 0 {
			return moves
		}
		idle |= over
		for role := range g.moves {
			if lane := l.Draw(role, running, r); lane >= 0 {
				bases := make([]uint64, len(s.bases))
				l.State(lane, bases)
				panic(g.stuck(bases))
			}
			g.decided(l, s, role, fresh&running)
		}
		l.Advance()
		moves += bits.OnesCount64(running)
	}
}

// refill is how many games have ended when others begin in their lanes.
const refill = 16

// first returns the first lanes of a set.
func first(lanes uint64, n int) uint64 {
	var list uint64
	for ; lanes != 0 && n > 0; n-- {
		list |= lanes & -lanes
		lanes &= lanes - 1
	}
	return list
}

// decided makes the move of a role current that it has chosen in a state, if it has.
func (g *Game) decided(l *net.Lanes, s *State, role int, lanes uint64) {
	if s.joint[role] != undecided {
		for ; lanes != 0; lanes &= lanes - 1 {
			l.Do(role, bits.TrailingZeros64(lanes), s.joint[role])
		}
	}
}

// addGoals adds the goals in the lanes where the game is over.
func (g *Game) addGoals(l *net.Lanes, over uint64, sum []float64) {
	if over == 0 {
		return
	}
	for player, role := range g.roles {
		var once, twice uint64
		for k, value := range g.goals[role] {
			lanes := l.Goal(role, k) & over
			once, twice = once|lanes, twice|once&lanes
			sum[player] += value * float64(bits.OnesCount64(lanes))
		}
		if once&^twice != over {
			panic(fmt.Sprintf("gdl: %s has no goal, or several, at the end of a random game", g.names[player]))
		}
	}
}
