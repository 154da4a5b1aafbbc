package sheet_test

import (
	_ "embed"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

// lamp is a game for one player: it may switch a lamp on.
//
//go:embed testdata/lamp.kif
var lamp string

func TestParse(t *testing.T) {
	s, err := sheet.Parse([]byte(lamp + "(<= (P ?x (f ?Y)) (or (q ?x) (and (q (g ?x)) (r))) (not (q ?y)) (q ?y) (distinct ?x ?y))"))
	require.NoError(t, err)
	require.Equal(t, []string{"player"}, s.Roles)
	require.Equal(t, "(<= (next on) (does player switch) (true off))", s.Rules[3].String())
	require.Equal(t, "(<= (P ?x (f ?Y)) (or (q ?x) (and (q (g ?x)) r)) (not (q ?Y)) (q ?Y) (distinct ?x ?Y))", s.Rules[6].String())
	require.Equal(t, 7, s.Rules[6].Pos.Line)
}

// Case does not tell names apart, and the first spelling stands for all, but relations and
// functions have separate names, and the names of the language are lower case.
func TestSpelling(t *testing.T) {
	s, err := sheet.Parse([]byte("(ROLE White) (Init (At Start)) (Role RANDOM)" +
		"(<= (LEGAL white (goTo End)) (TRUE (at START)) (Distinct A a))" +
		"(<= (at End) (NOT (True (AT (GoTo))))) (<= terminal (OR (aT END) (at goto)))" +
		"(<= (goal WHITE 100) TERMINAL) (legal random noOp) (LEGAL random (noOp END))"))
	require.NoError(t, err)
	require.Equal(t, []string{"White", "random"}, s.Roles)
	var text []string
	for _, r := range s.Rules {
		text = append(text, r.String())
	}
	require.Equal(t, []string{
		"(role White)", "(init (At Start))", "(role random)",
		"(<= (legal White (goTo End)) (true (At Start)) (distinct A A))",
		"(<= (at End) (not (true (At GoTo))))", "(<= terminal (or (at End) (at GoTo)))",
		"(<= (goal White 100) terminal)", "(legal random noOp)", "(legal random (noOp End))",
	}, text)
	_, err = sheet.Parse([]byte(lamp + "(Like a)\n(<= q (like a b))"))
	require.EqualError(t, err, "gdl: line 8: relation Like has 2 arguments in (Like a b), and 1 in line 7")
}

func TestErrors(t *testing.T) {
	for added, want := range map[string]string{
		"(p":                                  "kif: line 7, column 1: a list is not closed, want )",
		"(<=)":                                "line 7: a rule without a head",
		"()":                                  "line 7: () is no term",
		"((p) q)":                             "line 7: the list ((p) q) begins with a list, want a name",
		"(p (?x q))":                          "line 7: the list (?x q) begins with a variable, want a name",
		"(<= (p a) ?x)":                       "line 7: the variable ?x stands where a relation is expected",
		"(<= p (q (not a)) (<= a b))":         "line 7: <= stands where a relation is expected",
		"(not p)":                             "line 7: not stands where a relation is expected",
		"(<= p (not a b))":                    "line 7: (not a b) has 2 parts, want 1",
		"(<= p (or))":                         "line 7: (or) has no parts",
		"(<= p (distinct a))":                 "line 7: (distinct a) compares 1 terms, want 2",
		"(p a)\n(<= q (p a b))":               "line 8: relation p has 2 arguments in (p a b), and 1 in line 7",
		"(init on off)":                       "line 7: (init on off) has 2 arguments, want 1",
		"(<= (does player a) p)":              "line 7: (does player a) stands in the head of a rule, where does cannot stand",
		"(<= p (next on))":                    "line 7: (next on) stands in the body of a rule, where next cannot stand",
		"(<= (sees player on) (true on))":     "line 7: the sheet has the relation sees: games of imperfect information (GDL-II) are not supported",
		"(<= (role other) (q a))":             "line 7: (<= (role other) (q a)): a role must be a name, without conditions",
		"(p ?x)":                              "line 7: variable ?x of the head (p ?x) does not stand in a condition that must hold",
		"(<= p (not (q ?x)))":                 "line 7: variable ?x of (not (q ?x)) does not stand in a condition that must hold",
		"(<= p (q ?x) (distinct ?x ?y))":      "line 7: variable ?y of (distinct ?x ?y) does not stand in a condition that must hold",
		"(<= (p ?x) (or (q ?x) (r ?y)))":      "line 7: variable ?x of the head (p ?x) does not stand in a condition that must hold",
		"(<= p (or (q a) (distinct ?x a)))":   "line 7: variable ?x of (distinct ?x a) does not stand in a condition that must hold",
		"(<= (legal player ?m) (does ?r ?m))": "line 7: legal must not depend on does: legal <= does",
		"(<= (goal player 0) p)\n(<= p q)\n(<= q (true on) (does player switch))": "line 7: goal must not depend on does: goal <= p <= q <= does",
		"(<= (init on) p)\n(<= p (not (true on)))":                                "line 7: init must not depend on true: init <= p <= true",
	} {
		_, err := sheet.Parse([]byte(lamp + added))
		if added != "(p" {
			want = "gdl: " + want
		}
		require.EqualError(t, err, want, added)
	}
	_, err := sheet.Parse([]byte("(role player)"))
	require.EqualError(t, err, "gdl: no rule says what legal is")
}

// A role that is named twice is one.
func TestRoles(t *testing.T) {
	s, err := sheet.Parse([]byte(lamp + "(role other) (role player)"))
	require.NoError(t, err)
	require.Equal(t, []string{"player", "other"}, s.Roles)
}

// A variable may get its value inside a part of an or, where it is also needed.
func TestSafe(t *testing.T) {
	for _, added := range []string{
		"(<= (p ?x) (or (q ?x) (r ?x)))",
		"(<= (p ?x) (or (and (q ?x) (not (s ?x))) (r ?x)))",
		"(<= (p ?x) (not (s ?x)) (and (q ?x) (r ?y) (distinct ?x ?y)))",
		"(<= p (not (or (s ?x) (and (r ?x) (s a)))) (q ?x))",
	} {
		_, err := sheet.Parse([]byte(lamp + added))
		require.NoError(t, err, added)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(lamp + "(<= (p ?x (f ?y)) (or (q ?x) (and (q (g ?x)) (r))) (not (q ?y)) (q ?y) (distinct ?x ?y))"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := sheet.Parse(text)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		again := ""
		for _, r := range s.Rules {
			again += r.String() + "\n"
		}
		s2, err := sheet.Parse([]byte(again))
		require.NoError(t, err)
		for i, r := range s2.Rules {
			require.Equal(t, s.Rules[i].String(), r.String())
		}
	})
}
