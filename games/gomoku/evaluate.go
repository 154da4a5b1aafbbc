package gomoku

import "math"

// A line without stones of the opponent has value 1, 4, 16, ... for one stone, two stones, and so
// on. The numbers are plausible, not tuned. Numbers from a logistic regression on games of a search
// are no better in matches.
const scale = 32 // a player that is ahead by scale is expected to win 73 games in 100

// mostFours limits the stones that a search for a win by fours tries.
const mostFours = 200

// Evaluate writes the winning chances of both players.
//
// They are 1 for the player to move if it lacks one stone of a line, and otherwise 0 if the
// opponent can complete a line at two points. They are 1 as well if the player wins by fours, which
// are moves that leave the opponent one point to play, and the last one two. The search for such a
// win tries 200 moves.
//
// Otherwise the chances of the player to move are 1/(1+exp(-d/32)), where d is the difference
// between the sums of both players. The sum of a player adds 4^(n-1) over all lines with n>0 of its
// stones and none of the opponent. A line has as many points as it takes to win, and lines that
// lack more than four stones do not count. The sum of the player to move counts twice, because it
// adds the next stone.
func (g Game) Evaluate(s *State, out []float64) {
	b, me := g.board(), int(s.plies&1)
	value := b.value(&s.stones[me], &s.stones[me^1])
	out[me], out[me^1] = value, 1-value
}

// value returns the winning chances of own, who is to move.
func (b *board) value(own, other *points) float64 {
	mine, its := b.openLines(own, other), b.openLines(other, own)
	if mine.count[1] > 0 {
		return 1
	}
	must := its.completes.len()
	if must > 1 {
		return 0
	}
	if mine.count[2] > 0 {
		search := fourSearch{b: b, left: mostFours}
		if _, ok := search.wins(own, other, &mine.fours, &its.completes); ok {
			return 1
		}
	}
	ahead, worth := 0.0, 1.0
	for n := 1; n < b.length; n++ {
		if missing := b.length - n; missing <= mostMissing {
			ahead += worth * float64(2*mine.count[missing]-its.count[missing])
		}
		worth *= 4
	}
	return 1 / (1 + math.Exp(-ahead/scale))
}

// The factors of a direction by its class: for lines of the player, and for lines of the opponent.
// They come from a policy that resembles the choices of a search, rounded.
var factors = func() (table [64]float32) {
	own := [...]float32{1, 2.4, 4.7, 8.3, 12, 8, 22}
	other := [...]float32{1, 1.8, 2.5, 6.4, 18, 34, 190}
	for i, factor := range own {
		for k, by := range other {
			table[i|k<<3] = factor * by
		}
	}
	return table
}()

// beside is the factor of a point where a stone hardly ever keeps the opponent from winning by
// fours.
const beside = 0.005

// Weigh prefers points of lines that have value for one of the players.
//
// If the player can complete a line, if the opponent could, or if the player wins by fours (see
// [Game.Evaluate]), only the points that do so or prevent it have a weight, and the others have 0.
//
// Otherwise the weight of a point is the product of two factors for each of the four directions,
// one for each player. Of the lines through the point with stones of the player alone, those count
// that lack the fewest stones. If they lack two, three or four, the factor is 8, 8.3 or 2.4, and if
// there are several of them, 22, 12 or 4.7. The factor of the opponent's lines is 34, 6.4 or 1.8,
// and 190, 18 or 2.5. If the opponent could win by fours, points that are not in its way and make
// no four get another factor of 0.005.
func (g Game) Weigh(s *State, actions []Point, weights []float32) {
	b, me := g.board(), s.plies&1
	own, other := &s.stones[me], &s.stones[me^1]
	if b.isBytes {
		b.weighInWord(own, other, actions, weights)
		return
	}
	mine, its := b.openLines(own, other), b.openLines(other, own)
	if only := b.only(own, other, &mine, &its); only != (points{}) {
		for i, p := range actions {
			weights[i] = 0
			if only.has(b.index(p)) {
				weights[i] = 1
			}
		}
		return
	}
	relevant := b.relevant(own, other, &mine, &its)
	var classes [len(directions)][MaxSize * MaxSize]class
	b.eachOpenLine(own, other, func(direction, first, step, missing int) {
		for k := range b.length {
			classes[direction][first+k*step].own.add(missing)
		}
	})
	b.eachOpenLine(other, own, func(direction, first, step, missing int) {
		for k := range b.length {
			classes[direction][first+k*step].other.add(missing)
		}
	})
	for i, p := range actions {
		at := b.index(p)
		weight := float32(1)
		for d := range classes {
			weight *= factors[classes[d][at].number()]
		}
		if !relevant.has(at) {
			weight *= beside
		}
		weights[i] = weight
	}
}

