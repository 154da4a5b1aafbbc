package similarity

import (
	"fmt"
	"math"
)

// Weight is how much a board counts by its distance.
type Weight interface {
	// Weight returns the factor for the visits and returns of boards at a distance of 0 to 3: 0 or more.
	Weight(distance int) float64
}

// Falling is the weight F to the power of the distance: 1, F, F*F and so on.
type Falling struct {
	F float64 // for each unit of distance; if 0, 1/2
}

// Weight implements Weight.
func (f Falling) Weight(distance int) float64 {
	if f.F == 0 {
		f.F = 0.5
	}
	return math.Pow(f.F, float64(distance))
}

// Weights returns the weights of the distances from 0 to most, all 1 if w is nil, and an error where one is not a number of
// 0 or more.
func Weights(w Weight, most int) ([]float64, error) {
	weights := make([]float64, most+1)
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
