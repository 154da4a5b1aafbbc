package tune_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/tune"
)

// TestPlantedOptimum checks that the optimum of every function is found in at least 19 of 20
// searches.
func TestPlantedOptimum(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	for _, f := range functions {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			if f.name == "many" || f.name == "conditions" {
				testkit.Long(t)
			}
			found := 0
			for seed := range uint64(20) {
				if f.regret(t, tune.Options{Pairs: f.pairs, Seed: seed}) <= tolerance {
					found++
				}
			}
			require.GreaterOrEqual(t, found, 19)
		})
	}
}

// counted counts the pairs that a function plays, and ends a context after some of them.
type counted struct {
	function
	played atomic.Int64
	after  int64
	cancel context.CancelFunc
}

func (c *counted) Play(ctx context.Context, p tune.Pair) (tune.Score, error) {
	if n := c.played.Add(1); n == c.after {
		c.cancel()
	}
	return c.function.Play(ctx, p)
}

func spaceOf(t *testing.T, f function) tune.Space {
	t.Helper()
	s, err := tune.ParseSpace(f.space)
	require.NoError(t, err)
	return s
}

// The number of workers changes nothing.
func TestWorkers(t *testing.T) {
	for _, m := range []tune.Method{tune.Halving{}, tune.NTBEA{}} {
		f := functions[1]
		o := tune.Options{Default: "default", Pairs: 400, Method: m, Seed: 3}
		want, err := tune.Run(t.Context(), f, spaceOf(t, f), o)
		require.NoError(t, err)
		for _, o.Workers = range []int{2, 7} {
			have, err := tune.Run(t.Context(), f, spaceOf(t, f), o)
			require.NoError(t, err)
			have.Elapsed = want.Elapsed
			require.Equal(t, want, have)
		}
	}
}

// A search that is interrupted anywhere, even in the middle of a line of its journal, continues to
// the same result and plays no pair twice.
func TestResume(t *testing.T) {
	f := functions[1]
	path := filepath.Join(t.TempDir(), "tune.jsonl")
	o := tune.Options{Default: "default", Pairs: 300, Seed: 5, Workers: 3, Game: "f"}
	want, err := tune.Run(t.Context(), f, spaceOf(t, f), o)
	require.NoError(t, err)
	o.Journal = path
	played := int64(0)
	for after := int64(1); ; after += 37 {
		ctx, cancel := context.WithCancel(t.Context())
		c := &counted{function: f, after: after, cancel: cancel}
		have, err := tune.Run(ctx, c, spaceOf(t, f), o)
		played += c.played.Load()
		if cancel(); err == nil {
			have.Elapsed = want.Elapsed
			require.Equal(t, want, have)
			break
		}
		require.ErrorIs(t, err, context.Canceled)
		require.ErrorContains(t, err, "tune: interrupted after")
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		if len(text) > 700 && after%2 == 0 { // a kill in the middle of a line
			cut := len(text) - 9
			played -= int64(bytes.Count(text[cut:], []byte("\n")))
			require.NoError(t, os.WriteFile(path, text[:cut], 0o600))
		}
	}
	require.Less(t, played, int64(300+8*3+10), "pairs that were interrupted are played again, others are not")

	c := &counted{function: f}
	again, err := tune.Run(t.Context(), c, spaceOf(t, f), o)
	require.NoError(t, err)
	require.Zero(t, c.played.Load(), "all games are in the journal")
	again.Elapsed = want.Elapsed
	require.Equal(t, want, again)

	o.Seed++
	_, err = tune.Run(t.Context(), c, spaceOf(t, f), o)
	require.ErrorContains(t, err, "the journal is of another search: seed 5, want 6")
}

