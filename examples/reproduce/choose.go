package main

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// choose returns the experiments of these names or patterns, each once and in the order of the page.
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
	return slices.DeleteFunc(all(), func(e experiment) bool { return !wanted[e.name] }), nil
}

// matching returns the experiments of a name or pattern, of which there must be one.
func matching(name string) (found []experiment, err error) {
	for _, e := range all() {
		ok, err := path.Match(name, e.name)
		if err != nil {
			return nil, fmt.Errorf("%q is no pattern: %w", name, err)
		}
		if ok || name == "all" {
			found = append(found, e)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("there is no experiment %q; the nearest are %s (-list names all)", name, strings.Join(nearest(name, 3), ", "))
	}
	return found, nil
}

// nearest returns the names of a few experiments that are the most like name.
func nearest(name string, n int) []string {
	var names []string
	for _, e := range all() {
		names = append(names, e.name)
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(edits(name, a), edits(name, b)) })
	return names[:min(n, len(names))]
}

// edits returns how many letters have to be put in, taken out or replaced to get from a to b (V. I. Levenshtein,
// Binary codes capable of correcting deletions, insertions, and reversals, 1966).
func edits(a, b string) int {
	row := make([]int, len(b)+1) // row[j]: from what has been read of a to b[:j]
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
