package magic

// Numbered is a game in the form Binary with numbers for its actions. The sets of cards of the form Subsets are too many to number.
type Numbered struct{ Game }

// The numbers of actions begin with these, by op.
const (
	indexBlock  = 16 * 16 // behind attacks of up to 15 of each kind
	indexCast   = indexBlock + 16
	indexSkip   = indexCast + 16
	indexDraw   = indexSkip + 16
	indexDeal   = indexDraw + 16
	indexTotal  = indexDeal + Deals
	indexOfDone = indexBlock // no land blocks
)

// NumActions returns how many numbers there are.
func (Numbered) NumActions() int { return indexTotal }

// ActionIndex returns the number of an action that is not a set of cards.
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
