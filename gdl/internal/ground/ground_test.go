package ground_test

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/gdl/internal/ground"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

var some = ground.Limits{Atoms: 1000, Literals: 10_000, Steps: 100_000, Bytes: 1 << 20}

// lamps is a game for one player, who switches three lamps, one after the other.
//
//go:embed testdata/lamps.kif
var lamps string

func text(more string) []byte {
	return []byte(strings.Replace(lamps, "(init (off ?l))", "(<= (init (off ?l)) (lamp ?l))", 1) + more)
}

func program(t *testing.T, more string, limits ground.Limits) (*ground.Program, error) {
	s, err := sheet.Parse(text(more))
	require.NoError(t, err)
	return ground.Ground(t.Context(), s, limits)
}

// lines returns the rules of a program.
func lines(p *ground.Program) []string {
	var list []string
	for _, r := range p.Rules {
		line := p.Name(r.Head).String() + " <="
		for _, a := range r.Pos {
			line += " " + p.Name(a).String()
		}
		for _, a := range r.Neg {
			line += " not " + p.Name(a).String()
		}
		list = append(list, line)
	}
	return list
}

func TestGround(t *testing.T) {
	p, err := program(t, "", some)
	require.NoError(t, err)
	require.NoError(t, p.Simplify(t.Context()))
	var want []string
	for _, l := range []string{"a", "b", "c"} {
		for _, line := range []string{
			"(legal player (switch %s)) <= (true (off %[1]s))",
			"(next (off %s)) <= (true (off %[1]s)) not (does player (switch %[1]s))",
			"(or;0 %s) <= (does player (switch %[1]s))",
			"(or;0 %s) <= (true (on %[1]s))",
			"(next (on %s)) <= (or;0 %[1]s)",
			"dark <= (true (off %s))",
			"(goal player 100) <= (true (on %s)) not dark",
		} {
			want = append(want, fmt.Sprintf(line, l))
		}
	}
	require.ElementsMatch(t, append(want, "terminal <= not dark", "(goal player 0) <= dark"), lines(p))

	require.Len(t, p.Bases, 6)
	for _, b := range p.Bases {
		require.Equal(t, strings.HasPrefix(b.Name.String(), "(off "), b.Init)
		require.Equal(t, "(true "+b.Name.String()+")", p.Name(b.True).String())
		require.Equal(t, "(next "+b.Name.String()+")", p.Name(b.Next).String())
	}
	require.Len(t, p.Moves[0], 3)
	require.Equal(t, "(does player (switch a))", p.Name(p.Moves[0][0].Does).String())
	require.Equal(t, "(legal player (switch a))", p.Name(p.Moves[0][0].Legal).String())
	require.ElementsMatch(t, []int{0, 100}, []int{p.Goals[0][0].Value, p.Goals[0][1].Value})
	require.Equal(t, "terminal", p.Name(p.Terminal).String())
}

// What never changes leaves the rules, and so do the rules that it makes useless.
func TestSimplify(t *testing.T) {
	p, err := program(t, `(init power) (<= (next power) (true power)) (init start)
(<= lit (true power) (true (on a)))
(<= never (true (on d)))
(<= early (true start))
(<= (next (seen lit)) lit) (<= (next (seen never)) never) (<= (next (seen early)) early) (<= (next (seen dim)) (not (true power)))`, some)
	require.NoError(t, err)
	require.NoError(t, p.Simplify(t.Context()))
	var seen []string
	for _, line := range lines(p) {
		if strings.Contains(line, "seen") || strings.Contains(line, "lit <=") || strings.Contains(line, "early <=") {
			seen = append(seen, line)
		}
	}
	require.ElementsMatch(t, []string{"lit <= (true (on a))", "(next (seen lit)) <= lit", "early <= (true start)", "(next (seen early)) <= early"}, seen)
}

