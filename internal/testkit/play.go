package testkit

import (
	"strings"

	"github.com/stretchr/testify/require"
)

// TextGame is a game that reads its actions from text.
type TextGame[S, A any] interface {
	Start() S
	Parse(text string) (A, error)
	Legal(s *S, a A) error
	Apply(s *S, a A)
}

// Play returns the state after these actions from the start of the game, and fails t unless all of
// them are legal. A text may hold several actions, separated by spaces.
func Play[S, A any](t require.TestingT, g TextGame[S, A], texts ...string) S {
	if h, ok := t.(interface{ Helper() }); ok {
		h.Helper()
	}
	s := g.Start()
	for _, text := range texts {
		for word := range strings.FieldsSeq(text) {
			a, err := g.Parse(word)
			require.NoError(t, err, "%s of %s", word, texts)
			require.NoError(t, g.Legal(&s, a), "%s of %s", word, texts)
			g.Apply(&s, a)
		}
	}
	return s
}
