package gdl

import (
	"fmt"
	"math/bits"

	"github.com/banyan-go/banyan/gdl/internal/net"
	"github.com/banyan-go/banyan/rng"
)

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
