package gametest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/liarsdice"
	"github.com/banyan-go/banyan/games/poker"
)

func TestPosteriorOfGames(t *testing.T) {
	dice, err := liarsdice.New(4)
	require.NoError(t, err)
	sealed, err := goofspiel.NewSealed(4)
	require.NoError(t, err)
	for name, check := range map[string]func(t *testing.T){
		"kuhn": func(t *testing.T) { gametest.Posterior(t, poker.Kuhn{}, poker.Kuhn{}.Start(), poker.Kuhn{}.View, 6000) },
		"leduc": func(t *testing.T) {
			gametest.Posterior(t, poker.Leduc{}, poker.Leduc{}.Start(), poker.Leduc{}.View, 6000)
		},
		"dice":   func(t *testing.T) { gametest.Posterior(t, dice, dice.Start(), dice.View, 6000) },
		"sealed": func(t *testing.T) { gametest.Posterior(t, sealed, sealed.Start(), sealed.View, 6000) },
	} {
		t.Run(name, check)
	}
}
