package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/stretchr/testify/require"
)

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
	_, out, _ := playing(t, "undo\na\nUndo\nundo\nb\n", "-size", "4x1", "-sims", "10")
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
			status, out, errs := playing(t, "b2\nundo\na1\nundo\n"+input, args...)
			require.Zero(t, status)
			require.Empty(t, errs)
			require.Regexp(t, `(wins|draw|Well played!|not finished)\.?\n$`, out)
		})
	}
}

// TestUndoMagic checks that undo returns to the same hand in a game with hidden information.
func TestUndoMagic(t *testing.T) {
	_, out, _ := playing(t, "board\nplay L\nundo\n", "-game", "magic", "-player", "expert", "-human", "1")
	hands := ownHand.FindAllString(out, -1)
	require.Equal(t, hands[0], hands[1], "board")
	require.NotEqual(t, hands[0], hands[2], "after the turn")
	require.Equal(t, hands[0], hands[3], "undo")
}

func TestPlayNew(t *testing.T) {
	_, out, _ := playing(t, "a\nnew\nundo\n", "-size", "4x1", "-sims", "10")
	require.Equal(t, 2, strings.Count(out, "You are X."))
	require.Contains(t, out, "You have not made a move yet.\n")
	pictures := boards(out)
	require.Equal(t, " . . . .", pictures[len(pictures)-1])

	_, out, _ = playing(t, "new\nnew\n", "-game", "magic", "-player", "expert")
	hands := ownHand.FindAllString(out, -1)
	require.Len(t, hands, 3)
	require.NotEqual(t, hands[0], hands[1], "other cards are dealt")
	require.NotEqual(t, hands[1], hands[2])
}

// TestPlayRules checks that every game has rules that describe how to move and name the player that
// starts, or state that there is one player.
func TestPlayRules(t *testing.T) {
	for _, game := range names() {
		t.Run(game, func(t *testing.T) {
			_, out, _ := playing(t, "RULES\n", "-game", game, "-player", "random")
			require.Contains(t, out, bundled.RulesText(game)+"\n"+prompt(game))
			require.Regexp(t, `To move, type|lists the moves`, bundled.RulesText(game))
			if !alone(game) {
				require.Regexp(t, `moves first|first player`, bundled.RulesText(game))
			}
		})
	}
}

// TestNarrow plays every game in 40 columns and checks that words are not cut.
func TestNarrow(t *testing.T) {
	for _, game := range names() {
		t.Run(game, func(t *testing.T) {
			var out, errs strings.Builder
			t.Setenv("COLUMNS", "40")
			input := strings.NewReader("help\nrules\nzz\nhint\n")
			require.Zero(t, runPlay(t.Context(), []string{"-game", game, "-player", "random"}, input, &out, &errs))
			for line := range strings.SplitSeq(out.String(), "\n") {
				require.LessOrEqual(t, len(line), 40, line)
			}
			_, rules, _ := strings.Cut(out.String(), prompt(game)+"rules\n")
			words := strings.Fields(bundled.RulesText(game))
			require.Equal(t, words, strings.Fields(rules)[:len(words)])
		})
	}
}

// TestCommandsAreNoMoves types the commands in every game. No bundled game has a move of that name,
// legal or not, about which the program would have to ask.
func TestCommandsAreNoMoves(t *testing.T) {
	for _, game := range names() {
		t.Run(game, func(t *testing.T) {
			status, out, errs := playing(t, "help\n?\nrules\nboard\nundo\nlevel\nhint\nswap\nnew\nresize 6x6\nexit\n", "-game", game, "-player", "random")
			require.Zero(t, status)
			require.Empty(t, errs)
			require.Contains(t, out, "Commands:")
			require.NotContains(t, out, "is a move")
		})
	}
}

// goTalk matches words that only a programmer knows: functions, packages and types.
var goTalk = regexp.MustCompile(`\w\(|(?m)^\w+: |\w+\.[A-Z]`)

