package gametest_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
)

func TestNothingToTest(t *testing.T) {
	empty := pebbles{}.Start()
	empty.left = 0
	require.EqualError(t, gametest.Test(pebbles{}, empty),
		"gametest: start: the start has no actions, so there is nothing to test (seed 0, at the start)")
	require.EqualError(t, gametest.Test[heap, take](nil, empty), "gametest: the game is nil")
}

// One fault is reported three times, not once per position.
func TestFindingsAreFew(t *testing.T) {
	findings := unjoin(gametest.Test(parseWrong{}, pebbles{}.Start()))
	require.Len(t, findings, 2, "of 2 and of 3")
	require.Len(t, unjoin(gametest.Test(legalAccepts{}, pebbles{}.Start())), 3)
}

func TestFindingsAreTheSameEachTime(t *testing.T) {
	first := gametest.Test(hashIgnoresCounts{}, pebbles{}.Start())
	require.Error(t, first)
	require.Equal(t, first.Error(), gametest.Test(hashIgnoresCounts{}, pebbles{}.Start()).Error())
}

// A long path is cut in the middle.
func TestPlaceOfALongGame(t *testing.T) {
	err := gametest.Test(endless{}, pebbles{}.Start())
	require.ErrorContains(t, err, " ... ")
	require.Less(t, len(err.Error()), 1000)
}

// The kit finds the optional interfaces of a wrapped game.
func TestWrappedGame(t *testing.T) {
	require.NoError(t, gametest.Test(wrapper{pebbles{}}, pebbles{}.Start()))
	require.ErrorContains(t, gametest.Test(wrapper{parseWrong{}}, pebbles{}.Start()), "gametest: parse: ")
}

type wrapper struct{ game.Game[heap, take] }

func (w wrapper) Unwrap() game.Game[heap, take] { return w.Game }

func unjoin(err error) []error {
	var joined interface{ Unwrap() []error }
	if !errors.As(err, &joined) {
		return nil
	}
	return joined.Unwrap()
}

func TestFindingsAreLines(t *testing.T) {
	err := gametest.Test(legalAccepts{}, pebbles{}.Start())
	require.Len(t, strings.Split(err.Error(), "\n"), 3)
}
