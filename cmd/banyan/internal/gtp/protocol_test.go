package gtp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/mcts"
)

func TestParseRequest(t *testing.T) {
	for line, want := range map[string]request{
		"quit":                   {name: "quit"},
		"quit\r\n":               {name: "quit"},
		"  play \t b   d4  ":     {name: "play", args: []string{"b", "d4"}},
		"12 play b d4 # comment": {id: "12", name: "play", args: []string{"b", "d4"}},
		"007 name":               {id: "007", name: "name"},
		"2147483647 name":        {id: "2147483647", name: "name"},
		"2147483648 name":        {name: "2147483648", args: []string{"name"}},
		"-1 name":                {name: "-1", args: []string{"name"}},
		"5":                      {id: "5"},
		"5 # nothing":            {id: "5"},
		"pl\x00ay b d\x1b4\x7f":  {name: "play", args: []string{"b", "d4"}},
		"1 2 3":                  {id: "1", name: "2", args: []string{"3"}},
		"na#me":                  {name: "na"},
		"\xff \xc3\xbc":          {name: "\xff", args: []string{"\xc3\xbc"}},
	} {
		got, ok := parseRequest(line)
		require.True(t, ok, "%q", line)
		if len(want.args) == 0 {
			require.Empty(t, got.args)
			got.args = nil
		}
		require.Equal(t, want, got, "%q", line)
	}
	for _, line := range []string{"", "\n", "\r\n", " \t\v", "# name", "  #", "\x00\x01\r", "#\x00 1 name"} {
		_, ok := parseRequest(line)
		require.False(t, ok, "%q", line)
	}
}

func TestResponse(t *testing.T) {
	require.Equal(t, "= \n\n", request{}.response("", nil))
	require.Equal(t, "=3 a b\n\n", request{id: "3"}.response("a b", nil))
	require.Equal(t, "? no\n\n", request{}.response("ignored", errors.New("no")))
	require.Equal(t, "?3 no\nand no\n\n", request{id: "3"}.response("", errors.New("no\n\n\nand no\n")))
	require.Equal(t, "= \na\nb\n\n", request{}.response("\na\n\n\nb\n\n", nil))
}

func TestParseArguments(t *testing.T) {
	for _, word := range []string{"b", "B", "black", "Black", "BLACK"} {
		c, err := parseColor(word)
		require.NoError(t, err)
		require.Equal(t, black, c)
	}
	for _, word := range []string{"w", "W", "white", "WHITE"} {
		c, err := parseColor(word)
		require.NoError(t, err)
		require.Equal(t, white, c)
	}
	for _, word := range []string{"", "x", "bl", "green", "0"} {
		_, err := parseColor(word)
		require.ErrorIs(t, err, errSyntax)
	}
	for _, word := range []string{"", "-1", "+1", "1.0", "2147483648", "x"} {
		_, err := parseInt(word)
		require.ErrorIs(t, err, errSyntax, word)
	}
	for _, word := range []string{"", "x", "NaN", "inf", "1e999"} {
		_, err := parseFloat(word)
		require.ErrorIs(t, err, errSyntax, word)
	}
	for word, want := range map[string]float64{"6.5": 6.5, "-7": -7, "0": 0, "1e3": 1000} {
		x, err := parseFloat(word)
		require.NoError(t, err)
		require.Equal(t, want, x)
	}
}

var wellFormed = regexp.MustCompile(`^[=?][0-9]*[^\x00-\x09\x0b-\x1f\x7f]*\n\n$`)

// snapshot has everything that a command can change in an engine, except the tree.
func snapshot[S any, A comparable](e *engine[S, A]) []any {
	return []any{e.board.id, e.board.width, e.board.height, e.state, e.step, append([]ply[A]{}, e.history...), e.clocks, e.own, e.playing, e.seeds}
}

// seedCommands is the seed corpus of the fuzzer. It contains every command.
const seedCommands = `protocol_version
1 name
version # comment
known_command play
list_commands
boardsize 3
boardsize 2 4
clear_board
komi 7.5
play b A1
play W a2
play black pass
play white resign
genmove b
genmove W
reg_genmove b
undo
showboard
final_score
time_settings 10 5 3
time_left b 4 0
time_left white 2 1
gogui-analyze_commands
banyan-analyze
7 banyan-analyze 10
gogui-rules_game_id
gogui-rules_board
gogui-rules_board_size
gogui-rules_legal_moves
gogui-rules_side_to_move
gogui-rules_final_result
gogui-rules_board_gfx
banyan-gfx
banyan-pv 5
rectangular_boardsize 3 2
lz-analyze
3 kata-analyze w 50
analyze b interval 1 minmoves 30 maxmoves 2 ownership true
lz-genmove_analyze
kata-genmove_analyze b 1
genmove_analyze interval 1
quit`

// No input causes a panic. Each line with a request gets one well-formed response, and a refused
// request changes nothing.
func FuzzCommand(f *testing.F) {
	for line := range strings.Lines(seedCommands) {
		f.Add(line)
		f.Add("5 " + strings.ToUpper(line) + "\r\n" + line)
	}
	f.Add(seedCommands)
	f.Add(strings.ReplaceAll(seedCommands, " b", " b D4 3 b"))
	f.Add("play b a1\n\x00\n#\n11\ngenmove w\nundo\nundo\nundo\n")
	f.Add("play w A2\nplay w A3\nplay b a4\nundo\ngenmove b\ngenmove b\nundo\nundo\n")
	f.Fuzz(func(t *testing.T, text string) {
		converse(t, nogo3(t, settings{}), text)
		g, err := breakthrough.New(3, 5)
		require.NoError(t, err)
		s := settings{gogui: true, errs: io.Discard, now: newTicks(1).now, budget: mcts.Budget{Simulations: 3}}
		s.search.Clock = s.now
		e, err := newEngine(context.Background(), sized(bundled.Breakthrough, g, breakthroughBoard), s)
		require.NoError(t, err)
		converse(t, e, text)
	})
}

// converse sends lines to an engine and checks its responses.
func converse[S any, A comparable](t *testing.T, e *engine[S, A], text string) {
	var out bytes.Buffer
	s := newServer(e, &out)
	for line := range strings.Lines(text) {
		r, asks := parseRequest(line)
		if asks && len(r.args) > 0 && len(r.args[0]) > 2 && strings.HasPrefix(r.name, "banyan-") {
			continue // more simulations than the fuzzer has time for
		}
		before := snapshot(e)
		out.Reset()
		quit, err := s.handle(line)
		require.NoError(t, err)
		if s.open {
			_, err := s.handle("\n")
			require.NoError(t, err)
		}
		require.Equal(t, asks && r.name == "quit" && len(r.args) == 0, quit)
		if !asks {
			require.Empty(t, out.String())
			continue
		}
		answer := out.String()
		require.Regexp(t, wellFormed, answer, "%q", line)
		require.Equal(t, 1, strings.Count(answer, "\n\n"), "%q", line)
		require.True(t, strings.HasPrefix(answer[1:], r.id+" ") || strings.HasPrefix(answer, "="+r.id+"\n"), "%q: %q", line, answer)
		if answer[0] == '?' {
			require.Equal(t, before, snapshot(e), "%q", line)
		}
		if quit {
			break
		}
	}
	e.stop()
	require.NoError(t, e.search.Check())
}
