// Package prover plays games by their rule sheets without any preparation: it works out from the
// rules all that holds in a state, again for every state. It is slow and short, the yardstick for
// the fast engine of package gdl.
//
// What holds is the perfect model of the rules, computed from the bottom: relations in the order of
// their dependence, and those that depend on each other until nothing is new. Where a relation
// depends on its own negation, as goal may on a goal with another value, it is the well-founded
// model by the alternating fixpoint (A. Van Gelder, "The Alternating Fixpoint of Logic Programs
// with Negation", 1989). An atom that is then neither true nor false is an error of the sheet.
package prover

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/gdl/kif"
)

// Prover knows the rules of a game. It is for one goroutine.
type Prover struct {
	sheet  *sheet.Sheet
	terms  terms
	static *facts   // what holds in every state
	state  []*group // relations that depend on the state, but not on moves
	moves  []*group // relations that depend on moves

	check func(letters int) error
	steps int   // of the work so far
	err   error // of check
}

// New returns a Prover for a sheet. If check is not nil, it is called again and again during New
// and all work of the Prover, with the number of letters of all that holds so far in the state.
// After an error of check, all methods return that error, too.
func New(s *sheet.Sheet, check func(letters int) error) (*Prover, error) {
	p := &Prover{sheet: s, terms: terms{map[string]*term{}}, static: newFacts(), check: check}
	dynamic, moved := s.Dependent("true"), s.Dependent("does")
	for _, g := range p.groups() {
		switch name := anyName(g); {
		case moved[name] || name == "next":
			p.moves = append(p.moves, g)
		case dynamic[name]:
			p.state = append(p.state, g)
		default:
			if err := p.add(g, p.static); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// anyName returns the name of a relation of g.
func anyName(g *group) string {
	for name := range g.relations {
		return name
	}
	return ""
}

// groups returns the groups of relations, each after those that it depends on.
func (p *Prover) groups() []*group {
	var groups []*group
	needed := p.sheet.Needed()
	for _, names := range p.sheet.Components() {
		if !needed[names[0]] {
			continue
		}
		g := &group{relations: map[string]bool{}}
		for _, name := range names {
			g.relations[name] = true
		}
		for _, r := range p.sheet.Rules {
			if !g.relations[r.Head.Name] {
				continue
			}
			g.rules = append(g.rules, compile(&p.terms, r))
			for _, f := range r.Body {
				f.Negated(func(a sheet.Atom) { g.negation = g.negation || g.relations[a.Name] })
			}
		}
		groups = append(groups, g)
	}
	return groups
}

// Position is a state and what holds in it.
type Position struct {
	True  []string // the propositions of the state, in alphabetical order
	facts *facts
}

// Start returns the first state.
func (p *Prover) Start() (*Position, error) {
	return p.position(p.static.lists[place{relation: "init"}])
}

// position returns the state whose propositions are the arguments of these facts.
func (p *Prover) position(all []*term) (*Position, error) {
	pos := &Position{facts: p.static.clone()}
	for _, a := range all {
		pos.True = append(pos.True, a.args[0].text)
		pos.facts.add(p.terms.of("true", a.args))
	}
	slices.Sort(pos.True)
	for _, g := range p.state {
		if err := p.add(g, pos.facts); err != nil {
			return nil, err
		}
	}
	return pos, nil
}

// Terminal reports whether the game is over.
func (p *Prover) Terminal(pos *Position) bool {
	return len(pos.facts.lists[place{relation: "terminal"}]) > 0
}

// Legal returns the moves of a role, in alphabetical order.
func (p *Prover) Legal(pos *Position, role string) []string {
	moves := pos.of(role, "legal")
	slices.Sort(moves)
	return moves
}

// of returns what a relation says of a role.
func (pos *Position) of(role, relation string) (texts []string) {
	for _, a := range pos.facts.lists[place{relation: relation}] {
		if a.args[0].text == role {
			texts = append(texts, a.args[1].text)
		}
	}
	return texts
}

// Goal returns what a role gets.
func (p *Prover) Goal(pos *Position, role string) (int, error) {
	values := pos.of(role, "goal")
	if len(values) != 1 {
		return 0, fmt.Errorf("gdl: role %s has the goals %s, want one", role, strings.Join(values, ", "))
	}
	n, err := strconv.Atoi(values[0])
	if err != nil || n < 0 || n > 100 {
		return 0, fmt.Errorf("gdl: role %s has the goal %s, want a number from 0 to 100", role, values[0])
	}
	return n, nil
}

// Next returns the state after one legal move of each role, in the order of the roles, whatever the
// case of their letters.
func (p *Prover) Next(pos *Position, moves []string) (*Position, error) {
	f := pos.facts.clone()
	for i, role := range p.sheet.Roles {
		move := kif.Fold(moves[i])
		k := slices.IndexFunc(pos.facts.lists[place{relation: "legal"}], func(a *term) bool {
			return a.args[0].text == role && kif.Fold(a.args[1].text) == move
		})
		if k < 0 {
			return nil, fmt.Errorf("gdl: %.40q is not a legal move of %s", moves[i], role)
		}
		f.add(p.terms.of("does", pos.facts.lists[place{relation: "legal"}][k].args))
	}
	for _, g := range p.moves {
		if err := p.add(g, f); err != nil {
			return nil, err
		}
	}
	return p.position(f.lists[place{relation: "next"}])
}
