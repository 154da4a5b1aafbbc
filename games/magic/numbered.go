package magic

// Numbered is a game in the forms Binary and Chain that numbers its actions ([game.Indexer]). The
// forms Subsets and Whole have too many sets to number.
type Numbered struct{ Game }

// The first action number of each op.
const (
	indexBlock  = 16 * 16 // attacks with up to 15 creatures of each kind come before
	indexCast   = indexBlock + 16
	indexSkip   = indexCast + 16
	indexDraw   = indexSkip + 16
	indexDeal   = indexDraw + 16
	indexTotal  = indexDeal + Deals
	indexOfDone = indexBlock // free, because kind 0, a land, does not block
)

// NumActions returns 1320.
func (Numbered) NumActions() int { return indexTotal }

// ActionIndex returns the number of an action, which must not be a set of cards.
func (Numbered) ActionIndex(a Action) int {
	switch a.op() {
	case opAttack:
		return a.kind()<<4 + a.number()
	case opBlock:
		return indexBlock + a.kind()
	case opCast:
		return indexCast + a.kind()
	case opSkip:
		return indexSkip + a.kind()
	case opDraw:
		return indexDraw + a.kind()
	case opDeal:
		return indexDeal + a.number()
	}
	return indexOfDone
}
