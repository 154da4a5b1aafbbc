package playertest

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// Wins fails t unless e chooses an action that wins at once where there is one, at so many
// positions of random games from start. It also fails if the games have too few positions with such
// an action and with another one. A player wins if the game is over and its return is greater than
// all others; a single player wins with the greatest return that the game declares. Wins refuses
// games with rewards, where a state does not show which player is ahead, and so does [Blocks].
//
// An entrant of a search has the budget within which it must find these actions.
func Wins[S any, A comparable](t testing.TB, g mcts.Game[S, A], start S, e arena.Entrant[S, A], positions int) {
	t.Helper()
	k := newAsker(t, g, e)
	k.refuseRewards()
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
// the player to move can win at once are covered by [Wins].
func Blocks[S any, A comparable](t testing.TB, g mcts.Game[S, A], start S, e arena.Entrant[S, A], positions int) {
	t.Helper()
	k := newAsker(t, g, e)
	k.refuseRewards()
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

// winner returns the player with the greatest return at the end of a game, or -1. A single player
// needs the greatest one that the game declares.
func (k *asker[S, A]) winner(s *S) int {
	returns := make([]float64, k.NumPlayers())
	if k.ToMove(s) < 0 || len(k.actions(s)) > 0 {
		return -1
	}
	k.Returns(s, returns)
	if len(returns) == 1 && (k.Range == nil || returns[0] < k.Win()) {
		return -1
	}
	best := slices.Index(returns, slices.Max(returns))
	if slices.Contains(returns[best+1:], returns[best]) {
		return -1
	}
	return best
}

// Mirror is a symmetry of a game: it maps a position to one where the same player chooses, and each
// action there to the one that does the same in the other position. [Symmetry] calls both functions
// with states that they must not change.
type Mirror[S any, A comparable] struct {
	State  func(s *S) S // returns the other position
	Action func(a A) A  // returns the action there
}

// Symmetry fails t unless e chooses each action as often as it chooses the mirrored action in the
// mirrored position. It compares the choices of players with that number of different seeds, at
// start and at so many other positions of random games. Two frequencies may differ by five standard
// deviations; 100 seeds find a preference of about one third.
//
// The law is for players that break ties at random, as a search does. One that takes the first of
// equal actions has a preference for places.
func Symmetry[S any, A comparable](t testing.TB, g mcts.Game[S, A], start S, e arena.Entrant[S, A], m Mirror[S, A], positions, seeds int) {
	t.Helper()
	k := newAsker(t, g, e)
	r := rng.New(1)
	k.each(start, positions+1, "with a choice", func(s *S, place string, number int) bool {
		const oneIn = 8
		if len(k.actions(s)) < 2 || number > 0 && r.IntN(oneIn) > 0 {
			return false
		}
		k.compare(s, place, m, seeds)
		return true
	})
}

// compare compares the choices at a position and at its mirror image.
func (k *asker[S, A]) compare(s *S, place string, m Mirror[S, A], seeds int) {
	k.Helper()
	mirrored := m.State(s)
	mirroredPlace := "the mirror image of " + place
	counts, images := map[A]int{}, map[A]int{}
	for seed := range uint64(seeds) {
		counts[k.choose(s, 2*seed, place)]++
		images[k.choose(&mirrored, 2*seed+1, mirroredPlace)]++
	}
	for _, a := range k.actions(s) {
		image := m.Action(a)
		p, q, n := float64(counts[a])/float64(seeds), float64(images[image])/float64(seeds), float64(seeds)
		if math.Abs(p-q) > 5*math.Sqrt((p*(1-p)+q*(1-q))/n)+1/n {
			k.find("symmetry: %s chooses %v %d times of %d and, in the mirror image, %v %d times (%s)", k.entrant.Name, a, counts[a], seeds, image, images[image], place)
			return
		}
	}
}

// NotWeaker plays m, a match of two entrants, and fails t unless a sequential test decides that the
// first entrant is not weaker than the second: that it is equal (H1) and not 50 Elo weaker (H0),
// see [stats.SPRT]. The match ends with the decision. It also fails if there is none after m.Pairs
// pairs; if that is 0, 1000 is used. m.Stop must be nil.
//
// A player that is as strong fails one time in twenty by chance, and one that is stronger hardly
// ever; the same seeds have the same result.
//
//	playertest.NotWeaker(t, arena.Match[mygame.State, mygame.Action]{
//		Game: game, Start: game.Start(), OpeningPlies: 2, Seed: 1,
//		Entrants: []arena.Entrant[mygame.State, mygame.Action]{mine, uct},
//	})
func NotWeaker[S any, A comparable](t testing.TB, m arena.Match[S, A]) {
	t.Helper()
	if len(m.Entrants) != 2 || m.Stop != nil {
		t.Fatalf("playertest: the match has %d entrants and Stop is set: %t; want 2 entrants and no Stop", len(m.Entrants), m.Stop != nil)
	}
	m.Pairs = cmp.Or(m.Pairs, 1000)
	test, pairs := stats.SPRT{Elo0: -50, Elo1: 0}, stats.Pairs{}
	m.Stop = func(pair []arena.Record) bool {
		pairs = pairs.Add(arena.Count(pair, 0, 1).WinRate())
		return test.Test(pairs).Conclusion != stats.Undecided
	}
	if _, err := m.Run(context.Background()); err != nil {
		t.Fatalf("playertest: %v", err)
	}
	first, second := m.Entrants[0].Name, m.Entrants[1].Name
	switch test.Test(pairs).Conclusion {
	case stats.AcceptH0:
		t.Errorf("playertest: strength: %s is weaker than %s: its score is %.3f in %d pairs of games", first, second, pairs.Mean(), pairs.Count)
	case stats.Undecided:
		t.Errorf("playertest: strength: %d pairs of games do not decide whether %s is weaker than %s, with a score of %.3f", pairs.Count, first, second, pairs.Mean())
	}
}

// MoreSimulations fails t if a search with many simulations for every action is weaker than the
// same search with few. It plays the match of [NotWeaker] with random openings of two plies. In a
// game of perfect information, a search that is sound gains by simulations unless few are enough.
func MoreSimulations[S any, A comparable](t testing.TB, g mcts.Game[S, A], start S, cfg mcts.Config, few, many int) {
	t.Helper()
	NotWeaker(t, arena.Match[S, A]{
		Game: g, Start: start, Plan: arena.Plan{OpeningPlies: 2, Seed: 1},
		Entrants: []arena.Entrant[S, A]{
			arena.Searcher("many", g, cfg, mcts.Budget{Simulations: many}),
			arena.Searcher("few", g, cfg, mcts.Budget{Simulations: few}),
		},
	})
}
