package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/banyan-go/banyan/console/cli"
)

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
