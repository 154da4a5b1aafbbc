package ground

import (
	"context"
	"slices"

	"github.com/banyan-go/banyan/gdl/internal/patience"
)

// Simplify removes atoms that always hold, or never, and rules that can be left out.
func (p *Program) Simplify(ctx context.Context) error {
	s := newSimplifier(p, patience.With(ctx))
	for _, step := range []func() error{s.index, s.run, s.compact} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// simplifier decides atoms one after the other.
type simplifier struct {
	p       *Program
	watch   *patience.Watch
	fixed   []int8    // of each atom: 1 if it always holds, -1 if never, 0 if it depends
	rules   []int     // of each atom: the number of rules that are left
	dropped []bool    // of each rule
	pos     [][]int32 // of each atom: the rules in whose Pos it stands
	neg     [][]int32
	heads   [][]int32 // of each atom: its rules
	left    []int     // of each rule: its literals that are not decided
	queue   []int32
}

func newSimplifier(p *Program, w *patience.Watch) *simplifier {
	return &simplifier{
		p: p, watch: w, fixed: make([]int8, p.Atoms), rules: make([]int, p.Atoms), dropped: make([]bool, len(p.Rules)),
		pos: make([][]int32, p.Atoms), neg: make([][]int32, p.Atoms), heads: make([][]int32, p.Atoms), left: make([]int, len(p.Rules)),
	}
}

// index notes where atoms stand.
func (s *simplifier) index() error {
	for i, r := range s.p.Rules {
		if err := s.watch.Over(); err != nil {
			return err
		}
		s.rules[r.Head]++
		s.heads[r.Head] = append(s.heads[r.Head], int32(i))
		s.left[i] = len(r.Pos) + len(r.Neg)
		for _, a := range r.Pos {
			s.pos[a] = append(s.pos[a], int32(i))
		}
		for _, a := range r.Neg {
			s.neg[a] = append(s.neg[a], int32(i))
		}
	}
	return nil
}

// run decides atoms until no other one follows.
func (s *simplifier) run() error {
	p := s.p
	input := make([]bool, p.Atoms)
	for _, b := range p.Bases {
		input[b.True] = true
	}
	for _, moves := range p.Moves {
		for _, m := range moves {
			input[m.Does] = true
		}
	}
	for i := range p.Rules {
		if s.left[i] == 0 {
			s.decide(p.Rules[i].Head, 1)
		}
	}
	for a := range p.Atoms {
		if !input[a] && s.rules[a] == 0 {
			s.decide(int32(a), -1)
		}
	}
	for {
		for len(s.queue) > 0 {
			a := s.queue[len(s.queue)-1]
			s.queue = s.queue[:len(s.queue)-1]
			if err := s.watch.Over(); err != nil {
				return err
			}
			s.propagate(a)
		}
		for _, b := range p.Bases {
			if err := s.watch.Over(); err != nil {
				return err
			}
			switch {
			case b.Init && b.Next != None && (s.fixed[b.Next] == 1 || s.stays(b)):
				s.decide(b.True, 1)
			case !b.Init && (b.Next == None || s.fixed[b.Next] == -1):
				s.decide(b.True, -1)
			}
		}
		for _, moves := range p.Moves {
			for _, m := range moves {
				if s.fixed[m.Legal] == -1 {
					s.decide(m.Does, -1)
				}
			}
		}
		if len(s.queue) == 0 {
			return nil
		}
	}
}

// stays reports whether a rule says that a base stays true once it is, whatever happens.
func (s *simplifier) stays(b Base) bool {
	return slices.ContainsFunc(s.heads[b.Next], func(i int32) bool {
		return !s.dropped[i] && s.left[i] == 1 && s.fixed[b.True] == 0 && slices.Contains(s.p.Rules[i].Pos, b.True)
	})
}

func (s *simplifier) decide(a int32, value int8) {
	if s.fixed[a] == 0 {
		s.fixed[a] = value
		s.queue = append(s.queue, a)
	}
}

// propagate tells the rules that an atom is decided.
func (s *simplifier) propagate(a int32) {
	met, broken := s.pos[a], s.neg[a]
	if s.fixed[a] < 0 {
		met, broken = broken, met
	}
	for _, i := range met {
		if s.left[i]--; s.left[i] == 0 && !s.dropped[i] {
			s.decide(s.p.Rules[i].Head, 1)
		}
	}
	for _, i := range broken {
		s.drop(i)
	}
	for _, i := range s.heads[a] {
		s.drop(i)
	}
}

func (s *simplifier) drop(i int32) {
	if s.dropped[i] {
		return
	}
	s.dropped[i] = true
	head := s.p.Rules[i].Head
	if s.rules[head]--; s.rules[head] == 0 {
		s.decide(head, -1)
	}
}

// compact takes the decided atoms out of the rules, and rules that others include.
func (s *simplifier) compact() error {
	p := s.p
	open := func(a int32) bool { return s.fixed[a] == 0 }
	keep := func(list []int32) []int32 {
		return slices.DeleteFunc(list, func(a int32) bool { return !open(a) })
	}
	rules := p.Rules[:0]
	for i, r := range p.Rules {
		if err := s.watch.Over(); err != nil {
			return err
		}
		if !s.dropped[i] && open(r.Head) {
			rules = append(rules, Rule{r.Head, keep(r.Pos), keep(r.Neg)})
		}
	}
	p.Rules = rules
	p.Fixed = s.fixed
	return nil
}
