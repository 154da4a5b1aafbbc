package bundled

import (
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// Shape describes the random games of a board game, as Table 1 of Uemiya and Yokoyama does.
type Shape struct {
	Plies   float64 // mean number of plies
	Kinds   int     // number of kinds of pieces, those of different players being different
	Changes float64 // share of the plies after which there is another number of pieces
	Width   float64 // most actions of a player in a game, the mean over players and games
}

// Shape plays random games and returns what they are like. It reports an error for a game without
// cells, with chance or with simultaneous moves.
func (g bundledGame[S, A]) Shape(games int, seed uint64) (shape Shape, err error) {
	rules, err := game.NewRules(g.rules)
	if err != nil {
		return shape, err
	}
	if rules.Cells == nil || rules.Chance != nil || rules.Simultaneous != nil {
		return shape, fmt.Errorf("%s: want a game with cells, without chance and simultaneous moves", g.Name())
	}
	random, kinds := rng.New(seed), map[uint8]bool{}
	plies, changes, widths := 0, 0, 0
	for range games {
		var s S
		rules.Copy(&s, &g.start)
		widest := make([]int, rules.NumPlayers())
		for pieces := countPieces(&rules, &s, kinds); ; {
			lists := rules.Choices(nil, &s)
			if len(lists) == 0 {
				break
			}
			by := rules.ToMove(&s)
			widest[by] = max(widest[by], len(lists[0]))
			rules.Apply(&s, rules.Draw(&s, random)[0])
			plies++
			if n := countPieces(&rules, &s, kinds); n != pieces {
				changes++
				pieces = n
			}
		}
		for _, n := range widest {
			widths += n
		}
	}
	return Shape{
		Plies: float64(plies) / float64(games), Kinds: len(kinds), Changes: float64(changes) / float64(plies),
		Width: float64(widths) / float64(games*rules.NumPlayers()),
	}, nil
}

// countPieces returns the number of pieces on the board, and adds their kinds. The symbol 0 is an
// empty cell.
func countPieces[S any, A comparable](rules *game.Rules[S, A], s *S, kinds map[uint8]bool) (n int) {
	for _, c := range rules.Cells.AppendCells(nil, s) {
		if c != 0 {
			n++
			kinds[c] = true
		}
	}
	return n
}
