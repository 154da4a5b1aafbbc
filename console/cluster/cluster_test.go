package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/distributed"
	"github.com/banyan-go/banyan/games/tictactoe"
)

// sheets returns the referee of a program whose games are in files, and how many it has read.
func sheets(t *testing.T) (r *referee, read *int) {
	t.Helper()
	game, err := console.New(tictactoe.Game{})
	require.NoError(t, err)
	read = new(int)
	p := console.Program{Name: "x", Games: []console.Entry{console.Only(game)}, Files: map[string]func(context.Context, string) (console.Game, error){
		"file": func(context.Context, string) (console.Game, error) {
			*read++
			return game, nil
		},
	}}
	return &referee{program: p, games: map[string]console.Game{}}, read
}

// TestRefereeReadsFileAgain plays by a file that is edited between two matches.
func TestRefereeReadsFileAgain(t *testing.T) {
	r, read := sheets(t)
	path := filepath.Join(t.TempDir(), "rules")
	name := "file:" + path
	describe := func(text string) distributed.Batch {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		sum, err := r.program.FileSum(name)
		require.NoError(t, err)
		return distributed.Batch{Game: name, Rules: sum, Players: []string{"random", "random"}}
	}
	first, second := describe("first"), describe("second")
	require.NotEqual(t, first.Rules, second.Rules)
	for range 2 {
		_, err := r.play(t.Context(), second, 0)
		require.NoError(t, err)
	}
	require.Equal(t, 1, *read)
	_, err := r.play(t.Context(), first, 0)
	require.ErrorContains(t, err, "want the same file on all machines")
	describe("first")
	_, err = r.play(t.Context(), first, 0)
	require.NoError(t, err)
	require.Equal(t, 2, *read)
}

// TestJournalOfOtherRules continues a match and a search by a file that was edited.
func TestJournalOfOtherRules(t *testing.T) {
	r, _ := sheets(t)
	folder := t.TempDir()
	rules := filepath.Join(folder, "rules")
	for _, command := range [][]string{
		{"match", "-a", "random", "-b", "random", "-games", "2"},
		{"tune", "-space", "c=0.1..2", "-sims", "2", "-games", "20", "-workers", "1"},
	} {
		args := append(command, "-game", "file:"+rules, "-journal", filepath.Join(folder, command[0]))
		for _, text := range []string{"first", "first", "second"} {
			require.NoError(t, os.WriteFile(rules, []byte(text), 0o600))
			var errs strings.Builder
			status := r.program.Run(t.Context(), args, strings.NewReader(""), io.Discard, &errs)
			require.Equal(t, text == "second", status != 0, "%v: %s", args, errs.String())
			if text == "second" {
				require.Regexp(t, `the\s+journal\s+is\s+of\s+another`, errs.String())
			}
		}
	}
}

func TestRefereeLimitsPlies(t *testing.T) {
	r, _ := sheets(t)
	b := distributed.Batch{Game: "tictactoe", Players: []string{"random", "random"}, MaxPlies: 3}
	games, err := r.play(t.Context(), b, 0)
	require.NoError(t, err)
	for _, g := range games {
		require.Equal(t, []float64{0.5, 0.5}, g.Returns)
	}
}

func TestParseDrain(t *testing.T) {
	d, err := parseDrain("0s")
	require.NoError(t, err)
	require.Equal(t, time.Duration(1), d, "not the default of a worker")
	d, err = parseDrain("3s")
	require.NoError(t, err)
	require.Equal(t, 3*time.Second, d)
}

// TestMetrics reads the numbers, and nothing else.
func TestMetrics(t *testing.T) {
	port, err := distributed.FreePort()
	require.NoError(t, err)
	address := fmt.Sprintf("127.0.0.1:%d", port)
	figures := &workerFigures{}
	figures.set(distributed.Status{Worker: "w", Pairs: 3})
	stop, err := serveMetrics(address, "banyan_worker", figures)
	require.NoError(t, err)
	defer stop()
	response, err := http.Get("http://" + address + "/debug/vars")
	require.NoError(t, err)
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	var got map[string]distributed.Status
	require.NoError(t, json.Unmarshal(body, &got), string(body))
	require.Equal(t, map[string]distributed.Status{"banyan_worker": {Worker: "w", Pairs: 3}}, got)
}
