package spec

import (
	"maps"
	"slices"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// Names are what a program, or a game, has beyond this package: Names.Parse knows it. The zero value is nothing. The names must
// not be those that are there, and have no comma or equals sign in them.
type Names struct {
	// Playouts are further values of playout and fallback.
	Playouts map[string]policy.Playout

	// Interesting is what interesting=root and interesting=leaf compare; without a Passive and a Rule, there is no such key. With it
	// there are candidates=N and tests=N.
	Interesting mcts.Interesting

	// Keys are further parameters of mcts and the words they may have, of which the first is the default. What was chosen is in
	// Player.Chosen, and for the caller to heed.
	Keys map[string][]string

	// Kinds are further kinds of players, without parameters. Their entrants are for the caller to make.
	Kinds []Kind
}

// Parse is the function Parse, with what n names.
func (n Names) Parse(text, defaults string) (Player, error) { return parsePlayer(n, text, defaults) }

// playouts returns the words, and behind them the names of n.
func (n Names) playouts(words ...string) []string {
	return append(words, slices.Sorted(maps.Keys(n.Playouts))...)
}

// chosen reads the keys that n names; nil if there are none.
func (r *reader) chosen() map[string]string {
	if len(r.names.Keys) == 0 {
		return nil
	}
	chosen := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(r.names.Keys)) {
		chosen[key] = r.word(key, r.names.Keys[key]...)
	}
	return chosen
}
