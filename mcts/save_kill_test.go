package mcts_test

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

var kills = flag.Int("kills", 6, "how many times TestKill kills a search")

// killed are searches that continue after kill -9.
var killed = []mcts.Config{
	{Playout: policy.NST{Decay: policy.Decay{Move: 0.5, EveryPly: true}}, Selection: policy.UCB1Tuned{}},
	{Selection: policy.UCT{C: 1}, Solver: &mcts.Solver{}},
	{Graph: &mcts.Graph{}, Solver: &mcts.Solver{}},
	{Playout: policy.LGRF{Fallback: policy.MAST{}}, Parallel: mcts.LockStep{Workers: 2}},
	{Playout: policy.MAST{}, Parallel: mcts.RootParallel{Workers: 2, Trees: 2}},
}

// journey is a search that plays a game against itself, and what the file needs in addition to the
// search: the actions that lead to its root.
type journey struct {
	search *mcts.Search[connect4.State, connect4.Drop]
	state  connect4.State
	played []byte
	runs   byte
}

const journeyRuns = 20

func newJourney(t require.TestingT, kind int) *journey {
	s, err := mcts.New(connect4.Game{}, killed[kind])
	require.NoError(t, err)
	return &journey{search: s}
}

// step is a Run, and in every third step an Advance for each of two actions. It reports whether the
// journey continues.
func (j *journey) step(t require.TestingT) bool {
	if len((connect4.Game{}).AppendActions(nil, &j.state)) == 0 || j.runs == journeyRuns {
		return false
	}
	r := run(t, j.search, j.state, 100)
	j.runs++
	for _, a := range r.PV[:min(2, len(r.PV))] {
		if j.runs%3 == 0 {
			advance(t, j.search, a)
			connect4.Game{}.Apply(&j.state, a)
			j.played = append(j.played, byte(a))
		}
	}
	return true
}

func (j *journey) bytes(t require.TestingT) []byte {
	data := append([]byte{j.runs, byte(len(j.played))}, j.played...)
	return append(data, saved(t, j.search)...)
}

// write replaces the file such that it is complete at any moment.
func (j *journey) write(t require.TestingT, file string) {
	require.NoError(t, os.WriteFile(file+".new", j.bytes(t), 0o600))
	require.NoError(t, os.Rename(file+".new", file))
}

func (j *journey) read(t require.TestingT, file string) {
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	j.runs, j.played = data[0], data[2:][:data[1]]
	for _, a := range j.played {
		connect4.Game{}.Apply(&j.state, connect4.Drop(a))
	}
	require.NoError(t, j.search.Load(bytes.NewReader(data[2+len(j.played):]), &j.state))
}

// TestKilledChild is the process that TestKill kills. It names every save.
func TestKilledChild(t *testing.T) {
	file, kind := os.Getenv("BANYAN_SAVED"), 0
	if file == "" {
		t.Skip("it is a part of TestKill")
	}
	_, err := fmt.Sscan(os.Getenv("BANYAN_KIND"), &kind)
	require.NoError(t, err)
	for j := newJourney(t, kind); j.step(t); {
		j.write(t, file)
		fmt.Println("saved")
	}
	time.Sleep(time.Hour) // until it is killed
}

// A search that is killed at any moment, with kill -9, and continues from the file that it wrote
// last comes to the same end as one that is not, bit for bit.
func TestKill(t *testing.T) {
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("there are no processes to kill")
	}
	n, ends := *kills, map[int][]byte{}
	if testing.Short() {
		n = min(n, 2)
	}
	r := rng.New(uint64(time.Now().UnixNano()))
	for i := range n {
		kind := (i + r.IntN(len(killed))) % len(killed)
		if ends[kind] == nil {
			j := newJourney(t, kind)
			for j.step(t) {
			}
			ends[kind] = j.bytes(t)
		}
		file := filepath.Join(t.TempDir(), "search")
		killOne(t, file, kind, 1+r.IntN(journeyRuns-1), time.Duration(r.IntN(int(3*time.Millisecond))))
		j := newJourney(t, kind)
		j.read(t, file)
		for j.step(t) {
		}
		require.Equal(t, ends[kind], j.bytes(t), "kind %d", kind)
	}
}

// killOne starts a child and kills it some time after so many saves.
func killOne(t *testing.T, file string, kind, saves int, after time.Duration) {
	child := exec.Command(os.Args[0], "-test.run=^TestKilledChild$")
	child.Env = append(os.Environ(), "BANYAN_SAVED="+file, fmt.Sprint("BANYAN_KIND=", kind))
	out, err := child.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, child.Start())
	for lines := bufio.NewScanner(out); saves > 0 && lines.Scan(); saves-- {
		require.Equal(t, "saved", lines.Text())
	}
	time.Sleep(after)
	require.NoError(t, child.Process.Kill())
	require.Error(t, child.Wait(), "it was killed")
}
