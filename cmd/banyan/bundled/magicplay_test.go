package bundled

import (
	"regexp"
	"strings"
	"testing"

	"github.com/banyan-go/banyan/rng"
	"github.com/stretchr/testify/require"
)

var ownHand = regexp.MustCompile(`in hand \([LA-H]+\)`)

// TestMagicHidesHand plays one turn of both players from hands that are equal to the person. The
// descriptions are equal too, whether the opponent plays no card or has none to play.
func TestMagicHidesHand(t *testing.T) {
	g := cards{}
	start := g.Deal(rng.New(2))
	boards, unasked := map[string]string{}, 0
	for seed := range 600 {
		s := start
		g.Determinize(&s, 0, rng.New(uint64(seed)))
		require.Equal(t, g.View(&start, 0), g.View(&s, 0))
		told, asked := "", -1 // the opponent
		for {
			before := s
			g.Apply(&s, 0)
			told += g.Tell(&before, 0, &s) + "\n"
			if asked++; g.ToMove(&s) == 0 {
				break
			}
		}
		if asked == 0 {
			unasked++
		}
		require.Equal(t, "First plays no card.\nSecond plays no card.\n", strings.ReplaceAll(told, ". ", ".\n"))
		board := g.View(&s, 0)
		hand := ownHand.FindString(board) // with the card that is drawn
		if before, known := boards[hand]; known {
			require.Equal(t, before, board)
		}
		boards[hand] = board
	}
	require.Less(t, len(boards), 10)
	require.Positive(t, unasked)
}

// TestTell checks descriptions that the games above do not always need.
func TestTell(t *testing.T) {
	g := cards{}
	told := map[string]bool{}
	for seed := range uint64(30) {
		r := rng.New(seed)
		s, rule := g.Deal(r), g.Random
		if seed%2 == 1 {
			rule = g.Expert // plays long games
		}
		for actions := g.AppendActions(nil, &s); len(actions) > 0; actions = g.AppendActions(nil, &s) {
			before, a := s, actions[rule(&s, 0, actions, r)]
			g.Apply(&s, a)
			text := g.Tell(&before, a, &s)
			require.Regexp(t, `^((First|Second) [a-zA-H0-9L ]+\.( |$))+$`, text)
			for _, want := range []string{"blocks E with BB.", "with no more than", "has no card to draw", "loses 2 creatures", "holds"} {
				if strings.Contains(text, want) {
					told[want] = true
				}
			}
		}
	}
	require.Len(t, told, 5, "%v", told)
}
