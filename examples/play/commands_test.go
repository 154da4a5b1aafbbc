package main

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// session plays as program does, but with the input of a person at a terminal.
func session(t *testing.T, input string, args ...string) (out string, err error) {
	t.Helper()
	t.Setenv("COLUMNS", "")
	o, err := parseOptions(args, io.Discard)
	require.NoError(t, err)
	var b strings.Builder
	c := newConsole(strings.NewReader(input), &b)
	defer c.close()
	c.echo = false
	err = o.play(t.Context(), c, o)
	return b.String(), err
}

// boards returns the pictures of 4x1 boards in an output.
func boards(out string) (found []string) {
	for line := range strings.SplitSeq(out, "\n") {
		if strings.HasPrefix(line, " ") && !strings.ContainsAny(line, "abcd") && len(line) == 8 {
			found = append(found, line)
		}
	}
	return found
}

func TestUndo(t *testing.T) {
	_, out, _ := program(t, "undo\na\nUndo\nundo\nb\n", "-size", "4x1", "-sims", "10")
	require.Equal(t, 2, strings.Count(out, "You have not made a move yet.\n"))
	pictures := boards(out)
	require.Equal(t, []string{" . . . .", " X . . ."}, pictures[:2])
	require.Equal(t, []string{" . . . .", " . X . ."}, pictures[3:5], "the move and the reply are taken back")
}

// TestUndoSearch checks that every kind of opponent plays on from the position that undo returns
// to.
func TestUndoSearch(t *testing.T) {
	for _, player := range []string{"c=1", "random", "alphabeta", "parallel=root,workers=2"} {
		t.Run(player, func(t *testing.T) {
			args := []string{"-game", "tictactoe", "-player", player}
			if player != "random" && player != "alphabeta" {
				args = append(args, "-sims", "20")
			}
			input := "a1\nb1\nc1\na2\nb2\nc2\na3\nb3\nc3\n"
			status, out, errs := program(t, "b2\nundo\na1\nundo\n"+input, args...)
			require.Zero(t, status)
			require.Empty(t, errs)
			require.Regexp(t, `(wins|draw|Well played!|not finished)\.?\n$`, out)
		})
	}
}

// TestUndoMagic checks that undo returns to the same hand in a game with hidden information.
func TestUndoMagic(t *testing.T) {
	_, out, _ := program(t, "board\nplay L\nundo\n", "-game", "magic", "-player", "expert", "-human", "1")
	hands := ownHand.FindAllString(out, -1)
	require.Equal(t, hands[0], hands[1], "board")
	require.NotEqual(t, hands[0], hands[2], "after the turn")
	require.Equal(t, hands[0], hands[3], "undo")
}

func TestNew(t *testing.T) {
	_, out, _ := program(t, "a\nnew\nundo\n", "-size", "4x1", "-sims", "10")
	require.Equal(t, 2, strings.Count(out, "You are X."))
	require.Contains(t, out, "You have not made a move yet.\n")
	pictures := boards(out)
	require.Equal(t, " . . . .", pictures[len(pictures)-1])

	_, out, _ = program(t, "new\nnew\n", "-game", "magic", "-player", "expert")
	hands := ownHand.FindAllString(out, -1)
	require.Len(t, hands, 3)
	require.NotEqual(t, hands[0], hands[1], "other cards are dealt")
	require.NotEqual(t, hands[1], hands[2])
}

// TestEnd checks what a person at a terminal can do after the end of a game.
func TestEnd(t *testing.T) {
	const game = "a\nb\n" // the seed makes the search reply d and c
	args := []string{"-size", "4x1", "-sims", "10"}
	out, err := session(t, game, args...)
	require.NoError(t, err, "the end of the input is not an error")
	require.True(t, strings.HasSuffix(out, "The game is a draw.\nType new, undo or quit: \n"), out)

	out, err = session(t, game+"hint\nhelp\nquit\n", args...)
	require.ErrorIs(t, err, errQuit)
	require.Contains(t, out, "quit: The game is over.\nCommands:", "help after hint")

	out, err = session(t, game+"undo\n", args...)
	require.ErrorIs(t, err, io.EOF)
	_, after, _ := strings.Cut(out, "The game is a draw.\n")
	require.Contains(t, after, "X to move\nYour move: ")

	out, err = session(t, game+"new\n", args...)
	require.ErrorIs(t, err, io.EOF)
	_, after, _ = strings.Cut(out, "The game is a draw.\n")
	require.Contains(t, after, "You are X.")

	_, out, _ = program(t, game+"new\n", args...)
	require.True(t, strings.HasSuffix(out, "The game is a draw.\n"), "a pipe gets one game")
}

// TestRules checks that every game has rules that say how to move and who starts.
func TestRules(t *testing.T) {
	require.Len(t, rulesText, len(games))
	for _, game := range games {
		t.Run(game.Name, func(t *testing.T) {
			_, out, _ := program(t, "RULES\n", "-game", game.Name, "-player", "random")
			require.Contains(t, out, rulesText[game.Name]+"\nYour move: ")
			require.Regexp(t, `To move, type|lists the moves`, rulesText[game.Name])
			require.Regexp(t, `moves first|first player`, rulesText[game.Name])
		})
	}
}

// TestNarrow plays every game in 40 columns and checks that words are not cut.
func TestNarrow(t *testing.T) {
	for _, game := range games {
		t.Run(game.Name, func(t *testing.T) {
			var out, errs strings.Builder
			t.Setenv("COLUMNS", "40")
			input := strings.NewReader("help\nrules\nzz\nhint\n")
			require.Zero(t, run(t.Context(), []string{"-game", game.Name, "-player", "random"}, input, &out, &errs))
			for line := range strings.SplitSeq(out.String(), "\n") {
				require.LessOrEqual(t, len(line), 40, line)
			}
			_, rules, _ := strings.Cut(out.String(), "Your move: rules\n")
			words := strings.Fields(rulesText[game.Name])
			require.Equal(t, words, strings.Fields(rules)[:len(words)])
		})
	}
}
