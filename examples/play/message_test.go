package main

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		`breakthrough: Parse("x"): want two squares`: `"x" is not a move: want two squares`,
		`magic: Parse("a \") b"): no`:                `"a \") b" is not a move: no`,
		`connect4: New(3, 3): want 1..8 columns`:     `want 1..8 columns`,
		`gomoku: d4 is taken by White`:               `d4 is taken by White`,
		`column a is full`:                           `column a is full`,
		`want 1: 2`:                                  `want 1: 2`,
	} {
		t.Run(text, func(t *testing.T) { require.Equal(t, want, plain(errors.New(text))) })
	}
}

func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"column a is full": "Column a is full.", "d4 is taken.": "d4 is taken.", `"x" is wrong`: `"x" is wrong.`, "": ".",
		"a disc would turn none": "A disc would turn none.",
	} {
		t.Run(text, func(t *testing.T) { require.Equal(t, want, sentence(text)) })
	}
}

// goTalk matches words that only a programmer knows: functions, packages and types.
var goTalk = regexp.MustCompile(`\w\(|(?m)^\w+: |\w+\.[A-Z]`)

// TestWrongMoves types text that is not a move, and a move twice, in every game.
func TestWrongMoves(t *testing.T) {
	legal := map[string]string{
		"connect4": "d", "breakthrough": "a2-a3", "knightthrough": "b2-c4", "pawnwhopping": "a2-a4", "gomoku": "d4",
		"nogo": "E4", "othello": "d3", "dots": "a1-b1", "tictactoe": "b2", "magic": "play L",
	}
	for _, game := range games {
		t.Run(game.Name, func(t *testing.T) {
			move := legal[game.Name]
			input := "zz\n9\ni5\na1-\n" + move + "\n" + move + "\nHINT\nundo\n"
			status, out, errs := program(t, input, "-game", game.Name, "-player", "random", "-seed", "3")
			require.Zero(t, status)
			require.Empty(t, errs)
			_, answer, _ := strings.Cut(out, "Your move: zz\n")
			answer, _, _ = strings.Cut(answer, "Your move: ")
			require.NotRegexp(t, goTalk, answer)
			require.Regexp(t, `^"zz" is (no|not a) [a-z]+[,:] (.|\n)*\.\nType help for the moves and the commands\.\n$`, answer)
			if game.Name == magicTable.Name {
				return // the same move may be legal again
			}
			_, answer, _ = strings.Cut(out, "Your move: "+move+"\n")
			_, answer, again := strings.Cut(answer, "Your move: "+move+"\n")
			require.True(t, again, "the move is legal")
			answer, _, _ = strings.Cut(answer, "Your move: ")
			require.NotRegexp(t, goTalk, answer)
		})
	}
}

// TestUnsuitablePlayers asks for features that the game does not have.
func TestUnsuitablePlayers(t *testing.T) {
	for args, want := range map[string]string{
		"-player hidden=ensemble": `play: -player "mcts,hidden=ensemble": hidden is for games with hidden information,` +
			" and in this game all players see everything\n",
		"-player hidden=infoset -game dots": "hidden is for games with hidden information",
		"-player similarity=huffman,hidden=ensemble -game magic": "similarity is for games with a board of cells," +
			" and this game has none\n",
		"-player alphabeta -game dots":               `-player "alphabeta": `,
		"-player parallel=tree,similarity=huffman":   `-player "mcts,parallel=tree,similarity=huffman,reuse=off": `,
		"-player hidden=infoset,sims=0 -game magic":  "sims=0",
		"-player hidden=infoset -human 3 -game nogo": "-human is 3, want 1 to 2 or none",
	} {
		t.Run(args, func(t *testing.T) {
			status, out, errs := program(t, "", strings.Fields(args)...)
			require.NotZero(t, status)
			require.Empty(t, out)
			require.Contains(t, errs, want)
			require.NotRegexp(t, `\w\.Game\b|Parse\(|-player: player`, errs)
		})
	}
}
