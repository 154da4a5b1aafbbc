package bundled

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Magic and Magic60 are played in their canonical form. A search may use another form of the
// decisions of a turn. In Magic60 players have 60 cards with bombs and 25 life.
var (
	Magic   = Board[magic.Game]{Name: "magic", FromStart: true}
	Magic60 = Board[magic.Game]{Name: "magic60", Usual: bombs(), FromStart: true}
)

func bombs() magic.Game {
	deck := magic.BombDeck()
	return must(magic.New(magic.Config{Deck: &deck, Life: 25}))
}

// MagicWith returns Magic with another deck, and with that life for each player. It is in no list.
func MagicWith(name string, deck magic.Deck, life int) (Game, error) {
	g, err := magic.New(magic.Config{Deck: &deck, Life: life})
	if err != nil {
		return nil, err
	}
	return newGame(g, Board[magic.Game]{Name: name, FromStart: true}, console.Size{}, magicPlayers)
}

// magicPlayers are the standard players, extended by magicNames.
var magicPlayers = Players[magic.State, magic.Action]{
	Parse: magicNames.Parse, Entrant: magicEntrant, Opponent: magicOpponent(magicNames), Playouts: []string{"expert", "reduced"},
	Config: func(g mcts.Game[magic.State, magic.Action], cfg mcts.Config) mcts.Config {
		if own, ok := g.(magic.Game); ok {
			cfg.Playout = bind(own, cfg.Playout)
		}
		return cfg
	},
	Person: func(g mcts.Game[magic.State, magic.Action]) mcts.Game[magic.State, magic.Action] {
		own, _ := g.(magic.Game) // the boards have no other games
		return cards{own}
	},
}

// magic60Players are magicPlayers with the strong player of Magic60.
func magic60Players() Players[magic.State, magic.Action] {
	p, names := magicPlayers, magicNames
	names.Strong = strong[Magic60.Name]
	p.Parse, p.Opponent = names.Parse, magicOpponent(names)
	return p
}

// magicNames are the words in player specs that only Magic has. They are for [magicEntrant].
var magicNames = spec.Names{
	Kinds:    []spec.Kind{"expert", "reduced"},
	Strong:   strong[Magic.Name],
	Playouts: map[string]policy.Playout{"expert": rulePlayout{rule: magic.Expert}, "reduced": rulePlayout{rule: magic.Reduced}},
	Keys: map[string][]string{
		"main":  {"subsets", "binary"},
		"prune": {"none", "land", "dominated"},
		"order": {"descending", "ascending", "shuffled"},
		"draws": {"fixed", "chance"},

		"combat": {"chain", "whole"},

		"interesting": nil,
	},
}

// magicUsage explains magicNames.
const magicUsage = `Players of magic can also be of the kinds expert and reduced, which play by rules. Parameters of mcts for magic:
  playout=reduced|expert                   playouts by these rules
  main=subsets|binary                      choose the cards of a turn as a set, or one card after the other
  order=descending|ascending|shuffled      order of the cards by cost, for main=binary
  prune=none|land|dominated                omit turns that play no land; dominated: and subsets of other sets
  combat=chain|whole                       choose attackers kind by kind and blockers one by one, or all at once
  draws=fixed|chance                       determinizations fix the order of the libraries, or draws are chance nodes
  interesting=no|root|leaf                 prefer determinizations in which the choice matters, at the roots of the trees or at
                                           every leaf; root/CANDIDATES/TESTS sets both numbers, which are 5 otherwise
`

// rulePlayout is a playout policy that plays by a rule. It must be bound to a form of the game.
type rulePlayout struct {
	game magic.Game
	rule magic.Rule
}

// New implements policy.Playout.
func (p rulePlayout) New(info policy.Info) (policy.Chooser, error) {
	f := map[magic.Rule]func(*magic.State, int, []magic.Action, *rng.Rand) int{
		magic.Uniform: p.game.Random, magic.Reduced: p.game.Reduced, magic.Expert: p.game.Expert, magic.Idle: p.game.Idle,
	}
	return mcts.PlayoutFunc(f[p.rule]).New(info)
}

