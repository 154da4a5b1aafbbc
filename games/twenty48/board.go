package twenty48

import (
	"math/bits"
	"sync"
)

// A board is a uint64. Its nibble 4*row+column is the cell in that column and row, both counted
// from 0 at the lower left: 0 if the cell is empty, and otherwise the power of two of its tile.
const (
	side  = 4
	cells = side * side

	everyCell = 0x1111_1111_1111_1111 // bit 0 of every cell
	columnA   = 0x0001_0001_0001_0001
	columnD   = 0x1000_1000_1000_1000

	largest = 15 // the power of two of MaxTile
)

// occupied returns bit 0 of every cell with a tile.
func occupied(board uint64) uint64 {
	board |= board >> 2
	board |= board >> 1
	return board & everyCell
}

// empty returns bit 0 of every empty cell.
func empty(board uint64) uint64 { return occupied(board) ^ everyCell }

// directions returns a set of the directions that change the board, with bit a for direction a. A
// tile slides if the next cell in the direction is empty, or if it merges with the tile there.
func directions(board uint64) uint {
	tiles := occupied(board)
	free := tiles ^ everyCell
	fixed := board & (board >> 1) & (board >> 2) & (board >> 3) & everyCell // tiles that do not merge
	merge := tiles &^ fixed
	columns := merge & empty(board^(board>>(4*side)))
	rows := merge & empty(board^(board>>4)) &^ columnD
	return bit(columns|tiles&(free>>(4*side)))<<Up |
		bit(columns|tiles&(free<<(4*side)))<<Down |
		bit(rows|tiles&(free<<4)&^columnA)<<Left |
		bit(rows|tiles&(free>>4)&^columnD)<<Right
}

// bit returns 1 unless set is empty.
func bit(set uint64) uint {
	if set != 0 {
		return 1
	}
	return 0
}

// transpose exchanges rows and columns: first the cells next to the diagonal of each quarter of the
// board, and then two of the quarters.
func transpose(board uint64) uint64 {
	t := (board ^ (board >> 12)) & 0x0000_F0F0_0000_F0F0
	board ^= t ^ (t << 12)
	t = (board ^ (board >> 24)) & 0x0000_0000_FF00_FF00
	return board ^ t ^ (t << 24)
}

// slid is what becomes of a row of four cells.
type slid struct {
	left, right uint16
	points      uint32 // for either direction
}

// table has the slides of all rows.
type table [1 << (4 * side)]slid

var slides = sync.OnceValue(func() *table {
	t := new(table)
	for row := range t {
		left, points := slideRow(uint16(row))
		right, _ := slideRow(reverse(uint16(row)))
		t[row] = slid{left, reverse(right), points}
	}
	return t
})

// slideRow slides the tiles of a row to its lowest cell, and returns the points.
func slideRow(row uint16) (result uint16, points uint32) {
	at, open := 0, uint16(0) // where the next tile goes, and the last tile if it may still merge
	for ; row != 0; row >>= 4 {
		switch tile := row & 15; {
		case tile == 0:
		case tile == open && tile != largest:
			result += 1 << (4 * (at - 1))
			points += 2 << tile
			open = 0
		default:
			result |= tile << (4 * at)
			at++
			open = tile
		}
	}
	return result, points
}

func reverse(row uint16) uint16 {
	row = row>>8 | row<<8
	return row>>4&0x0F0F | row&0x0F0F<<4
}

// slide returns the board after a direction, and the points.
func (t *table) slide(board uint64, a Action) (uint64, uint32) {
	if a == Up || a == Down {
		board = transpose(board)
	}
	r0, r1, r2, r3 := t[uint16(board)], t[uint16(board>>16)], t[uint16(board>>32)], t[board>>48]
	if a == Left || a == Down {
		board = uint64(r0.left) | uint64(r1.left)<<16 | uint64(r2.left)<<32 | uint64(r3.left)<<48
	} else {
		board = uint64(r0.right) | uint64(r1.right)<<16 | uint64(r2.right)<<32 | uint64(r3.right)<<48
	}
	if a == Up || a == Down {
		board = transpose(board)
	}
	return board, r0.points + r1.points + r2.points + r3.points
}

// lowest returns the place of the n-th element of a set, counted from 0.
func lowest(set uint64, n int) int {
	for ; n > 0; n-- {
		set &= set - 1
	}
	return bits.TrailingZeros64(set)
}
