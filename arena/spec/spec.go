// Package spec reads players from text, so that programs need not be compiled for every experiment:
//
//	player, err := spec.Parse("playout=nst,epsilon=0.2,c=0.4,final=max,sims=1000", "")
//	entrant := spec.Entrant("a", game, player)
//
// A player is the kind and its parameters, as key=value, separated by commas. Without a kind it is a search. Usage lists
// all there is. The zero of a parameter is never given as 0: what is left out has the default of the strategy.
package spec

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/timing"
)

// Kind is what decides.
type Kind string

// The kinds of players.
const (
	MCTS      Kind = "mcts"
	AlphaBeta Kind = "alphabeta"
	Random    Kind = "random"
)

// Player says who plays.
type Player struct {
	Kind      Kind
	Search    mcts.Config     // of MCTS
	Budget    mcts.Budget     // of MCTS, for every action
	Timing    *timing.Manager // of MCTS, for a match with a clock; nil: Budget holds
	AlphaBeta minimax.Config  // of AlphaBeta

	Chosen map[string]string // of MCTS, the values of Names.Keys; nil without them

	text string
}

// String returns the text form with all that was set, the defaults given to Parse too. Parse reads it back.
func (p Player) String() string { return p.text }

// Parse reads a player. defaults has the same form, without a kind: its keys hold where text does not set them and they
// mean something to that player. In text, a key that means nothing there, for example tau where nothing reads it, is
// an error, and so is one that is not known.
func Parse(text, defaults string) (Player, error) {
	return parsePlayer(Names{}, text, defaults)
}

func parsePlayer(names Names, text, defaults string) (Player, error) {
	p, err := parse(names, text, defaults)
	if err != nil {
		return Player{}, fmt.Errorf("player %q: %w", text, err)
	}
	return p, nil
}

func parse(names Names, text, defaults string) (Player, error) {
	kind, rest := MCTS, text
	if first, others, _ := strings.Cut(text, ","); !strings.Contains(first, "=") && first != "" {
		kind, rest = Kind(strings.TrimSpace(first)), others
	}
	r, err := newReader(names, rest, defaults)
	if err != nil {
		return Player{}, err
	}
	p := Player{Kind: kind}
	switch kind {
	case MCTS:
		p.Search = r.search()
		p.Chosen = r.chosen()
		p.Budget.Simulations = r.simulations(p.Search)
		p.Budget.Time, p.Timing = r.thinking()
	case AlphaBeta:
		p.AlphaBeta = minimax.Config{Depth: r.whole("depth"), TableBits: r.whole("tablebits")}
	case Random:
	default:
		kinds := append([]Kind{MCTS, AlphaBeta, Random}, names.Kinds...)
		if !slices.Contains(names.Kinds, kind) {
			return Player{}, fmt.Errorf("there is no kind %q; there are: %s", kind, list(kinds))
		}
	}
	if err := r.done(kind); err != nil {
		return Player{}, err
	}
	p.text = strings.Join(append([]string{string(kind)}, r.used...), ",")
	return p, nil
}

func list(kinds []Kind) string {
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = string(k)
	}
	return strings.Join(words, ", ")
}

// Entrant makes an entrant of a match, for the kinds of this package. The name is how the match knows it; two entrants need different ones. It
// reports what is wrong with the player for this game.
func Entrant[S any, A comparable](name string, g mcts.Game[S, A], p Player) (arena.Entrant[S, A], error) {
	var e arena.Entrant[S, A]
	switch p.Kind {
	case MCTS:
		e = arena.Searcher(name, g, p.Search, p.Budget)
		if p.Timing != nil {
			e = arena.Timekeeper(name, g, p.Search, *p.Timing)
		}
	case AlphaBeta:
		e = arena.AlphaBeta(name, g, p.AlphaBeta)
	case Random:
		e = arena.Random(name, g)
	default:
		return e, fmt.Errorf("spec: Player.Kind is %q", p.Kind)
	}
	if _, err := e.New(0); err != nil {
		return e, fmt.Errorf("player %q: %w", p, err)
	}
	return e, nil
}

// Unused returns the keys of defaults that mean nothing to any of the players.
func Unused(defaults string, players ...Player) []string {
	keys, err := pairs(defaults)
	if err != nil {
		return nil // Parse has reported it
	}
	for _, p := range players {
		for part := range strings.SplitSeq(p.text, ",") {
			key, _, _ := strings.Cut(part, "=")
			delete(keys, key)
		}
	}
	return slices.Sorted(maps.Keys(keys))
}
