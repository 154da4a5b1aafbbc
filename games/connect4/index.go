package connect4

// openIndices lists the members of every set of columns, like openColumns.
var openIndices [1 << maxWidth][maxWidth]int32

func init() {
	for set := range openIndices {
		n := 0
		for c := range int32(maxWidth) {
			if set>>c&1 != 0 {
				openIndices[set][n] = c
				n++
			}
		}
	}
}

// NumActions returns the number of columns.
func (g Game) NumActions() int { return g.Width() }

// ActionIndex returns the column.
func (Game) ActionIndex(a Drop) int { return int(a) }

// IndexAction returns the drop into column i.
func (Game) IndexAction(i int32) Drop { return Drop(i) }

// AppendIndices appends the columns that AppendActions lists. Like that, it may write up to 8
// elements after dst.
func (g Game) AppendIndices(dst []int32, s *State) []int32 {
	if hasLine(s.own ^ s.discs) {
		return dst
	}
	set := g.openSet(s)
	n := openColumns[set].n
	if old := len(dst); old+maxWidth <= cap(dst) {
		*(*[maxWidth]int32)(dst[old : old+maxWidth]) = openIndices[set]
		return dst[:old+n]
	}
	return append(dst, openIndices[set][:n]...)
}

// IsLegalIndex reports whether column i is not full and the game is not over.
func (g Game) IsLegalIndex(s *State, i int32) bool {
	return g.openSet(s)>>(i&7)&1 != 0 && !hasLine(s.own^s.discs)
}
