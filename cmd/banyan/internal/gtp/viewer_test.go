package gtp

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/mcts"
)

// entry is what a viewer reads of a move.
type entry struct {
	move                string
	visits              int
	winrate, prior, lcb float64
	pv                  []string
}

// readInfo parses a line as viewers do, and checks it.
func readInfo(t *testing.T, line string, unit float64) (entries []entry) {
	t.Helper()
	for i, text := range strings.Split(line, "info ")[1:] {
		words := strings.Fields(text)
		keys := map[string]string{}
		for words[0] != "pv" {
			keys[words[0]], words = words[1], words[2:]
		}
		number := func(key string) float64 {
			x, err := strconv.ParseFloat(keys[key], 64)
			require.NoError(t, err, text)
			return x / unit
		}
		e := entry{keys["move"], int(number("visits") * unit), number("winrate"), number("prior"), number("lcb"), words[1:]}
		require.Equal(t, strconv.Itoa(i), keys["order"])
		require.Equal(t, e.move, e.pv[0])
		require.Positive(t, e.visits)
		require.LessOrEqual(t, e.winrate, 1.0)
		require.LessOrEqual(t, e.lcb, e.winrate)
		require.GreaterOrEqual(t, e.lcb, 0.0)
		entries = append(entries, e)
	}
	return entries
}

// nextLine returns the next line of an engine.
func nextLine(t *testing.T, c *contestant) string {
	t.Helper()
	line, err := c.out.ReadString('\n')
	require.NoError(t, err)
	return strings.TrimSuffix(line, "\n")
}

// An analysis continues until the next line, of any kind, and changes neither the position nor the
// clock. The tree stays.
func TestAnalysis(t *testing.T) {
	for _, c := range []struct {
		command, next string
		unit          float64
	}{
		{"lz-analyze 1", "showboard", 10_000},
		{"kata-analyze b interval 2", "nonsense", 1},
		{"analyze B 3 minmoves 9", "", 1},
		{"analyze", "# a comment", 1},
		{"lz-analyze b", "5 lz-analyze x", 10_000},
	} {
		t.Run(c.command, func(t *testing.T) {
			noGoroutineLeft(t, func() {
				e := inside(t, "e", 10*time.Millisecond, "-board 3x3 -time 40s -lag 0s")
				_, err := io.WriteString(e.in, "7 "+c.command+"\n")
				require.NoError(t, err)
				require.Equal(t, "=7", nextLine(t, e))
				last := 0
				for range 5 {
					visits, priors := 0, 0.0
					for _, entry := range readInfo(t, nextLine(t, e), c.unit) {
						visits += entry.visits
						priors += entry.prior
					}
					require.Greater(t, visits, last)
					require.LessOrEqual(t, priors, 1.001)
					last = visits
				}
				go func() { _, _ = io.WriteString(e.in, c.next+"\n") }()
				line := nextLine(t, e)
				for ; line != ""; line = nextLine(t, e) {
					readInfo(t, line, c.unit)
				}
				if c.next != "" && c.next[0] != '#' {
					for line = nextLine(t, e); line != ""; line = nextLine(t, e) {
						require.NotContains(t, line, "info")
					}
				}
				require.NoError(t, e.close())
			})
		})
	}
}

// The end of the input ends an analysis and its response, and so does an analysis that cannot be
// written.
func TestAnalysisEnds(t *testing.T) {
	noGoroutineLeft(t, func() {
		_, out, errs := program(t, "analyze\n", "")
		require.Equal(t, "=\n\n", out)
		require.Empty(t, errs)
		var text bytes.Buffer
		status := Run(t.Context(), nil, strings.NewReader("analyze\nname\n"), brokenWriter{}, &text)
		require.Equal(t, cli.Failed, status)
		require.Contains(t, text.String(), "writing the answer: unplugged")
	})
	s := newSession(t, "-game tictactoe -player solver=on")
	for range 9 {
		s.ask("genmove " + s.ask("gogui-rules_side_to_move")[2:])
	}
	require.Equal(t, "? the game is over, so there is nothing to search", s.ask("kata-analyze"))
	require.Equal(t, "=\nplay pass", s.ask("kata-genmove_analyze"))
}

// An analysis leaves the position and the clocks alone. Its tree serves the next move.
func TestAnalysisKeeps(t *testing.T) {
	s, clock := ponderer(t, "-time", "40s", "-board", "3x3")
	e := s.nogo()
	before := snapshot(e)
	_, err := s.server.handle("analyze b 1000")
	require.NoError(t, err)
	clock.thinks(t)
	require.True(t, strings.HasSuffix(s.ask("name"), "\n= Banyan"))
	require.Equal(t, before, snapshot(e))
	require.Greater(t, e.search.Root().Visits(), 150)
	require.Nil(t, e.thinking, "there was no genmove")
}

// The values were computed by hand with Wilson's formula.
func TestLowerBound(t *testing.T) {
	for _, c := range []struct {
		mean float64
		n    int
		want float64
	}{
		{0.5, 1, 0.0546}, {1, 1, 0.2065}, {0, 10, 0}, {0.5, 100, 0.4038}, {0.9, 10, 0.5958}, {0.5, 1_000_000, 0.4990},
	} {
		require.InDelta(t, c.want, lowerBound(c.mean, c.n), 5e-5, "%v of %v", c.mean, c.n)
	}
}

// The chosen action comes first, and the priors come from the search if it has any.
func TestInfo(t *testing.T) {
	s := newSession(t, "-board 3x3 -sims 3")
	e := s.nogo()
	_, err := e.run(e.budget(black), nil)
	require.NoError(t, err)
	r := mcts.Result[nogo.Point]{Action: nogo.At(1, 1), Children: []mcts.Child[nogo.Point]{
		{Action: nogo.At(0, 0), Visits: 5, Mean: 0.25, Prior: 0.2},
		{Action: nogo.At(1, 1), Visits: 4, Mean: 2, Prior: 0.7},
		{Action: nogo.At(2, 2), Visits: 1},
		{Action: nogo.At(0, 1), Prior: 0.1},
	}}
	require.Regexp(t, "^info move B2 visits 4 winrate 10000 prior 7000 lcb [0-9]+ order 0 pv B2.* info move A1 visits 5 winrate 2500 "+
		"prior 2000 lcb [0-9]+ order 1 pv A1.* info move C3 visits 1 winrate 0 prior 0 lcb 0 order 2 pv C3[^v]*$", e.info(r, view{most: 9}, leela))
	require.Equal(t, 1, strings.Count(e.info(r, view{most: 1}, kata), "info"))
}
