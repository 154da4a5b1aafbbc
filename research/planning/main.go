// Planning measures what a search makes of games whose returns are points: 2048, sailing, Dots and
// Boxes for points, and SameGame. With -scale and -offset, returns are changed to scale * r +
// offset, which should change nothing.
//
//	go run ./research/planning 2048                   points of a game, 40 simulations a move
//	go run ./research/planning sailing                regret of the action after 1,000 simulations
//	go run ./research/planning dots                   boxes and rate against the search for wins
//	go run ./research/planning -boards FILE samegame  points of a board, 6,000 simulations in 60 moves
//	go run ./research/planning -sampled sailing       the same with outcomes that are drawn
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/sailing"
	"github.com/banyan-go/banyan/games/twenty48"
	"github.com/banyan-go/banyan/internal/moments"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// options are what can be said.
type options struct {
	games   int
	sims    int
	seed    uint64
	c       float64
	unit    float64
	scale   float64
	offset  float64
	sampled bool
	boards  string
	taboo   bool
}

func main() {
	var o options
	flag.IntVar(&o.games, "games", 0, "games or positions; 0: as many as in the published figures")
	flag.IntVar(&o.sims, "sims", 0, "simulations of a search; 0: as many as in the published figures")
	flag.Uint64Var(&o.seed, "seed", 1, "of the first game")
	flag.Float64Var(&o.c, "c", 0, "exploration of UCT; 0: the default")
	flag.Float64Var(&o.unit, "unit", 0, "Config.Unit")
	flag.Float64Var(&o.scale, "scale", 1, "factor of the returns")
	flag.Float64Var(&o.offset, "offset", 0, "is added to the returns, after the factor")
	flag.BoolVar(&o.sampled, "sampled", false, "sailing: draw the outcomes of chance instead of listing them")
	flag.StringVar(&o.boards, "boards", "", "samegame: the `FILE` with the boards")
	flag.BoolVar(&o.taboo, "taboo", false, "samegame: playouts with a taboo color, which show no line")
	flag.Parse()
	run, ok := map[string]func(o options) string{"2048": playTwenty48, "sailing": sail, "dots": playDots, "samegame": playSameGame}[flag.Arg(0)]
	if !ok || flag.NArg() != 1 {
		fmt.Fprintf(os.Stderr, "planning: want one of 2048, sailing, dots and samegame, have %q\n", flag.Args())
		os.Exit(2)
	}
	start := time.Now()
	fmt.Printf("%s, %s\n", run(o), time.Since(start).Round(time.Second))
}

// or returns n, or another number if it is 0.
func or(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

func (o options) config(seed uint64) mcts.Config {
	return mcts.Config{Seed: seed, Selection: policy.UCT{C: o.c}, Unit: o.unit}
}

// sample is the mean of numbers, with its standard error.
type sample struct{ moments.Sample }

func (s sample) String() string {
	return fmt.Sprintf("%.5g +- %.3g (%v)", s.Mean, math.Sqrt(s.Squares/(s.N-1)/s.N), s.N)
}

// affine is a game with other returns: its rewards are multiplied by a factor, and so is what the
// end brings, to which an offset is added.
type affine[S any, A comparable] struct {
	mcts.Game[S, A]
	o options
}

func (g affine[S, A]) Unwrap() mcts.Game[S, A] { return g.Game }

func (g affine[S, A]) Rewards(s *S, out []float64) {
	pays, _ := g.Game.(mcts.Rewarder[S])
	pays.Rewards(s, out)
	g.change(out, 0)
}

func (g affine[S, A]) Returns(s *S, out []float64) {
	g.Game.Returns(s, out)
	g.change(out, g.o.offset)
}

func (g affine[S, A]) Playout(s *S, r *rng.Rand, out []float64) {
	p, _ := g.Game.(mcts.Playouter[S])
	p.Playout(s, r, out)
	g.change(out, g.o.offset)
}

func (g affine[S, A]) change(out []float64, offset float64) {
	for i := range out {
		out[i] = g.o.scale*out[i] + offset
	}
}

// newSearch returns a search for a game, whose returns are changed if the options say so.
func newSearch[S any, A comparable](g mcts.Game[S, A], o options, cfg mcts.Config) *mcts.Search[S, A] {
	if o.scale != 1 || o.offset != 0 {
		g = affine[S, A]{g, o}
	}
	s, err := mcts.New(g, cfg)
	check(err)
	return s
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "planning:", err)
		os.Exit(1)
	}
}

