// Package spec reads players from text, so that programs need not be compiled for every experiment.
//
//	player, err := spec.Parse("playout=nst,epsilon=0.2,c=0.4,final=max,sims=1000", "")
//	if err != nil {
//		return err
//	}
//	entrant, err := spec.Entrant("a", tictactoe.Game{}, player)
//
// A player is a kind followed by parameters of the form key=value, separated by commas. Without a
// kind it is a search. A parameter that is left out has the default of the strategy that it belongs
// to.
//
//	Parse      reads a player; its second argument supplies defaults shared by several players
//	Usage      describes all kinds and parameters; for the help of a program
//	Entrant    makes an entrant of an arena.Match from a player
//	Names      adds playout policies, parameters and kinds of a program or a game to Parse
//	Levels     lists the levels of strength; Player.AtLevel returns a player of a level
//	Unused     finds misspelt keys in defaults
//
// # Limits
//
// The text covers the strategies of this module. A program adds its own strategies by [Names], or
// sets them in the fields of a [Player]. A Player does not contain a game, so only [Entrant]
// reports parameters that do not suit a game.
//
// # Concurrency and determinism
//
// All functions depend only on their arguments. A Player is a value and may be shared by
// goroutines.
package spec

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/nested"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/similarity/research"
	"github.com/banyan-go/banyan/timing"
)

// Kind is the kind of a player.
type Kind string

// The kinds of players.
const (
	MCTS      Kind = "mcts"
	AlphaBeta Kind = "alphabeta"
	Random    Kind = "random"
	NRPA      Kind = "nrpa" // for games of one player, like NMCS
	NMCS      Kind = "nmcs"
)

// strong is a search with Names.Strong.
const strong Kind = "strong"

// Player describes a player of any game.
type Player struct {
	Kind      Kind
	Search    mcts.Config      // for MCTS
	Budget    mcts.Budget      // for MCTS, NRPA and NMCS: the budget of every action; for AlphaBeta: its Time, 0 for none
	Timing    *timing.Planner  // for MCTS: if not nil, divides a clock instead of Budget
	Ponder    bool             // for MCTS: also search while another player chooses
	Trials    *research.Trials // for MCTS: if not nil, choose Search.Similarity.Distance before every game
	AlphaBeta minimax.Config   // for AlphaBeta
	Nested    nested.Method    // for NRPA and NMCS

	Assumed bool // for MCTS: the program has set hidden, and not the text; see DefaultHidden

	Chosen map[string]string // for MCTS: the values of Names.Keys; nil if there are none

	text string
}

// String returns the text form with all parameters that were set, including defaults. [Parse] reads
// it back.
func (p Player) String() string { return p.text }

// Parse reads a player. defaults has the same form without a kind. Its keys apply if text does not
// set them and the player uses them. A key of text that the player does not use, for example tau
// without a rule that reads it, is an error, and so is an unknown key.
func Parse(text, defaults string) (Player, error) {
	return parsePlayer(Names{}, text, defaults)
}

func parsePlayer(names Names, text, defaults string) (Player, error) {
	p, err := parse(names, text, defaults)
	if err != nil {
		return Player{}, fmt.Errorf("spec: player %q: %w", text, err)
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
	if kind == strong && names.Strong != "" {
		best, err := pairs(names.Strong)
		if err != nil {
			return Player{}, err
		}
		kind = MCTS
		maps.Copy(r.defaults, best)
	}
	level := levelOf(kind)
	if level > 0 {
		r.leaveToLevel(kind)
		kind = MCTS
	}
	p := Player{Kind: kind}
	switch kind {
	case MCTS:
		p.Search = r.search()
		p.Trials = r.trials()
		p.Chosen = r.chosen()
		p.Budget.Simulations = r.simulations(p.Search)
		p.Budget.Time, p.Timing = r.thinking()
		if p.Timing == nil && !hides(p.Search) {
			p.Ponder = r.word("ponder", "off", "on") == "on"
		}
	case AlphaBeta:
		p.AlphaBeta = minimax.Config{Depth: r.whole("depth"), TableBits: r.whole("tablebits")}
		p.Budget.Time = r.duration("time")
	case NRPA, NMCS:
		p.Nested = r.nested(kind)
		p.Budget = mcts.Budget{Simulations: r.whole("sims"), Time: r.duration("time")}
	case Random:
	default:
		kinds := append([]Kind{MCTS, AlphaBeta, Random, NRPA, NMCS}, names.Kinds...)
		if names.Strong != "" {
			kinds = append(kinds, strong)
		}
		if !slices.Contains(names.Kinds, kind) {
			kinds = append(kinds, Kind(fmt.Sprintf("%s1 to %[1]s%d", levelPrefix, len(levels))))
			return Player{}, fmt.Errorf("there is no kind %q; there are: %s", kind, list(kinds))
		}
	}
	if err := r.done(kind); err != nil {
		return Player{}, err
	}
	p.text = strings.Join(append([]string{string(kind)}, r.used...), ",")
	if level > 0 {
		return p.AtLevel(level)
	}
	return p, nil
}

func list(kinds []Kind) string {
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = string(k)
	}
	return strings.Join(words, ", ")
}

// Entrant returns an entrant that plays g as p describes. name identifies it in the match, so
// different entrants need different names. Entrant returns an error if p does not suit g, or if its
// kind is one of Names.Kinds. A search that does not specify how to handle hidden information gets
// [DefaultHidden].
func Entrant[S any, A comparable](name string, g mcts.Game[S, A], p Player) (arena.Entrant[S, A], error) {
	var e arena.Entrant[S, A]
	if rules, err := game.NewRules(g); err == nil && p.LacksHidden() {
		p.setHidden(DefaultHidden(&rules))
	}
	switch p.Kind {
	case MCTS:
		e = searchPlayer(g, p).Entrant(name)
	case AlphaBeta:
		e = arena.AlphaBeta(name, g, p.AlphaBeta)
		if p.Budget.Time > 0 {
			e = arena.Deepening(name, g, p.AlphaBeta, p.Budget.Time, p.Search.Clock)
		}
	case NRPA, NMCS:
		e = arena.NestedPlayer[S, A]{
			Game: g, Config: nested.Config{Method: p.Nested}, Budget: nested.Budget{Playouts: p.Budget.Simulations, Time: p.Budget.Time},
		}.Entrant(name)
	case Random:
		e = arena.Random(name, g)
	default:
		return e, fmt.Errorf("spec: Player.Kind is %q", p.Kind)
	}
	if _, err := e.New(0); err != nil {
		return e, fmt.Errorf("spec: player %q: %w", p, err)
	}
	return e, nil
}

func searchPlayer[S any, A comparable](g mcts.Game[S, A], p Player) arena.SearchPlayer[S, A] {
	s := arena.SearchPlayer[S, A]{Game: g, Config: p.Search, Budget: p.Budget, Timing: p.Timing, Ponder: p.Ponder}
	if t := p.Trials; t != nil {
		s.Configure = func(ctx context.Context, start *S, cfg mcts.Config) (mcts.Config, error) {
			return research.Configure(ctx, g, start, cfg, *t, research.ForTrials(t.Simulations))
		}
	}
	return s
}

// Unused returns the keys of defaults that none of the players uses.
func Unused(defaults string, players ...Player) []string {
	keys, err := pairs(defaults)
	if err != nil {
		return nil // Parse has reported the error
	}
	for _, p := range players {
		for part := range strings.SplitSeq(p.text, ",") {
			key, _, _ := strings.Cut(part, "=")
			delete(keys, key)
		}
	}
	return slices.Sorted(maps.Keys(keys))
}

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
