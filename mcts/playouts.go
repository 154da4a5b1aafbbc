package mcts

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// PlayoutFunc makes a playout policy from a function that looks at the state, such as an expert
// player. The function returns the index of one of actions, which are the legal actions of player
// or, in the tree, the untried ones. It must not keep or change its arguments. At simultaneous
// moves it is called for each player in turn, with the same state. Several workers may call it
// concurrently. [New] refuses a policy whose types differ from the game's.
//
//	drops := func(s *connect4.State, player int, actions []connect4.Drop, r *rng.Rand) int {
//		return r.IntN(len(actions))
//	}
//	cfg := mcts.Config{Playout: mcts.PlayoutFunc(drops)}
func PlayoutFunc[S any, A comparable](f func(s *S, player int, actions []A, r *rng.Rand) int) policy.Playout {
	return playout.Func[S, A](f)
}

// WholePlayout makes a playout policy from a function that plays a playout to the end by itself,
// like a [Playouter], but not uniformly: the better playouts that a game offers, for example. It
// replaces the game's Playouter and costs the same. Untried actions are tried in random
// order.
//
//	cfg := mcts.Config{Playout: mcts.WholePlayout(game.SharedPlayout)}
//
// The function plays from s, which may be terminal already, with random numbers from r alone, and
// writes the returns of all players into out. It owns s until it returns, and what it leaves there
// does not matter, except for a [TurnCounter], which must leave the last state there. It must not
// keep its arguments. Several workers may call it concurrently.
//
// The search does not see the single plies of such a playout. [New] therefore refuses it with
// whatever reads or cuts them: Config.MaxPlies, a Backup that needs the length of playouts,
// [Similarity] unless it stores positions of the tree only. It also refuses it with a [Prediction]
// that leaves no playouts, as a part of another policy, such as [policy.LGRF] or [DecisiveMoves],
// and for a game with other states.
func WholePlayout[S any](f func(s *S, r *rng.Rand, out []float64)) policy.Playout {
	return playout.Whole[S](f)
}

// withWhole returns what a search uses instead of r and cfg if Config.Playout is a WholePlayout:
// the rules have it as their Playouter, and the configuration asks for uniform playouts.
func withWhole[S any, A comparable](r game.Rules[S, A], cfg Config) (game.Rules[S, A], Config) {
	if f, ok := cfg.Playout.(playout.Whole[S]); ok {
		r.Playouter, r.Recorder, cfg.Playout = f, nil, policy.Uniform{}
	}
	return r, cfg
}

// validateWhole reports an error if a WholePlayout would not be played because of the rest of the
// configuration.
func (s *Search[S, A]) validateWhole() error {
	if _, ok := s.rules.Playouter.(playout.Whole[S]); !ok {
		return nil
	}
	if why := s.w.play.Avoided(game.HasPlayouter); why != "" {
		return fmt.Errorf("mcts: Config.Playout is a WholePlayout, which does not show single plies, and %s; want one of them",
			strings.TrimSuffix(why, playout.Slower))
	}
	s.w.play.Avoid(game.HasPlayouter, "Config.Playout is a WholePlayout, which plays instead")
	return nil
}

// DecisiveMoves plays an action that wins at once, if there is one, and otherwise what Playout
// chooses (Teytaud and Teytaud, "On the Huge Benefit of Decisive Moves in Monte-Carlo Tree
// Search Algorithms", CIG 2010). It works for every game. In the tree, it tries a winning action
// first. It plays every action on a copy of the state, so a playout takes longer by a factor of the
// number of actions, and by its square with Anti.
//
// Some games have the same playouts as functions for [WholePlayout], which are many times faster
// but leave the order of the tree alone.
//
// If the game is a [Winner], that finds the winning action instead, and with Anti every action is
// played once.
//
// A win is a return of 1 or more to the player who acts. At simultaneous moves no action wins by
// itself, so Playout chooses.
type DecisiveMoves struct {
	Playout policy.Playout // if nil, policy.Uniform{} is used

	// Anti also plays anti-decisive actions: it avoids an action that ends the game with a win of
	// another player, or after which the next player wins at once, unless all actions are like
	// that.
	Anti bool
}

// Validate implements [policy.Validator].
func (d DecisiveMoves) Validate() error {
	if v, ok := d.Playout.(policy.Validator); ok {
		return v.Validate()
	}
	return nil
}

// New implements [policy.Playout].
func (d DecisiveMoves) New(info policy.Info) (policy.Chooser, error) {
	return playout.NewDecisive(info, cmp.Or[policy.Playout](d.Playout, policy.Uniform{}), d.Anti)
}
