package tune

import (
	"cmp"
	"math"
	"slices"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/rng"
)

// Halving is sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in
// multi-armed bandits", ICML 2013) with races: many points play a few pairs each, the better part
// of them plays on, and so forth until two are left, every round with an equal share of the games.
// All points of a round meet the opponent in the same openings.
//
// Within a round, a point that a sequential test (see [stats.SPRT]) finds to be weaker than the
// best one stops playing; the games that this saves go to further points. The best one changes from
// test to test, so the test removes a good point more often than its errors say. After the first
// search, half of the points are neighbors of the elites, as in iterated racing (López-Ibáñez,
// Dubois-Lacoste, Pérez Cáceres, Stützle and Birattari, "The irace package", Operations Research
// Perspectives 3, 2016).
type Halving struct {
	Pairs int     // pairs of games of a point in the first round; if 0, 4 is used
	Keep  float64 // share of the points that plays the next round; if 0, 1/3 is used
	Width float64 // standard deviation of the steps to neighbors, of a range; if 0, 0.15 is used
}

// Start implements [Method].
func (m Halving) Start(t Task) Searcher {
	m.Pairs = cmp.Or(m.Pairs, 4)
	m.Keep = cmp.Or(m.Keep, 1.0/3)
	m.Width = cmp.Or(m.Width, 0.15)
	return &halving{Halving: m, Task: t, rand: rng.New(t.Seed), texts: map[string]bool{}, left: t.Budget}
}

func (m Halving) validate() error {
	return cmp.Or(atLeastZero("Halving.Pairs", m.Pairs), share("Halving.Keep", m.Keep), atLeastZero("Halving.Width", m.Width))
}

type halving struct {
	Halving
	Task
	rand  *rng.Rand
	texts map[string]bool // the texts of the points of this search
	left  int             // pairs of the budget

	round  []*racer // those that play
	rounds int      // rounds of this bracket that are not finished
	due    int      // pairs that each racer of the round has yet to play
	each   int      // pairs of each of the trials that Next returned
	all    []*racer
}

// racer is a point that takes part.
type racer struct {
	point  Point
	scores []float64   // of this search, by opening
	pairs  stats.Pairs // against this opponent
}

func byPairs(r *racer) stats.Pairs { return r.pairs }

func (s *halving) Next() []Trial {
	if s.due <= 0 || len(s.round) < 2 {
		s.nextRound()
	}
	s.each = min(s.Pairs, s.due)
	if len(s.round) > 0 {
		s.each = min(s.each, s.left/len(s.round))
	}
	if s.each == 0 {
		return nil
	}
	var trials []Trial
	for _, r := range s.round {
		trials = append(trials, Trial{Point: r.point, Pairs: s.each, Opening: s.Opening + len(r.scores)})
	}
	return trials
}

// nextRound keeps the better points, or begins another bracket if few are left.
func (s *halving) nextRound() {
	if s.rounds > 0 && len(s.round) > 1 {
		rank(s.round, byPairs)
		s.round = s.round[:max(2, int(math.Ceil(float64(len(s.round))*s.Keep)))]
	}
	if s.rounds == 0 || len(s.round) < 2 {
		s.bracket()
	}
	if len(s.round) == 0 {
		s.due = 0
		return
	}
	s.due = max(s.Pairs, s.left/s.rounds/len(s.round))
	s.rounds--
}

// bracket begins with as many points as the rest of the budget allows, and the best two so far.
func (s *halving) bracket() {
	s.round, s.rounds = nil, 1
	for s.survivors(s.size(s.rounds+1), s.rounds) >= 2 {
		s.rounds++
	}
	n := s.size(s.rounds)
	if n < 2 {
		s.rounds = 0
		return
	}
	if len(s.all) > 0 {
		rank(s.all, byPairs)
		s.round = append(s.round, s.all[:min(2, len(s.all))]...)
		s.Elites = nil
		for _, r := range s.round {
			s.Elites = append(s.Elites, r.point)
		}
	}
	for len(s.round) < n {
		p := s.candidate(len(s.all))
		if p == nil {
			break
		}
		r := &racer{point: p, pairs: s.before(p)}
		s.round, s.all = append(s.round, r), append(s.all, r)
	}
}

// size returns the number of points of a bracket of that many rounds.
func (s *halving) size(rounds int) int { return s.left / s.Pairs / rounds }

// survivors returns how many of n points are left after that many rounds.
func (s *halving) survivors(n, rounds int) int {
	return int(float64(n) * math.Pow(s.Keep, float64(rounds)))
}

// before returns the scores of a point before this search.
func (s *halving) before(p Point) (pairs stats.Pairs) {
	text := s.Space.Text(p)
	for _, o := range s.History {
		if s.Space.Text(o.Point) == text {
			pairs = join(pairs, o.Scores)
		}
	}
	return pairs
}

// candidate returns the i-th point of a bracket: the elites first, then neighbors of them and
// random points. It returns nil if there seems to be no further point.
func (s *halving) candidate(i int) Point {
	const tries = 50
	step := func(k Kind, v float64) float64 { return near(k, v, s.Width, s.rand) }
	for try := range tries {
		var p Point
		switch {
		case i < len(s.Elites) && try == 0:
			p = s.Elites[i]
		case len(s.Elites) > 1 && s.rand.IntN(2) == 0:
			p = s.Space.neighbor(s.Elites[s.rand.IntN(len(s.Elites))], s.rand, step)
		default:
			p = s.Space.random(s.rand)
		}
		if text := s.Space.Text(p); !s.texts[text] {
			s.texts[text] = true
			return p
		}
	}
	return nil
}

func (s *halving) Report(scores [][]float64) {
	for i, list := range scores {
		r := s.round[i]
		r.scores, r.pairs = append(r.scores, list...), join(r.pairs, sum(list))
	}
	s.left -= s.each * len(scores)
	s.due -= s.each
	s.race()
}

// raceTest finds points that are weaker than the best one. It tests (1 + score - best score) / 2,
// so a point that scores 0.1 less than the best one has a mean of 0.45, which is -35 Elo.
var raceTest = stats.SPRT{Elo0: -35, Elo1: 0, Alpha: 0.05, Beta: 0.05}

// race removes the points that are weaker than the best one. Scores in the same opening are
// compared: what the opening decides is in both.
func (s *halving) race() {
	best := s.round[0]
	for _, r := range s.round[1:] {
		if pessimistic(r.pairs) > pessimistic(best.pairs) {
			best = r
		}
	}
	s.round = slices.DeleteFunc(s.round, func(r *racer) bool {
		if r == best {
			return false
		}
		var difference stats.Pairs
		for i := range min(len(r.scores), len(best.scores)) {
			difference = difference.Add((1 + r.scores[i] - best.scores[i]) / 2)
		}
		return raceTest.Test(difference).Conclusion == stats.AcceptH0
	})
}

// rankingSize is the number of points of a ranking.
const rankingSize = 5

func (s *halving) Ranking() []Observation {
	list := slices.Clone(s.all)
	rank(list, byPairs)
	var ranking []Observation
	for _, r := range list[:min(rankingSize, len(list))] {
		if r.pairs.Count > 0 {
			ranking = append(ranking, Observation{Point: r.point, Scores: r.pairs})
		}
	}
	return ranking
}
