package magic_test

import (
	"testing"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/rng"
)

// benchmark measures whole games, from the deal to the end.
func benchmark(b *testing.B, g interface {
	game.Playouter[magic.State]
	Start() magic.State
	Turn(s *magic.State) int
},
) {
	b.ReportAllocs()
	r, out, start := rng.New(1), make([]float64, 2), g.Start()
	games, turns := 0, 0
	var s magic.State // declared here because the interface moves it to the heap
	for b.Loop() {
		s = start
		g.Playout(&s, r, out)
		turns += g.Turn(&s)
		games++
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "playouts/s")
	b.ReportMetric(float64(turns)/float64(games), "turns")
}

func BenchmarkPlayout(b *testing.B) {
	for _, v := range []struct {
		name   string
		config magic.Config
	}{
		{"main=subsets/prune=none", magic.Config{}},
		{"main=subsets/prune=dominated", magic.Config{Prune: magic.PruneDominated}},
		{"main=binary/prune=none", magic.Config{Main: magic.Binary}},
		{"main=binary/prune=dominated", magic.Config{Main: magic.Binary, Prune: magic.PruneDominated}},
	} {
		b.Run(v.name, func(b *testing.B) { benchmark(b, newGame(b, v.config)) })
	}
}

// byRule is a game that benchmark plays by a rule.
type byRule struct {
	magic.Game
	playout func(*magic.State, *rng.Rand, []float64)
}

func (g byRule) Playout(s *magic.State, r *rng.Rand, out []float64) { g.playout(s, r, out) }

func BenchmarkPlayoutBy(b *testing.B) {
	for _, v := range []struct {
		name string
		rule magic.Rule
	}{{"random", magic.Uniform}, {"reduced", magic.Reduced}, {"expert", magic.Expert}, {"idle", magic.Idle}} {
		b.Run("rule="+v.name, func(b *testing.B) {
			benchmark(b, byRule{playout: magic.Game{}.PlayoutBy([2]magic.Rule{v.rule, v.rule})})
		})
	}
}

// The same rules, decision by decision, as an mcts.PlayoutFunc plays them.
func BenchmarkReduced(b *testing.B) {
	for _, v := range []struct {
		name   string
		config magic.Config
	}{{"main=subsets", magic.Config{}}, {"main=binary", magic.Config{Main: magic.Binary, Prune: magic.PruneDominated}}} {
		b.Run(v.name, func(b *testing.B) {
			b.ReportAllocs()
			g, r, actions := newGame(b, v.config), rng.New(1), make([]magic.Action, 0, 1<<10)
			start, games := g.Deal(r), 0
			for b.Loop() {
				s := start
				for actions = g.AppendActions(actions[:0], &s); len(actions) > 0; actions = g.AppendActions(actions[:0], &s) {
					g.Apply(&s, actions[g.Reduced(&s, g.ToMove(&s), actions, r)])
				}
				games++
			}
			b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "playouts/s")
		})
	}
}

func BenchmarkDeterminize(b *testing.B) {
	b.ReportAllocs()
	g, r := magic.Game{}, rng.New(1)
	s := g.Deal(r)
	for b.Loop() {
		g.Determinize(&s, 0, r)
	}
}
