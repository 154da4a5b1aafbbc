package playertest

import (
	"context"
	"io"
	"slices"
	"testing"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/mcts"
)

// maxFindings is the number of failures that a law reports. Others would only repeat the fault.
const maxFindings = 3

// asker asks the players of an entrant.
type asker[S any, A comparable] struct {
	testing.TB
	game.Rules[S, A]
	entrant  arena.Entrant[S, A]
	findings int
}

// newAsker returns an asker, and ends the test if no player can play the game.
func newAsker[S any, A comparable](t testing.TB, g mcts.Game[S, A], e arena.Entrant[S, A]) *asker[S, A] {
	t.Helper()
	rules, err := game.NewRules(g)
	if err != nil {
		t.Fatalf("playertest: %v", err)
	}
	return &asker[S, A]{TB: t, Rules: rules, entrant: e}
}

// refuseRewards ends the test if a state does not determine the winner.
func (k *asker[S, A]) refuseRewards() {
	k.Helper()
	if k.Rewarder != nil {
		k.Fatalf("playertest: %T has Rewards, so that a state does not tell who has won, want NotWeaker, MoreSimulations or Symmetry", k.Game)
	}
}

// choose returns the action that a new player with a seed chooses. It ends the test if the player
// has an error, and if the action is illegal.
func (k *asker[S, A]) choose(s *S, seed uint64, place string) A {
	k.Helper()
	player, err := k.entrant.New(seed)
	if err != nil {
		k.Fatalf("playertest: %s: %v", k.entrant.Name, err)
	}
	if c, ok := player.(io.Closer); ok {
		defer func() { _ = c.Close() }()
	}
	shown := k.copyOf(s)
	a, err := player.Choose(context.Background(), &shown, k.ToMove(s))
	if err != nil {
		k.Fatalf("playertest: %s: %v (%s)", k.entrant.Name, err, place)
	}
	if legal := k.actions(s); !slices.Contains(legal, a) {
		k.Fatalf("playertest: %s chooses %v, want one of %v (%s)", k.entrant.Name, a, legal, place)
	}
	return a
}

// find reports a failure.
func (k *asker[S, A]) find(format string, args ...any) {
	k.Helper()
	k.Errorf("playertest: "+format, args...)
	k.findings++
}

// each calls check at positions of random games until it has accepted so many of them, and numbers
// these. It ends the test if there are too few. kind completes the message that says so.
func (k *asker[S, A]) each(start S, positions int, kind string, check func(s *S, place string, number int) (accepted bool)) {
	k.Helper()
	found := 0
	for place, s := range gametest.Positions(k.Game, start) {
		if found >= positions || k.findings >= maxFindings {
			return
		}
		if check(&s, place, found) {
			found++
		}
	}
	if found < positions {
		k.Fatalf("playertest: the games have %d positions %s, want %d", found, kind, positions)
	}
}

// actions returns the actions of the player that chooses at s, and nothing where all players or
// chance do.
func (k *asker[S, A]) actions(s *S) []A {
	if k.ToMove(s) < 0 {
		return nil
	}
	return k.AppendActions(nil, s)
}

func (k *asker[S, A]) copyOf(s *S) (c S) {
	k.Copy(&c, s)
	return c
}

// after returns the state after an action.
func (k *asker[S, A]) after(s *S, a A) S {
	next := k.copyOf(s)
	k.Apply(&next, a)
	return next
}