func choose[S any, A comparable](s *mcts.Search[S, A], state *S, sims int) A {
	r, err := s.Run(context.Background(), state, mcts.Budget{Simulations: sims})
	check(err)
	return r.Action
}

// playTwenty48 plays games of 2048.
func playTwenty48(o options) string {
	g := twenty48.Game{}
	var points sample
	for n := range or(o.games, 40) {
		rand := rng.New(o.seed + uint64(n))
		search := newSearch(g, o, o.config(o.seed+uint64(n)))
		points.Add(playAlone(g, search, g.Start(), rand, or(o.sims, 40)))
	}
	return "2048: points " + points.String()
}

// playAlone plays a game of one player to the end. Chance is drawn from rand.
func playAlone[S any, A comparable](g mcts.Game[S, A], search *mcts.Search[S, A], s S, rand *rng.Rand, sims int) float64 {
	rules, err := game.NewRules(g)
	check(err)
	sum := []float64{0}
	for len(rules.Choices(nil, &s)) > 0 {
		var a A
		if g.ToMove(&s) == game.Chance {
			a = rules.Draw(&s, rand)[0]
		} else {
			a = choose(search, &s, sims)
		}
		g.Apply(&s, a)
		rules.AddRewards(&s, sum)
		check(advance(search, a))
	}
	rules.AddReturns(&s, sum)
	return sum[0]
}

// sail measures the regret of the action that a search chooses at random positions.
func sail(o options) string {
	g := sailing.Game{}
	exact := g.Solve()
	var regrets sample
	for n := range or(o.games, 300) {
		seed := o.seed + uint64(n)
		start := g.RandomStart(rng.New(seed))
		var winds mcts.Game[sailing.State, sailing.Action] = g
		if o.sampled {
			winds = sailing.Sampled{}
		}
		a := choose(newSearch(winds, o, o.config(seed)), &start, or(o.sims, 1000))
		regrets.Add(exact.Regret(&start, a))
	}
	return "sailing: regret " + regrets.String()
}

// playDots plays Dots and Boxes, 4x4, from random openings of four edges: a search for points
// against a search for wins.
func playDots(o options) string {
	points, err := dots.NewPoints(4, 4)
	check(err)
	wins, err := dots.New(4, 4, 2)
	check(err)
	var margins, rate sample
	for n := range or(o.games, 600) / 2 {
		opening := rng.New(o.seed + uint64(n))
		var edges []dots.Edge
		for s := wins.Start(); len(edges) < 4; {
			list := wins.AppendActions(nil, &s)
			edges = append(edges, list[opening.IntN(len(list))])
			wins.Apply(&s, edges[len(edges)-1])
		}
		for first := range 2 {
			m := boxes(o, points, wins, edges, first, o.seed+uint64(n))
			margins.Add(m)
			rate.Add((1 + math.Copysign(math.Min(1, math.Abs(m)), m)) / 2)
		}
	}
	return fmt.Sprintf("dots-points: margin %v, rate %v", margins, rate)
}

// boxes plays a game in which the search for points is the given player, and returns by how many
// boxes it has won.
func boxes(o options, points dots.Points, wins dots.Game, opening []dots.Edge, first int, seed uint64) float64 {
	a, b := points.Start(), wins.Start()
	for _, e := range opening {
		points.Apply(&a, e)
		wins.Apply(&b, e)
	}
	forPoints := newSearch(points, o, o.config(seed))
	forWins := newSearch(wins, options{scale: 1}, mcts.Config{Seed: seed})
	for len(wins.AppendActions(nil, &b)) > 0 {
		var e dots.Edge
		if wins.ToMove(&b) == first {
			e = choose(forPoints, &a, or(o.sims, 200))
		} else {
			e = choose(forWins, &b, or(o.sims, 200))
		}
		points.Apply(&a, e)
		wins.Apply(&b, e)
		for _, err := range []error{advance(forPoints, e), advance(forWins, e)} {
			check(err)
		}
	}
	return float64(b.Boxes(first) - b.Boxes(1-first))
}

func advance[S any, A comparable](s *mcts.Search[S, A], a A) error {
	_, err := s.Advance(a)
	return err
}
