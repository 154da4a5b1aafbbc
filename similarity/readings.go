package similarity

import (
	"cmp"
	"fmt"
	"math"
)

// Readings choose between readings of what the paper (Uemiya and Yokoyama, "Towards a universally
// effective utilization of board similarities in General Game Playing") leaves open. The zero value
// holds the readings that are closest to it. A search takes them in mcts.Similarity.
type Readings struct {
	// TreeOnly stores the positions of the tree, but not of playouts. The game's own playouts are
	// then used.
	TreeOnly bool

	// StoreFirst lets a new node import statistics after its first simulation is stored, and not
	// before.
	StoreFirst bool

	// Parent is the N of the formula of UCT at a node.
	Parent ParentCount

	// Keep is the factor by which the statistics of the signature table are multiplied after a real
	// move, 0..1. If zero, 1 is used. If Forget is set, the table is emptied instead.
	Keep   float64
	Forget bool

	// Observer sees which positions a node imports from; nil in searches that are not trials.
	Observer Observer
}

// ParentCount is the number of visits that a parent has in the selection among its children.
type ParentCount int

const (
	// OwnVisits are the simulations that passed through the parent.
	OwnVisits ParentCount = iota

	// OwnImports are these and the visits that the parent has imported.
	OwnImports

	// ChildImports are the visits of all its children with those that they have imported.
	ChildImports
)

// Observer follows the simulations of a search with position similarity, as package
// similarity/research does. A search calls it from one goroutine at a time.
type Observer interface {
	Begin()                      // a simulation begins at the root
	Pass(cells []uint8)          // it continues to a position
	Keep(signatures []uint64)    // its positions in the tree are stored
	Measure(signatures []uint64) // its new node imports from these signatures
}

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
