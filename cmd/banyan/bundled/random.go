package bundled

import (
	"fmt"
	"iter"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// Shape describes the random games of a board game, as Table 1 of Uemiya and Yokoyama does.
type Shape struct {
	Plies   float64 // mean number of plies
	Kinds   int     // number of kinds of pieces, counted separately for each player
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
		widest, before := make([]int, rules.NumPlayers()), -1
		for s, lists := range randomGame(&rules, &g.start, random) {
			pieces := countPieces(&rules, s, kinds)
			if before >= 0 {
				plies++
			}
			if before >= 0 && pieces != before {
				changes++
			}
			if before = pieces; len(lists) > 0 {
				by := rules.ToMove(s)
				widest[by] = max(widest[by], len(lists[0]))
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

// randomGame returns the positions of a random game, with what can be played at each: nothing at
// the last one.
func randomGame[S any, A comparable](rules *game.Rules[S, A], start *S, random *rng.Rand) iter.Seq2[*S, [][]A] {
	return func(yield func(*S, [][]A) bool) {
		var s S
		rules.Copy(&s, start)
		for {
			lists := rules.Choices(nil, &s)
			if !yield(&s, lists) || len(lists) == 0 {
				return
			}
			if err := rules.Play(&s, rules.Draw(&s, random)...); err != nil {
				panic(err)
			}
		}
	}
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
