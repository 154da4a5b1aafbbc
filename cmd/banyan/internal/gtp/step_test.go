package gtp

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// If the origin of a move was entered, genmove continues from there.
func TestGenmoveFromAnOrigin(t *testing.T) {
	s := newSession(t, "-game breakthrough -board 4x5 -sims 20 -gogui")
	for origin := range strings.FieldsSeq(s.ask("gogui-rules_legal_moves")[2:]) {
		s.tell("play w " + origin)
		targets := strings.Fields(s.ask("gogui-rules_legal_moves")[2:])
		require.Contains(t, targets, s.ask("reg_genmove w")[2:])
		require.Contains(t, targets, s.ask("genmove w")[2:])
		require.Equal(t, "= black", s.ask("gogui-rules_side_to_move"))
		s.tell("undo", "undo")
	}
	s.refuse("undo", "cannot undo")
	s.refuse("play w a2-a3", "want one of")
	s.refuse("play b a4", "it is the turn of White")
}
