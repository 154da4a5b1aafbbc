package goofspiel_test

import (
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/goofspiel"
)

// solver computes the values of two-player games by backward induction. The value of a round is the
// value of the matrix game whose entries are the values of the next states.
type solver struct {
	t     require.TestingT
	game  goofspiel.Game
	known map[goofspiel.State]float64
}

func newSolver(t require.TestingT, g goofspiel.Game) *solver {
	return &solver{t, g, map[goofspiel.State]float64{}}
}

// value returns the value of s for the first player, if both players play their best mixed
// strategies.
func (v *solver) value(s goofspiel.State) float64 {
	if value, ok := v.known[s]; ok {
		return value
	}
	value := 0.0
	switch v.game.ToMove(&s) {
	case game.Chance:
		for _, o := range v.game.AppendOutcomes(nil, &s) {
			next := s
			v.game.Apply(&next, o.Action)
			value += o.Prob * v.value(next)
		}
	case game.Simultaneous:
		value, _, _ = solve(v.t, v.matrix(s))
	default:
		var out [2]float64
		v.game.Returns(&s, out[:])
		value = out[0]
	}
	v.known[s] = value
	return value
}

// matrix returns the values of all joint actions at s, with a row for every card of the first
// player.
func (v *solver) matrix(s goofspiel.State) [][]float64 {
	var matrix [][]float64
	for _, mine := range v.game.AppendPlayerActions(nil, &s, 0) {
		var row []float64
		for _, other := range v.game.AppendPlayerActions(nil, &s, 1) {
			next := s
			v.game.ApplyJoint(&next, []goofspiel.Card{mine, other})
			row = append(row, v.value(next))
		}
		matrix = append(matrix, row)
	}
	return matrix
}

// solve returns the value of a matrix game and optimal mixed strategies of the rows, which
// maximize, and of the columns, which minimize. It checks that both strategies guarantee the value,
// which proves all three.
func solve(t require.TestingT, matrix [][]float64) (value float64, rows, columns []float64) {
	tableau := newTableau(matrix)
	for tableau.pivot() {
	}
	value, rows, columns = tableau.mixes()
	for i := range rows {
		payoff := 0.0
		for j, share := range columns {
			payoff += share * matrix[i][j]
		}
		require.LessOrEqual(t, payoff, value+1e-9, "row %d against %v in %v", i, columns, matrix)
	}
	for j := range columns {
		payoff := 0.0
		for i, share := range rows {
			payoff += share * matrix[i][j]
		}
		require.GreaterOrEqual(t, payoff, value-1e-9, "column %d against %v in %v", j, rows, matrix)
	}
	return value, rows, columns
}

// tableau is the linear program of the columns, with all payoffs positive: maximize the sum of y
// subject to A y <= 1 and y >= 0. The value of the game is 1 over that sum (Dantzig, 1951). The
// last row holds the objective, and the last column the right-hand sides.
type tableau struct {
	cells   [][]float64
	basis   []int // the variable of each row; slack variables follow the columns' variables
	columns int
}

// shift is added to payoffs from 0 to 1 to make them positive.
const shift = 1

func newTableau(matrix [][]float64) *tableau {
	m, n := len(matrix), len(matrix[0])
	t := &tableau{columns: n}
	for i, payoffs := range matrix {
		row := make([]float64, n+m+1)
		for j, payoff := range payoffs {
			row[j] = payoff + shift
		}
		row[n+i], row[n+m] = 1, 1
		t.cells, t.basis = append(t.cells, row), append(t.basis, n+i)
	}
	objective := make([]float64, n+m+1)
	for j := range n {
		objective[j] = -1
	}
	t.cells = append(t.cells, objective)
	return t
}

// pivot makes a step of the simplex method and reports whether there was one. Bland's rule (1977)
// prevents cycles.
func (t *tableau) pivot() bool {
	const tiny = 1e-12
	m := len(t.basis)
	right := t.columns + m
	enter := 0
	for enter < right && t.cells[m][enter] > -tiny {
		enter++
	}
	if enter == right {
		return false
	}
	leave, least := -1, 0.0
	for i, row := range t.cells[:m] {
		if row[enter] <= tiny {
			continue
		}
		ratio := row[right] / row[enter]
		if leave < 0 || ratio < least-tiny || ratio < least+tiny && t.basis[i] < t.basis[leave] {
			leave, least = i, ratio
		}
	}
	t.exchange(leave, enter)
	return true
}

func (t *tableau) exchange(leave, enter int) {
	chosen := t.cells[leave]
	by := chosen[enter]
	for j := range chosen {
		chosen[j] /= by
	}
	for i, row := range t.cells {
		if factor := row[enter]; i != leave {
			for j := range row {
				row[j] -= factor * chosen[j]
			}
		}
	}
	t.basis[leave] = enter
}

// mixes returns the value and the mixed strategies of rows and columns after the last pivot.
func (t *tableau) mixes() (value float64, rows, columns []float64) {
	m := len(t.basis)
	objective, right := t.cells[m], t.columns+m
	scale := 1 / objective[right]
	rows, columns = make([]float64, m), make([]float64, t.columns)
	for i := range rows {
		rows[i] = scale * objective[t.columns+i]
	}
	for i, variable := range t.basis {
		if variable < t.columns {
			columns[variable] = scale * t.cells[i][right]
		}
	}
	return scale - shift, rows, columns
}
