package magic_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/rng"
)

// Players of any form meet in the game of the referee, which takes all that they play.
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
			players[i] = game(t, rapid.SampledFrom(configs).Draw(t, "form"))
		}
		referee, r := magic.Game{}, rng.New(rapid.Uint64().Draw(t, "seed"))
		s := referee.Deal(r)
		for {
			legal := referee.AppendActions(nil, &s)
			if len(legal) == 0 {
				return
			}
			player := referee.ToMove(&s)
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
			require.NoError(t, referee.Legal(&s, a))
			require.Contains(t, legal, a)
			referee.Apply(&s, a)
		}
	})
}

// A state is adopted with all that is in it, and the game goes on to its end.
func TestAdopt(t *testing.T) {
	own := game(t, magic.Config{Main: magic.Binary, Prune: magic.PruneDominated, ChanceDraws: true})
	referee := magic.Game{}
	walk(referee, referee.Deal(rng.New(2)), rng.New(2), func(s *magic.State, actions []magic.Action) {
		adopted := own.Adopt(s)
		if own.Turn(&adopted) == referee.Turn(s) {
			for player := range 2 {
				require.Equal(t, s.Life(player), adopted.Life(player))
				require.Equal(t, s.Library(player), adopted.Library(player))
				require.Equal(t, magic.Cards(referee, s, player), magic.Cards(own, &adopted, player))
			}
		}
		require.Equal(t, *s, referee.Adopt(s))
		again := own.Adopt(&adopted)
		require.Equal(t, adopted, again)
		own.Playout(&adopted, rng.New(1), make([]float64, 2))
		require.Empty(t, own.AppendActions(nil, &adopted))
	})
}

func TestWholeStopsAtErrors(t *testing.T) {
	s := magic.Game{}.Deal(rng.New(1))
	failure := errors.New("no time")
	for _, own := range []magic.Game{{}, game(t, magic.Config{Main: magic.Binary})} {
		_, err := own.Whole(&s, func(*magic.State) (magic.Action, error) { return 0, failure })
		require.ErrorIs(t, err, failure)
	}
}
