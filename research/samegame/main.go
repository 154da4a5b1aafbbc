// Samegame measures nested searches on the boards of a file, such as the twenty boards of 15x15
// blocks that papers on SameGame compare results on:
//
//	go run ./research/samegame -boards FILE -player nrpa,level=2,iterations=55,sims=3000
//	go run ./research/samegame -boards FILE -to 10 -player nrpa,level=2,sims=10000,prior=heuristic
//	go run ./research/samegame -boards FILE -player nrpa,sims=1000000,prior=heuristic -store points.csv
//
// Package games/samegame describes the format of the file. With -store, every result is added to a
// CSV file as soon as it is available, with the line that was found. A result that is stored is not
// measured again, so that the same command continues what was interrupted; it replays the line, and
// reports an error if that does not bring the stored points.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/games/samegame"
	"github.com/banyan-go/banyan/nested"
	"github.com/banyan-go/banyan/research/internal/table"
)

func main() {
	cli.Main(func(ctx context.Context, args []string) int { return run(ctx, args, os.Stdout, os.Stderr) })
}

// run executes the program and returns its exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	o, err := parseOptions(args, errs)
	if err != nil {
		return cli.Status("samegame", err, errs)
	}
	return cli.End("samegame", o.measure(ctx, out), errs)
}

// options are the parsed flags.
type options struct {
	boards   []samegame.Game
	player   spec.Player
	seed     uint64
	from, to int
	store    string
}

const about = "Measure nested searches on boards of SameGame: go run ./research/samegame [flags]"

// parseOptions parses the flags and reads the boards.
func parseOptions(args []string, errs io.Writer) (o options, err error) {
	set := flag.NewFlagSet("samegame", flag.ContinueOnError)
	path := set.String("boards", "", "the `FILE` with the boards")
	player := set.String("player", "nrpa,level=2,sims=10000", "the search as `KIND,KEY=VALUE,...`, of the kinds nrpa and nmcs; sims are the playouts of a board")
	set.IntVar(&o.from, "from", 1, "the `NUMBER` of the first board")
	set.IntVar(&o.to, "to", 0, "the `NUMBER` of the last board (default: the last one of the file)")
	set.Uint64Var(&o.seed, "seed", 1, "the `NUMBER` that seeds the random streams")
	set.StringVar(&o.store, "store", "", "add the results to this CSV `file`, and do not measure again what it has")
	err = cli.Parse(set, args, errs, about, "")
	switch {
	case errors.Is(err, flag.ErrHelp):
		return o, err
	case err != nil:
		return o, fmt.Errorf("%w (-help lists the flags)", err)
	case *path == "":
		return o, errors.New("-boards is empty, want a file with boards")
	}
	if o.player, err = spec.Parse(*player, ""); err != nil {
		return o, fmt.Errorf("-player: %w", err)
	}
	if o.player.Nested == nil {
		return o, fmt.Errorf("-player is %q, want one of the kinds nrpa and nmcs", o.player)
	}
	if o.boards, err = readBoards(*path); err != nil {
		return o, err
	}
	if o.to == 0 {
		o.to = len(o.boards)
	}
	if o.from < 1 || o.from > o.to || o.to > len(o.boards) {
		return o, fmt.Errorf("-from is %d and -to is %d, want numbers of the %d boards of the file", o.from, o.to, len(o.boards))
	}
	return o, nil
}

func readBoards(path string) ([]samegame.Game, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("-boards: %w", err)
	}
	defer func() { _ = file.Close() }()
	boards, err := samegame.Read(file)
	if err == nil && len(boards) == 0 {
		err = errors.New("there is no board")
	}
	if err != nil {
		return nil, fmt.Errorf("-boards: %s: %w", path, err)
	}
	return boards, nil
}

// measure searches the boards and reports the points.
func (o options) measure(ctx context.Context, out io.Writer) error {
	stored := map[string]table.Line{}
	if o.store != "" {
		var err error
		if stored, err = table.Read[table.Line](o.store); err != nil {
			return err
		}
	}
	sum, count := 0.0, 0
	for number := o.from; number <= o.to; number++ {
		row, known := stored[o.name(number)]
		err := o.check(row)
		if !known {
			row, err = o.search(ctx, number)
		}
		if err == nil && !known && o.store != "" {
			err = table.Put(o.store, row)
		}
		if err != nil {
			return fmt.Errorf("board %d: %w", number, err)
		}
		fmt.Fprintf(out, "board %2d: %5.0f points, found in playout %d of %d, %.1f s\n", number, row.Points, row.Found, row.Playouts, row.Seconds)
		sum, count = sum+row.Points, count+1
	}
	_, err := fmt.Fprintf(out, "%d boards: %.0f points, %.1f a board\n", count, sum, sum/float64(count))
	return err
}

// name identifies the result of a board.
func (o options) name(number int) string {
	return fmt.Sprintf("%v seed %d board %02d", o.player, o.seed, number)
}

// search searches a board.
func (o options) search(ctx context.Context, number int) (table.Line, error) {
	g := o.boards[number-1]
	root := g.Start()
	c := nested.Config{Method: o.player.Nested, Seed: o.seed}
	b := nested.Budget{Playouts: o.player.Budget.Simulations, Time: o.player.Budget.Time}
	begin := time.Now()
	r, err := nested.Search(ctx, g, &root, c, b)
	row := table.Line{
		Name: o.name(number), Player: o.player.String(), Seed: o.seed, Board: number, Points: r.Return,
		Found: r.Found, Playouts: r.Playouts, Seconds: math.Round(10*time.Since(begin).Seconds()) / 10, Actions: text(r.Actions),
	}
	return row, err
}
