package policytest

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Playout checks the laws of a playout policy in the given games or, without any, in games for one
// to four players whose actions have numbers or not. It must not be called in a parallel test, see
// [testing.AllocsPerRun].
func Playout(t testing.TB, p policy.Playout, of ...policy.Info) {
	t.Helper()
	needsOf(t, p)
	rapid.Check(t, func(t *rapid.T) { playing(t, p, games(of).Draw(t, "game")) })
	info := policy.Info{Players: 2, Actions: 5}
	if len(of) > 0 {
		info = of[0]
	}
	traces, choices := exampleList(Traces(info)), exampleList(Choices(info))
	playoutAllocates(t, newLive(t, p, info), traces, choices)
	concurrently(t, "a choice", func(i int) int { return i }, func(t rapid.TB, i int) int {
		return newTrained(t, p, info, traces[i:]).choose(t, choices[i])
	})
	l := newTrained(t, p, info, traces)
	if e, ok := l.Chooser.(policy.Explorer); ok {
		for _, c := range choices[:examples/4] {
			exploring(t, e, c)
		}
	}
	if p, ok := l.Chooser.(policy.Proposer); ok {
		for _, c := range choices[:examples/4] {
			falling(t, p, c)
		}
	}
}

// live is a live policy. It overwrites what the policy has seen, or does not.
type live struct {
	policy.Chooser
	overwrites bool
}

func newLive(t rapid.TB, p policy.Playout, info policy.Info) live {
	t.Helper()
	c, err := p.New(info)
	if err != nil {
		failf(t, "new", "New(%+v): %v", info, err)
	}
	if c == nil {
		failf(t, "new", "New(%+v) is nil", info)
	}
	return live{Chooser: c}
}

// newTrained returns a policy that has learned from simulations.
func newTrained(t rapid.TB, p policy.Playout, info policy.Info, traces []policy.Trace) live {
	t.Helper()
	l := newLive(t, p, info)
	for _, tr := range traces {
		l.learn(t, tr)
	}
	return l
}

// playing lets two policies learn and choose. They must agree, though one finds that what it has
// seen is overwritten later.
func playing(t *rapid.T, p policy.Playout, info policy.Info) {
	l, twin := newLive(t, p, info), newLive(t, p, info)
	l.overwrites = true
	choices := rapid.SliceOfN(Choices(info), 1, 4).Draw(t, "choices")
	var first []int // of new policies
	for _, c := range choices {
		first = append(first, newLive(t, p, info).choose(t, c))
	}
	drawing, _ := l.Chooser.(policy.Switcher)
	var again live // what was saved
	saved := false
	for range rapid.IntRange(0, 12).Draw(t, "rounds") {
		if rapid.IntRange(0, 7).Draw(t, "move") == 7 {
			l.decay(1)
			twin.decay(1)
			if saved {
				again.decay(1)
			}
		}
		if rapid.IntRange(0, 3).Draw(t, "save") == 3 {
			again, saved = l.restored(t, p, info)
		}
		tr := Traces(info).Draw(t, "simulation")
		if drawing != nil {
			tr.Chooser = 1 + switching(t, drawing)
		}
		l.learn(t, tr)
		twin.learn(t, tr)
		if saved {
			again.learn(t, tr)
		}
		c := Choices(info).Draw(t, "choice")
		chosen := l.choose(t, c)
		if again := l.choose(t, c); again != chosen {
			failf(t, "repeat", "Choose is %d and, with the same random numbers, %d of %+v", chosen, again, c)
		}
		if other := twin.choose(t, c); other != chosen {
			failf(t, "forgets", "Choose is %d, and %d in a policy that has seen the same and finds nothing overwritten, of %+v", chosen, other, c)
		}
		if saved {
			if other := again.choose(t, c); other != chosen {
				failf(t, "save", "Choose is %d, and %d in a policy that was restored from what it had learned, of %+v", chosen, other, c)
			}
		}
		l.optional(t, info, c)
	}
	for i, c := range choices {
		if got := newLive(t, p, info).choose(t, c); got != first[i] {
			failf(t, "fresh", "Choose of a new policy is %d and, after others have learned, %d of %+v", first[i], got, c)
		}
	}
}

func (l live) decay(plies int) {
	if d, ok := l.Chooser.(policy.Decayer); ok {
		d.Decay(plies)
	}
}

