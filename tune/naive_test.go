package tune

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/rng"
)

func parse(t require.TestingT, lines ...string) Space {
	s, err := ParseSpace(strings.Join(lines, "\n"))
	require.NoError(t, err)
	return s
}

// halvingPlan returns how many points play how many pairs in each call of Next, as long as no point
// is removed by a race, and how many points are new at each.
func halvingPlan(budget, pairs int, keep float64) (plan [][3]int) {
	for left, known := budget, 0; ; {
		rounds := 1
		for int(float64(left/pairs/(rounds+1))*math.Pow(keep, float64(rounds))) >= 2 {
			rounds++
		}
		points := left / pairs / rounds
		if points < 2 {
			return plan
		}
		fresh := points - min(2, known)
		known += fresh
		for ; rounds > 0; rounds-- {
			due := max(pairs, left/rounds/points)
			for due > 0 {
				each := min(pairs, due, left/points)
				if each == 0 {
					return plan
				}
				plan = append(plan, [3]int{points, each, fresh})
				fresh = 0
				left, due = left-each*points, due-each
			}
			points = max(2, int(math.Ceil(float64(points)*keep)))
		}
	}
}

// The rounds of Halving follow a naive plan if all points are even. Its first points are the
// elites, and all points of a round meet the same openings from their first pair on.
func TestHalvingIsNaive(t *testing.T) {
	s := parse(t, "a=0.1..2", "b=1..1000 int log", "kind=x|y|z")
	rapid.Check(t, func(t *rapid.T) {
		budget, pairs := rapid.IntRange(0, 600).Draw(t, "budget"), rapid.IntRange(1, 6).Draw(t, "pairs")
		keep := rapid.SampledFrom([]float64{1.0 / 3, 0.5, 0.2, 0.9}).Draw(t, "keep")
		random := rng.New(1)
		elites := []Point{s.Start(), s.random(random), s.random(random)}[:rapid.IntRange(1, 3).Draw(t, "elites")]
		m := Halving{Pairs: pairs, Keep: keep}.Start(Task{Space: &s, Budget: budget, Seed: 3, Elites: elites, Opening: 100})
		played := map[string]int{}
		for call, want := range halvingPlan(budget, pairs, keep) {
			trials := m.Next()
			fresh := 0
			var scores [][]float64
			for i, trial := range trials {
				text := s.Text(trial.Point)
				if played[text] == 0 {
					fresh++
				}
				if call == 0 && i < len(elites) {
					require.Equal(t, elites[i], trial.Point)
				}
				require.Equal(t, 100+played[text], trial.Opening)
				require.Equal(t, want[1], trial.Pairs)
				require.Nil(t, trial.Against)
				played[text] += trial.Pairs
				scores = append(scores, slices.Repeat([]float64{0.5}, trial.Pairs))
			}
			require.Equal(t, want, [3]int{len(trials), want[1], fresh}, "call %d", call)
			m.Report(scores)
			require.Len(t, m.Ranking(), min(rankingSize, len(played)))
		}
		require.Empty(t, m.Next())
	})
}

// A race removes the points that a sequential test of the differences in the same openings finds
// weaker than the best one, and no other.
func TestRace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &halving{}
		for range rapid.IntRange(2, 5).Draw(t, "points") {
			r := &racer{}
			mean := rapid.Float64Range(0, 1).Draw(t, "mean")
			random := rng.New(rapid.Uint64().Draw(t, "seed"))
			for range rapid.IntRange(0, 60).Draw(t, "pairs") {
				score := 0.0
				for range 2 {
					if random.Float64() < mean {
						score += 0.5
					}
				}
				r.scores = append(r.scores, score)
			}
			r.pairs = sum(r.scores)
			s.round = append(s.round, r)
		}
		best := s.round[0]
		for _, r := range s.round {
			if pessimistic(r.pairs) > pessimistic(best.pairs) {
				best = r
			}
		}
		var want []*racer
		for _, r := range s.round {
			var tested stats.Pairs
			for i, score := range r.scores {
				if i < len(best.scores) {
					tested = tested.Add(0.5 + (score-best.scores[i])/2)
				}
			}
			if r == best || raceTest.Test(tested).Conclusion != stats.AcceptH0 {
				want = append(want, r)
			}
		}
		s.race()
		require.Equal(t, want, s.round)
	})
	strong, weak := &racer{scores: slices.Repeat([]float64{1}, 40)}, &racer{scores: slices.Repeat([]float64{0.5}, 40)}
	strong.pairs, weak.pairs = sum(strong.scores), sum(weak.scores)
	s := &halving{round: []*racer{weak, strong}}
	s.race()
	require.Equal(t, []*racer{strong}, s.round)
}

