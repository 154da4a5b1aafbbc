package tune_test

import (
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/tune"
)

var compare = flag.Int("compare", 0, "compare the methods on all functions with that many seeds")

// function is a noisy function with a planted optimum: the strength in Elo of the players of a
// space. The default has 0.
type function struct {
	name  string
	space string
	elo   func(v values) float64
	best  float64 // strength of the optimum
	pairs int     // budget with which a search finds it
}

// values are the parameters of a player.
type values map[string]string

func (v values) number(key string) float64 {
	x, err := strconv.ParseFloat(v[key], 64)
	if err != nil {
		panic(fmt.Sprintf("%s=%q", key, v[key]))
	}
	return x
}

// hill is 0 where x is best, -1 at a distance of width and less than that beyond.
func hill(x, best, width float64) float64 { return -(x - best) * (x - best) / (width * width) }

// functions are what a search has to cope with: scales, conditions, interactions, differences that
// are hidden because everything wins, parameters that do nothing, and a default that nothing beats
// by much.
var functions = []function{
	{
		"numbers", "c=0.05..5 log; k=1..30 int; e=0..1",
		func(v values) float64 {
			return 150 + 60*hill(math.Log(v.number("c")), math.Log(0.3), 1) + 50*hill(v.number("k"), 8, 8) + 60*hill(v.number("e"), 0.7, 0.4)
		}, 150, 5000,
	},
	{
		"conditions", "playout=uniform|mast|nst; epsilon=0..1 if playout=mast|nst; n=1..5 int if playout=nst; c=0.05..5 log; solver=off|on",
		func(v values) float64 {
			elo := 60 * hill(math.Log(v.number("c")), math.Log(0.5), 1)
			if v["solver"] == "on" {
				elo += 40
			}
			switch v["playout"] {
			case "mast":
				elo += 80 + 120*hill(v.number("epsilon"), 0.4, 0.4)
			case "nst":
				elo += 140 + 160*hill(v.number("epsilon"), 0.15, 0.3) + 30*hill(v.number("n"), 3, 1)
			}
			return elo
		}, 180, 8000,
	},
	{
		"interaction", "way=plain{}|puct{selection=puct}|grave{selection=grave,ref=50}; c=0.05..5 log; cut=off|4|20",
		func(v values) float64 {
			x, best, elo := math.Log(v.number("c")), math.Log(0.3), 0.0
			switch v["selection"] {
			case "puct":
				best, elo = math.Log(3), 150
			case "grave":
				best, elo = math.Log(0.08), 60
			}
			if v["cut"] == "4" && v["selection"] == "puct" {
				elo += 60
			} else if v["cut"] == "4" {
				elo -= 80
			}
			return elo + 70*hill(x, best, 0.9)
		}, 210, 5000,
	},
	{
		"saturated", "a=1|2|3|4; b=1|2|3; c=0.05..5 log; d=off|on",
		func(v values) float64 {
			elo := 500 + 40*v.number("b") + 70*hill(math.Log(v.number("c")), math.Log(0.8), 0.8)
			if v["a"] == "3" {
				elo += 80
			}
			if v["d"] == "on" {
				elo += 60
			}
			return elo
		}, 760, 5000,
	},
	{
		"many", "a=1|2|3; b=1|2|3; c=0.05..5 log; d=off|on; e=0..1; f=0..1; g=1..50 int; h=off|on; i=1|2|3|4; j=0..1",
		func(v values) float64 {
			elo := 100 + 60*hill(math.Log(v.number("c")), math.Log(0.4), 1) + 60*hill(v.number("e"), 0.3, 0.4)
			if v["a"] == "2" {
				elo += 50
			}
			if v["d"] == "on" {
				elo += 50
			}
			return elo
		}, 200, 5000,
	},
	{
		"flat", "a=1|2|3; c=0.05..5 log; e=0..1",
		func(v values) float64 {
			return 10 - 30*(v.number("a")-1) + 30*hill(math.Log(v.number("c")), math.Log(0.4), 1.3)
		}, 10, 5000,
	},
}

// Check implements tune.Evaluator.
func (f function) Check(player string) error {
	f.strength(player)
	return nil
}

func (f function) strength(player string) float64 {
	if player == "default" {
		return 0
	}
	v := values{}
	for part := range strings.SplitSeq(player, ",") {
		key, value, _ := strings.Cut(part, "=")
		v[key] = value
	}
	return f.elo(v)
}

// Play implements tune.Evaluator. One game of ten is a draw. The opening gains up to 80 Elo for one
// of the seats.
func (f function) Play(ctx context.Context, p tune.Pair) (t tune.Score, err error) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(p.A + "/" + p.B))
	opening, random := rng.New(p.Seed), rng.New(p.Seed^h.Sum64())
	seat := 160*opening.Float64() - 80
	for _, sign := range []float64{1, -1} {
		win := stats.Rate(f.strength(p.A) - f.strength(p.B) + sign*seat)
		switch {
		case random.Float64() < 0.1:
			t.Draws++
		case random.Float64() < win:
			t.Wins++
		default:
			t.Losses++
		}
	}
	return t, ctx.Err()
}

// regret is how much more than half of the games the optimum would win against what a search finds.
func (f function) regret(t *testing.T, o tune.Options) float64 {
	t.Helper()
	s, err := tune.ParseSpace(f.space)
	require.NoError(t, err)
	o.Default = "default"
	r, err := tune.Run(t.Context(), f, s, o)
	require.NoError(t, err)
	found := f.strength(r.Player)
	require.LessOrEqual(t, found, f.best, "the optimum of %s is at %s", f.name, r.Player)
	return stats.Rate(f.best-found) - 0.5
}

// tolerance is the regret of a search that has found the optimum: 0.03 of the games, 21 Elo.
const tolerance = 0.03

// TestMethods compares the methods, with -compare. It prints how many searches find the
// optimum, and the mean regret.
func TestMethods(t *testing.T) {
	if *compare == 0 {
		t.Skip("it takes minutes; want -compare 100")
	}
	methods := []struct {
		name         string
		method, last tune.Method
	}{
		{"Halving, SPSA", tune.Halving{}, nil},
		{"Halving", tune.Halving{}, tune.NoRefine{}},
		{"NTBEA, SPSA", tune.NTBEA{}, nil},
		{"NTBEA", tune.NTBEA{}, tune.NoRefine{}},
	}
	for _, pairs := range []int{2500, 5000} {
		for _, f := range functions {
			for _, m := range methods {
				found, sum := 0, 0.0
				for seed := range uint64(*compare) {
					regret := f.regret(t, tune.Options{Pairs: pairs, Method: m.method, Refine: m.last, Seed: seed + 1000})
					if sum += regret; regret <= tolerance {
						found++
					}
				}
				fmt.Printf("%5d pairs  %-12s %-14s %3d of %d, mean regret %.4f\n", pairs, f.name, m.name, found, *compare, sum/float64(*compare))
			}
		}
	}
}
