package catalog

import (
	"context"
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Magic has players by rule, and searches that see the cards of a turn in other forms than the referee.
var Magic = Board[magic.Game]{Name: "magic", FromStart: true}

// MagicNames are what players of magic have beyond those of other games, for MagicEntrant.
var MagicNames = spec.Names{
	Kinds:       []spec.Kind{"expert", "reduced"},
	Playouts:    map[string]policy.Playout{"expert": ruled{rule: magic.Expert}, "reduced": ruled{rule: magic.Reduced}},
	Interesting: mcts.Interesting{Passive: ruled{rule: magic.Idle}, Rule: ruled{rule: magic.Expert}},
	Keys: map[string][]string{
		"main":  {"subsets", "binary"},
		"prune": {"none", "land", "dominated"},
		"order": {"descending", "ascending", "shuffled"},
		"draws": {"fixed", "chance"},
	},
}

// MagicUsage is what players of magic have beyond those of other games.
const MagicUsage = `Players of magic may also be of the kinds expert and reduced, which play by rules. Their parameters of mcts:
  playout=reduced|expert                   by these rules
  main=subsets|binary                      the cards of a turn as a set, or one by one
  order=descending|ascending|shuffled      of these, by cost
  prune=none|land|dominated                what is left out: turns without a land, and sets that are part of another
  draws=fixed|chance                       libraries of a determinization have an order, or every draw is left to chance
  interesting=no|root|leaf                 which determinizations: those where it matters what is done, candidates=N, tests=N
`

// ruled is a playout policy by one of the rules. In a game it becomes one of that game.
type ruled struct {
	game magic.Game
	rule magic.Rule
}

// New implements policy.Playout.
func (p ruled) New(info policy.Info) (policy.Chooser, error) {
	f := map[magic.Rule]func(*magic.State, int, []magic.Action, *rng.Rand) int{
		magic.Uniform: p.game.Random, magic.Reduced: p.game.Reduced, magic.Expert: p.game.Expert, magic.Idle: p.game.Idle,
	}
	return mcts.PlayoutFunc(f[p.rule]).New(info)
}

// in returns p for a game, if it is a rule.
func in(g magic.Game, p policy.Playout) policy.Playout {
	switch p := p.(type) {
	case ruled:
		return ruled{g, p.rule}
	case policy.LGRF:
		p.Fallback = in(g, p.Fallback)
		return p
	case mcts.Decisive:
		p.Playout = in(g, p.Playout)
		return p
	}
	return p
}

// MagicEntrant makes an entrant of magic.Game{}, the game of the referee, for which it is spec.Entrant with what MagicNames has.
func MagicEntrant(name string, g mcts.Game[magic.State, magic.Action], p spec.Player) (arena.Entrant[magic.State, magic.Action], error) {
	none := arena.Entrant[magic.State, magic.Action]{}
	referee := magic.Game{}
	switch p.Kind {
	case "expert":
		return ruler(name, referee, referee.Expert), nil
	case "reduced":
		return ruler(name, referee, referee.Reduced), nil
	case spec.AlphaBeta:
		return none, fmt.Errorf("player %q: alphabeta needs a game in which all is seen", p)
	case spec.MCTS:
	default:
		return spec.Entrant(name, g, p)
	}
	if p.Timing != nil {
		return none, fmt.Errorf("player %q: there is no clock in magic", p)
	}
	_, sets := p.Search.Hidden.(mcts.ISMCTS)
	if sets && p.Chosen["main"] == "binary" {
		return none, fmt.Errorf("player %q: hidden=infoset needs main=subsets: with binary, who is asked next depends on the hand", p)
	}
	own, err := magic.New(magicConfig(p.Chosen, sets))
	if err != nil {
		return none, fmt.Errorf("player %q: %w", p, err)
	}
	e := searches(name, own, p)
	if _, err := e.New(0); err != nil {
		return none, fmt.Errorf("player %q: %w", p, err)
	}
	return e, nil
}

func magicConfig(chosen map[string]string, askAlways bool) magic.Config {
	return magic.Config{
		AskAlways:   askAlways,
		Main:        map[string]magic.Main{"binary": magic.Binary}[chosen["main"]],
		Prune:       map[string]magic.Prune{"land": magic.PruneLand, "dominated": magic.PruneDominated}[chosen["prune"]],
		Order:       map[string]magic.Order{"ascending": magic.Ascending, "shuffled": magic.Shuffled}[chosen["order"]],
		ChanceDraws: chosen["draws"] == "chance",
	}
}

// ruler is an entrant that plays by a rule.
func ruler(name string, g magic.Game, rule func(*magic.State, int, []magic.Action, *rng.Rand) int) arena.Entrant[magic.State, magic.Action] {
	return arena.Func(name, func(_ context.Context, s *magic.State, seat int, r *rng.Rand) (magic.Action, error) {
		actions := g.AppendActions(nil, s)
		return actions[rule(s, seat, actions, r)], nil
	})
}

// searches is an entrant that searches in a game of its own.
func searches(name string, own magic.Game, p spec.Player) arena.Entrant[magic.State, magic.Action] {
	cfg := p.Search
	cfg.Playout = in(own, cfg.Playout)
	if e, ok := cfg.Hidden.(mcts.Ensemble); ok && e.Interesting.Rule != nil {
		e.Interesting.Passive, e.Interesting.Rule = in(own, e.Interesting.Passive), in(own, e.Interesting.Rule)
		cfg.Hidden = e
	}
	var rules mcts.Game[magic.State, magic.Action] = own
	if by, ok := cfg.Playout.(ruled); ok && atOnce(cfg) {
		// The same playouts in one call.
		rules, cfg.Playout = magic.Playing{Game: own, Rules: [2]magic.Rule{by.rule, by.rule}}, nil
	}
	return arena.Entrant[magic.State, magic.Action]{Name: name, New: func(seed uint64) (arena.Player[magic.State, magic.Action], error) {
		if p.Budget == (mcts.Budget{}) {
			return nil, errors.New("the budget is empty, want simulations or time")
		}
		c := cfg
		c.Seed = seed
		search, err := mcts.New(rules, c)
		return &translator{own: own, search: search, budget: p.Budget}, err
	}}
}

// atOnce reports whether the search leaves playouts to a game that plays them in one call.
func atOnce(cfg mcts.Config) bool {
	return cfg.MaxPlies == 0 && !policy.NeedsOf(cfg.Backup).Has(policy.NeedDepths)
}

// translator searches in a game of its own, and answers actions of the referee's.
type translator struct {
	own         magic.Game
	search      *mcts.Search[magic.State, magic.Action]
	budget      mcts.Budget
	simulations int
}

// Choose implements arena.Player.
func (t *translator) Choose(ctx context.Context, s *magic.State, _ int) (magic.Action, error) {
	return t.own.Whole(s, func(s *magic.State) (magic.Action, error) {
		result, err := t.search.Run(ctx, s, t.budget)
		t.simulations += result.Simulations
		return result.Action, err
	})
}

// Simulations implements arena.Counter.
func (t *translator) Simulations() int { return t.simulations }
