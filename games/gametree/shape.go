package gametree

import (
	"cmp"
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// Shape describes random trees. The zero value describes turns of two players without chance.
type Shape struct {
	Players int // number of players; if zero, 2 is used
	Plies   int // the most plies of a game; if zero, 4 is used
	Actions int // the most actions of a player, 2 to 255; if zero, 4 is used

	Chance       bool // whether some nodes below the root are chance nodes
	Simultaneous bool // whether half of the nodes, the root among them, have simultaneous moves

	// ConstantSum makes the returns of the players sum to 1, as package minimax needs them. If it
	// is false, each return is one of 0, 1/4, 1/2, 3/4 and 1.
	ConstantSum bool
}

// Random returns the tree of a seed. It panics if shape is invalid, like all functions that make
// trees. The number of nodes grows as a power, with Plies as its exponent.
func Random(shape Shape, seed uint64) Game { return New(shape, rng.New(seed).IntN) }

// FromScript returns the tree that a script of bytes describes. Each byte makes one choice, and the
// tree ends as soon as it can where the script does: a shorter script makes a smaller tree, so that
// failures of native fuzzing shrink well. There is a tree for every script.
//
//	f.Fuzz(func(t *testing.T, script []byte) {
//		game := gametree.FromScript(gametree.Shape{Chance: true}, script)
//		...
//	})
func FromScript(shape Shape, script []byte) Game {
	return New(shape, func(n int) int {
		if len(script) == 0 {
			return 0
		}
		b := script[0]
		script = script[1:]
		return int(b) % n
	})
}

// New returns the tree whose choices are made by draw, which returns one of the numbers 0..n-1; n
// is at most 255. Lower numbers make simpler trees: if draw always returns 0, the root has two
// actions that end the game. The root is not a chance node and every player who chooses there has
// at least two actions.
func New(shape Shape, draw func(n int) int) Game {
	shape = shape.withDefaults()
	g := grower{Game{Players: shape.Players}, shape, draw}
	g.grow(shape.Plies)
	return g.Game
}

func (s Shape) withDefaults() Shape {
	s.Players = cmp.Or(s.Players, 2)
	s.Plies = cmp.Or(s.Plies, 4)
	s.Actions = cmp.Or(s.Actions, 4)
	switch {
	case s.Players < 0:
		panic(fmt.Sprintf("gametree: Shape.Players is %d, want >= 0", s.Players))
	case s.Plies < 0:
		panic(fmt.Sprintf("gametree: Shape.Plies is %d, want >= 0", s.Plies))
	case s.Actions < 2 || s.Actions > 255:
		panic(fmt.Sprintf("gametree: Shape.Actions is %d, want 2..255 or 0", s.Actions))
	}
	return s
}

// grower grows a tree.
type grower struct {
	Game
	shape Shape
	draw  func(n int) int
}

// grow adds a node with at most so many plies below it and returns its number.
func (g *grower) grow(plies int) int {
	number := len(g.Nodes)
	g.Nodes = append(g.Nodes, Node{})
	var n Node
	switch {
	case plies == 0 || number > 0 && g.draw(6) == 0:
		n.Returns = g.drawReturns()
	case g.shape.Simultaneous && (number == 0 || g.draw(2) == 1):
		n = g.joint(plies)
	default:
		n = g.turn(number, plies)
	}
	g.Nodes[number] = n
	return number
}

// turn makes a node where a player or chance chooses.
func (g *grower) turn(number, plies int) Node {
	n := Node{Player: g.draw(g.shape.Players)}
	count := g.drawCount(number)
	n.Children = g.growAll(count, plies)
	if g.shape.Chance && number > 0 && g.draw(4) == 3 {
		n.Player, n.Probs = game.Chance, g.drawProbs(count)
	}
	return n
}

// joint makes a simultaneous-move node.
func (g *grower) joint(plies int) Node {
	n := Node{Player: game.Simultaneous}
	number, count := len(g.Nodes)-1, 1
	for range g.Players {
		own := g.drawCount(number)
		n.Counts = append(n.Counts, own)
		count *= own
	}
	n.Children = g.growAll(count, plies)
	return n
}

func (g *grower) growAll(count, plies int) []int {
	children := make([]int, count)
	for k := range children {
		children[k] = g.grow(plies - 1)
	}
	return children
}

// drawCount draws a number of actions.
func (g *grower) drawCount(number int) int {
	if number == 0 {
		return 2 + g.draw(g.shape.Actions-1)
	}
	return 1 + g.draw(g.shape.Actions)
}

// drawProbs draws probabilities of which none is more than four times another.
func (g *grower) drawProbs(n int) []float64 {
	probs, sum := make([]float64, n), 0.0
	for k := range probs {
		probs[k] = float64(1 + g.draw(4))
		sum += probs[k]
	}
	for k := range probs {
		probs[k] /= sum
	}
	return probs
}

// drawReturns draws returns of quarters. Returns of a constant sum divide four quarters.
func (g *grower) drawReturns() []float64 {
	returns, left := make([]float64, g.Players), 4
	for player := range returns {
		quarters := g.draw(left + 1)
		if g.shape.ConstantSum {
			if player == g.Players-1 {
				quarters = left
			}
			left -= quarters
		}
		returns[player] = float64(quarters) / 4
	}
	return returns
}
