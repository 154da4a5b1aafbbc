package magic_test

import (
	"testing"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/magic"
)

func TestConformance(t *testing.T) {
	for _, c := range []magic.Config{
		{}, {Prune: magic.PruneLand}, {Prune: magic.PruneDominated},
		{Main: magic.Binary}, {Main: magic.Binary, Prune: magic.PruneLand}, {Main: magic.Binary, Prune: magic.PruneDominated},
		{Main: magic.Binary, Prune: magic.PruneDominated, Order: magic.Ascending},
		{Main: magic.Binary, Prune: magic.PruneDominated, Order: magic.Shuffled},
		{ChanceDraws: true},
	} {
		g, err := magic.New(c)
		if err != nil {
			t.Fatal(err)
		}
		gametest.Run(t, g, g.Start())
	}
}
