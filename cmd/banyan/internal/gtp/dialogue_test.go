package gtp

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
)

// Dialogues with controllers are golden files: the lines of the controller after ">", the
// responses, and the lines of the standard error after "!". A new line needs only its command; the
// flag -update adds the rest. Whenever the clock is read, it advances by 0.1 seconds.
func TestDialogues(t *testing.T) {
	for name, args := range map[string]string{
		// GoGui attaches the program, and two moves are played on a board that is not a square.
		"gogui-connect4": "-game connect4 -board 5x4 -sims 12 -gogui",
		// A move of Breakthrough has two vertices. The first one can be taken back.
		"gogui-breakthrough": "-game breakthrough -board 3x5 -sims 5 -gogui",
		// A player of Othello that cannot move passes.
		"othello": "-game othello -board 4x4 -sims 10 -seed 3",
		// A viewer follows searches.
		"viewer": "-game tictactoe -sims 20",
	} {
		t.Run(name, func(t *testing.T) {
			var errs bytes.Buffer
			o, err := parseOptions(strings.Fields(args), &errs)
			require.NoError(t, err)
			clock := newTicks(100 * time.Millisecond)
			o.now, o.search.Clock = clock.now, clock.now
			path := "testdata/" + name + ".txt"
			dialogue, err := os.ReadFile(path)
			require.NoError(t, err)
			s, text := o.session(t), ""
			for line := range strings.Lines(string(dialogue)) {
				command, ok := strings.CutPrefix(line, "> ")
				if !ok {
					continue
				}
				text += line + s.ask(command) + "\n\n"
				for line := range strings.Lines(errs.String()) {
					text += "! " + line
				}
				errs.Reset()
			}
			require.NotEmpty(t, text)
			testkit.Golden(t, path, text)
		})
	}
}