func TestComponents(t *testing.T) {
	p, err := program(t, `(<= (reached a) (true (on a)))
(<= (reached ?m) (reached ?l) (near ?l ?m) (true (on ?m)))
(<= (near ?l ?m) (after ?l ?m)) (<= (near ?m ?l) (after ?l ?m))
(<= (goal player 50) (reached c))`, some)
	require.NoError(t, err)
	require.NoError(t, p.Simplify(t.Context()))
	position := map[int32]int{}
	var cycle []string
	for i, group := range p.Components() {
		for _, a := range group {
			require.NotContains(t, position, a)
			position[a] = i
			if len(group) > 1 {
				cycle = append(cycle, p.Name(a).String())
			}
		}
	}
	require.Len(t, position, p.Atoms)
	require.ElementsMatch(t, []string{"(reached a)", "(reached b)", "(reached c)"}, cycle)
	for _, r := range p.Rules {
		for _, a := range append(append([]int32(nil), r.Pos...), r.Neg...) {
			require.LessOrEqual(t, position[a], position[r.Head])
		}
	}
}

// joined returns a rule each of whose variables is joined with each other one, and the relation of
// n numbers with which they are joined. Nothing of that can be spared.
func joined(n, variables int) string {
	var b strings.Builder
	for i := range n {
		for j := range n {
			fmt.Fprintf(&b, "(joined %d %d)\n", i, j)
		}
	}
	b.WriteString("(<= (next p) (true (on a))")
	for i := range variables {
		for j := range i {
			fmt.Fprintf(&b, " (joined ?%d ?%d)", j, i)
		}
	}
	return b.String() + ")"
}

// What no condition demands is not derived, and rules with many variables are split, where that is
// needed to stay within the limits.
func TestSparing(t *testing.T) {
	numbers := ""
	for i := range 20 {
		numbers += fmt.Sprintf("(succ %d %d) ", i, i+1)
	}
	smaller := numbers + "(<= (smaller ?a ?b) (succ ?a ?b)) (<= (smaller ?a ?c) (succ ?a ?b) (smaller ?b ?c))\n"
	for name, c := range map[string]struct {
		more       string
		atoms      int
		want, none string // beginnings of rules
	}{
		"constants": {
			smaller + `(<= (far ?a ?b ?c ?d) (smaller ?a ?c) (smaller ?b ?d) (true (on ?l)))
(<= (next early) (true (off ?l)) (far 0 0 ?u 1) (succ 0 ?u))`,
			1000, "(far 0 0 1 1) <=", "(far 0 0 2 1) <=",
		},
		"bound arguments": {
			numbers + `(<= (path ?a ?b) (succ ?a ?b) (true (on a))) (<= (path ?a ?c) (path ?a ?b) (succ ?b ?c) (true (on a)))
(<= (next (seen ?a)) (true (on ?a))) (<= (next early) (path 17 ?b)) (<= (next early) (path 18 ?b) (true (off a)))`,
			200, "(path 17 20) <=", "(path 16 ",
		},
		"negations": {
			smaller + `(<= (far ?a ?b ?c ?d) (smaller ?a ?c) (smaller ?b ?d) (true (on ?l)))
(<= (next early) (true (off ?l)) (succ ?a 2) (not (far 0 ?a 3 4)))`,
			1000, "(far 0 1 3 4) <=", "(far 0 0 ",
		},
		"arguments in groups": {
			smaller + `(<= (far ?a ?b ?c ?d) (smaller ?a ?c) (smaller ?b ?d) (true (on ?l)))
(<= (next early) (true (off ?l)) (succ 3 ?a) (succ 4 ?b) (far ?a ?b ?c ?d))`,
			1000, "(far 4 5 6 7) <=", "(far 4 6 ",
		},
		"functions": { // To ask for them would have no end.
			`(t 0) (t 1) (t 2) (t 3) (t 4) (t 5) (t 6) (t 7) (<= (p ?x) (p (f ?x))) (<= (p ?x) (q ?x ?b ?c))
(<= (q ?a ?b ?c) (t ?a) (t ?b) (t ?c) (true (on ?l))) (<= (next early) (true (off ?l)) (p 3))`,
			1000, "(p 3) <=", "(p (f ",
		},
		"variables of one condition": {
			numbers + `(<= (next (at ?a)) (does player (switch ?l)) (true (at ?a)) (true (at ?b)) (true (at ?c)) (true (at ?d)) (true (at ?e)))
(init (at 0)) (<= (next (at ?b)) (true (at ?a)) (succ ?a ?b))`,
			1000, "(next (at 20)) <= ", "(smaller ",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := program(t, c.more, ground.Limits{Atoms: c.atoms, Literals: 10_000, Steps: 50_000, Bytes: 1 << 20})
			require.NoError(t, err)
			list := lines(p)
			begins := func(with string) bool {
				return slices.ContainsFunc(list, func(line string) bool { return strings.HasPrefix(line, with) })
			}
			require.True(t, begins(c.want), "%q", list)
			require.False(t, begins(c.none))
		})
	}
}

