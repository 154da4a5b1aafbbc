package gametest_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/internal/testkit"
)

func TestPlaythroughGolden(t *testing.T) {
	got := gametest.Playthrough(pebbles{}, pebbles{}.Start(), 2)
	testkit.Golden(t, "testdata/playthrough.txt", got)
}

// Playthrough uses fmt for a game without methods for people.
func TestPlaythroughWithoutText(t *testing.T) {
	start := pebbles{}.Start()
	start.left = 1
	got := gametest.Playthrough(chanceWithoutOutcomes{pebbles{}}, start, 1)
	require.Equal(t, `{left:1 mover:0 nature:false counts:[0 0 0 0]}

1. player 0, 1 action: 1
   1

{left:0 mover:1 nature:false counts:[0 1 0 0]}

player 0: 0.5
player 1: 0.5
`, got)
	require.Equal(t, 1, start.left, "the start is left alone")
}

// Playthrough plays the game of a finding for the same seed.
func TestPlaythroughPlaysTheGameOfAFinding(t *testing.T) {
	err := gametest.Test(evaluateNaN{}, pebbles{}.Start())
	require.Error(t, err)
	found := regexp.MustCompile(`seed (\d+), after \d+: (.*)\)`).FindAllStringSubmatch(err.Error(), -1)
	require.NotEmpty(t, found)
	for _, f := range found {
		seed, err := strconv.ParseUint(f[1], 10, 64)
		require.NoError(t, err)
		text := gametest.Playthrough(pebbles{}, pebbles{}.Start(), seed)
		var played []string
		for _, line := range regexp.MustCompile(`(?m)^ {3}(.*)$`).FindAllStringSubmatch(text, -1) {
			played = append(played, line[1])
		}
		require.True(t, strings.HasPrefix(strings.Join(played, " "), f[2]), "%s\n%s", f[2], text)
	}
}

func TestPlaythroughOfEndlessGameStops(t *testing.T) {
	require.Contains(t, gametest.Playthrough(endless{}, pebbles{}.Start(), 1), "The game goes on after 100000 plies.\n")
}
