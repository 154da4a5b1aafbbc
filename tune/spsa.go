package tune

import (
	"cmp"
	"math"
	"slices"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/rng"
)

// SPSA is simultaneous perturbation stochastic approximation (Spall, "Multivariate stochastic
// approximation using a simultaneous perturbation gradient approximation", IEEE Transactions on
// Automatic Control 37, 1992), for the last steps. It moves the numbers of the best elite, all at
// once: with θ in [0,1] for each range and random signs Δ, the points θ + c Δ and θ - c Δ play
// against each other, and
//
//	θ = θ + a (2s - 1) / 2c Δ,    a = A / (k + 1 + steps/10)^0.602,  c = C / (k + 1)^0.101
//
// where s is the score of the first point in step k. The mean of the second half of the θ is the
// result. In the last third of the budget it plays against the elite, and the winner is the first
// of the ranking.
type SPSA struct {
	A     float64 // size of the steps; if 0, 0.1 is used
	C     float64 // size of the perturbations; if 0, 0.2 is used
	Pairs int     // pairs of games of a step; if 0, 4 is used
}

// Start implements [Method].
func (m SPSA) Start(t Task) Searcher {
	m.A = cmp.Or(m.A, 0.1)
	m.C = cmp.Or(m.C, 0.2)
	m.Pairs = cmp.Or(m.Pairs, 4)
	s := &spsa{SPSA: m, Task: t, rand: rng.New(t.Seed), elite: t.Elites[0]}
	active := t.Space.active(s.elite)
	for i, q := range t.Space.Parameters {
		if k, ok := q.Kind.(numeric); ok && active[i] {
			s.moved = append(s.moved, i)
			s.theta = append(s.theta, k.unit(s.elite[i]))
		}
	}
	s.mean = make([]float64, len(s.theta))
	s.steps = t.Budget * 2 / 3 / m.Pairs
	return s
}

func (m SPSA) validate() error {
	return cmp.Or(atLeastZero("SPSA.A", m.A), atLeastZero("SPSA.C", m.C), atLeastZero("SPSA.Pairs", m.Pairs))
}

type spsa struct {
	SPSA
	Task
	rand  *rng.Rand
	elite Point
	moved []int     // the parameters
	theta []float64 // their places
	mean  []float64 // sum of theta over the second half of the steps
	delta []float64

	steps, step int
	pairs       int         // pairs played
	final       stats.Pairs // of the result against the elite
}

func (s *spsa) gains() (a, c float64) {
	k := float64(s.step)
	return s.A / math.Pow(k+1+float64(s.steps)/10, 0.602), s.C / math.Pow(k+1, 0.101)
}

// at returns the elite with other places of the numbers.
func (s *spsa) at(theta []float64) Point {
	p := slices.Clone(s.elite)
	for i, at := range s.moved {
		p[at] = s.Space.Parameters[at].Kind.value(min(max(theta[i], 0), 1))
	}
	return p
}

func (s *spsa) result() Point {
	theta := slices.Clone(s.mean)
	for i := range theta {
		theta[i] /= float64(s.steps - s.steps/2)
	}
	return s.at(theta)
}

func (s *spsa) Next() []Trial {
	opening := s.Opening + s.pairs
	if len(s.moved) == 0 || s.steps == 0 {
		return nil
	}
	if s.step < s.steps {
		_, c := s.gains()
		plus, minus := slices.Clone(s.theta), slices.Clone(s.theta)
		s.delta = s.delta[:0]
		for i := range s.theta {
			sign := float64(2*s.rand.IntN(2) - 1)
			s.delta = append(s.delta, sign)
			plus[i] += c * sign
			minus[i] -= c * sign
		}
		return []Trial{{Point: s.at(plus), Against: s.at(minus), Pairs: s.Pairs, Opening: opening}}
	}
	n := min(s.Budget-s.pairs, 16)
	if result := s.result(); n > 0 && s.Space.Text(result) != s.Space.Text(s.elite) {
		return []Trial{{Point: result, Against: s.elite, Pairs: n, Opening: opening}}
	}
	return nil
}

func (s *spsa) Report(scores [][]float64) {
	pairs := sum(scores[0])
	s.pairs += pairs.Count
	if s.step == s.steps {
		s.final = join(s.final, pairs)
		return
	}
	a, c := s.gains()
	for i := range s.theta {
		s.theta[i] = min(max(s.theta[i]+float64(a*(2*pairs.Mean()-1)/(2*c)*s.delta[i]), 0), 1)
		if s.step >= s.steps/2 {
			s.mean[i] += s.theta[i]
		}
	}
	s.step++
}

func (s *spsa) Ranking() []Observation {
	if s.final.Count == 0 || s.final.Mean() <= 0.5 {
		return nil
	}
	return []Observation{{Point: s.result(), Against: s.elite, Scores: s.final}}
}
