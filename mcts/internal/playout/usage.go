package playout

import (
	"github.com/banyan-go/banyan/game"
)

// Usage records which optional interfaces a search uses, and which ways to make a playout it does
// not use.
type Usage struct {
	uses    map[game.Capability]bool
	avoided map[game.Capability]string // and why
}

// Slower ends the reason for which playouts go ply by ply.
const Slower = "; ply by ply they took 1.4 to 3.6 times as long in the games of this module"

// Use records that the search uses an optional interface that it would not use by itself.
func (u *Usage) Use(c game.Capability) {
	u.uses[c] = true
}

// Avoid records why the search does not use an optional interface. A later reason replaces an
// earlier one.
func (u *Usage) Avoid(c game.Capability, why string) {
	u.avoided[c] = why
}

// Avoided returns what Avoid has recorded.
func (u *Usage) Avoided(c game.Capability) string { return u.avoided[c] }

// PlayByPly switches off the Playouter and records why.
func (m *Maker[S, A]) PlayByPly(why string) {
	m.Playouter = nil
	m.Avoid(game.HasPlayouter, why+Slower)
}

// Unused returns why an optional interface of playouts is not used, "" if it is. uniform reports
// whether the playout policy is uniform, and reads whether a strategy reads the numbers of actions.
func (m *Maker[S, A]) Unused(c game.Capability, uniform, reads bool) string {
	chooses := m.policy.chooser != nil || m.uses[game.HasIndexer]
	when := func(used bool, why string) string {
		if used {
			return ""
		}
		if avoided := m.Avoided(c); avoided != "" {
			return avoided
		}
		return why
	}
	switch c {
	case game.HasPlayouter:
		return m.Avoided(c)
	case game.HasIndexer:
		return when(chooses || reads, "no strategy reads action numbers")
	case game.HasIndexLister:
		return when(m.policy.numbered != nil, "no playout policy chooses by action numbers alone, or there is chance or simultaneous moves")
	case game.HasScorePlayouter:
		return when(m.playsByScores(&m.policy), "no playout policy chooses by scores of the actions alone, or single plies are looked at")
	case game.HasPlayoutRecorder:
		return when(m.Records, "no strategy reads what uniform playouts played")
	case game.HasSampler:
		return when(m.uses[c] || m.Avoided(c) == "" && m.draws(uniform), "playouts do not draw single actions")
	case game.HasPasser:
		return when(chooses, "no playout policy reads what was played")
	}
	return when(m.uses[c], unused[c])
}

// unused has the reasons why other interfaces are not used.
var unused = map[game.Capability]string{
	game.HasEvaluator:    "playouts are not cut off, and nothing else asks for it; see Config.MaxPlies",
	game.HasWinner:       "nothing looks for winning actions; see DecisiveMoves",
	game.HasWeigher:      "nothing asks the game for priors; see policy.PUCT",
	game.HasDeterminizer: "the search sees everything in a state",
	game.HasInformer:     "no tree of information sets; see ISMCTS",
	game.HasTurnCounter:  "nothing counts turns",
	game.HasHasher:       "Config.Graph is not set; package minimax uses it",
	game.HasCellBoard:    "no statistics are shared between positions",
}

// draws reports whether playouts may draw single actions uniformly.
func (m *Maker[S, A]) draws(uniform bool) bool {
	explores := m.policy.explorer != nil || m.policy.numbered != nil && m.policy.numbered.explorer != nil
	return m.Playouter == nil && !m.Records && !m.playsByScores(&m.policy) && (uniform || explores)
}
