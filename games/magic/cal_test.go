package magic_test

import (
	"testing"

	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/rng"
)

func TestCal(t *testing.T) {
	for _, c := range [][2]magic.Rule{{magic.Expert, magic.Reduced}, {magic.Expert, magic.Uniform}, {magic.Reduced, magic.Uniform}, {magic.Reduced, magic.Reduced}, {magic.Expert, magic.Expert}} {
		wins, turns, n := 0.0, 0, 0
		var first float64
		out := make([]float64, 2)
		for d := range uint64(10000) {
			for seat := range 2 {
				g := magic.Playing{Rules: c}
				if seat == 1 {
					g.Rules = [2]magic.Rule{c[1], c[0]}
				}
				s := g.Deal(rng.New(d))
				g.Playout(&s, rng.New(d), out)
				wins += out[seat]
				first += out[0]
				turns += g.Turn(&s)
				n++
			}
		}
		t.Logf("%v: %.2f%% turns %.1f first %.3f", c, 100*wins/float64(n), float64(turns)/float64(n), first/float64(n))
	}
}
