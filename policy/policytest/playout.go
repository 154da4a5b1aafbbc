package policytest

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Playout checks the laws of a playout policy. It must not be called in a parallel test, see
// [testing.AllocsPerRun].
func Playout(t testing.TB, p policy.Playout) {
	t.Helper()
	needsOf(t, p)
	rapid.Check(t, func(t *rapid.T) { playing(t, p) })
	playoutAllocates(t, p)
	concurrently(t, "the sum of the choices", func(i int) int {
		c := newTrained(t, p, i)
		sum := 0
		for j := range examples / 4 {
			choice := Choices(numbered).Example(j)
			sum = 3*sum + choose(t, c.Chooser, choice, uint64(j))
		}
		return sum
	})
	trained := newTrained(t, p, 0)
	if e, ok := trained.Chooser.(policy.Explorer); ok {
		exploring(t, e)
	}
}

// numbered is a game whose actions have numbers.
var numbered = policy.Info{Players: 2, Actions: 5}

// live is a live policy. It overwrites what the policy has seen, or does not.
type live struct {
	policy.Chooser
	overwrites bool
}

func newLive(t rapid.TB, p policy.Playout, info policy.Info) policy.Chooser {
	t.Helper()
	c, err := p.New(info)
	if err != nil {
		failf(t, "new", "New(%+v): %v", info, err)
	}
	if c == nil {
		failf(t, "new", "New(%+v) is nil", info)
	}
	return c
}

// newTrained returns a policy that has learned some examples, the same for the same number.
func newTrained(t rapid.TB, p policy.Playout, number int) live {
	t.Helper()
	l := live{Chooser: newLive(t, p, numbered)}
	for i := range 20 {
		tr := Traces(numbered, 0).Example(20*number + i)
		l.learn(t, &tr)
	}
	return l
}

// playing lets two policies learn and choose. They must agree, though one finds that what it has
// seen is overwritten later.
func playing(t *rapid.T, p policy.Playout) {
	info := infos().Draw(t, "game")
	l, twin := live{newLive(t, p, info), true}, live{newLive(t, p, info), false}
	choices := rapid.SliceOfN(Choices(info), 1, 4).Draw(t, "choices")
	var untaught []int
	for _, c := range choices {
		untaught = append(untaught, choose(t, newLive(t, p, info), c, 1))
	}
	for range rapid.IntRange(0, 12).Draw(t, "rounds") {
		if rapid.IntRange(0, 7).Draw(t, "move") == 7 {
			for _, c := range []live{l, twin} {
				if d, ok := c.Chooser.(policy.Decayer); ok {
					d.Decay()
				}
			}
		}
		tr := Traces(info, 0).Draw(t, "simulation")
		l.learn(t, &tr)
		twin.learn(t, &tr)
		c, seed := Choices(info).Draw(t, "choice"), rapid.Uint64().Draw(t, "seed")
		first := l.choose(t, c, seed)
		if again := l.choose(t, c, seed); again != first {
			failf(t, "repeat", "Choose is %d and, with the same random numbers, %d of %+v", first, again, c)
		}
		if other := twin.choose(t, c, seed); other != first {
			failf(t, "forgets", "Choose is %d, and that of a policy with the same past, where nothing is overwritten, is %d of %+v", first, other, c)
		}
		l.optional(t, info, c, seed)
	}
	for i, c := range choices {
		if got := choose(t, newLive(t, p, info), c, 1); got != untaught[i] {
			failf(t, "fresh", "Choose of a new policy is %d and, after others have learned, %d of %+v", untaught[i], got, c)
		}
	}
}

// choose asks for a choice with the random numbers of a seed.
func choose(t rapid.TB, c policy.Chooser, choice policy.Choice, seed uint64) int {
	t.Helper()
	return live{Chooser: c}.choose(t, choice, seed)
}

func (l live) choose(t rapid.TB, choice policy.Choice, seed uint64) int {
	t.Helper()
	return l.ask(t, "Choose", l.Choose, choice, seed)
}

// ask calls Choose or Exploit and checks the index.
func (l live) ask(t rapid.TB, method string, call func(*policy.Choice) int, choice policy.Choice, seed uint64) int {
	t.Helper()
	seen := choice
	seen.Actions, seen.History, seen.Rand = slices.Clone(choice.Actions), slices.Clone(choice.History), rng.New(seed)
	i := call(&seen)
	if i < 0 || i >= len(choice.Actions) {
		failf(t, "range", "%s is %d of %d actions: %+v", method, i, len(choice.Actions), choice)
	}
	if !slices.Equal(seen.Actions, choice.Actions) || !slices.Equal(seen.History, choice.History) || seen.Player != choice.Player {
		failf(t, "read-only", "%s made %+v of %+v", method, seen, choice)
	}
	if l.overwrites {
		clear(seen.Actions)
		clear(seen.History)
	}
	return i
}

