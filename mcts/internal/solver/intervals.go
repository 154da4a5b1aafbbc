package solver

import (
	"encoding/binary"
	"math"
)

// Values are proven on a grid: whole numbers of units, of which the range of returns has
// gridUnits. So sums of values are exact, and rounding errors cannot make a proof unsound. Values
// that differ by less than gridSlack units are taken for equal, because averages over chance are
// rounded.
const (
	gridUnits = 1 << 32
	gridSlack = 1 << 12
)

// interval bounds the value of a node to one player, in units: from lo to hi.
type interval struct{ lo, hi int64 }

var unknown = interval{0, gridUnits}

func (v interval) isExact() bool { return v.hi-v.lo <= gridSlack }

// intervalTable numbers the different bounds of nodes, so that a node needs a number only. Number 0
// stands for unknown values.
type intervalTable struct {
	players int
	all     []interval // intervals of all players, one number after the other
	numbers map[string]uint32
	key     []byte
	common  *common // this table has some of these, for one of several workers; nil: it is alone
}

// maxIntervals is how many different bounds are told apart. Further ones count as unknown, which is
// sound.
const maxIntervals = 1 << 16

func newIntervalTable(players int) intervalTable {
	t := intervalTable{players: players, numbers: map[string]uint32{}}
	none := make([]interval, players)
	for p := range none {
		none[p] = unknown
	}
	t.number(none)
	return t
}

// of returns the bounds with a number, one interval per player. They are only read.
func (t *intervalTable) of(number uint32) []interval {
	if int(number)*t.players >= len(t.all) {
		t.all = t.common.list()
	}
	return t.all[int(number)*t.players:][:t.players]
}

// number returns the number of some bounds, or 0 if there are too many.
func (t *intervalTable) number(bounds []interval) uint32 {
	t.key = t.key[:0]
	for _, v := range bounds {
		t.key = binary.LittleEndian.AppendUint64(t.key, uint64(v.lo))
		t.key = binary.LittleEndian.AppendUint64(t.key, uint64(v.hi))
	}
	n, ok := t.numbers[string(t.key)]
	switch {
	case ok:
		return n
	case t.common != nil:
		if n = t.common.number(bounds); n == 0 {
			return 0
		}
	case len(t.numbers) == maxIntervals:
		return 0
	default:
		n = uint32(len(t.numbers))
		t.all = append(t.all, bounds...)
	}
	t.numbers[string(t.key)] = n
	return n
}

// Range bounds the returns of every player.
type Range struct{ Min, Max float64 }

// Slack is the difference below which two values are taken for equal.
func (r Range) Slack() float64 { return (r.Max - r.Min) / gridUnits * gridSlack }

// toGrid returns a return in units.
func (r Range) toGrid(v float64) int64 {
	return int64(math.Round((v - r.Min) / (r.Max - r.Min) * gridUnits))
}

// fromGrid returns so many units as a return.
func (r Range) fromGrid(units int64) float64 {
	return r.Min + float64(units)/gridUnits*(r.Max-r.Min)
}
