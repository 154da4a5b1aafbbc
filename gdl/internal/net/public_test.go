package net_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/gdl/internal/net"
	"github.com/banyan-go/banyan/gdl/sheets"
	"github.com/banyan-go/banyan/rng"
)

var games = flag.Int("games", 3, "the `number` of random games of each sheet that are compared with the prover")

// The network plays the sheets of this library as the prover does, and public ones if the
// environment variable BANYAN_SHEETS names a folder with them.
func TestSheets(t *testing.T) {
	texts := map[string][]byte{}
	own, err := sheets.Files.ReadDir(".")
	require.NoError(t, err)
	for _, f := range own {
		texts[f.Name()], err = sheets.Files.ReadFile(f.Name())
		require.NoError(t, err)
	}
	if folder := os.Getenv("BANYAN_SHEETS"); folder != "" {
		paths, err := filepath.Glob(filepath.Join(folder, "*.kif"))
		require.NoError(t, err)
		for _, path := range paths {
			texts["public/"+filepath.Base(path)], err = os.ReadFile(path)
			require.NoError(t, err)
		}
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			p := load(t, string(text))
			r := rng.New(1)
			for _, m := range []machine{net.Compile(p.network).NewMachine(), net.NewCodes(p.network, p.start).NewEvaluator()} {
				p.machine = m
				for range *games {
					p.play(t, r, 1000)
				}
			}
		})
	}
}
