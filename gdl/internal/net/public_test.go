package net_test

import (
	"flag"
	"testing"

	"github.com/banyan-go/banyan/gdl/internal/sheettest"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

var games = flag.Int("games", testkit.Few(1, 3), "the `number` of random games of each sheet that are compared with the prover")

// The network plays the sheets of this library as the prover does, and public ones if the
// environment variable BANYAN_SHEETS names a folder with them.
func TestSheets(t *testing.T) {
	play := func(t *testing.T, texts map[string]string) {
		for name, text := range texts {
			t.Run(name, func(t *testing.T) {
				p := load(t, text)
				r := rng.New(1)
				whole, restricted := p.machines(t)
				for _, p.machine = range []machine{whole, restricted} {
					for range *games {
						p.play(t, r, 1000)
					}
				}
			})
		}
	}
	t.Run("own", func(t *testing.T) { play(t, sheettest.Own(t)) })
	t.Run("public", func(t *testing.T) { play(t, sheettest.Public(t)) })
}
