// Package gametree is a game that is written out as a tree, with known values. Tests of searches,
// strategies and other programs that play any [game.Game] use it: by hand for the case that they
// have in mind, and drawn at random for the others.
//
//	game := gametree.Game{Players: 2, Nodes: []gametree.Node{
//		{Player: 0, Children: []int{1, 2}},
//		{Returns: []float64{1, 0}},
//		{Returns: []float64{0, 1}},
//	}}
//	values := game.Value(game.Start()) // [1 0]
//
//	Game, Node     a tree, which may have any number of players, consecutive actions of one player,
//	               chance nodes, simultaneous-move nodes and any returns
//	Random         the tree of a seed
//	FromScript     the tree of a script of bytes, for native fuzzing
//	New            the tree of any source of choices
//	Game.Value     the exact values of a node by enumeration
//	Game.Best      the best action of a node, and by how much it is better than the others
//
// gametest.Trees generates trees for [pgregory.net/rapid], gametest.UniformReturns computes the
// returns of uniform play, and package minimax solves the trees of two players with a constant sum.
//
// # Concurrency and determinism
//
// Methods only read, so several goroutines may use a tree that is not changed. A tree depends on
// its [Shape] and on the choices alone.
package gametree
