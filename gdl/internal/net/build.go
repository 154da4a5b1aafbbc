// Package net evaluates ground rules with a network of gates, a propositional network (E. Schkufza,
// N. Love and M. Genesereth, "Propositional Automata and Cell Automata: Representational Frameworks
// for Discrete Dynamic Systems", 2008).
//
// A gate is true if all of its inputs are; each input is another gate, or an input of the network,
// or the negation of one. So a gate with negated inputs, negated itself, is a disjunction. Equal
// gates are one, and rules for one atom share gates for what they have in common.
//
// A [Machine] keeps the number of false inputs of each gate, and follows only what changes from one
// state to the next (forward dead reckoning). [Lanes] evaluate all gates, in 64 states at once.
package net

import (
	"context"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/gdl/internal/ground"
	"github.com/banyan-go/banyan/gdl/internal/patience"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

// Network has the gates of a game.
type Network struct {
	Gates    [][]Signal // the inputs of each gate, which have lower numbers; nil for inputs of the network
	True     []Signal   // of each Base: that it holds now, an input
	Next     []Signal   // of each Base: that it holds in the next state
	Does     [][]Signal // of each role: its moves, inputs
	Legal    [][]Signal // of each role: that it may make its moves
	Goal     [][]Signal // of each role
	Terminal Signal
}

// inputs returns the number of the inputs of all gates.
func (n *Network) inputs() int {
	sum := 0
	for _, list := range n.Gates {
		sum += len(list)
	}
	return sum
}

// builder makes a network of a program.
type builder struct {
	*gates
	ctx    context.Context
	most   int // inputs of all gates
	p      *ground.Program
	signal []Signal        // of each atom
	rules  [][]ground.Rule // of each atom
}

// New returns the network of a program that is simplified. Its gates may have a number of inputs
// together. The error is a [*sheet.Error], or the cause for which ctx is done.
func New(ctx context.Context, p *ground.Program, most int) (*Network, error) {
	b := &builder{
		gates: newGates(), ctx: ctx, most: most, p: p, signal: make([]Signal, p.Atoms), rules: make([][]ground.Rule, p.Atoms),
	}
	for a, fixed := range p.Fixed {
		if fixed > 0 {
			b.signal[a] = True
		}
	}
	n := b.inputSignals()
	w := patience.With(ctx)
	for _, r := range p.Rules {
		if err := w.Over(); err != nil {
			return nil, err
		}
		b.rules[r.Head] = append(b.rules[r.Head], r)
	}
	for _, group := range p.Components() {
		if err := w.Over(); err != nil {
			return nil, err
		}
		if err := b.group(group); err != nil {
			return nil, err
		}
	}
	b.outputs(n)
	n.Gates = b.inputs
	n.prune()
	return n, nil
}

// inputSignals makes the inputs of the network.
func (b *builder) inputSignals() *Network {
	n := &Network{}
	for _, base := range b.p.Bases {
		if b.p.Fixed[base.True] == 0 {
			b.signal[base.True] = b.input(0)
		}
		n.True = append(n.True, b.signal[base.True])
	}
	for role, moves := range b.p.Moves {
		var list []Signal
		for _, m := range moves {
			if b.p.Fixed[m.Does] == 0 {
				b.signal[m.Does] = b.input(role + 1)
			}
			list = append(list, b.signal[m.Does])
		}
		n.Does = append(n.Does, list)
	}
	b.moves = make([][]Signal, len(n.Does))
	for role, list := range n.Does {
		b.moves[role] = slices.DeleteFunc(slices.Clone(list), func(s Signal) bool { return s == False })
	}
	return n
}

// group makes the signals of atoms that depend on each other, or of a single one.
func (b *builder) group(group []int32) error {
	if len(group) == 1 && !slices.ContainsFunc(b.rules[group[0]], func(r ground.Rule) bool {
		return slices.Contains(r.Pos, group[0]) || slices.Contains(r.Neg, group[0])
	}) {
		if a := group[0]; len(b.rules[a]) > 0 {
			b.signal[a] = b.atom(a)
		}
		return nil
	}
	inside := map[int32]bool{}
	for _, a := range group {
		inside[a] = true
		b.signal[a] = False
	}
	for _, a := range group {
		for _, r := range b.rules[a] {
			if i := slices.IndexFunc(r.Neg, func(a int32) bool { return inside[a] }); i >= 0 {
				return &sheet.Error{
					Pos:     b.p.Position(a, r.Neg[i]),
					Message: fmt.Sprintf("%.80v depends on the negation of %.80v, which depends on it", b.p.Name(a), b.p.Name(r.Neg[i])),
				}
			}
		}
	}
	// The least fixpoint is reached after as many rounds as there are atoms.
	for range group {
		next := make([]Signal, len(group))
		same := true
		for i, a := range group {
			next[i] = b.atom(a)
			same = same && next[i] == b.signal[a]
			if err := b.check(a, len(group)); err != nil {
				return err
			}
		}
		if same {
			break
		}
		for i, a := range group {
			b.signal[a] = next[i]
		}
	}
	return nil
}

// check returns an error if the gates for an atom, one of many that depend on each other, are too
// many, or if no caller waits for them.
func (b *builder) check(a int32, many int) error {
	if b.size > b.most {
		return &sheet.Error{Message: fmt.Sprintf(
			"the gates of the network have more than %d inputs, most of them for the %d atoms that depend on each other with %.80v", b.most, many, b.p.Name(a),
		)}
	}
	return context.Cause(b.ctx)
}

// atom returns the signal of an atom by its rules.
func (b *builder) atom(a int32) Signal {
	var products []product
	for _, r := range b.rules[a] {
		p := make(product, 0, len(r.Pos)+len(r.Neg))
		for _, c := range r.Pos {
			p = append(p, b.signal[c])
		}
		for _, c := range r.Neg {
			p = append(p, b.signal[c].not())
		}
		if p, ok := reduced(p); ok {
			products = append(products, p)
		}
	}
	slices.SortFunc(products, slices.Compare[product])
	return b.sum(slices.CompactFunc(products, slices.Equal[product]))
}

// outputs names what a game asks for.
func (b *builder) outputs(n *Network) {
	find := func(a int32) Signal {
		if a == ground.None {
			return False
		}
		return b.signal[a]
	}
	for _, base := range b.p.Bases {
		n.Next = append(n.Next, find(base.Next))
	}
	for role := range b.p.Roles {
		var legal, goal []Signal
		for _, m := range b.p.Moves[role] {
			legal = append(legal, find(m.Legal))
		}
		for _, v := range b.p.Goals[role] {
			goal = append(goal, find(v.Atom))
		}
		n.Legal, n.Goal = append(n.Legal, legal), append(n.Goal, goal)
	}
	n.Terminal = find(b.p.Terminal)
}
