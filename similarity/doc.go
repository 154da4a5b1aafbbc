// Package similarity shares statistics between similar positions. It maps the cells of a board to a
// 64-bit signature, stores the results of simulations by signature, and sums the results of all
// signatures within a Hamming distance of another one (Uemiya and Yokoyama, "Towards a universally
// effective utilization of board similarities in General Game Playing").
//
// Most users only set mcts.Config.Similarity, which uses this package. The package itself knows
// neither games nor trees:
//
//	var sample similarity.Sample
//	sample.Add(cells) // and more positions of random games
//	signature, err := similarity.Huffman{}.New(&sample, seed)
//	if err != nil {
//		return err
//	}
//	table := similarity.NewSignatureTable(2, 2, 0) // two players, distances up to 2
//	table.Store([]uint64{signature.Encode(cells)}, []float64{1, 0}) // player 0 won
//	weights := []float64{1, 1, 1} // of the distances 0, 1 and 2
//	sums := make([]float64, 2)
//	visits := table.Within(signature.Encode(others), weights, sums)
//
// Contents:
//
//	Encoder         Appearance    short codewords for early symbols; the default of mcts
//	                Huffman       short codewords for frequent symbols; unambiguous up to 64 bits
//	                Random        Zobrist hashing; to compare with, or to detect transpositions
//	                Opponents     all but where the player to move has its pieces; for distance 0
//	                Func          your function, for example an exact bitboard
//	Weight          Falling       for less influence of more distant positions
//	SignatureTable                visits and returns by signature
//	Hamming                       the distance of two signatures
//	Readings                      for experiments: other readings of what the paper leaves open
//
// Package [github.com/banyan-go/banyan/similarity/research] helps to decide whether a game profits.
//
// # Transpositions
//
// With one signature per position and a distance of 0, transpositions share statistics. This is
// less than a search of a graph: a node imports the statistics of its position once, when it is
// created, and does not follow what other paths to the position find later. The tree remains a
// tree, without cycles and without double counting along a path. It is also more, because positions
// of playouts count, too.
//
// # Limits
//
// Distances go up to [MaxDistance]. A table holds up to [MaxSignatures] signatures and removes the
// older half when it is full. A position with more than 64 bits of codewords is folded to 64 bits,
// so different positions may have equal signatures. A signature shows the cells only: a right to
// castle is not part of it unless the cells contain it, and the player to move only if it is a
// [TurnSignature].
//
// # Concurrency and determinism
//
// Several goroutines may use a [Signature] at the same time. Only one at a time may use a
// [SignatureTable], even for look-ups. All results depend on the sequence of calls and on the
// seed only.
package similarity
