package sheet

import "github.com/banyan-go/banyan/gdl/kif"

// spelling is the first spelling of every name.
type spelling map[symbol]string

// symbol is a name in one of its uses. A relation and a function may be spelled differently, since
// other programs tell them apart by that.
type symbol struct {
	name       string // a [kif.Fold]
	isRelation bool
	arguments  int // of a function
}

// newSpelling knows the role of chance.
func newSpelling() spelling { return spelling{{name: "random"}: "random"} }

// rule gives all names of a rule their first spelling.
func (s spelling) rule(r *Rule) {
	s.relation(&r.Head)
	for i := range r.Body {
		s.formula(&r.Body[i])
	}
}

func (s spelling) formula(f *Formula) {
	s.relation(&f.Atom)
	for i := range f.Parts {
		s.formula(&f.Parts[i])
	}
}

func (s spelling) relation(a *Atom) {
	a.Name = s.of(symbol{name: kif.Fold(a.Name), isRelation: true}, a.Name)
	s.arguments(a)
}

func (s spelling) arguments(t *Term) {
	for i := range t.Args {
		a := &t.Args[i]
		a.Name = s.of(symbol{name: kif.Fold(a.Name), arguments: len(a.Args)}, a.Name)
		s.arguments(a)
	}
}

// of returns the first spelling of a name.
func (s spelling) of(x symbol, name string) string {
	if first, ok := s[x]; ok {
		return first
	}
	s[x] = name
	return name
}
