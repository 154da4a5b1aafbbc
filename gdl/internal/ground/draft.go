package ground

import (
	"context"
	"maps"

	"github.com/banyan-go/banyan/gdl/internal/patience"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

// draft is a way to ground a sheet. Where it proves to be long work, it is changed to spare some.
type draft struct {
	clauses []clause
	asked   map[string]bool // the relations that are derived only as far as others ask for them
	parts   int             // of split clauses
	sizes   map[string]int  // of each relation: the most atoms that it has had in a try
}

// Most sheets are grounded in a first try with a quarter of the limits. If that is not enough, the
// next tries have a 64th, as long as each shows how the next can spare work; and from there on four
// times as much where one shows nothing.
const (
	firstShare = 4
	smallShare = 64
	growth     = 4
	maxTries   = 16 // with small shares
)

// much is the share of the work of a try that one rule or relation must have cost to be spared.
const much = 1.0 / 32

// Ground returns the program of a sheet. Its error is a [*sheet.Error], or the cause for which ctx
// is done.
func Ground(ctx context.Context, s *sheet.Sheet, limits Limits) (*Program, error) {
	clauses, err := normalize(s.Rules)
	if err != nil {
		return nil, err
	}
	d := &draft{clauses: clauses, asked: map[string]bool{}, sizes: map[string]int{}}
	for share, tries := firstShare, 1; ; tries++ {
		for i := range d.clauses {
			d.clauses[i].number = i + 1
		}
		g := newGrounder(s, d.clauses, d.demand(), d.sizes, limits.share(share), patience.With(ctx))
		p, err := g.ground()
		if !g.limited || share == 1 {
			return p, err
		}
		switch spared := d.spare(g); {
		case tries == 1 && spared:
			share = smallShare
		case tries == 1:
			share = 1
		case !spared || tries >= maxTries:
			share /= growth
		}
	}
}

// share returns limits for a try, a part of l.
func (l Limits) share(n int) Limits {
	return Limits{max(1, l.Atoms/n), max(1, l.Literals/n), max(1, l.Steps/n), max(1, l.Bytes/n)}
}

// spare changes the draft where a try that has not ended shows that work can be spared, and reports
// whether there was anything.
func (d *draft) spare(g *grounder) bool {
	for name, r := range g.relations {
		d.sizes[name] = max(d.sizes[name], len(r.atoms))
	}
	least := max(1, int(much*float64(g.steps)))
	work := map[string]int{} // for the rules of each relation
	var clauses []clause
	for i, c := range d.clauses {
		work[c.head.Name] += g.work[i+1]
		if g.work[i+1] >= least {
			clauses = append(clauses, d.split(c)...)
		} else {
			clauses = append(clauses, c)
		}
	}
	changed := len(clauses) > len(d.clauses)
	d.clauses = clauses
	never := unaskable(clauses)
	var large []string
	for name, steps := range work {
		if many := float64(len(g.atoms(name))) >= max(1, much*float64(g.count)); (steps >= least || many) && !never[name] {
			large = append(large, name)
		}
	}
	for name := range asSheet(clauses).Dependent(large...) {
		if !never[name] && !d.asked[name] {
			d.asked[name] = true
			changed = true
		}
	}
	return changed
}

// unaskable returns the relations that are derived in full in any case: relations of the language,
// relations without conditions, relations that the first state depends on, and relations that
// depend on their own negation; and those on which the negation of a relation depends that does not
// depend on the state: such a negation is tested while other relations still grow.
func unaskable(clauses []clause) map[string]bool {
	s := asSheet(clauses)
	depends := dynamic(s)
	never := map[string]bool{}
	ruled := map[string]bool{}
	full := []string{"init"}
	for _, c := range clauses {
		name := c.head.Name
		ruled[name] = ruled[name] || len(c.body) > 0
		never[name] = sheet.IsKeyword(name)
		for _, l := range c.body {
			if l.kind == negative && !depends[l.atom.Name] {
				full = append(full, l.atom.Name)
			}
		}
	}
	for name := range ruled {
		never[name] = never[name] || !ruled[name]
	}
	maps.Copy(never, s.Below(full...))
	for _, name := range unstratified(s) {
		never[name] = true
	}
	return never
}
