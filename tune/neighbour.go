package tune

import (
	"math"

	"github.com/banyan-go/banyan/rng"
)

// neighbour returns a point near p: step gives one of its parameters another value, and each other
// one with a small probability. Only parameters that the player has change.
func (s *Space) neighbour(p Point, r *rng.Rand, step func(k Kind, v float64) float64) Point {
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
			q[i] = step(s.Parameters[i].Kind, p[i])
		}
	}
	return q
}

// otherLevel returns the value of another level.
func otherLevel(k Kind, v float64, r *rng.Rand) float64 {
	return k.onGrid((k.level(v) + 1 + r.IntN(k.levels()-1)) % k.levels())
}

// near returns another alternative, or a number at a distance with the standard deviation width of
// the range.
func near(k Kind, v, width float64, r *rng.Rand) float64 {
	n, ok := k.(numeric)
	if !ok {
		return otherLevel(k, v, r)
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
