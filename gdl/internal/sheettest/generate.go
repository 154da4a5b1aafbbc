// Package sheettest provides rule sheets for tests: small random ones in which rules of every kind
// meet, the sheets of this library, and public ones.
package sheettest

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/gdl/sheets"
)

// relation is a relation of a random sheet.
type relation struct {
	name string
	args int
	kind kind
}

// kind determines what a relation may depend on.
type kind int

const (
	static kind = iota
	ofState
	ofMoves
)

// Sheets returns a generator of rule sheets with two roles. Each role may always wait, so that no
// state is without moves. The only errors of such a sheet are relations that depend on their own
// negation and ends without one goal for each role.
func Sheets() *rapid.Generator[string] { return rapid.Custom(draw) }

func draw(t *rapid.T) string {
	d := &generator{t: t}
	for i := range d.number(1, 5, "relations") {
		d.relations = append(d.relations, relation{
			fmt.Sprintf("p%d", i), d.number(0, 2, "arguments"),
			rapid.SampledFrom([]kind{static, ofState, ofState, ofMoves}).Draw(t, "kind"),
		})
	}
	d.line("(role x) (role y) (init (f a)) (legal x wait) (legal y wait) (goal x 50) (succ a b) (succ b c)")
	d.line("(<= (goal y 100) (true (f c))) (<= (goal y 0) (not (true (f c))))")
	for range d.number(0, 2, "facts of the first state") {
		d.line("(init %s)", d.fluent(nil))
	}
	for range d.number(4, 16, "rules") {
		d.rule(rapid.SampledFrom(d.relations).Draw(t, "head"))
	}
	for range d.number(1, 5, "rules of next") {
		d.headed("next", ofMoves, d.fluent)
	}
	for range d.number(1, 4, "rules of legal") {
		d.headed("legal", ofState, d.move)
	}
	for _, rule := range lively {
		if rapid.Bool().Draw(t, "a lively rule") {
			d.line("%s", rule)
		}
	}
	d.headed("terminal", ofState, func([]string) string { return "" })
	return d.text.String()
}

// lively are rules that give the roles a choice, and with which the state continues to change.
var lively = []string{
	"(<= (next (f ?y)) (true (f ?x)) (succ ?x ?y))",
	"(<= (next (g ?x ?y)) (true (g ?x ?y)))",
	"(<= (next (f ?x)) (does x (put ?x)))",
	"(<= (next (g ?y ?x)) (does ?r (put ?x)) (true (f ?y)))",
	"(<= (legal ?r (put a)) (role ?r))",
	"(<= (legal ?r (put ?x)) (role ?r) (true (f ?y)) (succ ?x ?y))",
}

// generator makes the parts of a sheet.
type generator struct {
	t         *rapid.T
	text      strings.Builder
	relations []relation
}

func (d *generator) line(format string, args ...any) { fmt.Fprintf(&d.text, format+"\n", args...) }

func (d *generator) number(least, most int, label string) int {
	return rapid.IntRange(least, most).Draw(d.t, label)
}

// rule writes a rule for a relation.
func (d *generator) rule(r relation) {
	d.headed(r.name, r.kind, func(variables []string) string { return d.terms(r.args, variables) })
}

// headed writes a rule whose head has arguments with variables of the body.
func (d *generator) headed(name string, k kind, arguments func(variables []string) string) {
	var variables []string
	var body []string
	for range rapid.SampledFrom([]int{0, 1, 1, 2, 2, 3}).Draw(d.t, "positive literals") {
		var text string
		text, variables = d.positive(k, variables)
		body = append(body, text)
	}
	for range d.number(0, 2, "tests") {
		body = append(body, d.test(k, variables, 1))
	}
	body = rapid.Permutation(body).Draw(d.t, "order")
	d.line("(<= (%s %s) %s)", name, arguments(variables), strings.Join(body, " "))
}

// positive returns an atom with variables, which may be new, and all variables.
func (d *generator) positive(k kind, variables []string) (string, []string) {
	all := []string{"?u", "?v", "?w"}
	text := d.atom(k, all)
	for _, v := range all {
		if strings.Contains(text, v) && !slices.Contains(variables, v) {
			variables = append(variables, v)
		}
	}
	return text, variables
}

// test returns a condition that gives no variable its value.
func (d *generator) test(k kind, variables []string, depth int) string {
	switch n := d.number(0, 3+2*depth, "test"); n {
	case 0:
		return fmt.Sprintf("(distinct %s %s)", d.term(variables), d.term(variables))
	case 1, 2:
		return fmt.Sprintf("(not %s)", d.atom(k, variables))
	case 3:
		return d.atom(k, variables)
	case 4:
		return fmt.Sprintf("(or %s %s)", d.test(k, variables, depth-1), d.test(k, variables, depth-1))
	default:
		return fmt.Sprintf("(not (and %s %s))", d.test(k, variables, depth-1), d.test(k, variables, depth-1))
	}
}

// atom returns an atom that a relation of kind k may depend on.
func (d *generator) atom(k kind, variables []string) string {
	names := []relation{{"succ", 2, static}, {"role", 1, static}}
	for _, r := range d.relations {
		if r.kind <= k {
			names = append(names, r, r)
		}
	}
	if k >= ofState {
		names = append(names, relation{name: "true"}, relation{name: "true"})
	}
	if k >= ofMoves {
		names = append(names, relation{name: "does"})
	}
	switch r := rapid.SampledFrom(names).Draw(d.t, "relation"); r.name {
	case "true":
		return fmt.Sprintf("(true %s)", d.fluent(variables))
	case "does":
		return fmt.Sprintf("(does %s)", d.move(variables))
	default:
		return fmt.Sprintf("(%s %s)", r.name, d.terms(r.args, variables))
	}
}

// fluent returns a proposition of the state.
func (d *generator) fluent(variables []string) string {
	if d.number(0, 3, "fluent") == 0 {
		return fmt.Sprintf("(g %s)", d.terms(2, variables))
	}
	return fmt.Sprintf("(f %s)", d.terms(1, variables))
}

// move returns a role and its move.
func (d *generator) move(variables []string) string {
	role := rapid.SampledFrom([]string{"x", "y"}).Draw(d.t, "role")
	if d.number(0, 3, "move") == 0 {
		return role + " wait"
	}
	return fmt.Sprintf("%s (put %s)", role, d.term(variables))
}

func (d *generator) terms(n int, variables []string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = d.term(variables)
	}
	return strings.Join(list, " ")
}

func (d *generator) term(variables []string) string {
	names := []string{"a", "b", "c"}
	for range 4 {
		names = append(names, variables...)
	}
	return rapid.SampledFrom(names).Draw(d.t, "term")
}

// Own returns the rule sheets of this library by their names.
func Own(t testing.TB) map[string]string { return read(t, sheets.Files) }

// Public returns public rule sheets, which are not in this repository: the files of the folder that
// the environment variable BANYAN_SHEETS names. If it names none, Public returns nil.
func Public(t testing.TB) map[string]string {
	folder := os.Getenv("BANYAN_SHEETS")
	if folder == "" {
		return nil
	}
	return read(t, os.DirFS(folder))
}

// read returns the rule sheets of a folder.
func read(t testing.TB, folder fs.FS) map[string]string {
	names, err := fs.Glob(folder, "*.kif")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	texts := map[string]string{}
	for _, name := range names {
		text, err := fs.ReadFile(folder, name)
		require.NoError(t, err)
		texts[strings.TrimSuffix(name, ".kif")] = string(text)
	}
	return texts
}
