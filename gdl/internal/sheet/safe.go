package sheet

import (
	"maps"
	"slices"
)

// checkSafe reports a variable that no condition restricts: one of the head, of a distinct or of a
// not, that does not stand in an atom which must hold too.
func (r Rule) checkSafe() error {
	bound := boundAll(r.Body)
	for _, v := range r.Head.AppendVariables(nil) {
		if !bound[v] {
			return fail(r.Pos, "variable %s of the head %v does not stand in a condition that must hold", v, r.Head)
		}
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
		return free(f, bound), f
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

// free returns a variable of f that is not bound, or an empty text.
func free(f Formula, bound map[string]bool) string {
	all := f.AppendVariables(nil)
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