func (l live) choose(t rapid.TB, c policy.Choice) int {
	t.Helper()
	return l.ask(t, "Choose", l.Choose, c)
}

// ask calls Choose or Exploit and checks the index.
func (l live) ask(t rapid.TB, method string, call func(*policy.Choice) int, c policy.Choice) (i int) {
	t.Helper()
	l.show(t, method, func(c *policy.Choice) { i = call(c) }, c)
	if i < 0 || i >= len(c.Actions) {
		failf(t, "range", "%s is %d of %d actions: %+v", method, i, len(c.Actions), c)
	}
	return i
}

// show calls a method with a copy of a choice, with its random numbers from the beginning.
func (l live) show(t rapid.TB, method string, call func(*policy.Choice), c policy.Choice) {
	t.Helper()
	seen, r := c, *c.Rand
	seen.Actions, seen.History, seen.Rand = slices.Clone(c.Actions), slices.Clone(c.History), &r
	call(&seen)
	if !slices.Equal(seen.Actions, c.Actions) || !slices.Equal(seen.History, c.History) || seen.Player != c.Player {
		failf(t, "read-only", "%s made %+v of %+v", method, seen, c)
	}
	if l.overwrites {
		clear(seen.Actions)
		clear(seen.History)
	}
}

// learn shows a simulation to the policy, if it learns.
func (l live) learn(t rapid.TB, tr policy.Trace) {
	t.Helper()
	learner, ok := l.Chooser.(policy.Learner)
	if !ok {
		return
	}
	seen := tr
	seen.Plies, seen.Returns = slices.Clone(tr.Plies), slices.Clone(tr.Returns)
	learner.Learn(&seen)
	if !slices.Equal(seen.Plies, tr.Plies) || !slices.Equal(seen.Returns, tr.Returns) || seen.Root != tr.Root || seen.Leaf != tr.Leaf {
		failf(t, "read-only", "Learn made %+v of %+v", seen, tr)
	}
	if l.overwrites {
		clear(seen.Plies)
		for i := range seen.Returns {
			seen.Returns[i] = -9
		}
	}
}

// optional checks what a policy answers besides.
func (l live) optional(t *rapid.T, info policy.Info, c policy.Choice) {
	if e, ok := l.Chooser.(policy.Explorer); ok {
		if p, again := e.ExploreProbability(), e.ExploreProbability(); !(p >= 0 && p <= 1) || again != p {
			failf(t, "explore", "ExploreProbability is %v, and later %v, want a number in [0,1] and always the same", p, again)
		}
		i := l.ask(t, "Exploit", e.Exploit, c)
		if s, ok := e.(policy.ScoreChooser); ok && info.Actions > 0 {
			scoring(t, info, s, c, i)
		}
	}
	if p, ok := l.Chooser.(policy.Proposer); ok {
		l.proposing(t, p, c)
	}
}

// switching checks what a policy draws and returns it.
func switching(t *rapid.T, s policy.Switcher) int {
	n := len(s.Choosers())
	if n == 0 {
		failf(t, "switch", "Choosers is empty, want at least one")
	}
	r := rng.New(rapid.Uint64().Draw(t, "seed of a draw"))
	same := *r
	i := s.Draw(r)
	if again := s.Draw(&same); again != i {
		failf(t, "switch", "Draw is %d and, with the same random numbers, %d", i, again)
	}
	if i < 0 || i >= n {
		failf(t, "switch", "Draw is %d of %d choosers", i, n)
	}
	return i
}

// scoring checks the scores by which i was chosen.
func scoring(t *rapid.T, info policy.Info, s policy.ScoreChooser, c policy.Choice, i int) {
	scores, ok := s.Scores()
	if !ok {
		return
	}
	if len(scores) < info.Players {
		failf(t, "scores", "Scores has %d players, want %d", len(scores), info.Players)
	}
	for player, own := range scores[:info.Players] {
		if n := len(own); n < info.Actions {
			failf(t, "scores", "Scores has %d actions for player %d, want %d", n, player, info.Actions)
		}
		for a, score := range own[:info.Actions] {
			if math.IsNaN(float64(score)) {
				failf(t, "scores", "the score of action %d for player %d is not a number", a, player)
			}
		}
	}
	own := scores[c.Player]
	for _, a := range c.Actions {
		if own[a] > own[c.Actions[i]] {
			failf(t, "scores", "Exploit chooses action %d with score %v, and action %d has %v, of %+v", c.Actions[i], own[c.Actions[i]], a, own[a], c)
		}
	}
}

