package spec

import (
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// reuse reads whether a search keeps its tree from action to action. A search that never does has
// no such key. One with position similarity does not unless the text says so, and its text form
// tells which.
func (r *reader) reuse(cfg *mcts.Config) {
	if cfg.Hidden != nil || policy.NeedsOf(cfg.Root).Has(policy.NeedSimulations) {
		return
	}
	if cfg.Similarity == nil {
		cfg.FreshTree = r.word("reuse", "on", "off") == "off"
		return
	}
	if !r.given("reuse") {
		r.used = append(r.used, "reuse=off")
	}
	cfg.Similarity.KeepTree = r.word("reuse", "off", "on") == "on"
}
