package gdl

import (
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/gdl/internal/bitset"
	"github.com/banyan-go/banyan/gdl/internal/net"
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

// toEnd plays to the end. choose completes the moves of all roles; at first, they are those of s.
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
func (g *Game) runsOn() bool {
	e, r, moves := g.codes.NewEvaluator(), rng.New(1), make([]int32, len(g.moves))
	e.Set(g.start)
	for range maxPlies {
		if e.Terminal() || !e.Draw(moves, r) {
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