// The negation of what is true at first, and stays so by a rule, is never tried: the walls of a
// maze bound where a player can be.
func TestLasting(t *testing.T) {
	maze := "(init (at 0)) (init (wall 3)) (<= (next (wall ?x)) (true (wall ?x)))"
	for i := range 20 {
		maze += fmt.Sprintf("(succ %d %d) ", i, i+1)
	}
	p, err := program(t, maze+"(<= (next (at ?b)) (true (at ?a)) (succ ?a ?b) (not (true (wall ?b))))", some)
	require.NoError(t, err)
	var places []string
	for _, b := range p.Bases {
		if strings.HasPrefix(b.Name.String(), "(at ") {
			places = append(places, b.Name.String())
		}
	}
	require.ElementsMatch(t, []string{"(at 0)", "(at 1)", "(at 2)"}, places)
}

func TestErrors(t *testing.T) {
	for more, want := range map[string]string{
		"(init (n z)) (<= (next (n (s ?x))) (true (n ?x)))":    "gdl: line 11: the atoms that may hold have more than 16000 names, the last ones in the relation",
		"(init (n z)) (<= (next (n (s ?x ?x))) (true (n ?x)))": "gdl: line 11: an atom of the relation next has more than 2000 names",
		joined(3, 11):                      "gdl: line 20: the conditions of the rules are tried with more than 100000 combinations of atoms",
		"(goal player (f 3))":              "gdl: line 11: the goal (goal player (f 3)) is no whole number from 0 to 100",
		"(goal player 101)":                "gdl: line 11: the goal (goal player 101) is no whole number from 0 to 100",
		"(goal player winner)":             "gdl: line 11: the goal (goal player winner) is no whole number from 0 to 100",
		"(<= (goal player ?l)\n(lamp ?l))": "gdl: line 11: the goal (goal player a) is no whole number from 0 to 100",
		"(<= (next (p ?a ?b ?c ?d ?e ?f ?g ?h)) (lamp ?a) (lamp ?b) (lamp ?c) (lamp ?d) (lamp ?e) (lamp ?f) (lamp ?g) (lamp ?h))": "gdl: line 11: more than 1000 atoms may hold, ",
		"(<= (next p) (lamp ?l) " + strings.Repeat("(or (distinct ?l a) (distinct ?l b) (not (true (on ?l))))", 14) + ")":         "gdl: line 11: the disjunctions of the rules make more than 20000 rules",
	} {
		_, err := program(t, more, some)
		require.ErrorContains(t, err, want, "%.60s", more)
	}
	_, err := program(t, "", ground.Limits{Atoms: 1000, Literals: 20, Steps: 1000, Bytes: 1 << 20})
	require.ErrorContains(t, err, "the rules without variables have more than 20 conditions; the last one is one for")
}

// patient is a context that is done when its error is queried too often.
type patient struct {
	context.Context
	left int
}

func (p *patient) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return nil
}

// The work ends in the middle of a rule whose conditions hold for billions of combinations.
func TestCancelJoin(t *testing.T) {
	s, err := sheet.Parse(text(joined(10, 10)))
	require.NoError(t, err)
	_, err = ground.Ground(&patient{t.Context(), 2}, s, ground.Limits{Atoms: 1000, Literals: 10_000, Steps: 1 << 30, Bytes: 1 << 20})
	require.ErrorIs(t, err, context.Canceled)
}

func TestCancel(t *testing.T) {
	s, err := sheet.Parse(text(""))
	require.NoError(t, err)
	cause := errors.New("no time")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	_, err = ground.Ground(ctx, s, some)
	require.ErrorIs(t, err, cause)
}
