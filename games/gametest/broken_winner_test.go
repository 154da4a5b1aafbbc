package gametest_test

// winnerBlind overlooks wins by two pebbles.
type winnerBlind struct{ pebbles }

func (g winnerBlind) WinningAction(s *heap) (take, bool) {
	a, ok := g.pebbles.WinningAction(s)
	return a, ok && a != 2
}

// winnerHopes takes a draw for a win.
type winnerHopes struct{ pebbles }

func (winnerHopes) WinningAction(s *heap) (take, bool) {
	return take(s.left), s.left > 0 && s.left <= 3
}

type winnerIllegal struct{ pebbles }

func (g winnerIllegal) WinningAction(s *heap) (take, bool) {
	a, ok := g.pebbles.WinningAction(s)
	return a + 1, ok
}

type winnerUnsteady struct{ pebbles }

func (g winnerUnsteady) WinningAction(s *heap) (take, bool) {
	a, ok := g.pebbles.WinningAction(s)
	if !ok && sometimes() {
		a = 0
	}
	return a, ok
}

type marksWinner struct{ pebbles }

func (g marksWinner) WinningAction(s *heap) (take, bool) {
	s.counts[0] |= 64
	return g.pebbles.WinningAction(s)
}
