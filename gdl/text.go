package gdl

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/banyan-go/banyan/gdl/internal/bitset"
	"github.com/banyan-go/banyan/gdl/internal/patience"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/gdl/kif"
)

// board is a relation between two coordinates and what is there, such as (cell 1 3 x) or
// (piece a 1 white king).
type board struct {
	columns, rows []string // in ascending order, numbers as such
	places        []place  // of each base
	width         int      // of the contents, in letters
}

// place is what a base says of a board. If content is empty, it says nothing.
type place struct {
	column, row int
	content     string
}

// findBoards returns the boards that the bases seem to describe, in the order of their names.
func findBoards(bases []sheet.Term, w *patience.Watch) ([]board, error) {
	relations := map[string][]int{} // the bases with three arguments or more
	for i, t := range bases {
		if len(t.Args) >= 3 {
			key := fmt.Sprint(t.Name, " ", len(t.Args))
			relations[key] = append(relations[key], i)
		}
	}
	var boards []board
	for _, key := range slices.Sorted(maps.Keys(relations)) {
		numbers := relations[key]
		args := make([]names, len(bases[numbers[0]].Args)) // the different values of each argument
		for _, i := range numbers {
			if err := w.Over(); err != nil {
				return nil, err
			}
			for k, a := range bases[i].Args {
				args[k].add(a.String())
			}
		}
		for k := range args {
			args[k].finish()
		}
		b := board{columns: args[0].list, rows: args[1].list, places: make([]place, len(bases))}
		if len(b.columns) < 2 || len(b.rows) < 2 {
			continue
		}
		for _, i := range numbers {
			if err := w.Over(); err != nil {
				return nil, err
			}
			p := &b.places[i]
			p.column, _ = slices.BinarySearchFunc(b.columns, bases[i].Args[0].String(), compareNames)
			p.row, _ = slices.BinarySearchFunc(b.rows, bases[i].Args[1].String(), compareNames)
			for k, a := range bases[i].Args[2:] {
				p.content += args[k+2].symbol(a.String())
			}
			b.width = max(b.width, utf8.RuneCountInString(p.content))
		}
		boards = append(boards, b)
	}
	return boards, nil
}

// names are the different values of an argument.
type names struct {
	known   map[string]bool
	list    []string // in order
	letters int      // the first ones, which tell all of them apart
}

func (n *names) add(name string) {
	if n.known == nil {
		n.known = map[string]bool{}
	}
	n.known[name] = true
}

// finish puts the names in order.
func (n *names) finish() {
	n.list = slices.SortedFunc(maps.Keys(n.known), compareNames)
	for used := 0; used < len(n.list); {
		n.letters++
		clear(n.known)
		for _, name := range n.list {
			n.known[n.symbol(name)] = true
		}
		used = len(n.known)
	}
}

// symbol returns the first letters of a name, as many as tell all names apart.
func (n *names) symbol(name string) string {
	runes := []rune(name)
	return string(runes[:min(n.letters, len(runes))])
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

// clashes reports whether there are two things at one place of the board.
func (b *board) clashes(bases []uint64) bool {
	seen := map[[2]int]bool{}
	for i := range bitset.All(bases) {
		if p := b.places[i]; p.content != "" {
			at := [2]int{p.column, p.row}
			if seen[at] {
				return true
			}
			seen[at] = true
		}
	}
	return false
}

// draw draws the board, the last row first.
func (b *board) draw(bases []uint64) string {
	cells := make([][]string, len(b.rows))
	for r := range cells {
		cells[r] = slices.Repeat([]string{"."}, len(b.columns))
	}
	for i := range bitset.All(bases) {
		if p := b.places[i]; p.content != "" {
			cells[p.row][p.column] = p.content
		}
	}
	label := 0
	for _, name := range slices.Concat(b.rows, b.columns) {
		label = max(label, utf8.RuneCountInString(name))
	}
	var out strings.Builder
	for r, row := range slices.Backward(cells) {
		fmt.Fprintf(&out, "%*s", label, b.rows[r])
		for _, c := range row {
			fmt.Fprintf(&out, " %-*s", max(label, b.width), c)
		}
		out.WriteByte('\n')
	}
	fmt.Fprintf(&out, "%*s", label, "")
	for _, name := range b.columns {
		fmt.Fprintf(&out, " %-*s", max(label, b.width), name)
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
	for i := range bitset.All(s.bases) {
		if !shown[i] {
			others = append(others, g.bases[i])
		}
	}
	if len(others) > 0 {
		slices.Sort(others)
		out.WriteString(strings.Join(others, " ") + "\n")
	}
	return out.String()
}

// Parse returns the move that the sheet writes like this, whatever the case of its letters; the
// outer parentheses may be left out.
func (g *Game) Parse(text string) (Action, error) {
	t, err := readMove(text)
	if err != nil {
		return Action{}, fmt.Errorf("gdl: Parse(%q): %w", text, err)
	}
	if m := g.byName[kif.Fold(t.String())]; m != nil {
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