// TestWrongMoves types text that is not a move, and a move twice, in every game.
func TestWrongMoves(t *testing.T) {
	legal := map[string]string{
		"connect4": "d", "breakthrough": "a2-a3", "knightthrough": "b2-c4", "pawnwhopping": "a2-a4", "gomoku": "d4",
		"nogo": "E4", "othello": "d3", "dots": "a1-b1", "tictactoe": "b2", "magic": "play L", "magic60": "play L", "dots2": "a1-b1",
		"pig": "roll", "whist": "Kd", "samegame": "c1", "dots-points": "a1-b1",
		"kuhn": "pass", "leduc": "call", "liarsdice": "1x1", "sealed": "1",
	}
	for _, game := range names() {
		t.Run(game, func(t *testing.T) {
			move := legal[game]
			input := "zz\n9\ni5\na1-\n" + move + "\n" + move + "\nHINT\nundo\n"
			status, out, errs := playing(t, input, "-game", game, "-player", "random", "-seed", "3")
			require.Zero(t, status)
			require.Empty(t, errs)
			_, answer, _ := strings.Cut(out, prompt(game)+"zz\n")
			answer, _, _ = strings.Cut(answer, prompt(game))
			require.NotRegexp(t, goTalk, answer)
			require.Regexp(t, `^"zz" is (no|not a) [a-z]+[,:] (.|\n)*\.\nType help for the moves and the commands\.\n$`, answer)
			if strings.HasPrefix(game, "magic") || game == "pig" || game == "kuhn" || game == "leduc" || alone(game) {
				return // the same move may be legal again
			}
			_, answer, _ = strings.Cut(out, prompt(game)+move+"\n")
			_, answer, again := strings.Cut(answer, prompt(game)+move+"\n")
			require.True(t, again, "the move is legal")
			answer, _, _ = strings.Cut(answer, prompt(game))
			require.NotRegexp(t, goTalk, answer)
		})
	}
}

// TestMovesOfChance types cards and faces that only chance plays. The answer does not name them.
func TestMovesOfChance(t *testing.T) {
	for game, want := range map[string]string{
		"kuhn": `"k" is not a move: want pass or bet.`, "leduc": `"k" is not a move: want call, raise or fold.`,
		"liarsdice": `"3" is not a bid: want one such as 1x6, or liar.`,
	} {
		_, out, _ := playing(t, "k\n3\n", "-game", game, "-player", "random")
		require.Contains(t, out, want+"\nType help")
	}
}

// TestUnsuitablePlayers asks for features that the game does not have.
func TestUnsuitablePlayers(t *testing.T) {
	for args, want := range map[string]string{
		"-player hidden=ensemble": `banyan: -player "mcts,hidden=ensemble": hidden is for games with hidden information,` +
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
			status, out, errs := playing(t, "", strings.Fields(args)...)
			require.NotZero(t, status)
			require.Empty(t, out)
			require.Contains(t, errs, want)
			require.NotRegexp(t, `\w\.Game\b|Parse\(|-player: player`, errs)
		})
	}
}

// TestWrongFlags checks that an error names the flag, the value and what is wanted.
func TestWrongFlags(t *testing.T) {
	for args, want := range map[string]string{
		"-game chess":                    `-game: there is no game "chess"; there are: connect4, `,
		"-size 6":                        `"6" for flag -size: want width x height`,
		"-size 6x":                       `"6x" for flag -size: want width x height`,
		"-size 0x6":                      `"0x6" for flag -size: want width x height`,
		"-size 99x99":                    "-size 99x99: want 1",
		"-sims -1":                       `"-1" for flag -sims: want a whole number, 0 or more`,
		"-sims many":                     `"many" for flag -sims: want a whole number, 0 or more`,
		"-time 3":                        `"3" for flag -time: want a time like 500ms`,
		"-time -1s":                      `"-1s" for flag -time: want a time like 500ms`,
		"-seed -1":                       `"-1" for flag -seed: want a whole number, 0 or more`,
		"-human 0":                       `"0" for flag -human: want the number of a player`,
		"-human me":                      `"me" for flag -human: want the number of a player`,
		"-player wizard":                 `-player "wizard": there is no kind "wizard"`,
		"-player random -sims 5":         `-player "random" does not search`,
		"-player expert":                 `-player "expert": there is no kind "expert"; there are: mcts, alphabeta, random, nrpa, nmcs`,
		"-player playout=best":           "-player \"playout=best\": playout=best, want one of uniform, mast",
		"-player time=basic":             `-player "time=basic" needs a clock`,
		"-moves 3":                       "-moves",
		"-game tictactoe -size 3x3":      "-size: tictactoe has only one board",
		"-game magic -size 6x6":          "-size: magic has only one board",
		"-game magic -player hidden=no":  `,hidden=no,main=binary,prune=dominated" looks at what is hidden from it, want hidden=ensemble or hidden=infoset`,
		"-game magic -player expert,c=1": "expert has no parameters, not c",
		"-sims 10 chess":                 `unexpected argument "chess"`,
	} {
		t.Run(args, func(t *testing.T) {
			status, out, errs := playing(t, "", strings.Fields(args)...)
			require.Equal(t, 2, status)
			require.Empty(t, out)
			require.Contains(t, errs, want)
			require.True(t, strings.HasPrefix(errs, "banyan: "), errs)
		})
	}
}

func TestPlayHelp(t *testing.T) {
	status, out, errs := playing(t, "", "-help")
	require.Zero(t, status)
	require.Empty(t, errs)
	for _, flag := range []string{"-game", "-size", "-sims", "-time", "-seed", "-player", "-human"} {
		require.Contains(t, out, "\n   -"+flag+" ")
	}
}