// A point is ranked by all of its scores, those before the search among them.
func TestScoresBefore(t *testing.T) {
	s := parse(t, "a=0.1..2")
	start, other := s.Start(), Point{2}
	history := []Observation{
		{Point: start, Scores: sum([]float64{1, 0.5})},
		{Point: other, Scores: sum([]float64{0, 0, 0})},
		{Point: start, Scores: sum([]float64{0.5})},
	}
	m := Halving{}.Start(Task{Space: &s, Budget: 40, Seed: 1, Elites: []Point{start}, History: history})
	trials := m.Next()
	var scores [][]float64
	for _, trial := range trials {
		scores = append(scores, slices.Repeat([]float64{0.5}, trial.Pairs))
	}
	m.Report(scores)
	for _, o := range m.Ranking() {
		if s.Text(o.Point) == s.Text(start) {
			require.Equal(t, sum([]float64{1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5}), o.Scores)
			return
		}
	}
	require.Fail(t, "the elite is not ranked")
}

// The points of a ranking are in the order of their means less one standard error.
func TestPessimistic(t *testing.T) {
	p := sum([]float64{1, 0, 0.5, 1})
	require.InDelta(t, p.Mean()-p.StandardError(), pessimistic(p), 1e-15)
	require.Less(t, pessimistic(p), p.Mean())
	require.InDelta(t, -1, pessimistic(stats.Pairs{}), 0)
	require.Equal(t, sum([]float64{1, 0.5, 0.25}), join(sum([]float64{1}), sum([]float64{0.5, 0.25})))
	require.NoError(t, atLeastZero("x", math.MaxFloat64))
	require.NoError(t, atLeastZero("x", 0))
	require.ErrorContains(t, atLeastZero("x", math.Inf(1)), "x is +Inf")
	require.ErrorContains(t, atLeastZero("x", -1), "x is -1")
	require.NoError(t, share("x", 0))
	require.ErrorContains(t, share("x", 1.0), "x is 1")
}

