package main

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// choose returns the experiments that match a name or pattern, each once and in the order of the
// page.
func choose(names []string) ([]experiment, error) {
	wanted := map[string]bool{}
	for _, name := range names {
		found, err := matching(name)
		if err != nil {
			return nil, err
		}
		for _, e := range found {
			wanted[e.name] = true
		}
	}
	return slices.DeleteFunc(append(all(), cells()...), func(e experiment) bool { return !wanted[e.name] }), nil
}

// matching returns the experiments that match a name or pattern. It is an error if there are none.
// Only a pattern that begins with the key of a grid means its cells.
func matching(name string) (found []experiment, err error) {
	list := all()
	switch name {
	case "all":
		return list, nil
	case "published":
		return slices.DeleteFunc(list, func(e experiment) bool { return e.published == (published{}) }), nil
	}
	for _, g := range grids {
		if strings.HasPrefix(name, g.key) {
			list = append(list, g.experiments()...)
		}
	}
	for _, e := range list {
		ok, err := path.Match(name, e.name)
		if err != nil {
			return nil, fmt.Errorf("%q is not a pattern: %w", name, err)
		}
		if ok {
			found = append(found, e)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("there is no experiment %q; the nearest are %s (-list names all)", name, strings.Join(nearest(name, 3), ", "))
	}
	return found, nil
}

// nearest returns the names of the n experiments that are most similar to name.
func nearest(name string, n int) []string {
	var names []string
	for _, e := range all() {
		names = append(names, e.name)
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(edits(name, a), edits(name, b)) })
	return names[:min(n, len(names))]
}

// edits returns the edit distance of a and b: the number of insertions, deletions and replacements
// of letters (V. I. Levenshtein, Binary codes capable of correcting deletions, insertions, and
// reversals, 1966).
func edits(a, b string) int {
	row := make([]int, len(b)+1) // row[j] is the distance from the letters of a so far to b[:j]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
