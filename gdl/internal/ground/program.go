package ground

import (
	"slices"

	"github.com/banyan-go/banyan/gdl/internal/graph"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/gdl/internal/table"
	"github.com/banyan-go/banyan/gdl/kif"
	"github.com/banyan-go/banyan/rng"
)

// Program is a game in rules without variables. Atoms have numbers from 0.
type Program struct {
	Roles    []string
	Atoms    int
	Rules    []Rule
	Bases    []Base
	Moves    [][]Move // of each role
	Goals    [][]Goal // of each role
	Terminal int32    // or None
	Fixed    []int8   // of each atom, after Simplify: 1 if it always holds, -1 if never, and 0 otherwise

	terms *terms
	ids   []id // of the atoms
	sheet *sheet.Sheet
}

// Name returns an atom as the sheet has it.
func (p *Program) Name(a int32) sheet.Term { return p.terms.term(p.ids[a]) }

// Position returns where the sheet has a rule for the relation of an atom with the relation of
// another one in its body, or the zero value.
func (p *Program) Position(head, body int32) kif.Pos {
	return p.sheet.Position(p.Name(head).Name, p.Name(body).Name)
}

// Components returns the atoms in groups that depend on each other by their rules, each group after
// those that it depends on.
func (p *Program) Components() [][]int32 {
	bodies := make([][]int32, p.Atoms)
	for _, r := range p.Rules {
		bodies[r.Head] = append(append(bodies[r.Head], r.Pos...), r.Neg...)
	}
	return graph.Components(bodies)
}

// None is no atom: one that never holds.
const None int32 = -1

// Rule says that its head holds if all atoms of Pos hold and none of Neg.
type Rule struct {
	Head     int32
	Pos, Neg []int32
}

// Base is a proposition of the state.
type Base struct {
	Name sheet.Term
	Init bool
	True int32 // that it holds now
	Next int32 // that it holds in the next state, or None
}

// Move is a move of a role.
type Move struct {
	Name        sheet.Term
	Legal, Does int32
}

// Goal is what a role may get.
type Goal struct {
	Value int
	Atom  int32
}

// emit adds an instance of a rule, if it is new.
func (g *grounder) emit(r *rule, head id, j *join) {
	g.pos, g.neg = g.pos[:0], g.neg[:0]
	for i := range r.positives {
		if r.positives[i].of.dynamic {
			g.pos = append(g.pos, j.chosen[i])
		}
	}
	for i := range r.negatives {
		if r.negatives[i].of.dynamic {
			g.neg = append(g.neg, g.terms.value(&r.negatives[i].pattern, j.values))
		}
	}
	made := Rule{head, unique(g.pos), unique(g.neg)}
	if slices.Contains(made.Pos, head) {
		return // It adds nothing.
	}
	hash := made.hash()
	if _, ok := g.seen.Find(hash, func(k int32) bool { return made.equal(g.out.Rules[k]) }); ok {
		return
	}
	if g.literals += 1 + len(made.Pos) + len(made.Neg); g.literals > g.limits.Literals {
		g.overflow("the rules without variables have more than %d conditions; the last one is one for %v", g.limits.Literals, r.source.Head)
		return
	}
	if g.bytes() > g.limits.Bytes {
		g.overflow("the rules without variables take more than %d bytes; the last one is one for %v", g.limits.Bytes, r.source.Head)
		return
	}
	g.seen.Add(hash, int32(len(g.out.Rules)))
	made.Pos, made.Neg = g.terms.kept.copy(made.Pos), g.terms.kept.copy(made.Neg)
	g.out.Rules = append(g.out.Rules, made)
}

func unique(list []id) []id {
	slices.Sort(list)
	return slices.Compact(list)
}

func (r Rule) hash() uint64 {
	return table.Hash(table.Hash(rng.Mix(uint64(r.Head)), r.Pos)+1, r.Neg)
}

func (r Rule) equal(o Rule) bool {
	return r.Head == o.Head && slices.Equal(r.Pos, o.Pos) && slices.Equal(r.Neg, o.Neg)
}

// finish numbers the atoms that may hold, and names those that a game asks for.
func (g *grounder) finish() {
	p := g.out
	number := slices.Repeat([]int32{None}, len(g.terms.symbol))
	for _, name := range g.names() {
		if r := g.relations[name]; r.dynamic {
			for _, a := range r.atoms {
				number[a] = int32(p.Atoms)
				p.ids = append(p.ids, a)
				p.Atoms++
			}
		}
	}
	for i := range p.Rules {
		if g.err = g.watch.Over(); g.err != nil {
			return
		}
		r := &p.Rules[i]
		r.Head = number[r.Head]
		for k, a := range r.Pos {
			r.Pos[k] = number[a]
		}
		kept := r.Neg[:0]
		for _, a := range r.Neg {
			if number[a] != None {
				kept = append(kept, number[a])
			}
		}
		r.Neg = kept
	}
	find := func(name string, args ...id) int32 {
		a, ok := g.terms.find(name, args)
		if !ok {
			return None
		}
		return number[a]
	}
	for _, a := range g.atoms("true") {
		if g.err = g.watch.Over(); g.err != nil {
			return
		}
		f := g.terms.args[a][0]
		init, ok := g.terms.find("init", []id{f})
		p.Bases = append(p.Bases, Base{Name: g.terms.term(f), Init: ok && g.holds(init), True: number[a], Next: find("next", f)})
	}
	p.Terminal = find("terminal")
	p.Moves, p.Goals = make([][]Move, len(p.Roles)), make([][]Goal, len(p.Roles))
	for i, role := range p.Roles {
		r := g.terms.ground(sheet.Term{Name: role})
		for _, a := range g.atoms("legal") {
			if args := g.terms.args[a]; args[0] == r {
				p.Moves[i] = append(p.Moves[i], Move{g.terms.term(args[1]), number[a], find("does", args...)})
			}
		}
		for _, a := range g.atoms("goal") {
			args := g.terms.args[a]
			if args[0] != r {
				continue
			}
			v, _ := g.goal(a)
			p.Goals[i] = append(p.Goals[i], Goal{v, number[a]})
		}
	}
}
