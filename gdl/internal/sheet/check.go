package sheet

import (
	"fmt"
	"maps"
	"slices"

	"github.com/banyan-go/banyan/gdl/kif"
)

// keyword is a relation of the language.
type keyword struct {
	args        int
	head, body  bool // whether it may stand in the head or the body of a rule
	independent bool // whether it may not depend on does
	static      bool // whether it may not depend on true either
}

var keywords = map[string]keyword{
	"role":     {args: 1, head: true, body: true, independent: true, static: true},
	"base":     {args: 1, head: true, body: true, independent: true, static: true},
	"input":    {args: 2, head: true, body: true, independent: true, static: true},
	"init":     {args: 1, head: true, independent: true, static: true},
	"true":     {args: 1, body: true},
	"does":     {args: 2, body: true},
	"next":     {args: 1, head: true},
	"legal":    {args: 2, head: true, body: true, independent: true},
	"goal":     {args: 2, head: true, body: true, independent: true},
	"terminal": {head: true, body: true, independent: true},
	"sees":     {args: 2, head: true},
	"distinct": {args: 2, body: true},
}

// IsKeyword reports whether a relation is one of the language.
func IsKeyword(name string) bool { return keywords[name] != (keyword{}) }

// check reports the first thing that is wrong with the sheet.
func (s *Sheet) check() error {
	arity := map[string]Rule{} // a rule in which each relation stands
	count := map[string]int{}  // the arguments of the relation there
	for _, r := range s.Rules {
		if err := r.check(); err != nil {
			return err
		}
		var wrong error
		compare := func(a Atom) {
			n, seen := count[a.Name]
			if !seen {
				arity[a.Name], count[a.Name] = r, len(a.Args)
			} else if n != len(a.Args) && wrong == nil {
				wrong = fail(r.Pos, "relation %s has %s in %v, and %d in line %d", a.Name, arguments(len(a.Args)), a, n, arity[a.Name].Pos.Line)
			}
		}
		compare(r.Head)
		for _, f := range r.Body {
			f.Atoms(compare)
		}
		if wrong != nil {
			return wrong
		}
	}
	if err := s.checkPresent(); err != nil {
		return err
	}
	return s.checkDependence()
}

// checkPresent reports a relation without which there is no game. Without init, the first state is
// empty, and without next, every later one.
func (s *Sheet) checkPresent() error {
	for _, name := range []string{"role", "legal", "terminal", "goal"} {
		if !slices.ContainsFunc(s.Rules, func(r Rule) bool { return r.Head.Name == name }) {
			return fail(kif.Pos{}, "no rule says what %s is", name)
		}
	}
	return nil
}

// check reports what is wrong with the rule alone.
func (r Rule) check() error {
	if err := r.checkAtom(r.Head, true); err != nil {
		return err
	}
	var wrong error
	for _, f := range r.Body {
		f.Atoms(func(a Atom) {
			if wrong == nil {
				wrong = r.checkAtom(a, false)
			}
		})
	}
	if wrong != nil {
		return wrong
	}
	if r.Head.Name == "role" && (len(r.Body) > 0 || !r.Head.IsGround() || len(r.Head.Args[0].Args) > 0) {
		return fail(r.Pos, "%v: a role must be a name, without conditions", r)
	}
	return r.checkSafe()
}

// checkAtom reports an atom that is not as the language wants it.
func (r Rule) checkAtom(a Atom, head bool) error {
	k, ok := keywords[a.Name]
	switch {
	case !ok:
		return nil
	case len(a.Args) != k.args:
		return fail(r.Pos, "%v has %s, want %d", a, arguments(len(a.Args)), k.args)
	case a.Name == "sees":
		return fail(r.Pos, "the sheet has the relation sees: games of imperfect information (GDL-II) are not supported")
	case head && !k.head:
		return fail(r.Pos, "%v stands in the head of a rule, where %s cannot stand", a, a.Name)
	case !head && !k.body:
		return fail(r.Pos, "%v stands in the body of a rule, where %s cannot stand", a, a.Name)
	}
	return nil
}

// arguments returns a number of arguments in words.
func arguments(n int) string {
	switch n {
	case 0:
		return "no arguments"
	case 1:
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// checkSafe reports a variable that no condition restricts: one of the head, of a distinct or of a
// not, that does not stand in an atom which must hold too.
func (r Rule) checkSafe() error {
	bound := boundAll(r.Body)
	if v := free(r.Head.AppendVariables(nil), bound); v != "" {
		return fail(r.Pos, "variable %s of the head %v does not stand in a condition that must hold", v, r.Head)
	}
	for _, f := range r.Body {
		if v, in := unsafe(f, bound); v != "" {
			return fail(r.Pos, "variable %s of %v does not stand in a condition that must hold", v, in)
		}
	}
	return nil
}

// unsafe returns a variable of a not or a distinct in f that is not bound, and where it stands, or
// an empty text.
func unsafe(f Formula, bound map[string]bool) (string, Formula) {
	switch f.Op {
	case Distinct, Not:
		return free(f.AppendVariables(nil), bound), f
	case And:
		bound = union(bound, boundAll(f.Parts))
	}
	for _, p := range f.Parts {
		inside := bound
		if f.Op == Or {
			inside = union(bound, boundAll([]Formula{p}))
		}
		if v, in := unsafe(p, inside); v != "" {
			return v, in
		}
	}
	return "", f
}

// free returns one of the variables that is not bound, or an empty text.
func free(all []string, bound map[string]bool) string {
	if i := slices.IndexFunc(all, func(v string) bool { return !bound[v] }); i >= 0 {
		return all[i]
	}
	return ""
}

// boundAll returns the variables that get a value where all of some formulas hold.
func boundAll(all []Formula) map[string]bool {
	set := map[string]bool{}
	for _, f := range all {
		maps.Copy(set, f.Bound())
	}
	return set
}

// Bound returns the variables that get a value where f holds.
func (f Formula) Bound() map[string]bool {
	set := map[string]bool{}
	switch f.Op {
	case Holds:
		for _, v := range f.Atom.AppendVariables(nil) {
			set[v] = true
		}
	case And:
		return boundAll(f.Parts)
	case Or:
		set = f.Parts[0].Bound()
		for _, p := range f.Parts[1:] {
			other := p.Bound()
			maps.DeleteFunc(set, func(v string, _ bool) bool { return !other[v] })
		}
	}
	return set
}

// union returns the variables of both sets.
func union(a, b map[string]bool) map[string]bool {
	set := maps.Clone(a)
	maps.Copy(set, b)
	return set
}
