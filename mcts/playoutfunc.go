package mcts

import (
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// PlayoutFunc makes a playout policy from a function that looks at the state, such as an expert
// player. The function returns the index of one of actions, which are the legal actions of player
// or, in the tree, the untried ones. It must not keep or change its arguments. At simultaneous
// moves it is called for each player in turn, with the same state. Several workers may call it
// concurrently. [New] refuses a policy whose types are not those of the game.
//
//	drops := func(s *connect4.State, player int, actions []connect4.Drop, r *rng.Rand) int {
//		return r.IntN(len(actions))
//	}
//	cfg := mcts.Config{Playout: mcts.PlayoutFunc(drops)}
func PlayoutFunc[S any, A comparable](f func(s *S, player int, actions []A, r *rng.Rand) int) policy.Playout {
	return playout.Func[S, A](f)
}
