package tune_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/tune"
)

// Every method ends within its budget, asks for no opening of a point twice, and ranks points that
// it has played, also if the time is up in the middle of a batch.
func TestMethodsKeepTheirBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, err := tune.ParseSpace(rapid.SampledFrom([]string{everyKind, "a=x|y", "k=1..2 int", "c=0..1", functions[1].space}).Draw(t, "space"))
		require.NoError(t, err)
		m := rapid.SampledFrom([]tune.Method{tune.Halving{}, tune.NTBEA{}, tune.SPSA{}, tune.NoRefine{}, tune.Halving{Pairs: 1, Keep: 0.5}}).Draw(t, "method")
		task := tune.Task{
			Space: &s, Budget: rapid.IntRange(0, 400).Draw(t, "budget"), Seed: rapid.Uint64().Draw(t, "seed"),
			Elites: []tune.Point{s.Start()}, Opening: 100,
		}
		random := rng.New(task.Seed)
		searcher := m.Start(task)
		total, seen, played := 0, map[string]bool{}, map[string]bool{}
		stop := rapid.SampledFrom([]int{0, 1, 2, 5, 20, 1000}).Draw(t, "batch in which the time is up")
		for trials := searcher.Next(); len(trials) > 0 && stop >= 0; trials = searcher.Next() {
			var scores [][]float64
			for _, trial := range trials {
				require.Positive(t, trial.Pairs)
				total += trial.Pairs
				text := s.Text(trial.Point)
				var list []float64
				for i := range trial.Pairs {
					require.GreaterOrEqual(t, trial.Opening, 100)
					key := fmt.Sprint(text, trial.Against != nil, trial.Opening+i)
					require.False(t, seen[key], key)
					seen[key] = true
					list = append(list, float64(random.IntN(5))/4)
				}
				if stop == 0 {
					list = list[:random.IntN(len(list)+1)]
				}
				played[text] = played[text] || len(list) > 0
				scores = append(scores, list)
			}
			stop--
			searcher.Report(scores)
			for _, o := range searcher.Ranking() {
				require.True(t, played[s.Text(o.Point)])
			}
		}
		require.LessOrEqual(t, total, task.Budget)
	})
}

// Without noise, a method comes near the optimum of three numbers from the middle of their ranges.
func TestMethodsClimb(t *testing.T) {
	f := functions[0]
	s := spaceOf(t, f)
	score := func(trial tune.Trial) float64 {
		other := 0.0
		if trial.Against != nil {
			other = f.strength(s.Text(trial.Against))
		}
		return stats.Rate(f.strength(s.Text(trial.Point)) - other)
	}
	begin := f.best - f.strength(s.Text(s.Start()))
	for _, m := range []tune.Method{tune.Halving{}, tune.NTBEA{}, tune.SPSA{}} {
		searcher := m.Start(tune.Task{Space: &s, Budget: 1500, Elites: []tune.Point{s.Start()}, Seed: 1})
		for trials := searcher.Next(); len(trials) > 0; trials = searcher.Next() {
			var scores [][]float64
			for _, trial := range trials {
				var list []float64
				for range trial.Pairs {
					list = append(list, score(trial))
				}
				scores = append(scores, list)
			}
			searcher.Report(scores)
		}
		ranking := searcher.Ranking()
		require.NotEmpty(t, ranking, "%T", m)
		require.Less(t, f.best-f.strength(s.Text(ranking[0].Point)), begin/4, "%T", m)
	}
}

// Without a range, the method has the games of the last steps, too.
func TestNoRange(t *testing.T) {
	s, err := tune.ParseSpace("a=1|2|3; c=0.4|0.5; e=1|0")
	require.NoError(t, err)
	f := functions[5]
	result, err := tune.Run(t.Context(), f, s, tune.Options{Default: "default", Pairs: 1000})
	require.NoError(t, err)
	require.InDelta(t, 750, result.Pairs, 20)
	require.Equal(t, 1000, result.Pairs+result.Fresh.Pairs.Count)
}

// duel is a method whose point plays against another one than the opponent, pair by pair.
type duel struct{}

func (duel) Start(t tune.Task) tune.Searcher {
	p, other := t.Space.Start(), t.Space.Start()
	other[0] = 0.1
	return &rounds{trial: tune.Trial{Point: p, Against: other, Pairs: 1, Opening: t.Opening}, left: t.Budget}
}

type rounds struct {
	trial  tune.Trial
	left   int
	scores stats.Pairs
}

func (r *rounds) Next() (trials []tune.Trial) {
	if r.left > 0 {
		trials = append(trials, r.trial)
	}
	return trials
}

func (r *rounds) Report(scores [][]float64) {
	r.left--
	r.trial.Opening++
	r.scores = r.scores.Add(scores[0][0])
}

func (r *rounds) Ranking() []tune.Observation {
	return []tune.Observation{{Point: r.trial.Point, Against: r.trial.Against, Scores: r.scores}}
}

// The opponent of a progress is the one that the scores were made against.
func TestProgressOpponent(t *testing.T) {
	f := functions[0]
	opponents := map[string]bool{}
	_, err := tune.Run(t.Context(), f, spaceOf(t, f), tune.Options{Default: "default", Pairs: 20, Method: duel{}, Refine: tune.NoRefine{}, Progress: func(p tune.Progress) {
		if p.Phase == tune.PhaseSearch && p.Scores.Pairs.Count > 0 {
			opponents[p.Opponent] = true
		}
	}})
	require.NoError(t, err)
	require.Equal(t, map[string]bool{"c=0.1,k=16,e=0.5": true}, opponents)
}

// recorder keeps the pairs of both phases.
type recorder struct {
	function
	mu    sync.Mutex
	pairs []tune.Pair
}

func (r *recorder) Play(ctx context.Context, p tune.Pair) (tune.Score, error) {
	r.mu.Lock()
	r.pairs = append(r.pairs, p)
	r.mu.Unlock()
	return r.function.Play(ctx, p)
}

// The fresh games have seeds that no game of the search had, and are of the best player against the
// default.
func TestFreshGames(t *testing.T) {
	r := &recorder{function: functions[3]}
	result, err := tune.Run(t.Context(), r, spaceOf(t, r.function), tune.Options{Default: "default", Pairs: 1000, Seed: 2})
	require.NoError(t, err)
	require.GreaterOrEqual(t, result.Fresh.Pairs.Count, 250)
	require.Equal(t, 1000, result.Pairs+result.Fresh.Pairs.Count)
	require.Len(t, r.pairs, 1000)
	search, fresh := map[uint64]bool{}, map[uint64]bool{}
	opponents := map[string]bool{}
	for _, p := range r.pairs[:result.Pairs] {
		search[p.Seed] = true
		opponents[p.B] = true
	}
	require.Greater(t, len(opponents), 2, "the best point becomes the opponent, and SPSA has others")
	for _, p := range r.pairs[result.Pairs:] {
		require.False(t, search[p.Seed] || fresh[p.Seed])
		require.Equal(t, tune.Pair{A: result.Player, B: "default", Seed: p.Seed}, p)
		fresh[p.Seed] = true
	}
	const draws = 0.1
	require.InDelta(t, draws/2+(1-draws)*stats.Rate(r.strength(result.Player)), result.Fresh.Pairs.Mean(), 0.04)
}
