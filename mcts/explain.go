package mcts

import (
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
)

// Explanation lists the optional interfaces and what a search does with them. It is how to find a
// misspelt method, or a setting that makes a search slower than it could be.
type Explanation []InterfaceUse

// InterfaceUse is what a search does with one optional interface of its game.
type InterfaceUse struct {
	Name  string // of the interface, Playouter for example
	Found bool   // the game has it
	Used  bool   // the search uses it
	Why   string // why it is not used, with the cost of that if it is known; empty if it is used
}

// String returns one line per optional interface.
func (e Explanation) String() string {
	var b strings.Builder
	for _, i := range e {
		switch {
		case i.Used:
			fmt.Fprintf(&b, "%-16s used\n", i.Name)
		case i.Found:
			fmt.Fprintf(&b, "%-16s found, not used: %s\n", i.Name, i.Why)
		default:
			fmt.Fprintf(&b, "%-16s not found: %s\n", i.Name, i.Why)
		}
	}
	return b.String()
}

// Explain reports which optional interfaces the game has, which of them this search uses, and why
// it does not use the others. It leaves out the interfaces that only show a game to people.
func (s *Search[S, A]) Explain() Explanation {
	_, uniform := s.cfg.Playout.(policy.Uniform)
	unused := func(c game.Capability) string {
		return s.w.play.Unused(c, uniform, s.w.choose.Needs.Has(policy.NeedActions))
	}
	var all Explanation
	for _, d := range game.Describe(s.rules.Game) {
		if d.Shows {
			continue
		}
		u := InterfaceUse{Name: string(d.Name), Found: d.Found, Used: d.Found && unused(d.Name) == ""}
		switch {
		case d.Mistake != "":
			u.Why = d.Mistake
		case d.Found:
			u.Why = unused(d.Name)
		default:
			u.Why = d.Missing
			if d.Name == game.HasPlayouter && s.rules.Playouter != nil {
				u.Why = unused(d.Name) // Config.Playout has one.
			}
		}
		all = append(all, u)
	}
	return all
}
