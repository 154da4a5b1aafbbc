package similarity_test

import (
	"fmt"

	"github.com/banyan-go/banyan/similarity"
)

// This is the paper's example: two boards that differ by one symbol in a neighboring cell. After a
// simulation that visits the first board, the second one has statistics as well.
func Example() {
	board := []uint8{0, 0, 0, 0, 1, 0, 2, 0, 1}
	other := []uint8{0, 0, 0, 0, 1, 0, 0, 2, 1}
	var sample similarity.Sample
	sample.Add(board)
	signature, err := similarity.Huffman{}.New(&sample, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("distance", similarity.Hamming(signature.Encode(board), signature.Encode(other)))

	weights, err := similarity.Weights(nil, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	table := similarity.NewSignatureTable(2, 2, 0)
	table.Store([]uint64{signature.Encode(board)}, []float64{1, 0})
	sums := make([]float64, 2)
	visits := table.Within(signature.Encode(other), weights, sums)
	fmt.Println(visits, "visit, returns", sums)
	// Output:
	// distance 2
	// 1 visit, returns [1 0]
}