// bind returns p with every rulePlayout in it bound to g.
func bind(g magic.Game, p policy.Playout) policy.Playout {
	switch p := p.(type) {
	case rulePlayout:
		return rulePlayout{g, p.rule}
	case policy.LGRF:
		p.Fallback = bind(g, p.Fallback)
		return p
	case policy.Mix:
		p.First, p.Second = bind(g, p.First), bind(g, p.Second)
		return p
	case mcts.DecisiveMoves:
		p.Playout = bind(g, p.Playout)
		return p
	}
	return p
}

// formed is a [magic.Game], or a type that embeds it.
type formed interface {
	Form(c magic.Config) (magic.Game, error)
}

// magicEntrant is spec.Entrant with magicNames, for a match in a canonical magic.Game, or in a game
// that embeds one.
func magicEntrant(name string, g mcts.Game[magic.State, magic.Action], p spec.Player) (arena.Entrant[magic.State, magic.Action], error) {
	none := arena.Entrant[magic.State, magic.Action]{}
	match, ok := g.(formed)
	if !ok {
		return none, fmt.Errorf("player %q: the game is a %T, want a magic.Game", p, g)
	}
	canonical, err := match.Form(magic.Config{})
	if err != nil {
		return none, err
	}
	switch p.Kind {
	case "expert":
		return ruleEntrant(name, canonical, canonical.Expert), nil
	case "reduced":
		return ruleEntrant(name, canonical, canonical.Reduced), nil
	case spec.AlphaBeta:
		return none, fmt.Errorf("player %q: alphabeta needs a game with perfect information", p)
	case spec.MCTS:
	default:
		return spec.Entrant(name, g, p)
	}
	if p.Timing != nil {
		return none, fmt.Errorf("player %q: magic has no clock", p)
	}
	if p.LacksHidden() {
		p.Search.Hidden = mcts.ISMCTS{} // as spec.Entrant does
	}
	own, err := match.Form(magicConfig(p.Chosen))
	if err != nil {
		return none, fmt.Errorf("player %q: %w", p, err)
	}
	e, err := searchEntrant(name, own, p)
	if err != nil {
		return none, fmt.Errorf("player %q: %w", p, err)
	}
	if _, err := e.New(0); err != nil {
		return none, fmt.Errorf("player %q: %w", p, err)
	}
	return e, nil
}

func magicConfig(chosen map[string]string) magic.Config {
	return magic.Config{
		Main:        map[string]magic.Main{"binary": magic.Binary}[chosen["main"]],
		Prune:       map[string]magic.Prune{"land": magic.PruneLand, "dominated": magic.PruneDominated}[chosen["prune"]],
		Order:       map[string]magic.Order{"ascending": magic.Ascending, "shuffled": magic.Shuffled}[chosen["order"]],
		Combat:      map[string]magic.Combat{"whole": magic.Whole}[chosen["combat"]],
		ChanceDraws: chosen["draws"] == "chance",
	}
}

// ruleEntrant returns an entrant that plays by a rule.
func ruleEntrant(name string, g magic.Game, rule func(*magic.State, int, []magic.Action, *rng.Rand) int) arena.Entrant[magic.State, magic.Action] {
	return arena.Func(name, func(_ context.Context, s *magic.State, seat int, r *rng.Rand) (magic.Action, error) {
		actions := g.AppendActions(nil, s)
		return actions[rule(s, seat, actions, r)], nil
	})
}

