package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"github.com/banyan-go/banyan/internal/cpu"
	"github.com/banyan-go/banyan/rng"
)

// run is a run of training in a folder.
type run struct {
	*checkpoint
	dir string
	net network // the network of the checkpoint
}

// startRun begins a run in a folder, or continues the one that it has.
func startRun(dir string, s settings) (*run, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	c, err := readCheckpoint(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		n := newNetwork(s.Hidden, rng.New(s.Seed))
		c = &checkpoint{Settings: s, Widths: n.widths, Weights: n.weights, Trainer: *newTrainer(n)}
	case err != nil:
		return nil, err
	case !reflect.DeepEqual(c.Settings, s):
		return nil, fmt.Errorf("%s has a run with the settings %+v, want %+v: use these, or another folder", dir, c.Settings, s)
	}
	return &run{checkpoint: c, dir: dir, net: network{c.Widths, c.Weights}}, nil
}

// generation plays the games of a generation, learns from them and from those before, and writes a
// checkpoint. If ctx ends during the games, the run stays as it was.
func (r *run) generation(ctx context.Context, clock func() used) (losses, error) {
	s := r.Settings
	samples, err := playGames(ctx, s, r.net, r.Generation*s.Games, s.Games)
	if err != nil {
		return losses{}, err
	}
	r.Generation++
	r.Samples = append(r.Samples, samples)
	if n := len(r.Samples) - s.window(r.Generation); n > 0 {
		r.Samples = slices.Delete(r.Samples, 0, n)
	}
	random := rng.New(rng.Mix(s.Seed+1) + uint64(r.Generation))
	l := r.Trainer.learn(slices.Concat(r.Samples...), s.Steps, s.rate(r.Generation), random)
	r.Used = clock()
	if keeps(r.Generation) {
		if err := r.writeNetwork(); err != nil {
			return l, err
		}
	}
	return l, write(filepath.Join(r.dir, checkpointName), r.checkpoint)
}

// writeNetwork writes the network to a file of its own.
func (r *run) writeNetwork() error {
	return write(filepath.Join(r.dir, networkName(r.Generation)), stored{r.Settings, r.Generation, r.Used, r.Widths, r.Weights})
}

// window returns how many generations the network learns from. The first games are those of a
// network that knows nothing and are dropped soon.
func (s settings) window(generation int) int { return min(s.Window, 2+generation/2) }

// rate returns the size of the steps of training, which falls with the generations.
func (s settings) rate(generation int) float64 { return s.Rate / (1 + float64(generation)/50) }

// keeps reports whether the network of a generation gets a file of its own: 1, 2, 3, 4, 6, 8, 12,
// 16, 24 and so on.
func keeps(generation int) bool {
	for generation > 3 && generation%2 == 0 {
		generation /= 2
	}
	return generation <= 3
}

// train continues a run until its CPU time is used up or ctx ends.
func train(ctx context.Context, o trainOptions, out, errs io.Writer) error {
	r, err := startRun(o.dir, o.settings)
	if err != nil {
		return err
	}
	before, begin, base := cpu.Time(), time.Now(), r.Used
	clock := func() used { return used{base.CPU + cpu.Time() - before, base.Wall + time.Since(begin)} }
	for last := time.Duration(0); r.Used.CPU+last <= o.budget; {
		started := r.Used
		l, err := r.generation(ctx, clock)
		if err != nil {
			if ctx.Err() != nil {
				err = fmt.Errorf("interrupted after %d generations, %v; the same command continues from %s", r.Generation, r.Used, o.dir)
			}
			return err
		}
		last = r.Used.CPU - started.CPU
		fmt.Fprintf(errs, "generation %d, loss %.3f + %.3f, %v\n", r.Generation, l.policy, l.value, r.Used)
	}
	if err := r.writeNetwork(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%d generations, %d games: %v\n%s\n", r.Generation, r.Generation*r.Settings.Games, r.Used,
		filepath.Join(o.dir, networkName(r.Generation)))
	return err
}
