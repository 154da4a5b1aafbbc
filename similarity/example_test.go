package similarity_test

import (
	"fmt"

	"github.com/banyan-go/banyan/similarity"
)

// The paper's example, a board and another one where a symbol stands a cell farther, and what is known of that one after a
// simulation through the first.
func Example() {
	board := []uint8{0, 0, 0, 0, 1, 0, 2, 0, 1}
	other := []uint8{0, 0, 0, 0, 1, 0, 0, 2, 1}
	var sample similarity.Sample
	sample.Add(board)
	code, err := similarity.Huffman{}.New(&sample, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("distance", similarity.Hamming(code.Encode(board), code.Encode(other)))

	weights, err := similarity.Weights(nil, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	known := similarity.NewExperience(2, 2, 0)
	known.Store([]uint64{code.Encode(board)}, []float64{1, 0})
	sums := make([]float64, 2)
	visits := known.Within(code.Encode(other), weights, sums)
	fmt.Println(visits, "visit, returns", sums)
	// Output:
	// distance 2
	// 1 visit, returns [1 0]
}
