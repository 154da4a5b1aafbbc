package tune

import (
	"cmp"
	"math"
	"slices"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/rng"
)

// NTBEA is the n-tuple bandit evolutionary algorithm (Lucas, Liu and Perez-Liebana, "The n-tuple
// bandit evolutionary algorithm for automatic game improvement", CEC 2018). Every range is a grid
// of seven values. For each parameter, each two of them and all together, the model keeps the mean
// score of every combination of values. The search goes from a point to the neighbor with the
// greatest mean upper bound
//
//	mean over the tuples of: mean score + K sqrt(ln(1+N) / (n + ε))
//
// where n is the number of pairs with these values and N the number of all pairs. The mean score
// counts one more pair with the mean of all pairs, unlike in the paper. The ranking is of the
// points that were played, by the model without the bounds.
type NTBEA struct {
	K         float64 // exploration; if 0, 0.3 is used
	Epsilon   float64 // ε; if 0, 0.5 is used
	Neighbors int     // number of neighbors that are compared; if 0, 50 is used
	Pairs     int     // pairs of games of every step; if 0, 2 is used

	// Confirm is the share of the budget in which the best points of the model play on, in equal
	// parts, until the one with the best scores is the first of the ranking; if 0, 0.2 is used.
	Confirm float64

	// Random is the share of the budget in which random points of the grid play first; if 0, 0.1 is
	// used. A search that continues against the same opponent has none.
	Random float64
}

// Start implements [Method].
func (m NTBEA) Start(t Task) Searcher {
	m.K = cmp.Or(m.K, 0.3)
	m.Epsilon = cmp.Or(m.Epsilon, 0.5)
	m.Neighbors = cmp.Or(m.Neighbors, 50)
	m.Pairs = cmp.Or(m.Pairs, 2)
	m.Confirm = cmp.Or(m.Confirm, 0.2)
	m.Random = cmp.Or(m.Random, 0.1)
	s := &ntbea{NTBEA: m, Task: t, rand: rng.New(t.Seed), index: map[string]int{}, left: t.Budget}
	s.arrange()
	for _, o := range t.History {
		s.learn(o.Point, o.Scores)
	}
	s.current = t.Elites[0]
	return s
}

func (m NTBEA) validate() error {
	return cmp.Or(
		atLeastZero("NTBEA.K", m.K), atLeastZero("NTBEA.Epsilon", m.Epsilon), atLeastZero("NTBEA.Neighbors", m.Neighbors),
		atLeastZero("NTBEA.Pairs", m.Pairs), share("NTBEA.Confirm", m.Confirm), share("NTBEA.Random", m.Random),
	)
}

type ntbea struct {
	NTBEA
	Task
	rand    *rng.Rand
	model   []stats.Pairs  // by combination of levels; see arrange
	first   [][]int        // where the combinations of two parameters are
	levels  []byte         // of the point of the last call of tuples
	all     stats.Pairs    // in the model
	visited []Observation  // in the order of their first trial
	index   map[string]int // levels of a point: where it is in visited
	left    int            // pairs of the budget
	opening int            // openings used
	current Point
	finals  []Observation // the best points, while they play on
	trials  []Trial       // of the last call of Next
}

// tuples calls f with the places in the model of its tuples of one and two parameters. A parameter
// that the player does not have is in none.
func (s *ntbea) tuples(p Point, f func(at int)) {
	s.levels = s.levels[:0]
	for i := range p {
		l := absent
		if s.Space.holds(i, p) {
			l = s.Space.Parameters[i].Kind.level(p[i])
		}
		s.levels = append(s.levels, byte(l))
	}
	for i, u := range s.levels {
		if u == absent {
			continue
		}
		f(s.first[i][i] + int(u))
		for j, v := range s.levels[:i] {
			if v != absent {
				f(s.first[i][j] + int(u)*s.Space.Parameters[j].Kind.levels() + int(v))
			}
		}
	}
}

// absent is the level of a parameter that a player does not have.
const absent = 255

// arrange finds places in the model for every combination of levels of parameters i and j < i, and
// for the levels of parameter i alone.
func (s *ntbea) arrange() {
	n := 0
	for i, q := range s.Space.Parameters {
		row := make([]int, i+1)
		for j := range i {
			row[j] = n
			n += q.Kind.levels() * s.Space.Parameters[j].Kind.levels()
		}
		row[i] = n
		n += q.Kind.levels()
		s.first = append(s.first, row)
	}
	s.model = make([]stats.Pairs, n)
}

