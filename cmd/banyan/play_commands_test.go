package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
)

// played plays the bundled games.
func played(t *testing.T, input, args string) string {
	t.Helper()
	out, errs, status := run(t, program("x"), input, append([]string{"play"}, strings.Fields(args)...)...)
	require.Zero(t, status, errs)
	require.Empty(t, errs)
	return out
}

// after returns what follows the first answer to a line of a person.
func after(t *testing.T, out, line string) string {
	t.Helper()
	_, rest, found := strings.Cut(out, line+"\n")
	require.True(t, found, "%q in:\n%s", line, out)
	return rest
}

// The rules stand in one line at the start of every game.
func TestSummary(t *testing.T) {
	for _, name := range bundled.Names() {
		line := bundled.Summary(name)
		if bundled.RulesText(name) == "" {
			require.Empty(t, line, "people do not play %s", name)
			continue
		}
		require.Regexp(t, `^[A-Z][^\n]{20,98}\.$`, line, name)
		out := played(t, "new\n", "-game "+name+" -player random")
		require.Equal(t, 2, strings.Count(out, line+"\nYou are "), name)
	}
}

// The prompt names whose turn it is, also after a change of sides.
func TestSwap(t *testing.T) {
	out := played(t, "swap\nboard\nb2\nundo\nundo\nundo\n", "-game tictactoe -sims 50")
	require.Contains(t, out, "Your move, X: swap\nYou are O now.\n")
	require.Regexp(t, `(?s)You are O now\..*X plays [a-c][1-3]: .*Your move, O: board\n.*Your move, O: b2\n`, out)
	require.Contains(t, after(t, out, "undo"), "Your move, O: undo\nYou have not made a move yet.\n")

	out = played(t, "a1\nswap\nundo\n", "-game tictactoe -player random")
	require.Contains(t, out, "Your move, X: swap\nYou are O now.\n")
	require.Contains(t, after(t, out, "undo"), "You are X now.\n", "undo returns to the side of the move")

	out = played(t, "swap\nswap\nswap\n", "-game dots -size 2x2 -player random")
	require.Contains(t, out, "You are Blue now.")
	require.Contains(t, out, "You are Green now.")
	require.Contains(t, after(t, out, "You are Green now."), "You are Red now.")

	out = played(t, "swap\n", "-game magic -player expert")
	require.Contains(t, after(t, out, "Your move, First: swap"), "You are Second.", "another game, with other cards")
}

func TestLevelCommand(t *testing.T) {
	out := played(t, "level\nlevel 2\nhint\nlevel 4\nhint\nlevel 11\nlevel high\nlevel 3 4\nd\n", "-sims 7")
	require.Contains(t, out, "The opponent is mcts.")
	require.Contains(t, out, "\n   4  250 simulations, temperature 0.6\n")
	require.Contains(t, out, "level 2\nThe opponent plays at level 2 now: 30 simulations, temperature 1.\n")
	require.Regexp(t, `level 2\n(.*\n){2}Hint: [a-g]: \d+ % to win, 30 simulations\n`, out)
	require.Contains(t, out, "The level is 11, want 1 to 10.\n")
	require.Contains(t, out, `"high" is not a level: want 1 to 10, like level 3.`)
	require.Contains(t, out, `"3 4" is not a level`)
	require.Regexp(t, `O plays [a-g]: \d+ % to win, 250 simulations\n`, out, "a wrong level changes nothing")
	require.Equal(t, out, played(t, "level\nlevel 2\nhint\nlevel 4\nhint\nlevel 11\nlevel high\nlevel 3 4\nd\n", "-sims 7"))

	out = played(t, "level 2\nd\n", "-player random")
	require.Contains(t, out, `Player "random" does not search, and levels are for players that search.`)
	require.Regexp(t, `O plays [a-g]\n`, out)
	require.Regexp(t, `O plays [a-g]: \d+ % to win, 10 simulations\n`, played(t, "d\n", "-level 1"))
	for level := 1; level <= 3; level++ {
		require.NotEmpty(t, played(t, "pass\n", fmt.Sprintf("-game magic -player hidden=ensemble -level %d", level)))
	}
}

// The simulations of a hint are the sum over its lines, even if the tree already had some.
func TestHintCountsInheritedSimulations(t *testing.T) {
	out := played(t, "d\nhint\n", "-sims 500")
	total := regexp.MustCompile(`Hint: .*, (\d+) simulations`).FindStringSubmatch(out)
	require.NotNil(t, total, out)
	sum := 0
	for _, line := range regexp.MustCompile(`(?m)^  \S+ .*, (\d+) simulations$`).FindAllStringSubmatch(out, -1) {
		n, err := strconv.Atoi(line[1])
		require.NoError(t, err)
		sum += n
	}
	all, err := strconv.Atoi(total[1])
	require.NoError(t, err)
	require.Greater(t, all, 500, out)
	require.LessOrEqual(t, sum, all, out)
}

func TestHint(t *testing.T) {
	out := played(t, "hint\n", "-sims 500")
	line := regexp.MustCompile(`(?m)^  ([a-g])  +(\d+) % to win, (\d+) simulations$`)
	found := line.FindAllStringSubmatch(out, -1)
	require.Len(t, found, 5, out)
	require.Contains(t, out, "Hint: "+found[0][1]+": "+found[0][2]+" % to win, 500 simulations\n")
	out = played(t, "hint\n", "-game tictactoe -sims 2")
	require.Len(t, regexp.MustCompile(`(?m)^  [a-c][1-3]  +\d+ % to win, 1 simulations$`).FindAllString(out, -1), 2, "only moves that were tried")
	require.NotContains(t, played(t, "hint\n", "-player random"), "%")
}

func TestResize(t *testing.T) {
	out := played(t, "d\nresize\nresize big\nresize 99x99\nresize 4x4\na\nlevel 1\nresize 5x4\nnew\nquit\n", "-sims 20")
	require.Contains(t, out, "Which size? Type resize and the size, like resize 6x6.\n")
	require.Contains(t, out, `"big" is not a size: want width x height, like 6x6.`)
	require.Contains(t, out, "resize 99x99\nWant 1..8 columns")
	rest := after(t, out, "resize 4x4")
	require.Contains(t, rest, "You are X. ")
	require.Contains(t, rest, "\n a b c d   X to move\n")
	require.Contains(t, rest, "Your move, X: a\n", "no line of the input is lost")
	rest = after(t, rest, "resize 5x4")
	require.Equal(t, 2, strings.Count(rest, "\n a b c d e   X to move\n"), "a new game is on the same board")
	require.True(t, strings.HasSuffix(out, "Goodbye.\n"), out)

	out = played(t, "resize 7x6\nd\n", "-sims 20")
	require.Equal(t, after(t, played(t, "new\nd\n", "-sims 20"), "new"), after(t, out, "resize 7x6"), "a new game has other random numbers")
	out = played(t, "resize 5x4\nd\n", "-level 2")
	require.Contains(t, after(t, out, "resize 5x4"), "30 simulations", "the level stays")
	out = played(t, "swap\nresize 3x3\n", "-game gomoku -sims 20")
	require.Contains(t, after(t, out, "swap"), "resize 3x3\nWant", "five in a row need more room")
	out = played(t, "swap\nresize 5x5\n", "-game gomoku -sims 20")
	require.Contains(t, after(t, out, "resize 5x5"), "You are White.", "the side stays")
	require.Contains(t, played(t, "resize 4x4\nb2\n", "-game tictactoe -player random"), "Tictactoe has only one board.\n")
}
