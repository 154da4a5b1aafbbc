package mcts_test

import (
	"bytes"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts"
)

// saved returns what Save writes.
func saved[S any, A comparable](t require.TestingT, s *mcts.Search[S, A]) []byte {
	var b bytes.Buffer
	require.NoError(t, s.Save(&b))
	return b.Bytes()
}
