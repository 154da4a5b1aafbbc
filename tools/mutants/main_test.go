package main

import "testing"

func TestChange(t *testing.T) {
	const source = "a\n\tif a >= -1 {\n\t\tb++\n"
	for want, m := range map[string]mutant{
		"a\n\tif a > -1 {\n\t\tb++\n":  {Type: "CONDITIONALS_BOUNDARY", Line: 2, Column: 7},
		"a\n\tif a < -1 {\n\t\tb++\n":  {Type: "CONDITIONALS_NEGATION", Line: 2, Column: 7},
		"a\n\tif a >= +1 {\n\t\tb++\n": {Type: "INVERT_NEGATIVES", Line: 2, Column: 10},
		"a\n\tif a >= -1 {\n\t\tb--\n": {Type: "INCREMENT_DECREMENT", Line: 3, Column: 4},
	} {
		if got, err := change([]byte(source), m); err != nil || string(got) != want {
			t.Errorf("%v: got %q, %v, want %q", m, got, err, want)
		}
	}
	for _, m := range []mutant{
		{Type: "ARITHMETIC_BASE", Line: 1, Column: 1},
		{Type: "INVERT_LOGICAL", Line: 2, Column: 7},
		{Type: "ARITHMETIC_BASE", Line: 9, Column: 1},
		{Type: "ARITHMETIC_BASE", Line: 1, Column: 9},
	} {
		if _, err := change([]byte(source), m); err == nil {
			t.Errorf("%v: got no error", m)
		}
	}
}
