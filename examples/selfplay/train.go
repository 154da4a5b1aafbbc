package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/banyan-go/banyan/console/cli"
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

// writeNetwork writes the network to a separate file.
func (r *run) writeNetwork() error {
	return write(filepath.Join(r.dir, networkName(r.Generation)), stored{r.Settings, r.Generation, r.Used, r.Widths, r.Weights})
}

// window returns how many generations the network learns from. The first games come from an
// untrained network and are dropped soon.
func (s settings) window(generation int) int { return min(s.Window, 2+generation/2) }

// rate returns the size of the steps of training, which falls with the generations.
func (s settings) rate(generation int) float64 { return s.Rate / (1 + float64(generation)/50) }

// keeps reports whether the network of a generation gets a separate file: 1, 2, 3, 4, 6, 8, 12, 16,
// 24 and so on.
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

// trainOptions are the parsed flags of train.
type trainOptions struct {
	settings
	dir    string
	budget time.Duration // of CPU time
}

// recommended are the settings of the run that README.md reports.
var recommended = settings{
	Seed: 1, Hidden: []int{512, 128}, Simulations: 100, Games: 2000, Opening: 4, Exploring: 12, Window: 12, Steps: 1000, Rate: 0.001,
}

func trainCommand(ctx context.Context, args []string, out, errs io.Writer) error {
	o, err := parseTrain(args, errs)
	if err != nil {
		return cli.Misuse(err)
	}
	return train(ctx, o, out, errs)
}

func parseTrain(args []string, errs io.Writer) (trainOptions, error) {
	o := trainOptions{settings: recommended}
	hours := 2.0
	set := flag.NewFlagSet("train", flag.ContinueOnError)
	set.StringVar(&o.dir, "dir", "", "the `folder` of the run; a run that it has goes on")
	set.Float64Var(&hours, "hours", hours, "hours of CPU `time` that the run may take in all; two processors take an hour for 2")
	set.Uint64Var(&o.Seed, "seed", o.Seed, "the `number` that everything random derives from")
	set.Func("hidden", "`widths` of the hidden layers (default 512,128)", func(text string) (err error) {
		o.Hidden, err = parseWidths(text)
		return err
	})
	set.IntVar(&o.Simulations, "sims", o.Simulations, "the `number` of simulations for an action")
	set.IntVar(&o.Games, "games", o.Games, "the `number` of games of a generation")
	set.IntVar(&o.Opening, "opening", o.Opening, "a game begins with up to so `many` random plies")
	set.IntVar(&o.Exploring, "exploring", o.Exploring, "so `many` plies are drawn in proportion to their visits")
	set.IntVar(&o.Window, "window", o.Window, "samples are kept for so `many` generations")
	set.IntVar(&o.Steps, "steps", o.Steps, "the `number` of steps of training in a generation")
	set.Float64Var(&o.Rate, "rate", o.Rate, "the `size` of the first steps of training")
	if err := cli.Parse(set, args, errs, "Train a network: go run ./examples/selfplay train -dir FOLDER [flags]", ""); err != nil {
		return o, err
	}
	if !(hours > 0 && hours < 1e6) {
		return o, fmt.Errorf("-hours is %v, want above 0", hours)
	}
	o.budget = time.Duration(hours * float64(time.Hour))
	if o.dir == "" {
		return o, errors.New("want -dir FOLDER")
	}
	return o, o.validate()
}

func parseWidths(text string) (widths []int, err error) {
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 || n > 4096 {
			return nil, errors.New("want numbers from 1 to 4096, like 512,128")
		}
		widths = append(widths, n)
	}
	return widths, nil
}

func (s settings) validate() error {
	for _, f := range []struct {
		name              string
		value, low, highs int
	}{
		{"sims", s.Simulations, 2, math.MaxUint16},
		{"games", s.Games, 1, 1e6},
		{"opening", s.Opening, 0, 6}, // No game ends within 6 plies.
		{"exploring", s.Exploring, 0, squares},
		{"window", s.Window, 1, 1e4},
		{"steps", s.Steps, 1, 1e6},
	} {
		if f.value < f.low || f.value > f.highs {
			return fmt.Errorf("-%s is %d, want %d to %d", f.name, f.value, f.low, f.highs)
		}
	}
	if !(s.Rate > 0 && s.Rate <= 1) {
		return fmt.Errorf("-rate is %v, want above 0, at most 1", s.Rate)
	}
	return nil
}
