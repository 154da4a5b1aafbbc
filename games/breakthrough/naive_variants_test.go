package breakthrough_test

// naiveVariant implements the rules of the relatives again, on the cells of the naive game.
type naiveVariant struct {
	naive
	knights bool
}

func newNaiveKnights() naiveVariant { return naiveVariant{newNaive(8, 8), true} }

func newNaivePawns() naiveVariant {
	n := naiveVariant{naive: newNaive(8, 8)}
	n.cells[0], n.cells[7] = [8]byte{}, [8]byte{}
	return n
}

// passStep stands for a pass.
var passStep = step{row: -1}

func (n *naiveVariant) moves() []step {
	if n.winner() != 0 {
		return nil
	}
	moves := n.movesOf(n.mover())
	if n.knights || len(moves) > 0 {
		return moves
	}
	other := *n
	other.blackToMove = !n.blackToMove
	if len(other.movesOf(other.mover())) == 0 {
		return nil
	}
	return []step{passStep}
}

// movesOf tries every square as a target of every piece.
func (n *naiveVariant) movesOf(piece byte, forward int) []step {
	var moves []step
	for from := range 64 {
		for to := range 64 {
			m := step{from / 8, from % 8, to / 8, to % 8}
			rows, columns := (m.toRow-m.row)*forward, max(m.toColumn-m.column, m.column-m.toColumn)
			if n.cells[m.row][m.column] != piece || n.cells[m.toRow][m.toColumn] == piece {
				continue
			}
			if n.knights && (rows == 1 && columns == 2 || rows == 2 && columns == 1) ||
				!n.knights && n.pawnMay(m, rows, columns, forward) {
				moves = append(moves, m)
			}
		}
	}
	return moves
}

func (n *naiveVariant) pawnMay(m step, rows, columns, forward int) bool {
	isFree := n.cells[m.toRow][m.toColumn] == 0
	switch {
	case rows == 1 && columns == 0:
		return isFree
	case rows == 1 && columns == 1:
		return !isFree
	case rows == 2 && columns == 0:
		return isFree && n.cells[m.row+forward][m.column] == 0 && (m.row == 1 && forward == 1 || m.row == 6 && forward == -1)
	}
	return false
}

func (n *naiveVariant) play(m step) {
	if m == passStep {
		n.blackToMove = !n.blackToMove
		return
	}
	n.naive.play(m)
}

func (n *naiveVariant) perft(depth int) uint64 {
	moves := n.moves()
	if depth == 1 {
		return uint64(len(moves))
	}
	var sum uint64
	for _, m := range moves {
		next := *n
		next.play(m)
		sum += next.perft(depth - 1)
	}
	return sum
}
