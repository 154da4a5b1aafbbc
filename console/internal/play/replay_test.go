package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/console/internal/record"
	"github.com/banyan-go/banyan/games/connect4"
)

// stacked is a game that X wins with four discs on top of each other.
const stacked = `[Record "1"]
[Game "connect4"]
[Number "1"]
[Player "level2"]
[Player "random"]
[Opening "1"]
[Result "1 0"]
[End "rules"]

1. a 2. b 3. a 4. b
5. a 6. b 7. a
`

func replayed(t *testing.T, ctx context.Context, text string, input io.Reader, terminal bool) (out string, err error) {
	t.Helper()
	t.Setenv("COLUMNS", "")
	games, err := record.Read(text)
	require.NoError(t, err)
	var b strings.Builder
	c := NewConsole(input, &b)
	defer c.Close()
	c.echo = !terminal
	game := connect4.Game{}
	err = (&Board[connect4.State, connect4.Drop]{Game: game, Start: game.Start()}).Replay(ctx, c, games[0])
	return b.String(), err
}

// Without a terminal, all positions are printed.
func TestReplayAll(t *testing.T) {
	out, err := replayed(t, t.Context(), stacked, strings.NewReader("ignored\n"), false)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(out, "connect4, game 1, 7 plies\n  X: level2\n  O: random\n"), out)
	require.Equal(t, 8, strings.Count(out, " a b c d e f g"))
	require.Contains(t, out, "\n1. X plays a (random opening)\n")
	require.Contains(t, out, "\n2. O plays b\n")
	require.True(t, strings.HasSuffix(out, "The game is over: X 1, O 0.\n"), out)
}

func TestReplaySteps(t *testing.T) {
	out, err := replayed(t, t.Context(), stacked, strings.NewReader("b\n\n\nb\n7\n\n3\n0\n8\nx\nq\nnever\n"), true)
	require.NoError(t, err)
	var seen []string
	for line := range strings.SplitSeq(strings.ReplaceAll(out, "quit): \n", "quit): "), "\n") {
		if _, rest, ok := strings.Cut(line, "quit): "); ok {
			seen = append(seen, strings.TrimSpace(line[:strings.Index(line, " (")]+"|"+rest))
		}
	}
	require.Equal(t, []string{
		"Ply 0 of 7|This is the first position.", "Ply 0 of 7|1. X plays a (random opening)", "Ply 1 of 7|2. O plays b",
		"Ply 2 of 7|1. X plays a (random opening)", "Ply 1 of 7|7. X plays a", "Ply 7 of 7|This is the last position.",
		"Ply 7 of 7|3. X plays a", "Ply 3 of 7| . . . . . . .", `Ply 0 of 7|"8" is not a position: want Enter, b, q or a number from 0 to 7.`,
		`Ply 0 of 7|"x" is not a position: want Enter, b, q or a number from 0 to 7.`, "Ply 0 of 7|",
	}, seen)
	out, err = replayed(t, t.Context(), stacked, strings.NewReader(""), true)
	require.NoError(t, err, "the end of the input")
	require.Contains(t, out, "Ply 0 of 7")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	silence, _ := io.Pipe()
	for _, terminal := range []bool{true, false} {
		out, err = replayed(t, ctx, stacked, silence, terminal)
		require.NoError(t, err)
		require.True(t, strings.HasSuffix(out, "Stopped.\n"), out)
	}
}

// A record that does not suit the game is refused before anything is shown, with the line.
func TestReplayErrors(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"2. b", "2. z", `line 10: ply 2: there is no action "z"; legal here: a b c d e f g`},
		{"6. b", "6. ab", `line 11: ply 6: there is no action "ab"`},
		{"7. a\n", "7. a\n8. b\n", "line 12: ply 8: the game was over before it"},
		{"7. a\n", "", "line 11: the record ends with ply 6, and the game is not over, want more plies or another tag End"},
		{`"1 0"`, `"0 1"`, `line 1: the tag Result is "0 1", and the plies lead to "1 0"`},
		{"[Player \"random\"]\n[Opening \"1\"]\n[Result \"1 0\"]", `[Result "1"]`, "line 1: the game of the record has 1 players, want 2"},
	} {
		out, err := replayed(t, t.Context(), strings.Replace(stacked, c.old, c.new, 1), strings.NewReader(""), false)
		require.ErrorContains(t, err, c.want)
		require.Empty(t, out)
	}
	cut := strings.NewReplacer("7. a\n", "", `"rules"`, `"plies"`, `"1 0"`, `"0.5 0.5"`).Replace(stacked)
	out, err := replayed(t, t.Context(), cut, strings.NewReader(""), false)
	require.NoError(t, err)
	require.Contains(t, out, "The limit of plies ended the game: X 0.5, O 0.5.\n")
	out, err = replayed(t, t.Context(), strings.Replace(cut, `"plies"`, `"time"`, 1), strings.NewReader(""), false)
	require.NoError(t, err)
	require.Contains(t, out, "The clock ended the game: X 0.5, O 0.5.\n")
}

// FuzzReplay looks for records that stop the program. What is wrong with a record is said with a
// line.
func FuzzReplay(f *testing.F) {
	f.Add(stacked)
	f.Add(strings.Replace(stacked, "3. a", `3. "a"`, 1))
	f.Add(strings.NewReplacer("7. a\n", "", `"rules"`, `"plies"`).Replace(stacked))
	f.Fuzz(func(t *testing.T, text string) {
		games, err := record.Read(text)
		if err != nil {
			require.Regexp(t, `^line [1-9]\d*: `, err.Error())
			return
		}
		game := connect4.Game{}
		b := &Board[connect4.State, connect4.Drop]{Game: game, Start: game.Start()}
		for _, g := range games {
			c := NewConsole(strings.NewReader(""), io.Discard)
			err := b.Replay(t.Context(), c, g)
			c.Close()
			if wrong := (*record.Error)(nil); err != nil {
				require.True(t, errors.As(err, &wrong), fmt.Sprint(err))
				require.Positive(t, wrong.Line)
			}
		}
	})
}
