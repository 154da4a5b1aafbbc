package othello_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/othello"
)

// naive implements the rules word by word: a letter per square, and walks in eight directions.
type naive struct {
	size  int
	at    [8][8]byte // by row and column: 'X', 'O' or '.'
	mover byte
}

func newNaive(size int) naive {
	n := naive{size: size, mover: 'X'}
	for row := range size {
		for column := range size {
			n.at[row][column] = '.'
		}
	}
	low, high := size/2-1, size/2
	n.at[low][low], n.at[high][high] = 'O', 'O'
	n.at[low][high], n.at[high][low] = 'X', 'X'
	return n
}

func other(player byte) byte {
	if player == 'X' {
		return 'O'
	}
	return 'X'
}

// turned returns the squares, as row and column, of the discs that a new disc of player would turn.
func (n *naive) turned(row, column int, player byte) (all [][2]int) {
	if n.at[row][column] != '.' {
		return nil
	}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			all = append(all, n.enclosed(row, column, dy, dx, player)...)
		}
	}
	return all
}

func (n *naive) enclosed(row, column, dy, dx int, player byte) (line [][2]int) {
	if dy == 0 && dx == 0 {
		return nil
	}
	for {
		row, column = row+dy, column+dx
		if row < 0 || row >= n.size || column < 0 || column >= n.size || n.at[row][column] == '.' {
			return nil
		}
		if n.at[row][column] == player {
			return line
		}
		line = append(line, [2]int{row, column})
	}
}

// places returns the names of the squares where player can place a disc.
func (n *naive) places(player byte) (names []string) {
	for row := range n.size {
		for column := range n.size {
			if len(n.turned(row, column, player)) > 0 {
				names = append(names, fmt.Sprintf("%c%d", 'a'+column, row+1))
			}
		}
	}
	return names
}

func (n *naive) actions() []string {
	places := n.places(n.mover)
	if len(places) == 0 && len(n.places(other(n.mover))) > 0 {
		return []string{"pass"}
	}
	return places
}

func (n *naive) play(name string) {
	if name != "pass" {
		row, column := int(name[1]-'1'), int(name[0]-'a')
		for _, square := range n.turned(row, column, n.mover) {
			n.at[square[0]][square[1]] = n.mover
		}
		n.at[row][column] = n.mover
	}
	n.mover = other(n.mover)
}

func (n *naive) discs(player byte) (count int) {
	for _, row := range n.at {
		for _, c := range row {
			if c == player {
				count++
			}
		}
	}
	return count
}

func (n *naive) returns() []float64 {
	switch blacks, whites := n.discs('X'), n.discs('O'); {
	case blacks > whites:
		return []float64{1, 0}
	case blacks < whites:
		return []float64{0, 1}
	}
	return []float64{0.5, 0.5}
}

// text returns what Text draws, without the last line.
func (n *naive) text() string {
	text := "  a b c d e f g h"[:1+2*n.size] + "\n"
	for row := range n.size {
		text += fmt.Sprint(row + 1)
		for _, c := range n.at[row][:n.size] {
			text += " " + string(c)
		}
		text += "\n"
	}
	return text
}

func (n *naive) perft(depth int) (sum uint64) {
	if depth == 0 {
		return 1
	}
	for _, name := range n.actions() {
		next := *n
		next.play(name)
		sum += next.perft(depth - 1)
	}
	return sum
}

func texts(moves []othello.Move) (names []string) {
	for _, m := range moves {
		names = append(names, m.String())
	}
	return names
}

func TestRulesAreThoseOfTheNaiveGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := sized(t, rapid.SampledFrom([]int{4, 6, 8, 8}).Draw(t, "size"))
		s, n := g.Start(), newNaive(g.Size())
		for {
			actions := g.AppendActions(nil, &s)
			require.Equal(t, n.actions(), texts(actions))
			require.Equal(t, n.mover == 'O', g.ToMove(&s) == 1)
			require.Contains(t, g.Text(&s), n.text())
			if len(actions) == 0 {
				break
			}
			m := rapid.SampledFrom(actions).Draw(t, "move")
			g.Apply(&s, m)
			n.play(m.String())
		}
		out := make([]float64, 2)
		g.Returns(&s, out)
		require.Equal(t, n.returns(), out)
	})
}
