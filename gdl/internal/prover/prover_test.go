package prover_test

import (
	_ "embed"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/gdl/internal/prover"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

func load(t *testing.T, text string) *prover.Prover {
	s, err := sheet.Parse([]byte(text))
	require.NoError(t, err)
	p, err := prover.New(s, nil)
	require.NoError(t, err)
	return p
}

// race is a game for two players: both choose at once, and the first to reach the end of a chain of
// three wins. A player that stays lets the other one pass.
//
//go:embed testdata/race.kif
var race string

func TestRace(t *testing.T) {
	p := load(t, race)
	pos, err := p.Start()
	require.NoError(t, err)
	require.Equal(t, []string{"(at blue a)", "(at red a)"}, pos.True)
	require.Equal(t, []string{"(go b)", "stay"}, p.Legal(pos, "red"))
	require.False(t, p.Terminal(pos))
	requireGoals(t, p, pos, 50, 50)

	pos, err = p.Next(pos, []string{"(go b)", "stay"})
	require.NoError(t, err)
	require.Equal(t, []string{"(at blue a)", "(at red b)"}, pos.True)
	won, err := p.Next(pos, []string{"(go c)", "(go b)"})
	require.NoError(t, err)
	require.True(t, p.Terminal(won))
	requireGoals(t, p, won, 100, 0)
}

func requireGoals(t *testing.T, p *prover.Prover, pos *prover.Position, red, blue int) {
	for role, want := range map[string]int{"red": red, "blue": blue} {
		have, err := p.Goal(pos, role)
		require.NoError(t, err)
		require.Equal(t, want, have)
	}
}

const tail = `(role r) (init i) (legal r m) (<= (next i) (true i)) (<= terminal (true j)) (goal r 0)
`

func TestNegation(t *testing.T) {
	p := load(t, tail+"(<= (even a) (not (odd a))) (<= (odd a) (not (even b))) (<= (even b) (true i)) (<= (goal r 5) (even a)) (<= (goal r 7) (odd a))")
	pos, err := p.Start()
	require.NoError(t, err)
	_, err = p.Goal(pos, "r")
	require.EqualError(t, err, "gdl: role r has the goals 0, 5, want one")

	p = load(t, tail+"(<= odd (not odd) (true i)) (<= terminal odd)")
	_, err = p.Start()
	require.EqualError(t, err, "gdl: odd depends on its own negation")
}

func TestNextRefuses(t *testing.T) {
	p := load(t, race)
	pos, err := p.Start()
	require.NoError(t, err)
	_, err = p.Next(pos, []string{"(go b)", "(go c)"})
	require.EqualError(t, err, `gdl: "(go c)" is not a legal move of blue`)
}

// The check ends work that would never end, wherever it is.
func TestCheck(t *testing.T) {
	tooLarge := errors.New("too large")
	check := func(letters int) error {
		if letters > 1000 {
			return tooLarge
		}
		return nil
	}
	const count = `(<= (number (after ?n)) (number ?n))`
	const use = `(<= (goal red 10) (number far))`
	for name, text := range map[string]string{
		"static": race + `(number 0)` + count + use,
		"state":  race + `(<= (number ?x) (true (at ?r ?x)))` + count + use,
		"moves":  race + `(<= (number ?m) (does ?r ?m))` + count + `(<= (next (at red far)) (number far))`,
		"loop":   race + `(<= (number 0) (not (number far)))(<= (number far) (not (number 0)))` + count + use,
	} {
		t.Run(name, func(t *testing.T) {
			s, err := sheet.Parse([]byte(text))
			require.NoError(t, err)
			p, err := prover.New(s, check)
			var pos *prover.Position
			if err == nil {
				pos, err = p.Start()
			}
			if err == nil {
				_, err = p.Next(pos, []string{"stay", "stay"})
			}
			require.ErrorIs(t, err, tooLarge)
			if p != nil {
				_, err = p.Start()
				require.ErrorIs(t, err, tooLarge)
			}
		})
	}
}
