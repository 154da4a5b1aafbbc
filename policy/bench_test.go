package policy_test

import (
	"fmt"
	"testing"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

var sizes = []int{2, 10, 100}

func BenchmarkSelection(b *testing.B) {
	for _, s := range []struct {
		name string
		policy.Selection
	}{{"UCT", policy.UCT{}}, {"UCB1Tuned", policy.UCB1Tuned{}}} {
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

// node is a node whose children have won and lost at random.
func node(size int) *policy.Node {
	n, r := &policy.Node{}, rng.New(1)
	for range size {
		s := policy.Stats{Mean: float32(r.Float64()), Visits: uint32(1 + r.IntN(1000))}
		n.Children = append(n.Children, s)
		n.Squares = append(n.Squares, float64(s.Mean)*float64(s.Visits))
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
					f.Pick(children)
				}
			})
		}
	}
}
