package tune

import (
	"math"

	"github.com/banyan-go/banyan/arena/stats"
)

// Effect is what the values of a parameter are worth: the scores against Options.Default of all
// points with that value. A search plays more games with good points, so the other parameters are
// not the same on average: an effect is a hint, not a measurement.
type Effect struct {
	Parameter string
	Values    []Value // those that were played, in the order of the range
}

// Value is a value of a parameter, or a part of its range.
type Value struct {
	Name   string
	Scores stats.Pairs
}

// Worth returns how far the greatest mean of a value with at least that many pairs of games is
// above the least one. It is 0 for fewer than two such values.
func (e Effect) Worth(pairs int) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range e.Values {
		if v.Scores.Count >= pairs {
			low, high = min(low, v.Scores.Mean()), max(high, v.Scores.Mean())
		}
	}
	return max(0, high-low)
}

// effects returns the effects of the parameters in the games against the default.
func (r *run) effects() []Effect {
	var effects []Effect
	for i, q := range r.space.Parameters {
		bins := make([]stats.Pairs, q.Kind.levels())
		for _, o := range r.trials {
			if o.opponent == 0 && r.space.holds(i, o.Point) {
				at := q.Kind.level(o.Point[i])
				bins[at] = join(bins[at], o.Scores)
			}
		}
		e := Effect{Parameter: q.Name}
		for at, scores := range bins {
			if scores.Count > 0 {
				e.Values = append(e.Values, Value{name(q.Kind, at), scores})
			}
		}
		effects = append(effects, e)
	}
	return effects
}

// name returns the name of a level: an alternative, a whole number, or the middle of a part of a
// range.
func name(k Kind, level int) string {
	if c, ok := k.(Choice); ok {
		return c[level].Name
	}
	return number(k.onGrid(level))
}
