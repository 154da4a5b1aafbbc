package match

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/arena/stats"
)

// Means are the mean returns of two players in pairs of games.
type Means struct {
	A              float64     `json:"a"` // mean return of a game
	B              float64     `json:"b"`
	Difference     float64     `json:"difference"`      // of A and B
	DifferenceCI95 *[2]float64 `json:"difference_ci95"` // from the differences in the pairs; null with less than two
}

// NewMeans returns the means of so many pairs.
func NewMeans(r stats.Returns) *Means {
	m := &Means{A: r.MeanA, B: r.MeanB, Difference: r.Difference()}
	if low, high := r.Interval(Level); r.Count > 1 {
		m.DifferenceCI95 = &[2]float64{low, high}
	}
	return m
}

// Text returns a mean return with four digits or so.
func (m *Means) Text(mean float64) string { return fmt.Sprintf("%.*f", m.decimals(), mean) }

// Gain returns the difference with its sign.
func (m *Means) Gain() string { return fmt.Sprintf("%+.*f", m.decimals(), m.Difference) }

// Interval returns the interval of the difference.
func (m *Means) Interval() string {
	if m.DifferenceCI95 == nil {
		return "unknown"
	}
	return fmt.Sprintf("%+.*f to %+.*f", m.decimals(), m.DifferenceCI95[0], m.decimals(), m.DifferenceCI95[1])
}

// decimals returns with how many decimals means are written.
func (m *Means) decimals() int {
	switch size := max(math.Abs(m.A), math.Abs(m.B)); {
	case size >= 1000:
		return 0
	case size >= 100:
		return 1
	case size >= 10:
		return 2
	}
	return 3
}