// A line of a journal that no search has written is an error with its number.
func TestBadJournal(t *testing.T) {
	f := functions[1]
	path := filepath.Join(t.TempDir(), "tune.jsonl")
	o := tune.Options{Default: "default", Pairs: 20, Seed: 5, Game: "f", Journal: path}
	_, err := tune.Run(t.Context(), f, spaceOf(t, f), o)
	require.NoError(t, err)
	sound, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := bytes.SplitAfter(sound, []byte("\n"))
	budget := `{"phase":"search","pair":9,"event":"budget","leg":1}`
	for line, want := range map[string]string{
		`{"pair":30,"wins":2}`:                                 `the phase is "", want calibration, search or fresh`,
		`{"phase":"search","pair":-1,"wins":2}`:                "the pair is -1, want 0 or more",
		`{"phase":"search","pair":30}`:                         "pair 30 has {Wins:0 Draws:0 Losses:0}, want its games",
		`{"phase":"search","pair":30,"wins":3,"losses":-1}`:    "want its games",
		`{"phase":"search","pair":30,"event":"begin"}`:         `the event is "begin", want budget or stop`,
		`{"phase":"search","pair":9,"event":"stop","leg":-1}`:  "the leg is -1, want 0 to",
		`{"phase":"search","pair":9,"event":"stop","leg":100}`: "the leg is 100, want 0 to",
		budget + "\n" + budget:                                 "the budget of leg 1 is there twice",
		string(bytes.TrimSpace(lines[2])):                      "of the phase search is there twice",
	} {
		text := slices.Concat(sound, []byte(line+"\n"))
		require.NoError(t, os.WriteFile(path, text, 0o600))
		_, err = tune.Run(t.Context(), f, spaceOf(t, f), o)
		require.ErrorContains(t, err, want, line)
		require.ErrorContains(t, err, fmt.Sprintf("line %d: ", bytes.Count(text, []byte("\n"))), line)
	}
	other := bytes.Replace(sound, []byte(`"b":"default"`), []byte(`"b":"other"`), 1)
	require.NoError(t, os.WriteFile(path, other, 0o600))
	_, err = tune.Run(t.Context(), f, spaceOf(t, f), o)
	require.ErrorContains(t, err, "it is of another version of this search")
}

// failing is an evaluator that fails.
type failing struct {
	check, play error
	tally       stats.Tally
}

func (f failing) Check(string) error { return f.check }

func (f failing) Play(context.Context, tune.Pair) (tune.Score, error) {
	return tune.Score{Tally: f.tally}, f.play
}

func TestErrors(t *testing.T) {
	s, failure := spaceOf(t, functions[0]), errors.New("failure")
	good := tune.Options{Default: "default", Pairs: 100}
	for want, c := range map[string]struct {
		change func(o *tune.Options)
		e      tune.Evaluator
	}{
		"Options.Default is empty":                                                    {func(o *tune.Options) { o.Default = "" }, functions[0]},
		"Options.Pairs and Time are 0":                                                {func(o *tune.Options) { o.Pairs = 0 }, functions[0]},
		"Options.Pairs is 9, want 10 to 1000000000":                                   {func(o *tune.Options) { o.Pairs = 9 }, functions[0]},
		"Options.Pairs is 2000000000, want 10 to 1000000000":                          {func(o *tune.Options) { o.Pairs = 2e9 }, functions[0]},
		"tune: NTBEA.K is -1, want a finite number >= 0":                              {func(o *tune.Options) { o.Method = tune.NTBEA{K: -1} }, functions[0]},
		"tune: NTBEA.Epsilon is NaN, want":                                            {func(o *tune.Options) { o.Method = tune.NTBEA{Epsilon: math.NaN()} }, functions[0]},
		"tune: NTBEA.Neighbors is -1, want":                                           {func(o *tune.Options) { o.Method = tune.NTBEA{Neighbors: -1} }, functions[0]},
		"tune: NTBEA.Pairs is -1, want":                                               {func(o *tune.Options) { o.Method = tune.NTBEA{Pairs: -1} }, functions[0]},
		"tune: NTBEA.Confirm is 1, want 0 <= NTBEA.Confirm < 1":                       {func(o *tune.Options) { o.Method = tune.NTBEA{Confirm: 1} }, functions[0]},
		"tune: NTBEA.Random is -1, want":                                              {func(o *tune.Options) { o.Method = tune.NTBEA{Random: -1} }, functions[0]},
		"tune: Halving.Pairs is -1, want":                                             {func(o *tune.Options) { o.Method = tune.Halving{Pairs: -1} }, functions[0]},
		"tune: Halving.Keep is 2, want":                                               {func(o *tune.Options) { o.Method = tune.Halving{Keep: 2} }, functions[0]},
		"tune: Halving.Width is +Inf, want":                                           {func(o *tune.Options) { o.Method = tune.Halving{Width: math.Inf(1)} }, functions[0]},
		"tune: SPSA.A is NaN, want":                                                   {func(o *tune.Options) { o.Refine = tune.SPSA{A: math.NaN()} }, functions[0]},
		"tune: SPSA.C is -1, want":                                                    {func(o *tune.Options) { o.Refine = tune.SPSA{C: -1} }, functions[0]},
		"tune: SPSA.Pairs is -1, want":                                                {func(o *tune.Options) { o.Refine = tune.SPSA{Pairs: -1} }, functions[0]},
		"tune: no pair of games was played: the method does not begin with 100 pairs": {func(o *tune.Options) { o.Method, o.Refine = tune.Halving{Pairs: 99}, tune.NoRefine{} }, functions[0]},
		"Options.Time is -1ns":                                                        {func(o *tune.Options) { o.Time = -1 }, functions[0]},
		"Options.Fresh is 1":                                                          {func(o *tune.Options) { o.Fresh = 1 }, functions[0]},
		"Options.Workers is -1":                                                       {func(o *tune.Options) { o.Workers = -1 }, functions[0]},
		"Options.Game is empty":                                                       {func(o *tune.Options) { o.Journal = "x" }, functions[0]},
		"tune: the default: failure":                                                  {func(*tune.Options) {}, failing{check: failure}},
		`" against "default": failure`:                                                {func(*tune.Options) {}, failing{play: failure}},
		"Evaluator.Play returned no games":                                            {func(*tune.Options) {}, failing{}},
	} {
		t.Run(want, func(t *testing.T) {
			o := good
			c.change(&o)
			_, err := tune.Run(t.Context(), c.e, s, o)
			require.ErrorContains(t, err, want)
		})
	}
	_, err := tune.Run(t.Context(), functions[0], tune.Space{}, good)
	require.ErrorContains(t, err, "Space.Parameters is empty")
}

