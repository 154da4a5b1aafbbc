package gtp

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/banyan-go/banyan/mcts"
)

// Viewers of Go games, such as Sabaki, Lizzie and LizGoban, show a search while it runs by commands
// that Leela Zero (lz-) and KataGo (kata-) have introduced. The names without a prefix come from
// Sabaki. The package comment describes them.
func (e *engine[S, A]) viewerCommands() (commands []command) {
	const usage = "[COLOR] [INTERVAL] [KEY VALUE]..."
	for _, kind := range []struct {
		prefix string
		format format
	}{{"lz-", leela}, {"kata-", kata}, {"", kata}} {
		commands = append(commands,
			command{name: kind.prefix + "analyze", usage: usage, report: e.analysis(kind.format)},
			command{name: kind.prefix + "genmove_analyze", usage: usage, report: e.genmoveAnalysis(kind.format)},
		)
	}
	return commands
}

// format writes a number between 0 and 1.
type format func(x float64) string

// leela writes whole numbers out of 10000.
func leela(x float64) string { return strconv.Itoa(int(math.Round(10_000 * clamp(x)))) }

// kata writes fractions. They always have a point, by which Sabaki tells the formats apart.
func kata(x float64) string { return strconv.FormatFloat(clamp(x), 'f', 6, 64) }

func clamp(x float64) float64 { return min(max(x, 0), 1) }

// view is what the arguments of a command for viewers ask for.
type view struct {
	who   color
	every time.Duration
	most  int // moves
}

// parseView parses the arguments of a command for viewers.
func (e *engine[S, A]) parseView(args []string) (view, error) {
	v := view{who: e.mover(), every: time.Second, most: math.MaxInt}
	if len(args) > 0 {
		if who, err := parseColor(args[0]); err == nil {
			v.who, args = who, args[1:]
		}
	}
	if len(args) > 0 && isID(args[0]) {
		args = append([]string{"interval"}, args...)
	}
	for pair := range slices.Chunk(args, 2) {
		if err := v.set(pair[0], pair[1:]); err != nil {
			return v, fmt.Errorf("%w: %w", errSyntax, err)
		}
	}
	return v, nil
}

// set sets the value of a key.
func (v *view) set(key string, value []string) error {
	known := []string{"interval", "maxmoves", "minmoves", "ownership"}
	switch i := slices.Index(known, key); {
	case i < 0:
		return fmt.Errorf("%q is no key, want one of %s", key, strings.Join(known, " "))
	case len(value) == 0:
		return fmt.Errorf("%s has no value", key)
	case key == "ownership": // these games have no territory
		if _, err := strconv.ParseBool(value[0]); err != nil {
			return fmt.Errorf("ownership is %q, want true or false", value[0])
		}
		return nil
	}
	n, err := parseInt(value[0])
	switch {
	case err != nil || n == 0 && key != "minmoves":
		return fmt.Errorf("%s is %q, want a whole number, 1 or more", key, value[0])
	case key == "interval":
		v.every = time.Duration(n) * 10 * time.Millisecond
	case key == "maxmoves":
		v.most = n
	}
	return nil // all moves that were tried are listed, so there is nothing to do for minmoves
}

// analysis searches in the background and reports until the next line of the controller.
func (e *engine[S, A]) analysis(f format) reporter {
	return func(args []string, emit emitter) (open bool, err error) {
		v, err := e.parseView(args)
		if err == nil {
			err = e.turn(v.who)
		}
		if err == nil && e.over() {
			err = errOver
		}
		if err == nil {
			err = emit()
		}
		if err != nil {
			return false, err
		}
		search := e.search
		e.think(func(ctx context.Context, root *S) {
			for r, err := range search.Watch(ctx, root, mcts.Budget{}, v.every) {
				if err != nil || emit(e.info(r, v, f)) != nil {
					return
				}
			}
		})
		return true, nil
	}
}

// genmoveAnalysis is genmove and reports the search.
func (e *engine[S, A]) genmoveAnalysis(f format) reporter {
	return func(args []string, emit emitter) (open bool, err error) {
		v, err := e.parseView(args)
		if err != nil {
			return false, err
		}
		vertex, err := e.move(v.who, &watcher[A]{every: v.every, report: func(r mcts.Result[A]) {
			_ = emit(e.info(r, v, f)) // an error comes again at the end
		}})
		if err != nil {
			return false, err
		}
		return false, emit("play " + vertex)
	}
}

// info returns the line of a search, with the chosen action first.
func (e *engine[S, A]) info(r mcts.Result[A], v view, f format) string {
	var moves []string
	priors := slices.ContainsFunc(r.Children, func(c mcts.Child[A]) bool { return c.Prior > 0 })
	chosen := slices.IndexFunc(r.Children, func(c mcts.Child[A]) bool { return c.Action == r.Action })
	for _, c := range slices.Concat(r.Children[chosen:chosen+1], r.Children[:chosen], r.Children[chosen+1:]) {
		if c.Visits == 0 || len(moves) == v.most {
			continue
		}
		prior := c.Prior
		if !priors {
			prior = 1 / float64(len(r.Children))
		}
		moves = append(moves, fmt.Sprintf("info move %s visits %d winrate %s prior %s lcb %s order %d pv %s",
			e.board.vertex(&e.state, c.Action), c.Visits, f(c.Mean), f(prior), f(lowerBound(c.Mean, c.Visits)), len(moves),
			strings.Join(e.vertices(e.variation(c.Action)), " ")))
	}
	return strings.Join(moves, " ")
}

// lowerBound returns the lower end of the 95% interval of Wilson ("Probable inference, the law of
// succession, and statistical inference", 1927) for a mean of n results between 0 and 1.
func lowerBound(mean float64, n int) float64 {
	const z = 1.96
	p, m := clamp(mean), float64(n)
	return (p + z*z/(2*m) - z*math.Sqrt((p*(1-p)+z*z/(4*m))/m)) / (1 + z*z/m)
}
