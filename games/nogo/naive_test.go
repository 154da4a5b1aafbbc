package nogo_test

import "github.com/banyan-go/banyan/games/nogo"

// naive is an independent implementation: a board of characters, and a flood fill for every
// question.
type naive struct {
	width, height int
	at            map[nogo.Point]byte // '+', 'X', 'O'; a hollow point has no entry
	mover         byte
}

func newNaive(width, height int, hollow []nogo.Point) *naive {
	n := &naive{width: width, height: height, at: map[nogo.Point]byte{}, mover: 'X'}
	for x := range width {
		for y := range height {
			n.at[nogo.At(x, y)] = '+'
		}
	}
	for _, p := range hollow {
		delete(n.at, p)
	}
	return n
}

func (n *naive) other() byte {
	if n.mover == 'X' {
		return 'O'
	}
	return 'X'
}

func neighbors(p nogo.Point) [4]nogo.Point {
	x, y := p.XY()
	return [4]nogo.Point{nogo.At(x-1, y), nogo.At(x+1, y), nogo.At(x, y-1), nogo.At(x, y+1)}
}

// dead reports whether the group on p has no liberty.
func (n *naive) dead(p nogo.Point) bool {
	group := []nogo.Point{p}
	isMet := map[nogo.Point]bool{p: true}
	for len(group) > 0 {
		q := group[0]
		group = group[1:]
		for _, next := range neighbors(q) {
			if n.at[next] == '+' {
				return false
			}
			if n.at[next] == n.at[p] && !isMet[next] {
				isMet[next] = true
				group = append(group, next)
			}
		}
	}
	return true
}

// verdict classifies the placement of a stone of mover on p.
func (n *naive) verdict(p nogo.Point, mover byte) string {
	x, y := p.XY()
	was, ok := n.at[p]
	switch {
	case x >= n.width || y >= n.height:
		return "off the"
	case !ok:
		return "hollow"
	case was != '+':
		return "taken"
	}
	n.at[p] = mover
	defer func() { n.at[p] = '+' }()
	if n.dead(p) {
		return "suicide"
	}
	for _, q := range neighbors(p) {
		if c := n.at[q]; c != 0 && c != '+' && c != mover && n.dead(q) {
			return "capture"
		}
	}
	return "legal"
}

// legal lists the legal points of mover, row by row.
func (n *naive) legal(mover byte) []nogo.Point {
	var legal []nogo.Point
	for y := range n.height {
		for x := range n.width {
			if n.verdict(nogo.At(x, y), mover) == "legal" {
				legal = append(legal, nogo.At(x, y))
			}
		}
	}
	return legal
}

func (n *naive) play(p nogo.Point) {
	n.at[p] = n.mover
	n.mover = n.other()
}

func (n *naive) takeBack(p nogo.Point) {
	n.at[p] = '+'
	n.mover = n.other()
}

func (n *naive) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	count := uint64(0)
	for _, p := range n.legal(n.mover) {
		n.play(p)
		count += n.perft(depth - 1)
		n.takeBack(p)
	}
	return count
}
