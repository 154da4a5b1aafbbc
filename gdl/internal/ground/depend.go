package ground

import "github.com/banyan-go/banyan/gdl/internal/sheet"

// asSheet returns clauses as rules, from which a sheet tells what depends on what.
func asSheet(clauses []clause) *sheet.Sheet {
	s := &sheet.Sheet{}
	for _, c := range clauses {
		r := sheet.Rule{Head: c.head}
		for _, l := range c.body {
			f := sheet.Formula{Atom: l.atom}
			switch l.kind {
			case negative:
				f = sheet.Formula{Op: sheet.Not, Parts: []sheet.Formula{f}}
			case same, different:
				continue
			}
			r.Body = append(r.Body, f)
		}
		s.Rules = append(s.Rules, r)
	}
	return s
}

// dynamic returns the relations that depend on the state or on moves, or that only the ground atoms
// tell: those that depend on their own negation.
func dynamic(s *sheet.Sheet) map[string]bool {
	group := map[string]int{}
	for i, names := range s.Components() {
		for _, name := range names {
			group[name] = i
		}
	}
	from := []string{"true", "does", "next", "legal", "goal", "terminal"}
	for _, r := range s.Rules {
		for _, f := range r.Body {
			f.Negated(func(a sheet.Atom) {
				if g, ruled := group[a.Name]; ruled && g == group[r.Head.Name] {
					from = append(from, a.Name)
				}
			})
		}
	}
	return s.Dependent(from...)
}
