package spec

import (
	"maps"
	"slices"

	"github.com/banyan-go/banyan/policy"
)

// Names extends [Parse] by what a program or a game offers beyond this package. The zero value adds
// nothing. Names must differ from the existing ones and contain no comma or equals sign.
type Names struct {
	// Playouts are additional values of playout and fallback.
	Playouts map[string]policy.Playout

	// Keys are additional parameters of mcts and their values, of which the first is the default. A
	// parameter without a list of values takes any text and has no default. Parse stores the values
	// in Player.Chosen; the caller applies them.
	Keys map[string][]string

	// Strong are the parameters of mcts that are strongest in this game. The kind "strong" stands
	// for mcts with them, unless the text sets others. If empty, there is no such kind.
	Strong string

	// Kinds are additional kinds of players, without parameters. The caller makes their entrants.
	Kinds []Kind
}

// Parse is like the function [Parse] with the additional names.
func (n Names) Parse(text, defaults string) (Player, error) { return parsePlayer(n, text, defaults) }

// playouts returns words followed by the names of Playouts.
func (n Names) playouts(words ...string) []string {
	return append(words, slices.Sorted(maps.Keys(n.Playouts))...)
}

// chosen reads the additional keys. It returns nil if there are none.
func (r *reader) chosen() map[string]string {
	if len(r.names.Keys) == 0 {
		return nil
	}
	chosen := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(r.names.Keys)) {
		if words := r.names.Keys[key]; len(words) > 0 {
			chosen[key] = r.word(key, words...)
		} else if text, ok := r.text(key); ok {
			chosen[key] = text
		}
	}
	return chosen
}
