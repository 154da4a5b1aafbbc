package gdl

import (
	"github.com/banyan-go/banyan/gdl/internal/bitset"
)

// NumActions implements [game.Indexer].
func (g *Game) NumActions() int { return len(g.numbers) }

// ActionIndex implements [game.Indexer].
func (g *Game) ActionIndex(a Action) int { return int(a.move.number) }

// AppendIndices implements [game.IndexLister].
func (g *Game) AppendIndices(dst []int32, s *State) []int32 {
	if s.over {
		return dst
	}
	role := g.roles[s.toMove]
	for k := range bitset.All(g.legal(s, role)) {
		dst = append(dst, g.moves[role][k].number)
	}
	return dst
}

// IsLegalIndex implements [game.IndexLister].
func (g *Game) IsLegalIndex(s *State, i int32) bool {
	return !s.over && g.isLegal(s, g.roles[s.toMove], i)
}

// isLegal reports whether a role has the move with a number.
func (g *Game) isLegal(s *State, role int, number int32) bool {
	k := g.places[role][number]
	return k != none && g.legal(s, role)[k/64]>>(k%64)&1 == 1
}

// IndexAction implements [game.IndexLister].
func (g *Game) IndexAction(i int32) Action { return Action{g.numbers[i]} }