// searchEntrant returns an entrant that searches in its own form of the game.
func searchEntrant(name string, own magic.Game, p spec.Player) (e arena.Entrant[magic.State, magic.Action], err error) {
	cfg := p.Search
	cfg.Playout = bind(own, cfg.Playout)
	by, ruled := cfg.Playout.(rulePlayout)
	playout := own.PlayoutBy([2]magic.Rule{by.rule, by.rule})
	if ruled = ruled && wholePlayouts(cfg); ruled {
		// The game plays the same playouts in one call, which is faster.
		cfg.Playout = mcts.WholePlayout(playout)
	}
	interesting, where, err := interestingOf(own, by.rule, p)
	if err == nil && where == "leaf" && !ruled {
		err = errors.New("interesting=leaf needs playout=reduced or expert, without maxplies and plydiscount")
	}
	searched := mcts.Game[magic.State, magic.Action](own)
	if where == "root" {
		searched = interesting
	}
	e.Name, e.New = name, func(seed uint64) (arena.Player[magic.State, magic.Action], error) {
		if p.Budget == (mcts.Budget{}) {
			return nil, errors.New("the budget is empty, want simulations or time")
		}
		t := &translator{own: own, budget: p.Budget}
		c := cfg
		c.Seed = seed
		if where == "leaf" {
			c.Playout = mcts.WholePlayout(func(s *magic.State, r *rng.Rand, out []float64) {
				interesting.Determinize(s, t.seat, r)
				playout(s, r, out)
			})
		}
		var err error
		t.search, err = mcts.New(searched, c)
		return t, err
	}
	return e, err
}

// interestingOf returns the game whose determinizations a player prefers, and where it wants them:
// "no", "root" or "leaf". Its tests end with playouts by rule.
func interestingOf(own magic.Game, rule magic.Rule, p spec.Player) (g magic.Interesting, where string, err error) {
	text := cmp.Or(p.Chosen["interesting"], "no")
	where, numbers, given := strings.Cut(text, "/")
	_, ensemble := p.Search.Hidden.(mcts.Ensemble)
	switch {
	case text == "no":
		return g, where, nil
	case where != "root" && where != "leaf":
		return g, where, fmt.Errorf("interesting=%s, want no, root or leaf", text)
	case !ensemble:
		return g, where, fmt.Errorf("interesting=%s needs hidden=ensemble", text)
	}
	g = magic.Interesting{Game: own, Rule: rule}
	if given {
		candidates, tests, _ := strings.Cut(numbers, "/")
		var err1, err2 error
		g.Candidates, err1 = strconv.Atoi(candidates)
		g.Tests, err2 = strconv.Atoi(tests)
		if err1 != nil || err2 != nil || min(g.Candidates, g.Tests) < 1 {
			return g, where, fmt.Errorf("interesting=%s, want %s/CANDIDATES/TESTS, both above 0", text, where)
		}
	}
	return g, where, nil
}

// wholePlayouts reports whether the search lets a game play a playout in one call.
func wholePlayouts(cfg mcts.Config) bool {
	return cfg.MaxPlies == 0 && !policy.NeedsOf(cfg.Backup).Has(policy.NeedDepths)
}

// translator searches in its own form of the game and returns actions of the canonical game.
type translator struct {
	own         magic.Game
	search      *mcts.Search[magic.State, magic.Action]
	budget      mcts.Budget
	simulations int
	seat        int // at which the search plays

	plan []magic.Action // the rest of a combat that was chosen as a whole
	turn int            // of the plan
	kind magic.Phase
}

// Choose implements arena.Player. A combat that is chosen as a whole takes one search and several
// actions of the canonical game.
func (t *translator) Choose(ctx context.Context, s *magic.State, seat int) (magic.Action, error) {
	t.seat = seat
	if len(t.plan) == 0 || t.own.Turn(s) != t.turn || s.Phase() != t.kind {
		a, err := t.own.Whole(s, func(s *magic.State) (magic.Action, error) {
			result, err := t.search.Run(ctx, s, t.budget)
			t.simulations += result.Simulations
			return result.Action, err
		})
		if err != nil {
			return a, err
		}
		t.plan, t.turn, t.kind = t.own.Unfold(t.plan[:0], s, a), t.own.Turn(s), s.Phase()
	}
	a := t.plan[0]
	t.plan = t.plan[1:]
	return a, nil
}

// Simulations implements arena.Counter.
func (t *translator) Simulations() int { return t.simulations }
