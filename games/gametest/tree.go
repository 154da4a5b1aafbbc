package gametest

import (
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/gametree"
)

// Trees generates random game trees, whose values [gametree.Game.Value] knows. Failures shrink to
// trees of few nodes. It panics if shape is invalid.
//
//	rapid.Check(t, func(t *rapid.T) {
//		game := gametest.Trees(gametree.Shape{Players: 3, Chance: true}).Draw(t, "game")
//		want := game.Value(game.Start())
//		...
//	})
func Trees(shape gametree.Shape) *rapid.Generator[gametree.Game] {
	return rapid.Custom(func(t *rapid.T) gametree.Game {
		return gametree.New(shape, func(n int) int { return drawByte(t) % n })
	})
}

// drawByte draws all bytes with equal probability. The numbers that rapid draws are small ones in
// most cases, and would make trees that end at once.
func drawByte(t *rapid.T) (b int) {
	for range 8 {
		b *= 2
		if rapid.Bool().Draw(t, "bit") {
			b++
		}
	}
	return b
}
