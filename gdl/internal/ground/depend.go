package ground

import "github.com/banyan-go/banyan/gdl/internal/sheet"

// graph has clauses as rules, and knows on what their relations depend.
type graph struct{ sheet sheet.Sheet }

func dependence(clauses []clause) *graph {
	g := &graph{}
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
		g.sheet.Rules = append(g.sheet.Rules, r)
	}
	return g
}

// dynamic returns the relations that depend on the state or on moves, or that only the ground atoms
// tell: those that depend on their own negation.
func (g *graph) dynamic() map[string]bool {
	set := map[string]bool{}
	add := func(name string) {
		for other := range g.sheet.Dependent(name) {
			set[other] = true
		}
	}
	for _, name := range []string{"true", "does", "next", "legal", "goal", "terminal"} {
		add(name)
	}
	for _, group := range g.sheet.Components() {
		inside := map[string]bool{}
		for _, name := range group {
			inside[name] = true
		}
		for _, r := range g.sheet.Rules {
			for _, f := range r.Body {
				f.Negated(func(a sheet.Atom) {
					if inside[r.Head.Name] && inside[a.Name] {
						add(a.Name)
					}
				})
			}
		}
	}
	return set
}
