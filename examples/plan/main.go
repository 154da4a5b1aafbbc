// Plan drives a delivery van: twelve customers wait until different times, and the duration of a
// trip is unknown. A search plans the tour while the van is on its way, and is compared with a
// driver who always goes to the nearest customer that can still be served.
//
//	go run ./examples/plan
package main

import (
	"context"
	"fmt"
	"log"
	"math"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// customer takes a delivery until a time, in minutes.
type customer struct{ x, y, until, worth float64 }

// town is the rules: a Rewarder, as deliveries are rewarded at once, and a SamplingGame, as the
// times of trips can be drawn but not listed.
type town struct{ customers []customer }

// van is the state. Customers are counted from 1; 0 is the depot.
type van struct {
	at, to int     // to: where the van is going; 0: a choice is due
	left   uint32  // a set of customers
	clock  float64 // in minutes
	paid   float64 // for the last delivery
}

func (town) NumPlayers() int { return 1 }

func (town) ToMove(v *van) int {
	if v.to > 0 {
		return mcts.Chance
	}
	return 0
}

func (g town) AppendActions(dst []int, v *van) []int {
	for c := range g.customers {
		if v.left&(1<<c) != 0 && v.clock < g.customers[c].until {
			dst = append(dst, c+1)
		}
	}
	return dst
}

// SampleOutcome draws how many minutes a trip takes: the distance, and up to as much again.
func (g town) SampleOutcome(v *van, r *rng.Rand) int {
	return int(math.Ceil(g.distance(v.at, v.to) * (1 + r.Float64()*r.Float64())))
}

func (g town) Apply(v *van, a int) {
	if v.paid = 0; v.to == 0 {
		v.to = a
		return
	}
	v.clock += float64(a)
	v.at, v.to, v.left = v.to, 0, v.left&^(1<<(v.to-1))
	if c := g.customers[v.at-1]; v.clock <= c.until {
		v.paid = c.worth
	}
}

func (town) Rewards(v *van, out []float64) { out[0] = v.paid }
func (town) Returns(_ *van, out []float64) { out[0] = 0 }

func (g town) place(n int) (x, y float64) {
	if n == 0 {
		return 50, 50
	}
	return g.customers[n-1].x, g.customers[n-1].y
}

func (g town) distance(a, b int) float64 {
	x, y := g.place(a)
	u, v := g.place(b)
	return math.Hypot(x-u, y-v)
}

// nearest is the rule of the other driver.
func (g town) nearest(v *van) int {
	best := 0
	for _, c := range g.AppendActions(nil, v) {
		if best == 0 || g.distance(v.at, c) < g.distance(v.at, best) {
			best = c
		}
	}
	return best
}

// drive makes a tour and returns what it earns.
func (g town) drive(choose func(v *van) int, traffic *rng.Rand) (earned float64) {
	v := van{left: 1<<len(g.customers) - 1}
	for len(g.AppendActions(nil, &v)) > 0 {
		g.Apply(&v, choose(&v))
		g.Apply(&v, g.SampleOutcome(&v, traffic))
		earned += v.paid
	}
	return earned
}

func main() {
	const days, customers = 50, 12
	var planned, greedy float64
	for day := range uint64(days) {
		r, g := rng.New(day), town{}
		for range customers {
			g.customers = append(g.customers, customer{100 * r.Float64(), 100 * r.Float64(), 30 + 150*r.Float64(), float64(10 + r.IntN(190))})
		}
		search, err := mcts.New(g, mcts.Config{Seed: day})
		if err != nil {
			log.Fatal(err)
		}
		planned += g.drive(func(v *van) int {
			result, err := search.Run(context.Background(), v, mcts.Budget{Simulations: 1000})
			if err != nil {
				log.Fatal(err)
			}
			return result.Action
		}, rng.New(day))
		greedy += g.drive(g.nearest, rng.New(day))
	}
	fmt.Printf("the nearest customer first earns %.0f a day, a search %.0f\n", greedy/days, planned/days)
}
