package policytest

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// A Claim is a law that not every strategy has. [Claims] checks it, and so do [Selection], [Final]
// and [Rule].
type Claim struct {
	selection func(t *rapid.T, k *selection, n policy.Node)
	backup    func(t *rapid.T, b policy.Backup, tr policy.Trace)
	final     func(t *rapid.T, f policy.Final, c policy.Candidates)
	rule      func(t *rapid.T, r policy.Rule, scores []float32)
}

// Claims checks the laws that a policy.Selection, Backup, Final or Rule is claimed to have. A
// strategy of several kinds is checked as each of them.
func Claims(t testing.TB, strategy any, claims ...Claim) {
	t.Helper()
	s, isSelection := strategy.(policy.Selection)
	b, isBackup := strategy.(policy.Backup)
	f, isFinal := strategy.(policy.Final)
	r, isRule := strategy.(policy.Rule)
	if !isSelection && !isBackup && !isFinal && !isRule {
		t.Fatalf("policytest: %T is no policy.Selection, Backup, Final or Rule", strategy)
	}
	for _, c := range claims {
		if isSelection {
			k := newSelection(s, policy.NeedsOf(s))
			nodes := k.nodes()
			rapid.Check(t, func(t *rapid.T) { c.selection(t, k, nodes.Draw(t, "node")) })
		}
		if isBackup {
			paths := pathsOf(nil, policy.NeedsOf(b))
			rapid.Check(t, func(t *rapid.T) { c.backup(t, b, paths.Draw(t, "simulation")) })
		}
		if isFinal {
			rapid.Check(t, func(t *rapid.T) { c.final(t, f, Candidates().Draw(t, "root")) })
		}
		if isRule {
			rapid.Check(t, func(t *rapid.T) { c.rule(t, r, Scores().Draw(t, "scores")) })
		}
	}
}

// Scales claims that scaled, a strategy of the same kind, does what the strategy does if all
// returns are multiplied by factor: it chooses the same, or credits factor times as much. A Rule
// gets scores instead of returns. With a power of two, which rounds nothing, ties are the same.
func Scales(factor float64, scaled any) Claim {
	return Claim{
		selection: func(t *rapid.T, k *selection, n policy.Node) {
			want := k.choose(t, n)
			large := clone(&n)
			scale(&large, factor)
			if got := newSelection(as[policy.Selection](t, scaled), k.needs).choose(t, large); got.index != want.index {
				failf(t, "scale", "%s is %d, and %d with returns times %v, at %+v", k.method, want.index, got.index, factor, n)
			}
		},
		backup: func(t *rapid.T, b policy.Backup, tr policy.Trace) {
			want, large := credit(t, b, &tr), tr
			large.Returns = slices.Clone(tr.Returns)
			for player := range large.Returns {
				large.Returns[player] *= factor
			}
			for i, got := range credit(t, as[policy.Backup](t, scaled), &large) {
				if w := want[i] * factor; math.Abs(got-w) > 1e-9*max(1, math.Abs(w)) {
					failf(t, "scale", "Credit writes %v into values[%d], and %v with returns times %v, for %+v", want[i], i, got, factor, tr)
				}
			}
		},
		final: func(t *rapid.T, f policy.Final, c policy.Candidates) {
			want, large := pickFinal(t, f, c), c
			large.Children = slices.Clone(c.Children)
			for i := range large.Children {
				child := &large.Children[i]
				child.Mean, child.Lower, child.Upper = child.Mean*factor, child.Lower*factor, child.Upper*factor
			}
			if got := pickFinal(t, as[policy.Final](t, scaled), large); got != want {
				failf(t, "scale", "Pick is %v, and %v with returns times %v, among %+v", want, got, factor, c.Children)
			}
		},
		rule: func(t *rapid.T, r policy.Rule, scores []float32) {
			const streams = 10 // A random rule may well pick the same with one.
			large := slices.Clone(scores)
			for i := range large {
				large[i] *= float32(factor)
			}
			for seed := range uint64(streams) {
				want, got := pickScore(t, r, scores, seed), pickScore(t, as[policy.Rule](t, scaled), large, seed)
				if got != want {
					failf(t, "scale", "Pick is %d, and %d with scores times %v, among %v", want, got, factor, scores)
				}
			}
		},
	}
}

// as returns a scaled strategy as one of a kind.
func as[T any](t *rapid.T, scaled any) T {
	t.Helper()
	s, ok := scaled.(T)
	if !ok {
		failf(t, "scale", "%T is not of the kind of the strategy", scaled)
	}
	return s
}

func scale(n *policy.Node, factor float64) {
	for _, all := range [][]policy.Stats{n.Children, n.AMAF} {
		for i := range all {
			all[i].Mean *= float32(factor)
		}
	}
	n.Finished.Mean *= float32(factor)
	for i := range n.Squares {
		n.Squares[i] *= float64(factor * factor)
	}
	for i := range n.Weighted {
		n.Weighted[i] *= factor
	}
	for i := range n.Evaluations {
		n.Evaluations[i] *= float32(factor)
	}
}