// proposals returns what a policy proposes.
func (l live) proposals(t rapid.TB, p policy.Proposer, c policy.Choice) (proposed []int32) {
	t.Helper()
	c.Actions = nil
	l.show(t, "AppendProposals", func(c *policy.Choice) { proposed = p.AppendProposals([]int32{-7}, c) }, c)
	if len(proposed) == 0 || proposed[0] != -7 {
		failf(t, "propose", "AppendProposals makes %v of [-7], want it to append", proposed)
	}
	return proposed[1:]
}

// proposing checks that Choose follows the proposals.
func (l live) proposing(t *rapid.T, p policy.Proposer, c policy.Choice) {
	if p.Fallback() == nil {
		failf(t, "propose", "Fallback is nil")
	}
	for _, a := range l.proposals(t, p, c) {
		if i := slices.Index(c.Actions, a); i >= 0 {
			if got := l.choose(t, c); got != i {
				failf(t, "propose", "Choose is %d, want the proposal %d, which is action %d of %+v", got, i, a, c)
			}
			return
		}
	}
}

// falling checks that Choose chooses as Fallback does if no proposal is legal.
func falling(t testing.TB, p policy.Proposer, c policy.Choice) {
	t.Helper()
	proposed := live{Chooser: p}.proposals(t, p, c)
	c.Actions = slices.DeleteFunc(slices.Clone(c.Actions), func(a int32) bool { return slices.Contains(proposed, a) })
	if len(c.Actions) == 0 {
		return
	}
	chosen, otherwise := shares(p, c), shares(p.Fallback(), c)
	for i := range chosen {
		if !isShare(chosen[i], otherwise[i], 2) {
			failf(t, "propose", "Choose chooses %d with probability %.3f, and Fallback with %.3f, of %+v", i, chosen[i], otherwise[i], c)
		}
	}
}

// shares returns how often a policy chooses each action of a list.
func shares(by policy.Chooser, c policy.Choice) []float64 {
	return sharesOf(by.Choose, c)
}

func sharesOf(choose func(*policy.Choice) int, c policy.Choice) []float64 {
	all := make([]float64, len(c.Actions))
	c.Rand = rng.New(1)
	for range draws {
		all[choose(&c)] += 1. / draws
	}
	return all
}

// exploring checks that Choose explores with its probability.
func exploring(t testing.TB, e policy.Explorer, c policy.Choice) {
	t.Helper()
	p := e.ExploreProbability()
	chosen, exploited := shares(e, c), sharesOf(e.Exploit, c)
	for i := range chosen {
		want := p/float64(len(chosen)) + (1-p)*exploited[i]
		if !isShare(chosen[i], want, 2) {
			failf(t, "explore", "Choose chooses %d with probability %.3f, want %.3f: it explores with %v, and Exploit chooses it with %.3f, of %+v",
				i, chosen[i], want, p, exploited[i], c)
		}
	}
}

// playoutAllocates checks that a policy allocates nothing once it has seen everything.
func playoutAllocates(t testing.TB, l live, traces []policy.Trace, choices []policy.Choice) {
	t.Helper()
	if learner, ok := l.Chooser.(policy.Learner); ok {
		for range 2 {
			for i := range traces {
				learner.Learn(&traces[i])
			}
		}
		allocatesNothing(t, "Learn", func(i int) { learner.Learn(&traces[i]) })
	}
	seen, r := slices.Clone(choices), rng.New(1)
	for i := range seen {
		seen[i].Rand = r
	}
	allocatesNothing(t, "Choose", func(i int) { l.Choose(&seen[i]) })
	if e, ok := l.Chooser.(policy.Explorer); ok {
		allocatesNothing(t, "Exploit", func(i int) { e.Exploit(&seen[i]) })
	}
	if s, ok := l.Chooser.(policy.ScoreChooser); ok {
		allocatesNothing(t, "Scores", func(int) { s.Scores() })
	}
	if p, ok := l.Chooser.(policy.Proposer); ok {
		for i := range seen {
			seen[i].Actions = nil
		}
		proposed := make([]int32, 0, 64)
		allocatesNothing(t, "AppendProposals", func(i int) { proposed = p.AppendProposals(proposed[:0], &seen[i]) })
	}
}
