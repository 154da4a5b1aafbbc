package gdl

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/gdl/kif"
)

// board is a relation between two coordinates and what is there, such as (cell 1 3 x).
type board struct {
	name          string
	columns, rows []string // in ascending order, numbers as such
	places        []place  // of each base
	symbols       map[string]string
}

// place is what a base says of a board. If content is empty, it says nothing.
type place struct {
	column, row int
	content     string
}

// findBoards returns the boards that the bases seem to describe.
func findBoards(bases []sheet.Term) []board {
	columns, rows, contents := map[string][]string{}, map[string][]string{}, map[string][]string{}
	for _, t := range bases {
		if len(t.Args) == 3 {
			columns[t.Name] = append(columns[t.Name], t.Args[0].String())
			rows[t.Name] = append(rows[t.Name], t.Args[1].String())
			contents[t.Name] = append(contents[t.Name], t.Args[2].String())
		}
	}
	var boards []board
	for name := range columns {
		b := board{name: name, columns: ordered(columns[name]), rows: ordered(rows[name]), symbols: symbols(ordered(contents[name]))}
		if len(b.columns) < 2 || len(b.rows) < 2 {
			continue
		}
		for _, t := range bases {
			if t.Name != name || len(t.Args) != 3 {
				b.places = append(b.places, place{})
				continue
			}
			column, _ := slices.BinarySearchFunc(b.columns, t.Args[0].String(), compareNames)
			row, _ := slices.BinarySearchFunc(b.rows, t.Args[1].String(), compareNames)
			b.places = append(b.places, place{column, row, t.Args[2].String()})
		}
		boards = append(boards, b)
	}
	slices.SortFunc(boards, func(a, b board) int { return strings.Compare(a.name, b.name) })
	return boards
}

// ordered returns the different names of a list in order.
func ordered(list []string) []string {
	slices.SortFunc(list, compareNames)
	return slices.Compact(list)
}

// compareNames puts numbers before other names, and orders them by their value.
func compareNames(a, b string) int {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	switch {
	case errX == nil && errY == nil:
		return cmp.Or(cmp.Compare(x, y), strings.Compare(a, b))
	case errX == nil:
		return -1
	case errY == nil:
		return 1
	}
	return strings.Compare(a, b)
}

// symbols returns for each name its first letters, as many as tell all names apart.
func symbols(names []string) map[string]string {
	for n := 1; ; n++ {
		short := map[string]string{}
		used := map[string]bool{}
		longest := 0
		for _, name := range names {
			letters := []rune(name)
			longest = max(longest, len(letters))
			text := string(letters[:min(n, len(letters))])
			short[name] = text + strings.Repeat(" ", n-min(n, len(letters)))
			used[text] = true
		}
		if len(used) == len(names) || n >= longest {
			return short
		}
	}
}

// clashes reports whether there are two things at one place of the board.
func (b *board) clashes(bases []uint64) bool {
	seen := map[[2]int]bool{}
	for w, x := range bases {
		for ; x != 0; x &= x - 1 {
			if p := b.places[w*64+bits.TrailingZeros64(x)]; p.content != "" {
				at := [2]int{p.column, p.row}
				if seen[at] {
					return true
				}
				seen[at] = true
			}
		}
	}
	return false
}

// draw draws the board, the last row first.
func (b *board) draw(bases []uint64) string {
	width := 1
	for _, s := range b.symbols {
		width = max(width, len([]rune(s)))
	}
	cells := make([][]string, len(b.rows))
	for r := range cells {
		cells[r] = slices.Repeat([]string{"." + strings.Repeat(" ", width-1)}, len(b.columns))
	}
	for w, x := range bases {
		for ; x != 0; x &= x - 1 {
			if p := b.places[w*64+bits.TrailingZeros64(x)]; p.content != "" {
				cells[p.row][p.column] = b.symbols[p.content]
			}
		}
	}
	label := 0
	for _, name := range slices.Concat(b.rows, b.columns) {
		label = max(label, len([]rune(name)))
	}
	var out strings.Builder
	for r, row := range slices.Backward(cells) {
		fmt.Fprintf(&out, "%*s", label, b.rows[r])
		for _, c := range row {
			fmt.Fprintf(&out, " %-*s", max(label, width), c)
		}
		out.WriteByte('\n')
	}
	fmt.Fprintf(&out, "%*s", label, "")
	for _, name := range b.columns {
		fmt.Fprintf(&out, " %-*s", max(label, width), name)
	}
	out.WriteByte('\n')
	lines := strings.Split(out.String(), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// Text draws the boards of a state, if the names of its propositions show any, and lists the other
// propositions.
func (g *Game) Text(s *State) string {
	var out strings.Builder
	shown := make([]bool, len(g.bases))
	for i := range g.boards {
		b := &g.boards[i]
		if b.clashes(s.bases) {
			continue
		}
		out.WriteString(b.draw(s.bases))
		for i, p := range b.places {
			shown[i] = shown[i] || p.content != ""
		}
	}
	var others []string
	for w, x := range s.bases {
		for ; x != 0; x &= x - 1 {
			if i := w*64 + bits.TrailingZeros64(x); !shown[i] {
				others = append(others, g.bases[i])
			}
		}
	}
	if len(others) > 0 {
		slices.Sort(others)
		out.WriteString(strings.Join(others, " ") + "\n")
	}
	return out.String()
}

// Parse returns the move that the sheet writes like this; the outer parentheses may be left out.
func (g *Game) Parse(text string) (Action, error) {
	t, err := readMove(text)
	if err != nil {
		return Action{}, fmt.Errorf("gdl: Parse(%q): %w", text, err)
	}
	if m := g.byName[t.String()]; m != nil {
		return Action{m}, nil
	}
	return Action{}, fmt.Errorf("gdl: Parse(%q): the sheet has no such move", text)
}

// readMove reads a term.
func readMove(text string) (sheet.Term, error) {
	list, err := kif.Parse([]byte(text))
	switch {
	case err != nil:
		return sheet.Term{}, err
	case len(list) == 0:
		return sheet.Term{}, errors.New("there is no move")
	case len(list) == 1:
		return sheet.ReadTerm(list[0])
	}
	return sheet.ReadTerm(kif.List(list...))
}

// PlayerName returns the role of a player.
func (g *Game) PlayerName(player int) string { return g.names[player] }
