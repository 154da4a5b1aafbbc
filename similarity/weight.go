package similarity

import (
	"cmp"
	"fmt"
	"math"
)

// Weight weighs the statistics of a signature by its distance from another one.
type Weight interface {
	// Weight returns the factor for the visits and returns at a distance of 0..MaxDistance. It must
	// be in 0..1e6.
	Weight(distance int) float64
}

// Falling is the weight F^distance: 1, F, F*F and so on.
type Falling struct {
	F float64 // factor per unit of distance; if zero, 1/2 is used
}

// Weight implements the interface [Weight].
func (f Falling) Weight(distance int) float64 {
	f.F = cmp.Or(f.F, 0.5)
	return math.Pow(f.F, float64(distance))
}

// Weights returns the weights of the distances from 0 to greatest. All are 1 if w is nil. It
// returns an error if a weight is out of range.
func Weights(w Weight, greatest int) ([]float64, error) {
	weights := make([]float64, greatest+1)
	for d := range weights {
		weights[d] = 1
		if w == nil {
			continue
		}
		if weights[d] = w.Weight(d); !(weights[d] >= 0 && weights[d] <= 1e6) {
			return nil, fmt.Errorf("similarity: Weight of %T is %v at distance %d, want 0..1e6", w, weights[d], d)
		}
	}
	return weights, nil
}