// learn adds scores of a point to the model and returns all of its scores.
func (s *ntbea) learn(p Point, scores stats.Pairs) stats.Pairs {
	s.tuples(p, func(at int) { s.model[at] = join(s.model[at], scores) })
	s.all = join(s.all, scores)
	at, ok := s.index[string(s.levels)]
	if !ok {
		at = len(s.visited)
		s.index[string(s.levels)], s.visited = at, append(s.visited, Observation{Point: p})
	}
	s.visited[at].Scores = join(s.visited[at].Scores, scores)
	return s.visited[at].Scores
}

func join(a, b stats.Pairs) stats.Pairs {
	return stats.Pairs{Count: a.Count + b.Count, Sum: a.Sum + b.Sum, Squares: a.Squares + b.Squares}
}

// value returns the mean over the tuples of a point of their means, plus k times their bounds. One
// pair with the mean of all pairs is added to the pairs of every tuple, so that tuples without
// pairs are not better than those with pairs if the opponent is strong, nor worse if it is weak.
func (s *ntbea) value(p Point, k float64) float64 {
	sum, n := 0.0, 0
	log, mean := math.Log(1+float64(s.all.Count)), s.all.Mean()
	add := func(m stats.Pairs) {
		sum += (m.Sum+mean)/float64(m.Count+1) + float64(k*math.Sqrt(log/(float64(m.Count)+s.Epsilon)))
		n++
	}
	s.tuples(p, func(at int) { add(s.model[at]) })
	if at, ok := s.index[string(s.levels)]; ok {
		add(s.visited[at].Scores)
	} else {
		add(stats.Pairs{})
	}
	return sum / float64(n)
}

func (s *ntbea) Next() []Trial {
	if s.finals == nil && s.left <= int(float64(s.Budget)*s.Confirm) {
		s.finals = s.best(3)
	}
	s.trials = nil
	if s.finals == nil {
		s.trials = append(s.trials, Trial{Point: s.current, Pairs: min(s.Pairs, s.left), Opening: s.Opening + s.opening})
	} else if n := min(4, s.left/max(1, len(s.finals))); n > 0 {
		for _, o := range s.finals {
			s.trials = append(s.trials, Trial{Point: o.Point, Pairs: n, Opening: s.Opening + s.opening})
		}
	}
	if total(s.trials) == 0 {
		return nil
	}
	return s.trials
}

func (s *ntbea) Report(scores [][]float64) {
	for i, list := range scores {
		if len(list) == 0 {
			continue
		}
		pairs := sum(list)
		known := s.learn(s.trials[i].Point, pairs)
		s.left -= pairs.Count
		if s.finals != nil {
			s.finals[i].Scores = known
		}
	}
	s.opening += len(scores[0])
	if s.finals == nil {
		s.move()
	}
}

// move goes to the best neighbor of the current point.
func (s *ntbea) move() {
	if len(s.History) == 0 && float64(s.Budget-s.left) < float64(s.Budget)*s.Random {
		s.current = s.random()
		return
	}
	var best Point
	bound := math.Inf(-1)
	for range s.Neighbors {
		p := s.Space.neighbor(s.current, s.rand, func(k Kind, v float64) float64 { return otherLevel(k, v, s.rand) })
		if v := s.value(p, s.K); v > bound {
			best, bound = p, v
		}
	}
	s.current = best
}

// random returns a random point of the grid.
func (s *ntbea) random() Point {
	p := make(Point, len(s.Space.Parameters))
	for i, q := range s.Space.Parameters {
		p[i] = q.Kind.onGrid(s.rand.IntN(q.Kind.levels()))
	}
	return p
}

// best returns the points with the greatest values.
func (s *ntbea) best(n int) []Observation {
	order, values := make([]int, len(s.visited)), make([]float64, len(s.visited))
	for i, o := range s.visited {
		order[i], values[i] = i, s.value(o.Point, 0)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	var list []Observation
	for _, i := range order[:min(n, len(order))] {
		list = append(list, s.visited[i])
	}
	return list
}

func (s *ntbea) Ranking() []Observation {
	if s.finals == nil {
		return s.best(rankingSize)
	}
	list := slices.Clone(s.finals)
	rank(list, func(o Observation) stats.Pairs { return o.Scores })
	return list
}
