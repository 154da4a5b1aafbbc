package main

import "fmt"

// block draws the memory of a node with three children: the header slot, and a slot for each edge.
func block() string {
	c := &canvas{width: 560, height: 170}
	columns := []string{"mean, 4 bytes", "visits, 4 bytes", "link, 4 bytes", "action, 1 or 2 bytes"}
	const left, top, cell, row = 96, 40, 100, 26
	for i, name := range columns {
		c.text(left+cell*i+cell/2, top-12, name, faint)
	}
	rows := []string{"the node", "action a", "action b", "action c"}
	texts := [][]string{
		{"rounding error", "counts", "player, favorite", ""},
		{"0.56", "120", "block of a", "a"},
		{"0.48", "40", "block of b", "b"},
		{"0.00", "1", "leaf: rounding", "c"},
	}
	for r, name := range rows {
		c.text(left-44, top+row*r+17, name, ink)
		for i := range columns {
			fill := "#ffffff"
			if r == 0 {
				fill = pale
			}
			c.box(left+cell*i, top+row*r, cell, row, faint, fill, texts[r][i])
		}
	}
	c.text(c.width/2, c.height-10, "A choice reads means and visits, a walk the link, and the rules the action.", faint)
	return c.String()
}

// parallel draws the four ways to use several processors.
func parallel() string {
	c := &canvas{width: 760, height: 190}
	small := func(x, y int, color string) {
		c.line(x, y, x-18, y+34, color, false)
		c.line(x, y, x+18, y+34, color, false)
		c.line(x-18, y+34, x-28, y+66, color, false)
		c.line(x-18, y+34, x-8, y+66, color, false)
	}
	for i, name := range []string{"RootParallel", "LeafParallel", "LockStep", "TreeParallel"} {
		x := 95 + 190*i
		c.text(x, 20, name, ink)
		switch name {
		case "RootParallel":
			small(x-38, 40, blue)
			small(x+38, 40, red)
			c.text(x, 150, "a tree for each worker;", faint)
			c.text(x, 165, "their visits are added", faint)
		case "LeafParallel":
			small(x, 40, ink)
			for k, color := range []string{blue, red} {
				c.line(x-28, 106, x-40+24*k, 132, color, true)
			}
			c.text(x, 150, "one tree; several", faint)
			c.text(x, 165, "playouts of one leaf", faint)
		case "LockStep":
			small(x, 40, ink)
			c.line(x-28, 106, x-28, 132, blue, true)
			c.line(x-8, 106, x-8, 132, red, true)
			c.text(x, 150, "one tree; a batch of leaves,", faint)
			c.text(x, 165, "whose playouts are shared", faint)
		default:
			small(x, 40, ink)
			c.line(x-3, 42, x-19, 72, blue, false)
			c.line(x-20, 74, x-30, 104, blue, false)
			c.line(x+3, 42, x+19, 72, red, false)
			c.line(x-28, 106, x-28, 132, blue, true)
			c.line(x+18, 74, x+18, 132, red, true)
			c.text(x, 150, "one tree; every worker", faint)
			c.text(x, 165, "walks and changes it", faint)
		}
	}
	return c.String()
}

// hidden draws an ensemble of trees and the one tree of an ISMCTS.
func hidden() string {
	c := &canvas{width: 720, height: 220}
	hands := []string{"♠A", "♥9", "♣K"}
	c.text(170, 20, "Ensemble: a tree for each determinization", ink)
	for i, hand := range hands {
		x := 50 + 120*i
		c.box(x-24, 36, 48, 26, blue, pale, hand)
		c.arrow(x, 62, x, 84, faint)
		c.line(x, 88, x-26, 132, ink, false)
		c.line(x, 88, x+26, 132, ink, false)
		c.text(x, 152, fmt.Sprintf("%d, %d", 60-12*i, 40+12*i), ink)
		c.arrow(x, 160, x, 184, faint)
	}
	c.text(170, 204, "the visits of the actions are added", faint)

	c.text(550, 20, "ISMCTS: one tree, another determinization", ink)
	c.text(550, 34, "in every simulation", ink)
	for i, hand := range hands {
		x := 470 + 80*i
		c.box(x-24, 46, 48, 26, red, pale, hand)
		c.line(x, 72, 550, 96, faint, false)
	}
	c.line(550, 98, 500, 148, ink, false)
	c.line(550, 98, 600, 148, ink, false)
	c.text(550, 172, "a node is what its player knows,", faint)
	c.text(550, 187, "so no choice depends on a hidden card", faint)
	return c.String()
}
