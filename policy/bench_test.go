package policy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

var sizes = []int{2, 10, 100}

func BenchmarkSelection(b *testing.B) {
	for _, s := range []struct {
		name string
		policy.Selection
	}{{"UCT", policy.UCT{}}, {"UCB1Tuned", policy.UCB1Tuned{}}, {"PUCT", policy.PUCT{}}, {"Exp3", policy.Exp3{}}, {"RegretMatching", policy.RegretMatching{}}} {
		for _, size := range sizes {
			b.Run(fmt.Sprintf("policy=%s/children=%d", s.name, size), func(b *testing.B) {
				n := node(size)
				b.ReportAllocs()
				for b.Loop() {
					s.Select(n)
				}
			})
		}
	}
}

// node returns a node whose children have random statistics.
func node(size int) *policy.Node {
	n, r := &policy.Node{Rand: rng.New(2)}, rng.New(1)
	for range size {
		s := policy.Stats{Mean: float32(r.Float64()), Visits: uint32(1 + r.IntN(1000))}
		n.Children = append(n.Children, s)
		n.Priors = append(n.Priors, 1/float32(size))
		n.Squares = append(n.Squares, float64(s.Mean)*float64(s.Visits))
		n.Weighted = append(n.Weighted, n.Squares[len(n.Squares)-1]*float64(size))
		n.Visits += s.Visits
	}
	return n
}

func BenchmarkFinal(b *testing.B) {
	for _, f := range []struct {
		name string
		policy.Final
	}{
		{"RobustChild", policy.RobustChild{}},
		{"MaxChild", policy.MaxChild{}},
		{"MaxRobustChild", policy.MaxRobustChild{}},
		{"SecureChild", policy.SecureChild{}},
	} {
		for _, size := range sizes {
			b.Run(fmt.Sprintf("policy=%s/children=%d", f.name, size), func(b *testing.B) {
				var children []policy.Child
				for _, s := range node(size).Children {
					children = append(children, policy.Child{Visits: int(s.Visits), Mean: float64(s.Mean)})
				}
				b.ReportAllocs()
				for b.Loop() {
					f.Pick(&policy.Candidates{Children: children})
				}
			})
		}
	}
}

// learners are the playout policies of the benchmarks.
var learners = []struct {
	name string
	policy.Playout
}{
	{"uniform", policy.Uniform{}},
	{"mast", policy.MAST{}},
	{"mast-greedy", policy.MAST{Rule: policy.Greedy{}}},
	{"mast-gibbs", policy.MAST{Rule: policy.Gibbs{}}},
	{"nst", policy.NST{}},
	{"nst-greedy", policy.NST{Rule: policy.Greedy{}}},
	{"nst-gibbs", policy.NST{Rule: policy.Gibbs{}}},
	{"lgrf-uniform", policy.LGRF{}},
	{"lgrf-nst", policy.LGRF{Fallback: policy.NST{}}},
}

// simulation returns a playout of two players who move in turn, at random.
func simulation(r *rng.Rand, actions, plies int) *policy.Trace {
	t := &policy.Trace{Returns: []float64{1, 0}}
	if r.IntN(2) == 0 {
		t.Returns = []float64{0, 1}
	}
	for i := range plies {
		t.Plies = append(t.Plies, policy.Ply{Action: int32(r.IntN(actions)), Player: int16(i % 2)})
	}
	return t
}

// trained returns a policy that has learned from random simulations, and their traces.
func trained(b *testing.B, p policy.Playout, actions int) (policy.Chooser, []*policy.Trace) {
	c, err := p.New(policy.Info{Players: 2, Actions: actions})
	if err != nil {
		b.Fatal(err)
	}
	r, traces := rng.New(1), []*policy.Trace(nil)
	for range 2000 {
		traces = append(traces, simulation(r, actions, 50))
		if l, ok := c.(policy.Learner); ok {
			l.Learn(traces[len(traces)-1])
		}
	}
	return c, traces
}

// BenchmarkChoose measures one decision among all actions of a game.
func BenchmarkChoose(b *testing.B) {
	for _, p := range learners {
		for _, size := range sizes {
			b.Run(fmt.Sprintf("policy=%s/children=%d", p.name, size), func(b *testing.B) {
				c, traces := trained(b, p, size)
				choice := &policy.Choice{Rand: rng.New(1)}
				for a := range size {
					choice.Actions = append(choice.Actions, int32(a))
				}
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					choice.History = traces[i%len(traces)].Plies
					c.Choose(choice)
				}
			})
		}
	}
}

// BenchmarkLearn measures the cost of learning per ply.
func BenchmarkLearn(b *testing.B) {
	for _, p := range learners {
		if _, rest, _ := strings.Cut(p.name, "-"); p.name == "uniform" || rest == "greedy" || rest == "gibbs" {
			continue // it learns nothing, or the same as another one
		}
		for _, size := range sizes {
			b.Run(fmt.Sprintf("policy=%s/children=%d", p.name, size), func(b *testing.B) {
				c, traces := trained(b, p, size)
				learner, ok := c.(policy.Learner)
				if !ok {
					b.Fatalf("%T does not learn", c)
				}
				plies := 0
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					t := traces[i%len(traces)]
					learner.Learn(t)
					plies += len(t.Plies)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plies), "ns/ply")
			})
		}
	}
}
