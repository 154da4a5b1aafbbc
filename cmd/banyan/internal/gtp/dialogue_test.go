package gtp

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
)

// Dialogues with controllers are golden files: the lines of the controller after ">", the
// responses, and the lines of the standard error after "!". Whenever the clock is read, it advances
// by 0.1 seconds.
func TestDialogues(t *testing.T) {
	for _, c := range []struct{ name, args, commands string }{
		// GoGui attaches the program, and two moves are played on a board that is not a square.
		{"gogui-connect4", "-game connect4 -board 5x4 -sims 12 -gogui", `gogui-analyze_commands
gogui-rules_game_id
gogui-rules_board_size
gogui-rules_side_to_move
gogui-rules_board
gogui-rules_board_gfx
gogui-rules_legal_moves
play B C1
genmove W
gogui-rules_board
gogui-rules_legal_moves
banyan-gfx 20
banyan-pv 20
gogui-rules_final_result
genmove B`},
		// A move of Breakthrough has two vertices. The first one can be taken back.
		{"gogui-breakthrough", "-game breakthrough -board 3x5 -sims 5 -gogui", `gogui-rules_side_to_move
gogui-rules_legal_moves
play W B2
gogui-rules_board_gfx
gogui-rules_side_to_move
gogui-rules_legal_moves
play W B2
undo
play W A2
play W A3
gogui-rules_side_to_move
genmove B
gogui-rules_side_to_move
genmove B
gogui-rules_side_to_move
gogui-rules_board
undo
gogui-rules_legal_moves
genmove B
play W A2-B3
gogui-analyze_commands
banyan-gfx`},
		// A player of Othello that cannot move passes.
		{"othello", "-game othello -board 4x4 -sims 10 -seed 3", `gogui-rules_legal_moves
gogui-rules_board
play B pass
play B D4
showboard
` + strings.Repeat("genmove B\ngenmove W\n", 6) + `showboard
gogui-rules_final_result
genmove B`},
		// A viewer follows searches.
		{"viewer", "-game tictactoe -sims 20", `1 lz-genmove_analyze b 100 maxmoves 3
2 kata-genmove_analyze w interval 200 maxmoves 2 minmoves 5 ownership true
3 genmove_analyze 1000
4 kata-genmove_analyze b
5 lz-analyze x
6 lz-analyze w 0
7 lz-analyze w interval
8 lz-analyze w avoid b A1
9 kata-analyze w 50 ownership perhaps
10 lz-genmove_analyze w maxmoves 0
11 lz-analyze b
12 lz-genmove_analyze soon`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var errs bytes.Buffer
			o, err := parseOptions(strings.Fields(c.args), &errs)
			require.NoError(t, err)
			clock := newTicks(100 * time.Millisecond)
			o.now, o.search.Clock = clock.now, clock.now
			s, text := o.session(t), ""
			for line := range strings.Lines(c.commands) {
				text += "> " + strings.TrimSpace(line) + "\n" + s.ask(line) + "\n\n"
				for line := range strings.Lines(errs.String()) {
					text += "! " + line
				}
				errs.Reset()
			}
			testkit.Golden(t, "testdata/"+c.name+".txt", text)
		})
	}
}