// strange is an evaluator that calls a function instead of playing.
type strange struct {
	function
	do func()
}

func (s strange) Play(context.Context, tune.Pair) (tune.Score, error) {
	s.do()
	return tune.Score{Tally: stats.Tally{Wins: 1}}, nil
}

// A panic reaches the caller of Run with its stack, and no goroutine of Run is left.
func TestPanicsReachTheCaller(t *testing.T) {
	ended := testkit.CheckGoroutines(t)
	disorder := func() { panic("no more games") }
	for _, c := range []struct{ play, progress func() }{{disorder, func() {}}, {func() {}, disorder}} {
		func() {
			defer func() {
				v := fmt.Sprint(recover())
				require.Contains(t, v, "tune: no more games")
				require.Contains(t, v, "run_test.go")
			}()
			o := tune.Options{Default: "default", Pairs: 100, Workers: 3, Progress: func(tune.Progress) { c.progress() }}
			_, err := tune.Run(t.Context(), strange{functions[0], c.play}, spaceOf(t, functions[0]), o)
			require.Fail(t, "no panic", "%v", err)
		}()
	}
	ended()
	_, err := tune.Run(t.Context(), strange{functions[0], runtime.Goexit}, spaceOf(t, functions[0]), tune.Options{Default: "default", Pairs: 100})
	require.ErrorContains(t, err, "tune: the evaluator or Options.Progress ended the goroutine")
}

// A real game: priors beat the default within a few games, and a player that cannot play is named.
func TestGames(t *testing.T) {
	g, err := breakthrough.New(5, 5)
	require.NoError(t, err)
	games := tune.Games[breakthrough.State, breakthrough.Move]{
		Match: arena.Match[breakthrough.State, breakthrough.Move]{Game: g, Start: g.Start(), Plan: arena.Plan{OpeningPlies: 2}},
	}
	s, err := tune.ParseSpace("selection=uct|puct; c=0.2..1 log")
	require.NoError(t, err)
	s.Fixed = "mcts,sims=40"
	o := tune.Options{Default: "mcts,sims=40", Pairs: 100, Workers: 2, Seed: 1}
	r, err := tune.Run(t.Context(), games, s, o)
	require.NoError(t, err)
	low, _ := r.Fresh.Interval(0.95)
	require.Greater(t, low, 0.6)
	require.Contains(t, r.Player, "selection=puct")
	require.Equal(t, 2*(100-r.Pairs), r.Fresh.Games())

	s, err = tune.ParseSpace("selection=uct|nonsense")
	require.NoError(t, err)
	s.Fixed = "sims=40"
	_, err = tune.Run(t.Context(), games, s, o)
	require.ErrorContains(t, err, "the space has a player that cannot play: spec: player \"sims=40,selection=nonsense\"")
	o.Default = "mcts"
	_, err = tune.Run(t.Context(), games, s, o)
	require.ErrorContains(t, err, `the default: tune: player "mcts" has no budget`)
}
