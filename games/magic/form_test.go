package magic_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/rng"
)

// Players of all forms meet in the canonical game, which accepts everything that they play.
func TestFormsMeet(t *testing.T) {
	var configs []magic.Config
	for main := magic.Subsets; main <= magic.Binary; main++ {
		for prune := magic.PruneNone; prune <= magic.PruneDominated; prune++ {
			for order := magic.Descending; order <= magic.Shuffled; order++ {
				configs = append(configs, magic.Config{Main: main, Prune: prune, Order: order}, magic.Config{Main: main, Prune: prune, Order: order, ChanceDraws: true})
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		var players [2]magic.Game
		for i := range players {
			players[i] = newGame(t, rapid.SampledFrom(configs).Draw(t, "form"))
		}
		canonical, r := magic.Game{}, rng.New(rapid.Uint64().Draw(t, "seed"))
		s := canonical.Deal(r)
		for {
			legal := canonical.AppendActions(nil, &s)
			if len(legal) == 0 {
				return
			}
			player := canonical.ToMove(&s)
			own := players[player]
			a, err := own.Whole(&s, func(s *magic.State) (magic.Action, error) {
				require.Equal(t, player, own.ToMove(s))
				actions := own.AppendActions(nil, s)
				require.Greater(t, len(actions), 1)
				a := actions[r.IntN(len(actions))]
				require.NoError(t, own.Legal(s, a))
				return a, nil
			})
			require.NoError(t, err)
			require.NoError(t, canonical.Legal(&s, a))
			require.Contains(t, legal, a)
			canonical.Apply(&s, a)
		}
	})
}

// An adopted state has the cards of the original, and the game can be played to its end.
func TestAdopt(t *testing.T) {
	own := newGame(t, magic.Config{Main: magic.Binary, Prune: magic.PruneDominated, ChanceDraws: true})
	canonical := magic.Game{}
	walk(canonical, canonical.Deal(rng.New(2)), rng.New(2), func(s *magic.State, actions []magic.Action) {
		adopted := own.Adopt(s)
		if own.Turn(&adopted) == canonical.Turn(s) {
			for player := range 2 {
				require.Equal(t, s.Life(player), adopted.Life(player))
				require.Equal(t, s.Library(player), adopted.Library(player))
				require.Equal(t, magic.Cards(canonical, s, player), magic.Cards(own, &adopted, player))
			}
		}
		require.Equal(t, *s, canonical.Adopt(s))
		again := own.Adopt(&adopted)
		require.Equal(t, adopted, again)
		own.Playout(&adopted, rng.New(1), make([]float64, 2))
		require.Empty(t, own.AppendActions(nil, &adopted))
	})
}

func TestWholeStopsAtErrors(t *testing.T) {
	s := magic.Game{}.Deal(rng.New(1))
	failure := errors.New("no time")
	for _, own := range []magic.Game{{}, newGame(t, magic.Config{Main: magic.Binary})} {
		_, err := own.Whole(&s, func(*magic.State) (magic.Action, error) { return 0, failure })
		require.ErrorIs(t, err, failure)
	}
}

// An adopted state has a choice, unless it is a chance node or the end.
func TestAdoptedStateHasAChoice(t *testing.T) {
	canonical, own := magic.Game{}, newGame(t, magic.Config{Prune: magic.PruneDominated})
	skipped := 0
	walk(canonical, canonical.Deal(rng.New(3)), rng.New(3), func(s *magic.State, _ []magic.Action) {
		adopted := own.Adopt(s)
		if adopted != *s {
			skipped++
		}
		if own.ToMove(&adopted) >= 0 && adopted.Phase() != magic.PhaseOver {
			require.Greater(t, len(own.AppendActions(nil, &adopted)), 1)
		}
	})
	require.Positive(t, skipped)
}

// A form has the deck and the life of its game.
func TestForm(t *testing.T) {
	deck := magic.BombDeck()
	g := newGame(t, magic.Config{Deck: &deck, Life: 25})
	own, err := g.Form(magic.Config{Main: magic.Binary})
	require.NoError(t, err)
	s := own.Deal(rng.New(1))
	require.Equal(t, []int{25, 60}, []int{s.Life(0), magic.Cards(own, &s, 0)})
	require.Contains(t, own.View(&s, 0), "N 15/15(8), O 20/20(9)")
	for _, c := range []magic.Config{{Deck: &deck}, {Life: 20}} {
		_, err = g.Form(c)
		require.EqualError(t, err, "magic: Form has a Config with Deck or Life, want those of the game")
	}
	_, err = g.Form(magic.Config{Main: 2})
	require.ErrorContains(t, err, "Config.Main is 2")
}