// only returns the points that are to be considered alone, or nothing.
func (b *board) only(own, other *points, mine, its *openLines) points {
	switch {
	case mine.count[1] > 0:
		return mine.completes
	case its.completes.len() > 1 || mine.count[2] == 0:
		return its.completes
	}
	search := fourSearch{b: b, left: mostFours}
	if first, ok := search.wins(own, other, &mine.fours, &its.completes); ok {
		only := points{}
		only.add(first)
		return only
	}
	return its.completes
}

// relevant returns the points that may prevent that the opponent wins by fours: all if it does not.
func (b *board) relevant(own, other *points, mine, its *openLines) points {
	if its.count[2] > 0 {
		search := fourSearch{b: b, left: mostFours}
		if _, ok := search.wins(other, own, &its.fours, &points{}); ok {
			return search.way.or(&mine.fours)
		}
	}
	return b.all
}

// class is the value of the lines of both players through a point in one direction.
type class struct{ own, other best }

// number returns the index in factors.
func (c class) number() int { return c.own.number() | c.other.number()<<3 }

// best has the lines that lack the fewest stones.
type best struct{ missing, lines int8 }

func (c *best) add(missing int) {
	switch m := int8(missing); {
	case c.lines == 0 || m < c.missing:
		*c = best{m, 1}
	case m == c.missing:
		c.lines++
	}
}

// number returns 0 for no lines, 1 for one that lacks four stones and 2 for several, 3 and 4 for
// those that lack three, and 5 and 6 for those that lack two.
func (c best) number() int {
	if c.lines == 0 {
		return 0
	}
	return 2*(mostMissing-int(c.missing)) + min(int(c.lines), 2)
}

// weighInWord is Weigh if the rows of sets are the bytes of a word.
func (b *board) weighInWord(own, other *points, actions []Point, weights []float32) {
	open, against := b.openInWord(own[0], other[0]), b.openInWord(other[0], own[0])
	mine, its := b.summary(&open, own[0]), b.summary(&against, other[0])
	if only := b.only(own, other, &mine, &its)[0]; only != 0 {
		for i, p := range actions {
			weights[i] = float32(only >> (b.index(p) & 63) & 1)
		}
		return
	}
	relevant := b.relevant(own, other, &mine, &its)[0]
	var classes [len(directions)][8]uint64 // a byte for each point
	for d := range classes {
		numbers, others := b.numbers(d, &open[d]), b.numbers(d, &against[d])
		for y := range b.height {
			classes[d][y&7] = inBytes(&numbers, y) | inBytes(&others, y)<<3
		}
	}
	for i, p := range actions {
		x, y := p.XY()
		weight := float32(1)
		for d := range classes {
			weight *= factors[classes[d][y&7]>>(8*x&63)&63]
		}
		if relevant>>(b.index(p)&63)&1 == 0 {
			weight *= beside
		}
		weights[i] = weight
	}
}

// numbers returns best.number for the lines of a direction, in three bits.
func (b *board) numbers(direction int, open *[mostMissing + 1]uint64) (number [3]uint64) {
	step := int(b.inWord[direction].shifts[0])
	better := uint64(0) // where there is a line that lacks fewer stones
	for missing := 2; missing <= mostMissing; missing++ {
		starts := open[missing]
		if starts == 0 {
			continue
		}
		some, several := starts, uint64(0)
		for k := 1; k < b.length; k++ {
			starts <<= step & 63
			several |= some & starts
			some |= starts
		}
		n := 2 * (mostMissing - missing)
		for i := range number {
			number[i] |= some &^ several &^ better & -uint64((n+1)>>i&1)
			number[i] |= several &^ better & -uint64((n+2)>>i&1)
		}
		better |= some
	}
	return number
}

// inBytes returns the numbers of the points of a row, one in each byte.
func inBytes(number *[3]uint64, row int) uint64 {
	at := row * 8 & 63
	return spread[number[0]>>at&255] | spread[number[1]>>at&255]<<1 | spread[number[2]>>at&255]<<2
}

// spread has bit i of the index in byte i.
var spread = func() (table [256]uint64) {
	for set := range table {
		for i := range 8 {
			table[set] |= uint64(set>>i&1) << (8 * i)
		}
	}
	return table
}()
