package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
)

// moves lead to the position that is searched: X is to move, and c3 makes two threats at once.
const moves = "a1 c1 a3 a2"

// node is a node of a picture.
type node struct {
	action   string
	visits   int
	mean     float64
	children []*node
	x, y     int
	fresh    bool // the last simulation has added it
	path     bool // the last simulation has passed it
}

// grow returns the tree of a search after some simulations.
func grow(simulations int) (*node, error) {
	g := tictactoe.Game{}
	state := g.Start()
	for i := 0; i < len(moves); i += 3 {
		a, err := g.Parse(moves[i : i+2])
		if err != nil {
			return nil, err
		}
		g.Apply(&state, a)
	}
	search, err := mcts.New(g, mcts.Config{Seed: 9})
	if err != nil {
		return nil, err
	}
	if _, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: simulations}); err != nil {
		return nil, err
	}
	return view(search.Root()), nil
}

// view copies a node and those below it that were visited.
func view(n mcts.Node[tictactoe.Cell]) *node {
	v := &node{visits: n.Visits(), mean: n.Mean()}
	for _, child := range n.Children() {
		if child.Visits() > 0 {
			c := view(child)
			c.action = fmt.Sprint(child.Action())
			v.children = append(v.children, c)
		}
	}
	return v
}

// The size of a node and its place.
const (
	nodeWidth, nodeHeight = 50, 34
	stepX, stepY          = 56, 62
)

// place gives every node its place below the top left corner, and returns the width and the height
// of the tree: a leaf is right of the one before, and other nodes are above the middle of their
// children.
func (n *node) place(x, y int) (width, height int) {
	n.y = y
	if len(n.children) == 0 {
		n.x = x
		return stepX, stepY
	}
	deepest := 0
	for _, child := range n.children {
		w, h := child.place(x+width, y+stepY)
		width += w
		deepest = max(deepest, h)
	}
	n.x = (n.children[0].x + n.children[len(n.children)-1].x) / 2
	return width, deepest + stepY
}

// draw draws the tree: the action, the mean of the player who chose it, and the visits.
func (n *node) draw(c *canvas) {
	for _, child := range n.children {
		color := faint
		if child.path {
			color = red
		}
		c.line(n.x+nodeWidth/2, n.y+nodeHeight, child.x+nodeWidth/2, child.y, color, false)
		child.draw(c)
	}
	border, fill := ink, pale
	if n.path {
		border = red
	}
	if n.fresh {
		fill = "#ffe0c8"
	}
	first, second := n.action, fmt.Sprintf("%.2f : %d", n.mean, n.visits)
	if first == "" {
		first, second = "root", fmt.Sprint(n.visits)
	}
	c.box(n.x, n.y, nodeWidth, nodeHeight, border, fill, first, second)
}

// margin is the space around a picture.
const margin = 12

// picture returns the tree alone.
func (n *node) picture() string {
	width, height := n.place(margin, margin)
	c := &canvas{width: width - stepX + nodeWidth + 2*margin, height: height - stepY + nodeHeight + 2*margin}
	n.draw(c)
	return c.String()
}

// child returns the child by an action, or nil if there is none or no node.
func (n *node) child(action string) *node {
	if n == nil {
		return nil
	}
	if i := slices.IndexFunc(n.children, func(c *node) bool { return c.action == action }); i >= 0 {
		return n.children[i]
	}
	return nil
}

// mark marks the nodes that the last simulation has passed, by their visits in the tree before it.
func (n *node) mark(before *node) {
	n.path = true
	n.fresh = before == nil
	for _, child := range n.children {
		old := before.child(child.action)
		if old == nil || old.visits < child.visits {
			child.mark(old)
		}
	}
}

// end returns the last node of the path, and its depth below n.
func (n *node) end() (last *node, depth int) {
	for _, child := range n.children {
		if child.path {
			last, depth = child.end()
			return last, depth + 1
		}
	}
	return n, 0
}

// outcome names the result of a playout from a node of that depth, by its mean.
func outcome(depth int, mean float64) string {
	player, other := "X", "O"
	if depth%2 == 0 {
		player, other = other, player
	}
	switch mean {
	case 1:
		return player + " wins"
	case 0:
		return other + " wins"
	}
	return "a draw"
}

// steps draws the four steps of a simulation, from the trees before and after it.
func steps(before, after *node) string {
	after.mark(before)
	names := []string{"1. select", "2. expand", "3. play out", "4. back up"}
	width, height := after.place(0, 0)
	c := &canvas{width: len(names)*(width+margin) + margin, height: height + stepY + 3*margin}
	for i, name := range names {
		x := margin + i*(width+margin)
		c.text(x+(width-stepX+nodeWidth)/2, margin+8, name, ink)
		panel := after
		if i < 3 {
			panel = stage(before, after, i > 0)
		}
		panel.place(x, 2*margin)
		if i == 2 {
			end, depth := panel.end()
			result, _ := after.end()
			middle, bottom := end.x+nodeWidth/2, end.y+nodeHeight
			c.line(middle, bottom, middle, bottom+28, blue, true)
			c.text(middle, bottom+42, outcome(depth, result.mean), blue)
		}
		panel.draw(c)
	}
	return c.String()
}

// stage returns the tree after some steps: the numbers are those before the simulation, and the new
// node is there if it is expanded.
func stage(before, after *node, expanded bool) *node {
	n := &node{action: after.action, path: after.path, fresh: after.fresh}
	if before != nil {
		n.visits, n.mean = before.visits, before.mean
	}
	for _, child := range after.children {
		old := before.child(child.action)
		if old == nil && !expanded {
			continue
		}
		n.children = append(n.children, stage(old, child, expanded))
	}
	return n
}
