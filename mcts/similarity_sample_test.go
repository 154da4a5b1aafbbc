package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/similarity"
)

// turnSignature is an encoder whose signatures check the player to move. In Connect Four the number
// of stones determines the player.
type turnSignature struct {
	t       *testing.T
	sample  similarity.Sample
	encoded []int // the number of signatures by the player to move
}

func (e *turnSignature) New(sample *similarity.Sample, _ uint64) (similarity.Signature, error) {
	e.sample = *sample
	return e, nil
}

func (e *turnSignature) Encode([]uint8) uint64 {
	require.Fail(e.t, "Encode is called in place of EncodeTurn")
	return 0
}

func (e *turnSignature) EncodeTurn(cells []uint8, player int) uint64 {
	stones := 0
	for _, c := range cells {
		if c != 0 {
			stones++
		}
	}
	require.Equal(e.t, stones%2, player)
	e.encoded[player]++
	return twoBits(cells)
}

// A signature that depends on the player to move receives the player, and its sample reveals which
// player puts which symbols on the board.
func TestSimilarityEncodeTurn(t *testing.T) {
	e := &turnSignature{t: t, encoded: make([]int, 2)}
	s, err := mcts.New[connect4.State, connect4.Drop](newBoard(t, 5, 4), mcts.Config{Similarity: &mcts.Similarity{Encoder: e}})
	require.NoError(t, err)
	_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 200})
	require.NoError(t, err)
	require.Greater(t, min(e.encoded[0], e.encoded[1]), 1000)
	require.Len(t, e.sample.Writes, 2)
	for player, writes := range e.sample.Writes {
		for symbol, n := range writes {
			require.Equal(t, symbol == 1+player, n > 0, "player %d, symbol %d", player, symbol)
		}
	}
	require.EqualValues(t, e.sample.Positions-10, e.sample.Writes[0][1]+e.sample.Writes[1][2], "ten games of one action for each position but the first")
}