// The model of NTBEA is the model of the paper, with one more pair of mean score: the mean over the
// tuples of parameters of what was played with the same values of these.
func TestNTBEAIsNaive(t *testing.T) {
	s := parse(t, "a=0.1..2", "kind=x|y|z", "b=1..4 int if kind=y")
	type play struct {
		point Point
		score float64
	}
	rapid.Check(t, func(t *rapid.T) {
		m := NTBEA{K: 0.7, Epsilon: 0.25, Neighbors: 5, Pairs: 1, Random: 0.4, Confirm: 0.3}
		const budget = 24
		searcher := m.Start(Task{Space: &s, Budget: budget, Seed: rapid.Uint64().Draw(t, "seed"), Elites: []Point{s.Start()}, Opening: 7})
		n, ok := searcher.(*ntbea)
		require.True(t, ok)
		var plays []play
		levels := func(p Point) []string {
			var list []string
			for i, q := range s.Parameters {
				if s.holds(i, p) {
					list = append(list, fmt.Sprint(q.Name, q.Kind.level(p[i])))
				}
			}
			return list
		}
		has := func(p Point, some ...string) bool {
			text := " " + strings.Join(levels(p), " ") + " "
			for _, one := range some {
				if !strings.Contains(text, " "+one+" ") {
					return false
				}
			}
			return true
		}
		value := func(p Point, k float64) float64 {
			own := levels(p)
			tuples := [][]string{}
			for i, a := range own {
				tuples = append(tuples, []string{a})
				for _, b := range own[:i] {
					tuples = append(tuples, []string{a, b})
				}
			}
			all := 0.0
			for _, played := range plays {
				all += played.score
			}
			mean := all / float64(max(1, len(plays)))
			total := 0.0
			bound := func(sum, count float64) float64 {
				return (sum+mean)/(count+1) + k*math.Sqrt(math.Log(1+float64(len(plays)))/(count+m.Epsilon))
			}
			for _, tuple := range tuples {
				sum, count := 0.0, 0.0
				for _, played := range plays {
					if has(played.point, tuple...) {
						sum, count = sum+played.score, count+1
					}
				}
				total += bound(sum, count)
			}
			sum, count := 0.0, 0.0
			for _, played := range plays {
				if strings.Join(levels(played.point), " ") == strings.Join(own, " ") {
					sum, count = sum+played.score, count+1
				}
			}
			return (total + bound(sum, count)) / float64(len(tuples)+1)
		}
		for step := 0; ; step++ {
			trials := searcher.Next()
			if len(trials) == 0 {
				require.Greater(t, len(plays), budget-3, "too few for three points are left")
				break
			}
			final := len(plays) >= budget-int(budget*m.Confirm)
			if !final {
				require.Len(t, trials, 1)
				require.Equal(t, 1, trials[0].Pairs)
			} else {
				require.Len(t, trials, 3)
				require.Equal(t, min(4, (budget-len(plays))/3), trials[0].Pairs)
			}
			var scores [][]float64
			for _, trial := range trials {
				require.Equal(t, 7+n.opening, trial.Opening)
				var list []float64
				for range trial.Pairs {
					score := rapid.SampledFrom([]float64{0, 0.25, 0.5, 0.75, 1}).Draw(t, "score")
					plays, list = append(plays, play{trial.Point, score}), append(list, score)
				}
				scores = append(scores, list)
			}
			searcher.Report(scores)
			p := s.random(rng.New(uint64(step)))
			require.InDelta(t, value(p, 0.7), n.value(p, 0.7), 1e-9)
			require.InDelta(t, value(trials[0].Point, 0), n.value(trials[0].Point, 0), 1e-9)
			ranking := searcher.Ranking()
			require.NotEmpty(t, ranking)
			for i := 1; i < len(ranking); i++ {
				if final {
					require.GreaterOrEqual(t, pessimistic(ranking[i-1].Scores), pessimistic(ranking[i].Scores))
				} else {
					require.GreaterOrEqual(t, n.value(ranking[i-1].Point, 0), n.value(ranking[i].Point, 0)-1e-12)
				}
			}
		}
	})
}

// The first share of the games of NTBEA is of random points, unless it continues against the same
// opponent.
func TestNTBEABeginsAtRandom(t *testing.T) {
	s := parse(t, "a=0.1..2", "b=1..1000 int log", "c=0.1..2", "d=0.1..2", "e=0.1..2", "f=0.1..2", "g=0.1..2", "h=0.1..2")
	changes := func(history []Observation) (list []int) {
		m := NTBEA{Pairs: 1, Random: 0.5, Confirm: 0.1}.Start(Task{Space: &s, Budget: 20, Seed: 5, Elites: []Point{s.Start()}, History: history})
		last := s.Start()
		for range 15 {
			p := m.Next()[0].Point
			different := 0
			for i := range p {
				if p[i] != last[i] {
					different++
				}
			}
			list, last = append(list, different), p
			m.Report([][]float64{{0.5}})
		}
		return list
	}
	mean := func(list []int) float64 {
		sum := 0.0
		for _, n := range list {
			sum += float64(n)
		}
		return sum / float64(len(list))
	}
	list := changes(nil)
	require.Zero(t, list[0])
	require.Greater(t, mean(list[1:10]), 4.5, "random points")
	require.Less(t, mean(list[11:]), 4.0, "neighbors")
	require.Less(t, mean(changes([]Observation{{Point: s.Start(), Scores: sum([]float64{0.5})}})[1:10]), 4.0)
}

