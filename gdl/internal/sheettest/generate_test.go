package sheettest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/gdl/internal/prover"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/gdl/internal/sheettest"
	"github.com/banyan-go/banyan/rng"
)

// Random sheets can be read, and their games are various: many have choices, change their state for
// several moves, and end.
func TestSheets(t *testing.T) {
	const sheets = 300
	choices, longer, ends, refused := 0, 0, 0, 0
	for seed := range sheets {
		text := sheettest.Sheets().Example(seed)
		s, err := sheet.Parse([]byte(text))
		require.NoError(t, err, text)
		choice, states, over, err := play(s, rng.New(uint64(seed)))
		if err != nil {
			require.ErrorContains(t, err, "depends on its own negation", text)
			refused++
		}
		if choice {
			choices++
		}
		if states >= 3 {
			longer++
		}
		if over {
			ends++
		}
	}
	t.Logf("of %d sheets, %d have a choice, %d have 3 states or more in a game, %d end, %d are refused", sheets, choices, longer, ends, refused)
	require.Greater(t, choices, sheets/4)
	require.Greater(t, longer, sheets/4)
	require.Greater(t, ends, sheets/4)
	require.Less(t, refused, sheets/4)
}

// play plays a random game of at most ten moves. It reports whether a role had a choice, how many
// different states there were, and whether the game has ended.
func play(s *sheet.Sheet, r *rng.Rand) (choice bool, states int, over bool, err error) {
	p, err := prover.New(s, nil)
	if err != nil {
		return false, 0, false, err
	}
	seen := map[string]bool{}
	pos, err := p.Start()
	for range 10 {
		if err != nil {
			break
		}
		seen[strings.Join(pos.True, " ")] = true
		if over = p.Terminal(pos); over {
			break
		}
		var moves []string
		for _, role := range s.Roles {
			legal := p.Legal(pos, role)
			choice = choice || len(legal) > 1
			moves = append(moves, legal[r.IntN(len(legal))])
		}
		pos, err = p.Next(pos, moves)
	}
	return choice, len(seen), over, err
}
