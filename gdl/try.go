package gdl

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// Random games that [Load] plays, until they have so many moves together.
const (
	tryGames = 20
	tryMoves = 5000
)

// try plays random games. It returns an error of the sheet that shows in one, and finds out whether
// there are simultaneous moves, and which moves are no-ops.
func (g *Game) try() error {
	g.noops = slices.Repeat([]bool{true}, len(g.byName))
	e := g.evaluator()
	defer g.evaluators.Put(e)
	r := rng.New(1)
	moves := make([]int32, len(g.moves))
	left := tryMoves
	for range tryGames {
		for e.Set(g.start); left > 0 && !e.Terminal(); left-- {
			if !e.Draw(moves, r) {
				return fmt.Errorf("gdl: a role has no legal move in a state that is not terminal: %v", g.true(e.State()))
			}
			choices := 0
			for _, role := range g.roles {
				if legal := e.Legal(role); count(legal) > 1 {
					choices++
					g.choose(role, legal)
				}
			}
			g.simultaneous = g.simultaneous || choices > 1
			e.Do(moves)
			e.Advance()
		}
		if !e.Terminal() {
			break
		}
		for player, role := range g.roles {
			if n := g.reached(e, role); n != 1 {
				return fmt.Errorf("gdl: %s has %d goals at the end, want 1: %v", g.names[player], n, g.true(e.State()))
			}
		}
	}
	return nil
}

// choose notes that a role has a choice among moves.
func (g *Game) choose(role int, legal []uint64) {
	for w, x := range legal {
		for ; x != 0; x &= x - 1 {
			g.noops[g.moves[role][w*64+bits.TrailingZeros64(x)].number] = false
		}
	}
}

// Supports implements [mcts.Supporter].
func (g *Game) Supports(c mcts.Capability) bool {
	switch c {
	case mcts.HasSimultaneousGame:
		return g.simultaneous
	case mcts.HasChanceGame:
		return g.chance >= 0
	}
	return true
}
