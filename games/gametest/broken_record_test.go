package gametest_test

import (
	"testing"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// recorder is gomoku with a fault in its RecordPlayout.
type recorder struct {
	gomoku.Game
	fault func(g gomoku.Game, s *gomoku.State, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply
}

func (g recorder) RecordPlayout(s *gomoku.State, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	return g.fault(g.Game, s, r, out, plies)
}

// edit returns a fault in what was recorded. It gets the plies and the index of the first new one.
func edit(change func(plies []policy.Ply, first int) []policy.Ply) func(gomoku.Game, *gomoku.State, *rng.Rand, []float64, []policy.Ply) []policy.Ply {
	return func(g gomoku.Game, s *gomoku.State, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
		first := len(plies)
		if plies = g.RecordPlayout(s, r, out, plies); len(plies) == first {
			return plies
		}
		return change(plies, first)
	}
}

func TestBrokenRecords(t *testing.T) {
	for says, fault := range map[string]func(gomoku.Game, *gomoku.State, *rng.Rand, []float64, []policy.Ply) []policy.Ply{
		"does not append": edit(func(plies []policy.Ply, first int) []policy.Ply { return plies[first:] }),
		"not terminal":    edit(func(plies []policy.Ply, _ int) []policy.Ply { return plies[:len(plies)-1] }),
		"Player:1": edit(func(plies []policy.Ply, first int) []policy.Ply {
			plies[first].Player ^= 1
			return plies
		}),
		"Joint:1": edit(func(plies []policy.Ply, first int) []policy.Ply {
			plies[first].Joint = 1
			return plies
		}),
		"Action:9": edit(func(plies []policy.Ply, first int) []policy.Ply {
			plies[first].Action = 9
			return plies
		}),
		"with the same stream": func(g gomoku.Game, s *gomoku.State, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
			plies = g.RecordPlayout(s, r, out, plies)
			out[0], out[1] = out[1], out[0]
			return plies
		},
		"at another place": func(g gomoku.Game, s *gomoku.State, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
			defer r.Uint64()
			return g.RecordPlayout(s, r, out, plies)
		},
		"is worth": func(g gomoku.Game, s *gomoku.State, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
			g.Playout(s, r, out)
			var other [2]float64
			for seed := uint64(1); ; seed++ {
				if played := g.RecordPlayout(s, rng.New(seed), other[:], plies); other[0] != out[0] || seed > 100 {
					return played
				}
			}
		},
		"nothing for player 0": func(g gomoku.Game, s *gomoku.State, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
			return g.RecordPlayout(s, r, []float64{out[0], 0}, plies)
		},
	} {
		t.Run(says, func(t *testing.T) {
			g, err := gomoku.New(3, 3, 3)
			if err != nil {
				t.Fatal(err)
			}
			requireFinding(t, gametest.Test(recorder{g, fault}, g.Start()), "record", says)
		})
	}
}
