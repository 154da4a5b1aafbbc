package tune

import (
	"math"

	"github.com/banyan-go/banyan/rng"
)

// neighbour returns a point near p: one of its parameters changes, and each other one with a small
// probability. Numbers make steps with the standard deviation width of their range, and a choice
// gets another alternative. Only parameters that the player has change.
func (s *Space) neighbour(p Point, width float64, r *rng.Rand) Point {
	var active []int
	for i, on := range s.active(p) {
		if on {
			active = append(active, i)
		}
	}
	q := append(Point(nil), p...)
	always := active[r.IntN(len(active))]
	for _, i := range active {
		if i == always || r.IntN(len(active)+1) == 0 {
			q[i] = step(s.Parameters[i].Kind, p[i], width, r)
		}
	}
	return q
}

// step returns another value near v.
func step(k Kind, v, width float64, r *rng.Rand) float64 {
	n, ok := k.(numeric)
	if !ok {
		return k.onGrid((k.level(v) + 1 + r.IntN(k.levels()-1)) % k.levels())
	}
	u := n.unit(v) + width*normal(r)
	next := k.value(min(max(u, 0), 1))
	if i, ok := k.(Integer); ok && next == v {
		next = min(max(v+float64(2*r.IntN(2)-1), float64(i.Low)), float64(i.High))
	}
	return next
}

// normal returns a number from the standard normal distribution (Box and Muller, 1958).
func normal(r *rng.Rand) float64 {
	return math.Sqrt(-2*math.Log(1-r.Float64())) * math.Cos(2*math.Pi*r.Float64())
}
