package nested_test

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/nested"
	"github.com/banyan-go/banyan/rng"
)

// tour is a delivery problem: drive from place 0 to all other places and back. An action is the
// place to drive to next.
type tour struct{ x, y []float64 }

type van struct {
	visited uint32 // a bit for each place
	at      int
	driven  float64
}

func (t tour) distance(a, b int) float64 { return math.Hypot(t.x[a]-t.x[b], t.y[a]-t.y[b]) }

func (tour) NumPlayers() int { return 1 }
func (tour) ToMove(*van) int { return 0 }

func (t tour) AppendActions(dst []int, s *van) []int {
	for place := 1; place < len(t.x); place++ {
		if s.visited>>place&1 == 0 {
			dst = append(dst, place)
		}
	}
	return dst
}

func (t tour) Apply(s *van, place int) {
	s.visited |= 1 << place
	s.driven += t.distance(s.at, place)
	s.at = place
}

func (t tour) Returns(s *van, out []float64) { out[0] = -s.driven - t.distance(s.at, 0) }

// Code lets the search learn how good the road from one place to another one is.
func (t tour) Code(s *van, place int) uint64 { return uint64(s.at*len(t.x) + place) }

// Weigh says that near places are promising.
func (t tour) Weigh(s *van, places []int, weights []float32) {
	for i, place := range places {
		weights[i] = float32(math.Exp(-t.distance(s.at, place) / 10))
	}
}

// The rule to drive to the nearest place ends with long ways. The search finds a shorter tour.
func Example() {
	var t tour
	for r := rng.New(4); len(t.x) < 20; {
		t.x, t.y = append(t.x, 100*r.Float64()), append(t.y, 100*r.Float64())
	}
	out := []float64{0}
	var s van
	for places := t.AppendActions(nil, &s); len(places) > 0; places = t.AppendActions(nil, &s) {
		t.Apply(&s, slices.MinFunc(places, func(a, b int) int {
			return int(math.Copysign(1, t.distance(s.at, a)-t.distance(s.at, b)))
		}))
	}
	t.Returns(&s, out)
	fmt.Printf("nearest place next: %.0f km\n", -out[0])

	method := nested.NRPA{Level: 2, Prior: true}
	result, err := nested.Search(context.Background(), t, &van{}, nested.Config{Method: method}, nested.Budget{Playouts: 20_000})
	if err != nil {
		panic(err)
	}
	fmt.Printf("the best tour of %d playouts: %.0f km\n%v\n", result.Playouts, -result.Return, result.Actions)
	// Output:
	// nearest place next: 492 km
	// the best tour of 20000 playouts: 391 km
	// [3 5 10 19 18 15 13 11 7 14 12 6 4 17 16 1 2 8 9]
}
