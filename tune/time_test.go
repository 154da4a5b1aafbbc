package tune_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/tune"
)

// clock is a time that passes by the games: the first eight pairs take so many seconds each, and
// the later ones so many.
type clock struct {
	function
	first, later int64
	played       atomic.Int64
	now          atomic.Int64
}

func (c *clock) Play(ctx context.Context, p tune.Pair) (tune.Score, error) {
	each := c.first
	if c.played.Add(1) > 8 {
		each = c.later
	}
	c.now.Add(each * int64(time.Second))
	return c.function.Play(ctx, p)
}

func (c *clock) time() time.Time { return time.Unix(0, c.now.Load()) }

// With a limit of time, a quarter of it is left for the fresh games, and an interrupted search has
// what is left of it.
func TestTime(t *testing.T) {
	c := &clock{function: functions[0], first: 1, later: 1}
	s := spaceOf(t, c.function)
	o := tune.Options{
		Default: "default", Time: 400 * time.Second, Now: c.time, Game: "f", Journal: filepath.Join(t.TempDir(), "tune.jsonl"),
	}
	var last tune.Progress
	o.Progress = func(p tune.Progress) { last = p }
	r, err := tune.Run(t.Context(), c, s, o)
	require.NoError(t, err)
	require.Equal(t, int64(400), c.now.Load()/int64(time.Second))
	require.InDelta(t, 300-8, r.Pairs, 10)
	require.InDelta(t, 100, r.Fresh.Pairs.Count, 10)
	require.Equal(t, tune.PhaseFresh, last.Phase)
	require.Equal(t, r.Fresh, last.Scores)
	require.Equal(t, r.Player, last.Best)

	again, err := tune.Run(t.Context(), c, s, o)
	require.NoError(t, err)
	require.Equal(t, int64(400), c.now.Load()/int64(time.Second), "the time of the journal is used up")
	require.Equal(t, r, again)
}

// If games take longer than the first ones, time ends the search, and the journal says where: a run
// that continues does not search on, even if it has more time.
func TestStop(t *testing.T) {
	c := &clock{function: functions[0], first: 1, later: 3}
	s := spaceOf(t, c.function)
	o := tune.Options{
		Default: "default", Time: 400 * time.Second, Now: c.time, Game: "f", Journal: filepath.Join(t.TempDir(), "tune.jsonl"),
	}
	r, err := tune.Run(t.Context(), c, s, o)
	require.NoError(t, err)
	require.InDelta(t, 100, r.Pairs, 5, "there was time for 300 pairs of the first speed")
	text, err := os.ReadFile(o.Journal)
	require.NoError(t, err)
	early := regexp.MustCompile(`"at":[\d.]+`).ReplaceAll(text, []byte(`"at":1`))
	require.NoError(t, os.WriteFile(o.Journal, early, 0o600))
	again, err := tune.Run(t.Context(), c, s, o)
	require.NoError(t, err)
	require.Equal(t, r.Player, again.Player)
	require.Equal(t, r.Pairs, again.Pairs)
	require.Equal(t, r.Effects, again.Effects)
	require.Greater(t, again.Fresh.Pairs.Count, r.Fresh.Pairs.Count)
}

// atOnce is a method that asks for all of its pairs in one batch, half of them of each of two
// points, and one more of a third point at the end, for which there is no time.
type atOnce struct{}

func (atOnce) Start(t tune.Task) tune.Searcher {
	for _, o := range t.History {
		if o.Scores.Count == 0 {
			panic(fmt.Sprintf("the history has %v without a game", o.Point))
		}
	}
	b := &batch{}
	for i := range 2 {
		p := t.Space.Start()
		p[0] += float64(1 - i)
		b.trials = append(b.trials, tune.Trial{Point: p, Pairs: t.Budget / 2, Opening: t.Opening})
	}
	b.trials = append(b.trials, tune.Trial{Point: t.Space.Start(), Pairs: 1, Opening: t.Opening + t.Budget/2})
	return b
}

type batch struct {
	trials  []tune.Trial
	ranking []tune.Observation
}

func (b *batch) Next() (trials []tune.Trial) {
	if b.ranking == nil {
		trials = b.trials
	}
	return trials
}

func (b *batch) Report(scores [][]float64) {
	for i, t := range b.trials {
		o := tune.Observation{Point: t.Point}
		for _, score := range scores[i] {
			o.Scores = o.Scores.Add(score)
		}
		b.ranking = append(b.ranking, o)
	}
}

func (b *batch) Ranking() []tune.Observation { return b.ranking }

