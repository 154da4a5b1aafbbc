package ground

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/gdl/kif"
)

// Limits restrict how large a game may be, and how much work it is to ground it.
type Limits struct {
	Atoms    int // that may ever hold
	Literals int // in the bodies of all rules without variables
	Steps    int // of the search for atoms with which the conditions of rules hold
}

// Limits of the texts of atoms, in names.
const (
	maxNames  = 2000 // of an atom
	meanNames = 16   // of all atoms that Limits.Atoms allows
)

// pause counts a step of the search, and reports whether it may go on.
func (g *grounder) pause() bool {
	const often = 1 << 16
	if g.steps%often == 0 && g.err == nil && g.ctx.Err() != nil {
		g.err = context.Cause(g.ctx)
	}
	if g.steps++; g.steps > g.limits.Steps {
		g.fail("the conditions of the rules are tried with more than %d combinations of atoms", g.limits.Steps)
	}
	return g.err == nil
}

// room reports whether there is room for another atom of a relation.
func (g *grounder) room(r *relation, a id) bool {
	size := int(g.terms.size[a])
	g.size += size
	switch {
	case int(g.count) >= g.limits.Atoms:
		most := g.largest()
		g.fail("more than %d atoms may hold, of which %d are of the relation %s; the last one is %.80v",
			g.limits.Atoms, len(most.atoms), most.name, g.terms.term(most.atoms[len(most.atoms)-1]))
	case size > maxNames:
		g.fail("an atom of the relation %s has more than %d names", r.name, maxNames)
	case g.size > meanNames*g.limits.Atoms:
		g.fail("the atoms that may hold have more than %d names, the last ones in the relation %s", meanNames*g.limits.Atoms, r.name)
	}
	return g.err == nil
}

// largest returns the relation with most atoms.
func (g *grounder) largest() *relation {
	most := &relation{}
	for _, name := range g.names() {
		if r := g.relations[name]; len(r.atoms) > len(most.atoms) {
			most = r
		}
	}
	return most
}

// fail ends the work with an error of the rule that is being joined, unless there is an error.
func (g *grounder) fail(format string, args ...any) {
	if g.err != nil {
		return
	}
	var at kif.Pos
	if g.join.plan != nil {
		at = g.join.plan.rule.source.Pos
	}
	g.err = &sheet.Error{Pos: at, Message: fmt.Sprintf(format, args...)}
}
