// Package similarity lets a search learn from boards that look alike: it turns the cells of a board into a code of 64
// bits, keeps what simulations were worth per code, and adds up what is known within a Hamming distance of a code
// (Uemiya and Yokoyama, "Towards a universally effective utilization of board similarities in General Game Playing").
// mcts.Config.Similarity puts it to use; this package knows no games and no trees.
//
//	var sample similarity.Sample
//	sample.Add(cells) // boards of some random games
//	code, err := similarity.Huffman{}.New(&sample, seed)
//	weights, err := similarity.Weights(nil, 2)                 // all boards within a distance of 2 count the same
//	known := similarity.NewExperience(2, 2, 0)                 // two players, that distance, and the usual limit
//	known.Store([]uint64{code.Encode(cells)}, []float64{1, 0}) // a simulation, which the first player won
//	visits := known.Within(code.Encode(others), weights, sums)
//
// What is inside:
//
//	Encoder      a kind of code: Random, Appearance, Huffman, or a Func of yours; New makes a Code of it for a game
//	Sample       statistics of boards that a Code is made from
//	Hamming      in how many bits two codes differ
//	Index        a set of codes that finds all within a distance of 0 to 3, exactly
//	Experience   visits and returns per code, with an Index
//	Weight       how much a board counts by its distance
//	Adviser      whether a distance of 2 is worth its risk in a game, by two figures of trial searches
//
// # Distance 0 and transpositions
//
// With a code that is exact, one code per board, a distance of 0 shares what is known between transpositions. That is less
// than the search of a graph: a node takes over what was known when it was made, once, and does not change with what other
// paths to the same board find later; so no cycles and no double counting along a path can arise, and the tree
// stays a tree. It is more as well, since boards of playouts count, which no graph has nodes for.
//
// # Concurrency and determinism
//
// A Code may be used by several goroutines; an Index and an Experience are for one at a time. All results depend on
// what was put in and on the seed alone.
package similarity