// If the time is up in the middle of a batch, the method and the effects have the pairs that were
// finished, and so they have after the search was continued.
func TestStopInBatch(t *testing.T) {
	for _, workers := range []int{1, 3} {
		c := &clock{function: functions[0], first: 1, later: 2}
		s, err := tune.ParseSpace("e=0..2; c=0.3|1; k=8|9")
		require.NoError(t, err)
		o := tune.Options{
			Default: "default", Time: 400 * time.Second, Now: c.time, Game: "f", Journal: filepath.Join(t.TempDir(), "tune.jsonl"),
			Method: atOnce{}, Refine: tune.NoRefine{}, Workers: workers,
		}
		r, err := tune.Run(t.Context(), c, s, o)
		require.NoError(t, err)
		finished := 0
		for _, v := range r.Effects[0].Values {
			finished += v.Scores.Count
		}
		require.InDelta(t, r.Pairs, finished, 4)
		require.InDelta(t, (300-8)/2, finished, 6, "each of the three legs ends in its only batch")
		require.Equal(t, "e=2,c=0.3,k=8", r.Player, "the ranking is that after the games")
		again, err := tune.Run(t.Context(), c, s, o)
		require.NoError(t, err)
		require.Equal(t, r, again)
	}
}

// A worker that is slow to begin its pair leaves no gap in what a method learns, since pairs begin
// in their order.
func TestSlowWorker(t *testing.T) {
	c := &clock{function: functions[0], first: 1, later: 2}
	var calls atomic.Int64
	o := tune.Options{
		Default: "default", Time: 400 * time.Second, Game: "f", Method: atOnce{}, Refine: tune.NoRefine{}, Workers: 3,
		Now: func() time.Time {
			if calls.Add(1)%37 == 0 {
				time.Sleep(5 * time.Millisecond)
			}
			return c.time()
		},
	}
	r, err := tune.Run(t.Context(), c, spaceOf(t, c.function), o)
	require.NoError(t, err)
	require.Equal(t, r.Pairs, r.Effects[0].Values[0].Scores.Count+r.Effects[0].Values[1].Scores.Count)
}

// stuck is an evaluator that does not finish one of its pairs, and needs a second for the others.
type stuck struct {
	function
	played atomic.Int64
}

func (s *stuck) Play(ctx context.Context, p tune.Pair) (tune.Score, error) {
	if s.played.Add(1) == 12 {
		<-ctx.Done()
		return tune.Score{}, ctx.Err()
	}
	time.Sleep(time.Second)
	return s.function.Play(ctx, p)
}

// A pair that is not finished ends what a method learns of its trial, also after the search was
// continued, and the pairs after it count.
func TestStopWithGap(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tune.jsonl")
	synctest.Test(t, func(t *testing.T) {
		e := &stuck{function: functions[0]}
		o := tune.Options{
			Default: "default", Time: 100 * time.Second, Game: "f", Journal: path, Method: atOnce{}, Refine: tune.NoRefine{}, Workers: 2,
		}
		r, err := tune.Run(t.Context(), e, spaceOf(t, e.function), o)
		require.NoError(t, err)
		require.Greater(t, r.Pairs, 15)
		require.Less(t, r.Effects[1].Values[0].Scores.Count, r.Pairs)
		o.Workers = 1
		again, err := tune.Run(t.Context(), e, spaceOf(t, e.function), o)
		require.NoError(t, err)
		require.Equal(t, r.Pairs, again.Pairs)
		require.Equal(t, r.Effects, again.Effects)
	})
}

// If the first games take much longer, as while processes are started, the later parts of the
// search have more of them.
func TestPace(t *testing.T) {
	c := &clock{function: functions[0], first: 10, later: 1}
	r, err := tune.Run(t.Context(), c, spaceOf(t, c.function), tune.Options{Default: "default", Time: 400 * time.Second, Now: c.time})
	require.NoError(t, err)
	require.Greater(t, r.Pairs, 90, "there was time for 22 pairs of the first speed")
}

// A search is planned for the pairs that its method plays at once, not for all workers, and the
// last steps for the pairs of SPSA.
func TestAtOnce(t *testing.T) {
	for m, want := range map[tune.Method]struct{ planned, least int }{tune.NTBEA{}: {600, 800}, tune.Halving{}: {4800, 3400}} {
		synctest.Test(t, func(t *testing.T) {
			second := strange{functions[0], func() { time.Sleep(time.Second) }}
			var of []int
			o := tune.Options{Default: "default", Time: 400 * time.Second, Method: m, Workers: 16, Progress: func(p tune.Progress) {
				if p.Phase == tune.PhaseSearch && p.Of > 0 {
					of = append(of, p.Of)
				}
			}}
			r, err := tune.Run(t.Context(), second, spaceOf(t, second.function), o)
			require.NoError(t, err)
			require.InEpsilon(t, want.planned, of[0], 0.1)
			require.Greater(t, r.Pairs, want.least)
		})
	}
}

// absent is an evaluator without anybody who plays.
type absent struct{ function }

func (absent) Play(ctx context.Context, _ tune.Pair) (tune.Score, error) {
	<-ctx.Done()
	return tune.Score{}, ctx.Err()
}

// A search with a limit of time ends with an error if its games are never played.
func TestNobodyPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, err := tune.Run(t.Context(), absent{functions[0]}, spaceOf(t, functions[0]), tune.Options{Default: "default", Time: time.Hour})
		require.ErrorIs(t, err, tune.ErrNoPairs)
		require.EqualError(t, err, "tune: no pair of games was played in 1h0m0s, want more Options.Time")
		require.Zero(t, r.Pairs)
		require.Zero(t, r.Fresh.Games())
	})
}