// learn shows a simulation to the policy, if it learns.
func (l live) learn(t rapid.TB, tr *policy.Trace) {
	t.Helper()
	learner, ok := l.Chooser.(policy.Learner)
	if !ok {
		return
	}
	seen := forLearner(tr)
	learner.Learn(&seen)
	if !slices.Equal(seen.Plies, tr.Plies) || !slices.Equal(seen.Returns, tr.Returns) || seen.Root != tr.Root || seen.Leaf != tr.Leaf {
		failf(t, "read-only", "Learn made %+v of %+v", seen, *tr)
	}
	if l.overwrites {
		clear(seen.Plies)
		for i := range seen.Returns {
			seen.Returns[i] = -9
		}
	}
}

// forLearner returns a copy of what a learner sees of a trace.
func forLearner(tr *policy.Trace) policy.Trace {
	return policy.Trace{Plies: slices.Clone(tr.Plies), Returns: slices.Clone(tr.Returns), Root: tr.Root, Leaf: tr.Leaf}
}

// optional checks what a policy answers besides.
func (l live) optional(t *rapid.T, info policy.Info, c policy.Choice, seed uint64) {
	if e, ok := l.Chooser.(policy.Explorer); ok {
		if p, again := e.ExploreProbability(), e.ExploreProbability(); !(p >= 0 && p <= 1) || again != p {
			failf(t, "explore", "ExploreProbability is %v, and later %v, want a number in [0,1] and always the same", p, again)
		}
		i := l.ask(t, "Exploit", e.Exploit, c, seed)
		if s, ok := e.(policy.ScoreChooser); ok && info.Actions > 0 {
			scoring(t, info, s, c, i)
		}
	}
	if p, ok := l.Chooser.(policy.Proposer); ok {
		l.proposing(t, p, c, seed)
	}
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
	if n := len(scores[c.Player]); n < info.Actions {
		failf(t, "scores", "Scores has %d actions for player %d, want %d", n, c.Player, info.Actions)
	}
	own := scores[c.Player]
	for _, a := range c.Actions {
		if math.IsNaN(float64(own[a])) {
			failf(t, "scores", "the score of action %d is not a number", a)
		}
		if own[a] > own[c.Actions[i]] {
			failf(t, "scores", "Exploit chooses action %d with score %v, and action %d has %v, of %+v", c.Actions[i], own[c.Actions[i]], a, own[a], c)
		}
	}
}

// proposing checks that Choose follows the proposals.
func (l live) proposing(t *rapid.T, p policy.Proposer, c policy.Choice, seed uint64) {
	without := c
	without.Actions, without.Rand = nil, rng.New(seed)
	kept := []int32{-7}
	proposals := p.AppendProposals(kept, &without)
	if len(proposals) == 0 || proposals[0] != -7 {
		failf(t, "propose", "AppendProposals makes %v of %v, want it to append", proposals, kept)
	}
	for _, a := range proposals[1:] {
		if i := slices.Index(c.Actions, a); i >= 0 {
			if got := l.choose(t, c, seed); got != i {
				failf(t, "propose", "Choose is %d, want the proposal %d, which is action %d of %+v", got, i, a, c)
			}
			return
		}
	}
	if p.Otherwise() == nil {
		failf(t, "propose", "Otherwise is nil")
	}
}

// playoutAllocates checks that a policy allocates nothing once it has seen everything.
func playoutAllocates(t testing.TB, p policy.Playout) {
	t.Helper()
	c := newLive(t, p, numbered)
	learner, learns := c.(policy.Learner)
	var traces []policy.Trace
	for i := range examples {
		tr := Traces(numbered, 0).Example(i)
		traces = append(traces, forLearner(&tr))
		if learns {
			learner.Learn(&traces[i])
			learner.Learn(&traces[i])
		}
	}
	r := rng.New(1)
	for i := range examples / 4 {
		choice := Choices(numbered).Example(i)
		choice.Rand = r
		allocatesNothing(t, "Choose", func() { c.Choose(&choice) })
		if learns {
			allocatesNothing(t, "Learn", func() { learner.Learn(&traces[i]) })
		}
	}
}

// exploring checks that Choose explores with its probability.
func exploring(t testing.TB, e policy.Explorer) {
	t.Helper()
	p, r := e.ExploreProbability(), rng.New(1)
	for i := range examples / 4 {
		choice := Choices(numbered).Example(i)
		choice.Rand = r
		n := len(choice.Actions)
		chosen, exploited := make([]float64, n), make([]float64, n)
		for range draws {
			chosen[e.Choose(&choice)] += 1. / draws
			exploited[e.Exploit(&choice)] += 1. / draws
		}
		for j := range n {
			want := p/float64(n) + (1-p)*exploited[j]
			if !isShare(chosen[j], want, 2) {
				failf(t, "explore", "Choose chooses %d with probability %.3f, want %.3f: it explores with %v, and Exploit chooses it with %.3f, of %+v",
					j, chosen[j], want, p, exploited[j], choice)
			}
		}
	}
}
