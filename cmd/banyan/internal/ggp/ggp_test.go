package ggp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/gdl/ggp"
	"github.com/banyan-go/banyan/gdl/sheets"
)

// sheetFile writes a sheet of the library to a file.
func sheetFile(t *testing.T, name string) string {
	text, err := sheets.Files.ReadFile(name + ".kif")
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), name+".kif")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	return path
}

// output is written by one goroutine and read by another.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// A series of matches is played by a search of this program and a player that runs elsewhere.
func TestMatch(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	var listening output
	served := make(chan int)
	go func() { served <- Run(ctx, []string{"-port", "0", "-player", "random"}, nil, &listening, io.Discard) }()
	address := regexp.MustCompile(`http://\S+`)
	require.Eventually(t, func() bool { return address.MatchString(listening.String()) }, time.Minute, time.Millisecond)
	other := strings.Replace(address.FindString(listening.String()), "[::]", "127.0.0.1", 1)

	record := filepath.Join(t.TempDir(), "record.json")
	var out, errs bytes.Buffer
	require.Zero(t, Run(t.Context(), []string{
		"match", "-sheet", sheetFile(t, "tictactoe"), "-a", "sims=200,ponder=off", "-b", other, "-games", "2",
		"-start", "20s", "-play", "20s", "-json", record,
	}, nil, &out, &errs), errs.String())
	require.Regexp(t, `^game 1: \d moves, x \(a\) \d.\d\d, o \(b\) \d.\d\d
game 2: \d moves, x \(b\) \d.\d\d, o \(a\) \d.\d\d
a: mean return \d.\d{3}, 0 faults
b: mean return \d.\d{3}, 0 faults
$`, out.String())
	text, err := os.ReadFile(record)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	require.Len(t, lines, 2)
	var first ggp.Record
	require.NoError(t, json.Unmarshal([]byte(lines[0]), &first))
	require.Equal(t, "tictactoe.1", first.MatchID)
	require.Equal(t, other, first.Players[1])

	response, err := http.Post(other, "text/acl", strings.NewReader("(INFO)"))
	require.NoError(t, err)
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	require.Equal(t, "((name banyan) (status available))", string(body))
	stop()
	require.Zero(t, <-served)
}

// Where there are more than two players, b has all other seats, and there a player for each.
func TestThreePlayers(t *testing.T) {
	var out, errs bytes.Buffer
	require.Zero(t, Run(t.Context(), []string{
		"match", "-sheet", sheetFile(t, "ttcc4"), "-a", "random", "-b", "random", "-games", "3", "-start", "30s", "-play", "20s",
	}, nil, &out, &errs), errs.String())
	require.Regexp(t, `^game 1: \d+ moves, \w+ \(a\) [\d.]+, \w+ \(b\) [\d.]+, \w+ \(b\) [\d.]+
game 2: \d+ moves, \w+ \(b\) [\d.]+, \w+ \(a\) [\d.]+, \w+ \(b\) [\d.]+
game 3: \d+ moves, \w+ \(b\) [\d.]+, \w+ \(b\) [\d.]+, \w+ \(a\) [\d.]+
a: mean return \d.\d{3}, 0 faults
b: mean return \d.\d{3}, 0 faults
$`, out.String())
}

// With -verbose, the log shows what the auto players chose and why. Playouts for rule sheets have
// their names here, too.
func TestAuto(t *testing.T) {
	var out, errs bytes.Buffer
	require.Zero(t, Run(t.Context(), []string{
		"match", "-sheet", sheetFile(t, "tictactoe"), "-b", "playout=mean", "-games", "1", "-start", "2s", "-play", "40ms", "-verbose",
	}, nil, &out, &errs))
	// Which playouts are chosen depends on the speed of the machine.
	require.Regexp(t, `player=a .*chosen="playout=\w+,.*" measured="players 2, `, errs.String())
	require.NotContains(t, errs.String(), "ERROR")
	require.Contains(t, out.String(), "a: mean return")
}

// A parameter that does not suit the game is reported, and the match is played.
func TestUnsuitablePlayer(t *testing.T) {
	var out, errs bytes.Buffer
	require.Zero(t, Run(t.Context(), []string{
		"match", "-sheet", sheetFile(t, "tictactoe"), "-a", "selection=implicit", "-b", "random", "-games", "1",
		"-start", "2s", "-play", "20ms",
	}, nil, &out, &errs))
	require.Contains(t, errs.String(), `a player auto takes the place of one that does not suit the game`)
	require.Contains(t, out.String(), "a: mean return")
}

func TestMistakes(t *testing.T) {
	sheet := sheetFile(t, "tictactoe")
	empty := filepath.Join(t.TempDir(), "empty.kif")
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"-port x", 2, `ggp: invalid value "x" for flag -port: parse error`},
		{"-port 70000", 1, "ggp: listen tcp: address 70000: invalid port"},
		{"-player wrong", 2, `ggp: -player: player "wrong"`},
		{"-player time=enhanced", 2, "ggp: -player: a plan divides the time of a whole game, but here each move has a clock"},
		{"-margin -1s", 2, "ggp: -margin is -1s, want more than 0"},
		{"-player auto,c=1", 2, `ggp: -player: player "auto,c=1": auto has no parameters, not c`},
		{"-workers 0", 2, "ggp: -workers is 0, want 1 or more"},
		{"-memory 0", 2, `ggp: invalid value "0" for flag -memory: want 1 to 1048576`},
		{"match", 2, "ggp: -sheet is empty, want a file"},
		{"match -sheet nowhere.kif", 1, "ggp: open nowhere.kif: no such file or directory"},
		{"match -sheet " + empty, 1, "empty.kif: no rule says what role is"},
		{"match -sheet " + sheet + " -games 0", 2, "ggp: -games is 0, want 1 or more"},
		{"match -sheet " + sheet + " -play 0s", 2, "ggp: -play is 0s, want more than 0"},
		{"match -sheet " + sheet + " -b wrong", 2, `ggp: -b: player "wrong"`},
		{
			"match -sheet " + sheetFile(t, "ttcc4") + " -b http://localhost:1", 1,
			"ggp: -b is one address, want a player of this program: it has 2 seats, and a player has one",
		},
	} {
		var errs bytes.Buffer
		require.Equal(t, c.status, Run(t.Context(), strings.Fields(c.args), nil, io.Discard, &errs), c.args)
		require.Contains(t, errs.String(), c.want, c.args)
	}
}

// An interrupt ends a match at once.
func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var errs bytes.Buffer
	require.Equal(t, 1, Run(ctx, []string{"match", "-sheet", sheetFile(t, "tictactoe"), "-a", "random", "-b", "random"}, nil, io.Discard, &errs))
	require.Regexp(t, `^ggp: .*context canceled\n$`, errs.String())
}