// SPSA takes the steps of the formula, with the signs that it drew. Its result is the mean of the
// second half, which wins the ranking if it has more than half of the points against the elite.
func TestSPSAIsNaive(t *testing.T) {
	s := parse(t, "a=0..1", "kind=x|y", "b=0..10")
	within := func(u float64) float64 { return min(max(u, 0), 1) }
	for _, final := range []float64{0.25, 0.5, 0.75} {
		m := SPSA{A: 0.3, C: 0.1, Pairs: 2}.Start(Task{Space: &s, Budget: 30, Seed: 2, Elites: []Point{{0.5, 1, 4}}, Opening: 9})
		n, ok := m.(*spsa)
		require.True(t, ok)
		const steps = 10
		theta := []float64{0.5, 0.4}
		mean := []float64{0, 0}
		for k := range steps {
			trials := m.Next()
			require.Len(t, trials, 1)
			require.Equal(t, 9+2*k, trials[0].Opening)
			require.Equal(t, 2, trials[0].Pairs)
			a := 0.3 / math.Pow(float64(k)+1+steps/10, 0.602)
			c := 0.1 / math.Pow(float64(k)+1, 0.101)
			signs := []float64{math.Copysign(1, trials[0].Point[0]-trials[0].Against[0]), math.Copysign(1, trials[0].Point[2]-trials[0].Against[2])}
			for i, at := range []int{0, 2} {
				require.InDelta(t, within(theta[i]+c*signs[i]), trials[0].Point[at]/[]float64{1, 10}[i], 0.006)
				require.InDelta(t, within(theta[i]-c*signs[i]), trials[0].Against[at]/[]float64{1, 10}[i], 0.006)
			}
			require.Equal(t, []float64{1, 1}, []float64{trials[0].Point[1], trials[0].Against[1]})
			scores := []float64{0.5, []float64{0.25, 1, 0.75}[k%3]}
			m.Report([][]float64{scores})
			for i := range theta {
				theta[i] = within(theta[i] + a*((scores[0]+scores[1])-1)/(2*c)*signs[i])
				require.InDelta(t, theta[i], n.theta[i], 1e-9)
				if k >= steps/2 {
					mean[i] += theta[i] / (steps - steps/2)
				}
			}
			require.Empty(t, m.Ranking())
		}
		trials := m.Next()
		require.Len(t, trials, 1)
		require.Equal(t, Point{0.5, 1, 4}, trials[0].Against)
		require.Equal(t, 10, trials[0].Pairs)
		require.InDelta(t, mean[0], trials[0].Point[0], 0.006)
		require.InDelta(t, 10*mean[1], trials[0].Point[2], 0.06)
		m.Report([][]float64{slices.Repeat([]float64{final}, 10)})
		require.Equal(t, final > 0.5, len(m.Ranking()) == 1)
		require.Empty(t, m.Next())
	}
}

// A pair of games may take ten seconds or a tenth of the time longer than all is to take.
func TestBoundOfAPair(t *testing.T) {
	for _, c := range []struct{ limit, passed, grace time.Duration }{
		{time.Hour, 0, 6 * time.Minute},
		{time.Hour, 20 * time.Minute, 6 * time.Minute},
		{time.Minute, 20 * time.Second, 10 * time.Second},
	} {
		start := time.Unix(0, 0)
		r := &run{Options: Options{Time: c.limit, Now: func() time.Time { return start.Add(c.passed) }}, start: start}
		before := time.Now()
		ctx, cancel := r.bound(t.Context())
		after := time.Now()
		end, ok := ctx.Deadline()
		cancel()
		require.True(t, ok)
		require.False(t, end.Before(before.Add(c.limit-c.passed+c.grace)))
		require.False(t, end.After(after.Add(c.limit-c.passed+c.grace)))
	}
	ctx, cancel := (&run{}).bound(t.Context())
	defer cancel()
	_, ok := ctx.Deadline()
	require.False(t, ok)
}
