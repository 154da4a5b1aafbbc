package mcts

import (
	"cmp"
	"fmt"
	"strings"

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
// it does not use the others.
func (s *Search[S, A]) Explain() Explanation {
	r, cfg := &s.rules, s.cfg
	chooses := s.w.chooser != nil || s.w.uses[HasIndexer]
	needs := s.w.needs
	_, uniform := cfg.Playout.(policy.Uniform)
	var all Explanation
	add := func(name string, found, used bool, why string) {
		u := InterfaceUse{Name: name, Found: found, Used: found && used}
		if !u.Used {
			u.Why = why
		}
		all = append(all, u)
	}
	add("Copier", r.Copier != nil, true, "states are copied by assignment")
	add("ChanceGame", r.Chance != nil, true, "there are no chance nodes")
	add("SimultaneousGame", r.Simultaneous != nil, true, "there are no simultaneous moves")
	add("Indexer", r.Indexer != nil, chooses || needs.Has(policy.NeedActions),
		whyNot(r.Indexer != nil, "no strategy reads action numbers", "actions are numbered by a map if a strategy reads numbers, which is slower"))
	add("IndexLister", r.Lister != nil, s.w.numbered != nil,
		whyNot(r.Lister != nil, "no playout policy chooses by action numbers alone, or there is chance or simultaneous moves", "policies that read action numbers list the actions"))
	add("ScorePlayouter", r.Scorer != nil, s.w.playsByScores(),
		whyNot(r.Scorer != nil, "no playout policy chooses by scores of the actions alone, or single plies are looked at", "policies such as MAST play ply by ply"))
	playouter, missing := supported[Playouter[S]](r.Game, HasPlayouter) != nil, "playouts list the actions of every ply, which took "+times
	if !playouter && r.Playouter != nil {
		missing = s.w.avoided[HasPlayouter]
	}
	add("Playouter", playouter, s.w.avoided[HasPlayouter] == "", whyNot(playouter, s.w.avoided[HasPlayouter], missing))
	add("PlayoutRecorder", r.Recorder != nil, s.w.records,
		whyNot(r.Recorder != nil, cmp.Or(s.w.avoided[HasPlayoutRecorder], "no strategy reads what uniform playouts played"), "uniform playouts that a strategy reads go ply by ply"))
	add("Sampler", r.Sampler != nil, s.w.uses[HasSampler] || s.w.avoided[HasSampler] == "" && s.w.draws(uniform),
		whyNot(r.Sampler != nil, cmp.Or(s.w.avoided[HasSampler], "playouts do not draw single actions"), "playouts list the actions of every ply"))
	add("Evaluator", r.Evaluator != nil, s.w.uses[HasEvaluator],
		whyNot(r.Evaluator != nil, "playouts are not cut off, and nothing else asks for it; see Config.MaxPlies", "a playout that is cut off counts as a draw"))
	add("Winner", r.Winner != nil, s.w.uses[HasWinner],
		whyNot(r.Winner != nil, "nothing looks for winning actions; see DecisiveMoves", "looking for a winning action would play all of them"))
	add("Weigher", r.Weigher != nil, s.w.uses[HasWeigher],
		whyNot(r.Weigher != nil, "nothing asks the game for priors; see policy.PUCT", "the game has no priors"))
	add("Passer", r.Passer != nil, chooses,
		whyNot(r.Passer != nil, "no playout policy reads what was played", "every action counts as a choice"))
	add("Determinizer", r.Determinizer != nil, s.w.uses[HasDeterminizer],
		whyNot(r.Determinizer != nil, "the search sees everything in a state", "the search assumes perfect information"))
	add("TurnCounter", r.Turns != nil, s.w.uses[HasTurnCounter],
		whyNot(r.Turns != nil, "nothing counts turns", "a ply counts as a turn"))
	add("Hasher", r.Hasher != nil, false,
		whyNot(r.Hasher != nil, "the tree has no transpositions; package minimax uses it, and a cache for a Predictor", "it would serve package minimax and a cache for a Predictor only"))
	add("CellBoard", r.Cells != nil, s.w.uses[HasCellBoard],
		whyNot(r.Cells != nil, "no statistics are shared between positions", "sharing statistics between positions would need it"))
	return all
}

// draws reports whether playouts may draw single actions uniformly.
func (w *worker[S, A]) draws(uniform bool) bool {
	explores := w.explorer != nil || w.numbered != nil && w.numbered.explorer != nil
	return w.Playouter == nil && !w.records && !w.playsByScores() && (uniform || explores)
}

func whyNot(found bool, unused, missing string) string {
	if found {
		return unused
	}
	return missing
}

// usage records for Explain which optional interfaces the configuration uses, and which ways to
// make a playout it does not use.
type usage struct {
	uses    map[Capability]bool
	avoided map[Capability]string // and why
}

// The cost of playouts that go ply by ply.
const (
	times  = "1.4 to 3.6 times as long in the games of this module"
	slower = "; ply by ply they took " + times
)

// use records that the search uses an optional interface that it would not use by itself.
func (u *usage) use(c Capability) {
	if u.uses == nil {
		u.uses = map[Capability]bool{}
	}
	u.uses[c] = true
}

// avoid records why the search does not use an optional interface. A later reason replaces an
// earlier one.
func (u *usage) avoid(c Capability, why string) {
	if u.avoided == nil {
		u.avoided = map[Capability]string{}
	}
	u.avoided[c] = why
}

// playByPly switches off the Playouter and records why.
func (w *worker[S, A]) playByPly(why string) {
	w.Playouter = nil
	w.avoid(HasPlayouter, why+slower)
}
