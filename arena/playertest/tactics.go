package playertest

import (
	"slices"
	"testing"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/mcts"
)

// Wins fails t unless e chooses an action that wins at once where there is one, at so many
// positions of random games from start. It also fails if the games have too few positions with such
// an action and with another one. A player wins if the game is over and its return is greater than
// those of all others.
//
// An entrant of a search has the budget within which it must find these actions.
func Wins[S any, A comparable](t testing.TB, g mcts.Game[S, A], start S, e arena.Entrant[S, A], positions int) {
	t.Helper()
	k := newAsker(t, g, e)
	k.each(start, positions, "with a win in one", func(s *S, place string, number int) bool {
		wins := k.wins(s)
		if len(wins) == 0 || len(wins) == len(k.actions(s)) {
			return false
		}
		if a := k.choose(s, uint64(number), place); !slices.Contains(wins, a) {
			k.find("win: %s chooses %v, want one of %v, which win at once (%s)", e.Name, a, wins, place)
		}
		return true
	})
}

// Blocks fails t if e chooses an action that lets another player win at once, at so many positions
// of random games from start where some actions do and others hold. It also fails if the games have
// too few such positions. An action holds if the player that chooses it is not lost by force within
// three more plies: a position where every block loses says nothing about a player. Positions where
// the player to move can win at once are those of [Wins].
func Blocks[S any, A comparable](t testing.TB, g mcts.Game[S, A], start S, e arena.Entrant[S, A], positions int) {
	t.Helper()
	k := newAsker(t, g, e)
	k.each(start, positions, "with a threat", func(s *S, place string, number int) bool {
		if len(k.wins(s)) > 0 {
			return false
		}
		blunders, holds := k.blunders(s)
		if len(blunders) == 0 || !holds {
			return false
		}
		if a := k.choose(s, uint64(number), place); slices.Contains(blunders, a) {
			k.find("block: %s chooses %v, after which another player wins at once, as after %v (%s)", e.Name, a, blunders, place)
		}
		return true
	})
}

// wins returns the actions at s that win at once.
func (k *asker[S, A]) wins(s *S) (wins []A) {
	player := k.ToMove(s)
	for _, a := range k.actions(s) {
		if next := k.after(s, a); k.winner(&next) == player {
			wins = append(wins, a)
		}
	}
	return wins
}

// blunders returns the actions at s after which another player wins at once or has won, and whether
// another action holds.
func (k *asker[S, A]) blunders(s *S) (blunders []A, holds bool) {
	const plies = 3 // the other player threatens twice, the player blocks once, the other one wins
	player := k.ToMove(s)
	for _, a := range k.actions(s) {
		next := k.after(s, a)
		if k.loses(&next, player, 1) {
			blunders = append(blunders, a)
		} else {
			holds = holds || !k.loses(&next, player, plies)
		}
	}
	return blunders, holds
}

// loses reports whether a player loses by force within so many plies. Chance and simultaneous moves
// force nothing.
func (k *asker[S, A]) loses(s *S, player, plies int) bool {
	actions := k.actions(s)
	if winner := k.winner(s); winner >= 0 || len(actions) == 0 || plies == 0 {
		return winner >= 0 && winner != player
	}
	own := k.ToMove(s) == player
	for _, a := range actions {
		if next := k.after(s, a); k.loses(&next, player, plies-1) != own {
			return !own
		}
	}
	return own
}

// winner returns the player with the greatest return of several at the end of a game, or -1.
func (k *asker[S, A]) winner(s *S) int {
	returns := make([]float64, k.NumPlayers())
	if len(returns) == 1 || k.ToMove(s) < 0 || len(k.actions(s)) > 0 {
		return -1
	}
	k.Returns(s, returns)
	best := 0
	for player, v := range returns {
		if v > returns[best] {
			best = player
		}
	}
	for player, v := range returns {
		if player != best && v == returns[best] {
			return -1
		}
	}
	return best
}
