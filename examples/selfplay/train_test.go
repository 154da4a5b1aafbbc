package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// noTime is a clock that stands still, so that equal runs have equal checkpoints.
func noTime() used { return used{} }

// generations runs a run up to that number of generations.
func generations(t require.TestingT, ctx context.Context, dir string, n int) *run {
	r, err := startRun(dir, tiny())
	require.NoError(t, err)
	for r.Generation < n {
		_, err := r.generation(ctx, noTime)
		require.NoError(t, err)
	}
	return r
}

// saved returns what a checkpoint consists of.
func saved(c *checkpoint) checkpoint {
	s := *c
	s.Trainer = trainer{Mean: c.Trainer.Mean, Square: c.Trainer.Square, Steps: c.Trainer.Steps}
	return s
}

// TestResume checks that a run that was interrupted and continued any number of times has the same
// state as one that was not.
func TestResume(t *testing.T) {
	want := generations(t, t.Context(), t.TempDir(), 5).checkpoint
	require.Len(t, want.Samples, tiny().Window)
	dir := t.TempDir()
	for n := 1; n <= 5; n++ {
		r := generations(t, t.Context(), dir, n)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		before := *r.checkpoint
		_, err := r.generation(ctx, noTime)
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, before, *r.checkpoint)
	}
	have, err := readCheckpoint(dir)
	require.NoError(t, err)
	require.Equal(t, saved(want), saved(have))
	stored, err := readNetwork(filepath.Join(dir, networkName(4)))
	require.NoError(t, err)
	require.Equal(t, 4, stored.Generation)
}

// TestGeneration checks that each generation plays new games with the newest network.
func TestGeneration(t *testing.T) {
	dir := t.TempDir()
	for g := range 3 {
		r := generations(t, t.Context(), dir, g)
		n := network{r.Widths, slices.Clone(r.Weights)}
		want, err := playGames(t.Context(), r.Settings, n, g*r.Settings.Games, r.Settings.Games)
		require.NoError(t, err)
		r = generations(t, t.Context(), dir, g+1)
		require.Equal(t, want, r.Samples[len(r.Samples)-1])
		require.NotEqual(t, n.weights, r.Weights)
	}
}

// killed is the variable of the environment that makes TestKill's second process train.
const killed = "SELFPLAY_TEST_DIR"

// TestKill kills a process that trains, at any moment, and continues its run.
func TestKill(t *testing.T) {
	if dir := os.Getenv(killed); dir != "" {
		generations(t, t.Context(), dir, 1_000_000)
	}
	dir := t.TempDir()
	process := exec.Command(os.Args[0], "-test.run=^TestKill$")
	process.Env = append(os.Environ(), killed+"="+dir)
	require.NoError(t, process.Start())
	t.Cleanup(func() { _ = process.Process.Kill() }) // if the test fails before
	require.Eventually(t, func() bool {
		c, err := readCheckpoint(dir)
		return err == nil && c.Generation >= 3
	}, time.Minute, time.Millisecond)
	require.NoError(t, process.Process.Kill())
	require.Error(t, process.Wait())
	c, err := readCheckpoint(dir)
	require.NoError(t, err)
	last := c.Generation + 2
	want, have := generations(t, t.Context(), t.TempDir(), last), generations(t, t.Context(), dir, last)
	require.Equal(t, saved(want.checkpoint), saved(have.checkpoint))
}

// TestCheckpoint checks that a checkpoint is read as it was written.
func TestCheckpoint(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		n := anyNetwork(t, 4)
		want := checkpoint{
			Settings: tiny(), Generation: rapid.IntRange(1, 100).Draw(t, "generation"), Used: used{1, 2}, Widths: n.widths, Weights: n.weights,
			Trainer: *newTrainer(n), Samples: [][]sample{rapid.SliceOfN(rapid.Custom(anySample), 1, 4).Draw(t, "samples")},
		}
		want.Trainer.step(want.Samples[0], 0.1)
		require.NoError(t, write(filepath.Join(dir, checkpointName), want))
		have, err := readCheckpoint(dir)
		require.NoError(t, err)
		require.Equal(t, saved(&want), saved(have))
	})
}

// TestWriteFails checks that a file that cannot be written leaves the old one and nothing else.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	require.NoError(t, write(path, 1))
	require.Error(t, write(path, func() {}))
	var have int
	require.NoError(t, read(path, &have))
	require.Equal(t, 1, have)
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, files, 1)
	require.Error(t, write(filepath.Join(dir, "none", "x"), 1))
}

func TestReadFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, checkpointName)
	require.NoError(t, os.WriteFile(path, []byte("no checkpoint"), 0o666))
	_, err := startRun(dir, tiny())
	require.ErrorContains(t, err, path)
	n := newNetwork([]int{3}, rng.New(1))
	require.NoError(t, write(path, checkpoint{Widths: n.widths, Weights: n.weights}))
	_, err = startRun(dir, tiny())
	require.ErrorContains(t, err, "the state of the training does not fit the network")
	require.NoError(t, write(path, stored{Widths: n.widths}))
	_, err = readNetwork(path)
	require.ErrorContains(t, err, "want 287")
	_, err = startRun(path, tiny())
	require.Error(t, err)
	other := tiny()
	other.Games++
	dir = t.TempDir()
	generations(t, t.Context(), dir, 1)
	_, err = startRun(dir, other)
	require.ErrorContains(t, err, "use these, or another folder")
}

// TestBudget checks that a run ends before its budget is exceeded, and that a run that has used it
// up does nothing.
func TestBudget(t *testing.T) {
	dir := t.TempDir()
	o := trainOptions{settings: tiny(), dir: dir, budget: time.Nanosecond}
	require.NoError(t, train(t.Context(), o, io.Discard, io.Discard))
	c, err := readCheckpoint(dir)
	require.NoError(t, err)
	require.Equal(t, 1, c.Generation, "the first generation has no estimate")
	require.NoError(t, train(t.Context(), o, io.Discard, io.Discard))
	c, err = readCheckpoint(dir)
	require.NoError(t, err)
	require.Equal(t, 1, c.Generation)
}

func TestKeeps(t *testing.T) {
	var kept []int
	for g := 1; g <= 100; g++ {
		if keeps(g) {
			kept = append(kept, g)
		}
	}
	require.Equal(t, []int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96}, kept)
}