// Symmetric claims that nothing but the values of a child or of an action counts, and not its
// place. In a Selection or a Final, ties go to the first, and a child with a greater mean is not
// worse: the child that is chosen is chosen from the first place, too, and from the last place if
// its mean is a little greater. A Rule picks a score with the same probability in any place. For a
// Backup the players are the places: with other numbers of the players, it credits the same.
func Symmetric() Claim {
	return Claim{selection: symmetricSelection, backup: symmetricBackup, final: symmetricFinal, rule: symmetricRule}
}

const more = 1.0 / 1024 // It breaks ties.

func symmetricSelection(t *rapid.T, k *selection, n policy.Node) {
	i := k.choose(t, n).index
	if n.Children[i].Visits == 0 {
		return // Untried children stay behind the others.
	}
	first := clone(&n)
	move(&first, i, 0)
	if j := k.choose(t, first).index; j != 0 {
		failf(t, "order", "%s is %d and, with that child in the first place, %d at %+v", k.method, i, j, n)
	}
	end := 0
	for end < len(n.Children)-1 && n.Children[end+1].Visits > 0 {
		end++
	}
	last := clone(&n)
	last.Children[i].Mean += more
	move(&last, i, end)
	if j := k.choose(t, last).index; j != end {
		failf(t, "order", "%s is %d and, with that child in the last place and %v more, %d at %+v", k.method, i, more, j, n)
	}
}

func symmetricFinal(t *rapid.T, f policy.Final, c policy.Candidates) {
	i := pickFinal(t, f, c).index
	if c.Children[i].Visits == 0 {
		return // It has no mean.
	}
	first, last := c, c
	first.Children, last.Children = slices.Clone(c.Children), slices.Clone(c.Children)
	moveIn(first.Children, i, 0)
	if j := pickFinal(t, f, first).index; j != 0 {
		failf(t, "order", "Pick is %d and, with that child in the first place, %d among %+v", i, j, c.Children)
	}
	end := len(c.Children) - 1
	last.Children[i].Mean += more
	moveIn(last.Children, i, end)
	if j := pickFinal(t, f, last).index; j != end {
		failf(t, "order", "Pick is %d and, with that child in the last place and %v more, %d among %+v", i, more, j, c.Children)
	}
}

func symmetricBackup(t *rapid.T, b policy.Backup, tr policy.Trace) {
	want, other := credit(t, b, &tr), tr
	number := rapid.Permutation(numbers(len(tr.Returns))).Draw(t, "numbers of the players")
	other.Returns, other.Movers = make([]float64, len(tr.Returns)), slices.Clone(tr.Movers)
	for player, v := range tr.Returns {
		other.Returns[number[player]] = v
	}
	for i, player := range tr.Movers {
		other.Movers[i] = number[player]
	}
	if got := credit(t, b, &other); !slices.Equal(got, want) {
		failf(t, "order", "Credit writes %v and, with the numbers %v of the players, %v for %+v", want, number, got, tr)
	}
}

func symmetricRule(t *rapid.T, r policy.Rule, scores []float32) {
	from := rapid.Permutation(numbers(len(scores))).Draw(t, "order")
	other := make([]float32, len(scores))
	for to, i := range from {
		other[to] = scores[i]
	}
	want, got := pickShares(r, scores), pickShares(r, other)
	for to, i := range from {
		if !isShare(got[to], want[i], 2) {
			failf(t, "order", "Pick chooses score %d of %v with probability %.3f and, in the place %d of %v, with %.3f", i, scores, want[i], to, other, got[to])
		}
	}
}

// pickShares returns how often a rule picks each score.
func pickShares(r policy.Rule, scores []float32) []float64 {
	shares, buffer, stream := make([]float64, len(scores)), make([]float32, len(scores)), rng.New(1)
	for range draws {
		copy(buffer, scores)
		shares[r.Pick(buffer, stream)] += 1. / draws
	}
	return shares
}

// move moves a child of a node to another place.
func move(n *policy.Node, from, to int) {
	moveIn(n.Children, from, to)
	moveIn(n.Actions, from, to)
	moveIn(n.Priors, from, to)
	moveIn(n.Squares, from, to)
	moveIn(n.Weighted, from, to)
	moveIn(n.Available, from, to)
	moveIn(n.Evaluations, from, to)
	moveIn(n.AMAF, from, to)
}

// moveIn moves an element of a list, which may be nil.
func moveIn[E any](list []E, from, to int) {
	if list == nil {
		return
	}
	e := list[from]
	copy(list[from:], list[from+1:])
	copy(list[to+1:], list[to:len(list)-1])
	list[to] = e
}
