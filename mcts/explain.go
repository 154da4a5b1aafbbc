package mcts

import (
	"cmp"
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
	unused := s.unused()
	var all Explanation
	for _, d := range game.Describe(s.rules.Game) {
		if d.Shows {
			continue
		}
		u := InterfaceUse{Name: string(d.Name), Found: d.Found, Used: d.Found && unused[d.Name] == ""}
		switch {
		case d.Mistake != "":
			u.Why = d.Mistake
		case d.Found:
			u.Why = unused[d.Name]
		default:
			u.Why = d.Missing
			if d.Name == game.HasPlayouter && s.rules.Playouter != nil {
				u.Why = unused[d.Name] // Config.Playout has one.
			}
		}
		all = append(all, u)
	}
	return all
}

// unused returns why the search does not use optional interfaces, or would not if the game had
// them.
func (s *Search[S, A]) unused() map[game.Capability]string {
	w, needs := s.w, s.w.needs
	chooses := w.chooser != nil || w.uses[game.HasIndexer]
	_, uniform := s.cfg.Playout.(policy.Uniform)
	why := map[game.Capability]string{game.HasPlayouter: w.avoided[game.HasPlayouter]}
	set := func(c game.Capability, used bool, reason string) {
		if !used {
			why[c] = reason
		}
	}
	set(game.HasIndexer, chooses || needs.Has(policy.NeedActions), "no strategy reads action numbers")
	set(game.HasIndexLister, w.numbered != nil, "no playout policy chooses by action numbers alone, or there is chance or simultaneous moves")
	set(game.HasScorePlayouter, w.playsByScores(), "no playout policy chooses by scores of the actions alone, or single plies are looked at")
	set(game.HasPlayoutRecorder, w.records, cmp.Or(w.avoided[game.HasPlayoutRecorder], "no strategy reads what uniform playouts played"))
	set(game.HasSampler, w.uses[game.HasSampler] || w.avoided[game.HasSampler] == "" && w.draws(uniform), cmp.Or(w.avoided[game.HasSampler], "playouts do not draw single actions"))
	set(game.HasEvaluator, w.uses[game.HasEvaluator], "playouts are not cut off, and nothing else asks for it; see Config.MaxPlies")
	set(game.HasWinner, w.uses[game.HasWinner], "nothing looks for winning actions; see DecisiveMoves")
	set(game.HasWeigher, w.uses[game.HasWeigher], "nothing asks the game for priors; see policy.PUCT")
	set(game.HasPasser, chooses, "no playout policy reads what was played")
	set(game.HasDeterminizer, w.uses[game.HasDeterminizer], "the search sees everything in a state")
	set(game.HasTurnCounter, w.uses[game.HasTurnCounter], "nothing counts turns")
	set(game.HasHasher, false, "the tree has no transpositions; package minimax uses it")
	set(game.HasCellBoard, w.uses[game.HasCellBoard], "no statistics are shared between positions")
	return why
}

// draws reports whether playouts may draw single actions uniformly.
func (w *worker[S, A]) draws(uniform bool) bool {
	explores := w.explorer != nil || w.numbered != nil && w.numbered.explorer != nil
	return w.Playouter == nil && !w.records && !w.playsByScores() && (uniform || explores)
}

// usage records for Explain which optional interfaces the configuration uses, and which ways to
// make a playout it does not use.
type usage struct {
	uses    map[game.Capability]bool
	avoided map[game.Capability]string // and why
}

// The cost of playouts that go ply by ply.
const (
	times  = "1.4 to 3.6 times as long in the games of this module"
	slower = "; ply by ply they took " + times
)

// use records that the search uses an optional interface that it would not use by itself.
func (u *usage) use(c game.Capability) {
	if u.uses == nil {
		u.uses = map[game.Capability]bool{}
	}
	u.uses[c] = true
}

// avoid records why the search does not use an optional interface. A later reason replaces an
// earlier one.
func (u *usage) avoid(c game.Capability, why string) {
	if u.avoided == nil {
		u.avoided = map[game.Capability]string{}
	}
	u.avoided[c] = why
}

// playByPly switches off the Playouter and records why.
func (w *worker[S, A]) playByPly(why string) {
	w.Playouter = nil
	w.avoid(game.HasPlayouter, why+slower)
}
