package bundled

import (
	"fmt"
	"maps"
	"slices"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// PlayoutUsage explains the playouts that single games have by name.
const PlayoutUsage = `Parameters of mcts for nogo:
  playout=shared                           whole playouts that take the points first that both players may take
Parameters of mcts for gomoku and connect4:
  playout=decisive|antidecisive            decisive=yes and anti as whole playouts, which are much faster
Parameters of mcts for samegame:
  playout=taboo                            whole playouts that remove the most frequent color last
`

// NoGoPlayers are the standard players, and searches with playout=shared.
var NoGoPlayers = withPlayouts(NoGo.Name, map[string]playoutsOf[nogo.State, nogo.Point]{
	"shared": func(g mcts.Game[nogo.State, nogo.Point]) func(*nogo.State, *rng.Rand, []float64) {
		own, _ := game.As[interface {
			SharedPlayout(s *nogo.State, r *rng.Rand, out []float64)
		}](g)
		return own.SharedPlayout
	},
})

// GomokuPlayers and Connect4Players are the standard players, and searches with playout=decisive
// and antidecisive.
var (
	GomokuPlayers   = withPlayouts(Gomoku.Name, decisivePlayouts[gomoku.State, gomoku.Point]())
	Connect4Players = withPlayouts(Connect4.Name, decisivePlayouts[connect4.State, connect4.Drop]())
)

func decisivePlayouts[S any, A comparable]() map[string]playoutsOf[S, A] {
	type decisive interface {
		DecisivePlayout(s *S, r *rng.Rand, out []float64)
		AntiDecisivePlayout(s *S, r *rng.Rand, out []float64)
	}
	return map[string]playoutsOf[S, A]{
		"decisive": func(g mcts.Game[S, A]) func(*S, *rng.Rand, []float64) {
			own, _ := game.As[decisive](g)
			return own.DecisivePlayout
		},
		"antidecisive": func(g mcts.Game[S, A]) func(*S, *rng.Rand, []float64) {
			own, _ := game.As[decisive](g)
			return own.AntiDecisivePlayout
		},
	}
}

// playoutsOf returns a function that plays whole playouts of a game.
type playoutsOf[S any, A comparable] func(g mcts.Game[S, A]) func(*S, *rng.Rand, []float64)

// withPlayouts returns the standard players of a game extended by whole playouts with these names.
func withPlayouts[S any, A comparable](game string, playouts map[string]playoutsOf[S, A]) Players[S, A] {
	names := spec.Names{Playouts: map[string]policy.Playout{}, Strong: strong[game]}
	for name, f := range playouts {
		names.Playouts[name] = namedPlayout[S, A]{name, f}
	}
	return Players[S, A]{
		Parse: names.Parse, Playouts: slices.Sorted(maps.Keys(names.Playouts)),
		Entrant: func(name string, g mcts.Game[S, A], p spec.Player) (arena.Entrant[S, A], error) {
			p.Search.Playout = Bind(g, p.Search.Playout)
			return spec.Entrant(name, g, p)
		},
		Config: func(g mcts.Game[S, A], cfg mcts.Config) mcts.Config {
			cfg.Playout = Bind(g, cfg.Playout)
			return cfg
		},
	}
}

// Bind returns a policy that [mcts.New] accepts for g: the whole playout for g if p is one of the
// package's whole playouts, and otherwise p.
func Bind[S any, A comparable](g mcts.Game[S, A], p policy.Playout) policy.Playout {
	if named, ok := p.(namedPlayout[S, A]); ok {
		return mcts.WholePlayout(named.of(g))
	}
	return p
}

// TakesWholePlayout reports whether a search with uniform playouts could have whole ones instead,
// in a game that does not count turns.
func TakesWholePlayout(cfg mcts.Config) bool {
	_, uniform := cfg.Playout.(policy.Uniform)
	needs := policy.NeedsOf(cfg.Backup)
	return uniform && cfg.MaxPlies == 0 && cfg.Similarity == nil && needs&(policy.NeedDepths|policy.NeedTurns) == 0
}

// namedPlayout is a whole playout that is not bound to a game. See [Bind].
type namedPlayout[S any, A comparable] struct {
	name string
	of   playoutsOf[S, A]
}

// GoString returns the playout as an expression in Go, where game is the game.
func (p namedPlayout[S, A]) GoString() string {
	method := map[string]string{"shared": "SharedPlayout", "decisive": "DecisivePlayout", "antidecisive": "AntiDecisivePlayout", "taboo": "TabooPlayout"}[p.name]
	return "mcts.WholePlayout(game." + method + ")"
}

// New implements policy.Playout. It is called if another policy has the playout inside.
func (p namedPlayout[S, A]) New(policy.Info) (policy.Chooser, error) {
	return nil, fmt.Errorf("playout=%s plays to the end by itself, so it cannot be part of another policy", p.name)
}

// strong are the parameters of mcts that won most at 20 ms per action, by the name of the game. The
// player "strong" is a search with them. docs/choosing.md has the matches.
var strong = map[string]string{
	Breakthrough.Name:  "selection=puct,c=0.737,playout=nst,epsilon=0.1,k=1,maxplies=4",
	Connect4.Name:      "selection=puct,c=0.897,playout=antidecisive",
	Dots.Name:          "playout=nst,c=0.6",
	Dots2.Name:         usual,
	DotsPoints.Name:    usual,
	EightPuzzle.Name:   usual,
	FifteenPuzzle.Name: usual,
	Gomoku.Name:        "selection=puct,prediction=evaluator,c=1",
	Goofspiel.Name:     usual,
	Goofspiel5.Name:    usual,
	Knightthrough.Name: "selection=puct,c=0.737,playout=nst,epsilon=0.217,k=2",
	Kuhn.Name:          usualHidden,
	Leduc.Name:         usualHidden,
	LiarsDice.Name:     usualHidden,
	Magic.Name:         "hidden=ensemble,trees=40,playout=expert,c=1.85",
	Magic60.Name:       usualHidden,
	NoGo.Name:          "playout=shared",
	Othello.Name:       "selection=implicit,c=0.165,alpha=0.5,playout=nst,epsilon=0.1,k=20,maxplies=4,solver=on",
	PawnWhopping.Name:  "selection=puct,c=1.84,playout=nst,epsilon=0.11,k=3",
	Pig.Name:           "prediction=evaluator",
	Sailing.Name:       usual,
	SameGame.Name:      "playout=taboo",
	Sealed.Name:        usualHidden,
	TicTacToe.Name:     usual,
	Twenty48.Name:      usual,
	Whist.Name:         usualHidden,
}

// These are the default, for games in which nothing that was tried wins more.
const (
	usual       = "selection=uct"
	usualHidden = "hidden=infoset"
)
