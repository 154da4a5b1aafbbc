package policytest_test

import (
	"errors"
	"flag"
	"math"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/policy/policytest"
	"github.com/banyan-go/banyan/rng"
)

func TestMain(m *testing.M) {
	flag.Parse()
	set := map[string]string{
		"rapid.nofailfile": "true", // The failures are wanted,
		"rapid.shrinktime": "0s",   // their size does not matter,
	}
	if testing.Short() {
		set["rapid.checks"] = "500" // and few checks would miss them.
	}
	for name, value := range set {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// requireFinding checks that a broken strategy is found, by the law that it breaks.
func requireFinding(t *testing.T, law string, check func(t testing.TB)) {
	t.Helper()
	law, _, _ = strings.Cut(law, ",")
	want := "policytest: " + law + ": "
	if law == "panic" {
		want = "index out of range"
	}
	said, failed := testkit.RunCheck(check)
	require.Contains(t, said, want)
	require.True(t, failed)
}

// selecting is a selection of one function, in addition to what it embeds.
type selecting struct {
	needs policy.Needs
	f     func(n *policy.Node) int
}

func (s selecting) Needs() policy.Needs       { return s.needs }
func (s selecting) Select(n *policy.Node) int { return s.f(n) }

func TestBrokenSelections(t *testing.T) {
	var calls atomic.Int64
	var last *policy.Node
	var kept []policy.Stats
	var sink []int
	for law, f := range map[string]func(n *policy.Node) int{
		"range":          func(n *policy.Node) int { return len(n.Children) / 12 * 12 },
		"range, below":   func(n *policy.Node) int { return min(0, 5-len(n.Children)) },
		"read-only":      func(n *policy.Node) int { n.Children[0].Visits++; return 0 },
		"read-only, one": func(n *policy.Node) int { n.Visits &^= 1; return 0 },
		"repeat":         func(n *policy.Node) int { return int(calls.Add(1)) % len(n.Children) },
		"forgets": func(n *policy.Node) int {
			if last == nil || last.Player != n.Player {
				last = &policy.Node{Player: n.Player, Depth: n.Depth}
			}
			return last.Depth % len(n.Children)
		},
		"forgets, memory": func(n *policy.Node) int {
			if len(kept) == 0 || kept[0] != n.Children[0] {
				kept = n.Children
				return 0
			}
			return len(n.Children) - 1
		},
		"allocation": func(n *policy.Node) int { sink = make([]int, len(n.Children)); return len(sink) - 1 },
		"panic":      func(n *policy.Node) int { return int(n.Actions[0]) % len(n.Children) },
	} {
		t.Run(law, func(t *testing.T) {
			requireFinding(t, law, func(t testing.TB) { policytest.Selection(t, selecting{f: f}) })
		})
	}
	requireFinding(t, "needs", func(t testing.TB) { policytest.Selection(t, &fickle{}) })
	requireFinding(t, "validate", func(t testing.TB) { policytest.Selection(t, policy.UCT{C: -1}) })
	requireFinding(t, "reference", func(t testing.TB) { policytest.Selection(t, referring{n: new(int)}) })
	requireFinding(t, "reference", func(t testing.TB) { policytest.Selection(t, referring{n: new(int), step: 1}) })
	requireFinding(t, "needs", func(t testing.TB) { policytest.Selection(t, withoutNeeds{policy.GRAVE{}}) })
	requireFinding(t, "needs", func(t testing.TB) { policytest.Needs(t, withoutPriors{}) })
	first := func(*policy.Node) int { return 0 }
	requireFinding(t, "needs", func(t testing.TB) { policytest.Needs(t, selecting{policy.NeedWeighted, first}) })
	requireFinding(t, "needs", func(t testing.TB) { policytest.Needs(t, selecting{policy.NeedDepths, first}) })
}

// The parameters of strategies of all kinds are validated, and what they need is checked.
func TestBrokenParameters(t *testing.T) {
	requireFinding(t, "validate", func(t testing.TB) {
		policytest.Playout(t, policy.LGRF{Fallback: policy.MAST{Rule: policy.Gibbs{Tau: -1}}})
	})
	requireFinding(t, "validate", func(t testing.TB) { policytest.Backup(t, policy.PlyDiscount{Gamma: 2}) })
	requireFinding(t, "validate", func(t testing.TB) { policytest.Final(t, policy.SecureChild{A: -1}) })
	requireFinding(t, "validate", func(t testing.TB) { policytest.Rule(t, policy.Gibbs{Tau: -1}) })
	requireFinding(t, "needs", func(t testing.TB) { policytest.Backup(t, greedyBackup{}) })
}

// greedyBackup needs what only nodes have.
type greedyBackup struct{ policy.Average }

func (greedyBackup) Needs() policy.Needs { return policy.NeedPriors }

// fickle needs something else every time.
type fickle struct{ needs policy.Needs }

func (f *fickle) Needs() policy.Needs     { f.needs ^= policy.NeedPriors; return f.needs }
func (*fickle) Select(n *policy.Node) int { return 0 }

// referring counts how often its reference is requested.
type referring struct {
	policy.GRAVE
	n    *int
	step int
}

func (r referring) ReferenceVisits() int { *r.n += r.step; return *r.n }

// withoutNeeds is an AMAFReader that needs nothing.
type withoutNeeds struct{ policy.AMAFReader }

type withoutPriors struct{ policy.DirichletNoise }

func (withoutPriors) Needs() policy.Needs { return 0 }

// mixed is a mixed strategy that chooses uniformly and reports other probabilities.
type mixed struct {
	policy.UCT
	report func(n int) float64
}

func (m mixed) Sample(n *policy.Node) (int, float64) {
	return n.Rand.IntN(len(n.Children)), m.report(len(n.Children))
}

func TestBrokenMixtures(t *testing.T) {
	for _, report := range []func(n int) float64{
		func(int) float64 { return 0 },
		func(int) float64 { return 1.1 },
		func(n int) float64 { return 1 / float64(n+1) },
	} {
		requireFinding(t, "mixture", func(t testing.TB) { policytest.Selection(t, mixed{report: report}) })
	}
	requireFinding(t, "range", func(t testing.TB) { policytest.Selection(t, astray{policy.Exp3{}}) })
}

// astray selects what there is not, and samples well.
type astray struct{ policy.Exp3 }

func (astray) Select(n *policy.Node) int { return len(n.Children) }

type perturbing struct {
	policy.DirichletNoise
	f func(priors []float32, r *rng.Rand)
}

func (p perturbing) Perturb(priors []float32, r *rng.Rand) { p.f(priors, r) }

func TestBrokenPerturbers(t *testing.T) {
	calls := 0
	var kept []float32
	for _, f := range []func(priors []float32, r *rng.Rand){
		func(priors []float32, _ *rng.Rand) { clear(priors) },
		func(priors []float32, _ *rng.Rand) { priors[0] = -1 },
		func(priors []float32, _ *rng.Rand) { priors[0] = float32(math.NaN()) },
		func(priors []float32, _ *rng.Rand) { calls++; priors[0] = float32(calls) },
		func(priors []float32, _ *rng.Rand) {
			if kept != nil {
				kept[0] = 9
			}
			kept = priors
		},
	} {
		requireFinding(t, "perturb", func(t testing.TB) { policytest.Selection(t, perturbing{f: f}) })
	}
}

// player is a playout policy that learns the last action of every player, and what is broken in it.
type player struct {
	made    *player // the policy that New returns; nil: another one
	err     error
	isNil   bool
	last    map[int16]int32
	trace   *policy.Trace
	actions []int32
	calls   int
	learn   func(p *player, t *policy.Trace)
	choose  func(p *player, c *policy.Choice) int
}

func (p *player) New(policy.Info) (policy.Chooser, error) {
	if p.err != nil || p.isNil {
		return nil, p.err
	}
	if p.made != nil {
		return p.made, nil
	}
	live := *p
	live.last = map[int16]int32{}
	return &live, nil
}

func (p *player) Learn(t *policy.Trace) {
	if p.learn != nil {
		p.learn(p, t)
	}
	for _, ply := range t.Plies {
		p.last[ply.Player] = ply.Action
	}
}

func (p *player) Choose(c *policy.Choice) int {
	if p.choose != nil {
		return p.choose(p, c)
	}
	return int(p.last[int16(c.Player)]) % len(c.Actions)
}

func TestBrokenPlayouts(t *testing.T) {
	var sink []int
	shared := &player{last: map[int16]int32{}}
	shared.made = shared
	for law, p := range map[string]*player{
		"new":       {err: errors.New("no")},
		"new, nil":  {isNil: true},
		"range":     {choose: func(_ *player, c *policy.Choice) int { return len(c.Actions) / 5 * 5 }},
		"read-only": {choose: func(_ *player, c *policy.Choice) int { c.Actions[0] = 9; return 0 }},
		"read-only, trace": {learn: func(_ *player, t *policy.Trace) {
			for i := range t.Returns {
				t.Returns[i] = 1 - t.Returns[i]
			}
		}},
		"repeat": {choose: func(p *player, c *policy.Choice) int { p.calls++; return p.calls % len(c.Actions) }},
		"forgets": {
			learn: func(p *player, t *policy.Trace) { p.trace = t },
			choose: func(p *player, c *policy.Choice) int {
				if p.trace == nil {
					return 0
				}
				return int(math.Abs(2*p.trace.Returns[0])) % len(c.Actions)
			},
		},
		"repeat, memory": {choose: func(p *player, c *policy.Choice) int {
			if len(p.actions) != len(c.Actions) {
				p.actions = c.Actions
			}
			return int(p.actions[0]) % len(c.Actions)
		}},
		"read-only, history": {choose: func(_ *player, c *policy.Choice) int {
			if len(c.History) > 0 {
				c.History[0].Action = -9
			}
			return 0
		}},
		"fresh":      shared,
		"allocation": {choose: func(_ *player, c *policy.Choice) int { sink = make([]int, 9); return len(sink) % len(c.Actions) }},
		"panic":      {choose: func(_ *player, c *policy.Choice) int { return int(c.History[0].Player) * 0 }},
	} {
		t.Run(law, func(t *testing.T) {
			requireFinding(t, law, func(t testing.TB) { policytest.Playout(t, p) })
		})
	}
}

// switching is a player that draws one of its choosers.
type switching struct {
	player
	choosers int
	draw     func(calls int) int
}

func (s *switching) New(policy.Info) (policy.Chooser, error) {
	live := *s
	live.last = map[int16]int32{}
	return &live, nil
}

func (s *switching) Choosers() []policy.Chooser { return make([]policy.Chooser, s.choosers) }
func (s *switching) Draw(*rng.Rand) int         { s.calls++; return s.draw(s.calls) }

func TestBrokenSwitchers(t *testing.T) {
	for name, s := range map[string]*switching{
		"none":         {draw: func(int) int { return 0 }},
		"out of range": {choosers: 2, draw: func(int) int { return 2 }},
		"changes":      {choosers: 2, draw: func(calls int) int { return calls % 2 }},
	} {
		t.Run(name, func(t *testing.T) {
			requireFinding(t, "switch", func(t testing.TB) { policytest.Playout(t, s) })
		})
	}
	policytest.Playout(t, &switching{choosers: 2, draw: func(int) int { return 1 }})
}

// exploring chooses the first action, or any action.
type exploring struct {
	says, does float64
	scores     [][]float32
	proposals  func(dst []int32) []int32
	isNil      bool
	allocates  bool // in Exploit
}

var sink []int

func (e exploring) New(policy.Info) (policy.Chooser, error) {
	switch {
	case e.scores != nil:
		return scoring{e}, nil
	case e.proposals != nil:
		return proposing{e}, nil
	}
	return e, nil
}

func (e exploring) ExploreProbability() float64 { return e.says }

func (e exploring) Exploit(c *policy.Choice) int {
	if e.allocates {
		sink = make([]int, len(c.Actions))
	}
	return 0
}

func (e exploring) Choose(c *policy.Choice) int {
	if c.Rand.Float64() < e.does {
		return c.Rand.IntN(len(c.Actions))
	}
	return 0
}

type scoring struct{ exploring }

func (s scoring) Scores() ([][]float32, bool) { return s.scores, true }

type proposing struct{ exploring }

func (p proposing) AppendProposals(dst []int32, _ *policy.Choice) []int32 { return p.proposals(dst) }

// Otherwise explores always, and Choose never.
func (p proposing) Fallback() policy.Chooser {
	if p.isNil {
		return nil
	}
	return exploring{does: 1}
}

func TestBrokenExplorers(t *testing.T) {
	row := make([]float32, 40)
	row[1] = 1 // and Exploit chooses the first action of the list
	bad := make([]float32, 40)
	for i := range bad {
		bad[i] = float32(math.NaN())
	}
	for law, e := range map[string]exploring{
		"explore":            {says: 0.2, does: 0.4},
		"explore, share":     {says: 1.5, does: 0.4},
		"scores":             {scores: [][]float32{row, row, row, row}},
		"scores, NaN":        {scores: [][]float32{bad, bad, bad, bad}},
		"scores, players":    {scores: [][]float32{}},
		"scores, actions":    {scores: [][]float32{{}, {}, {}, {}}},
		"allocation":         {allocates: true},
		"propose":            {proposals: func(dst []int32) []int32 { return append(dst, 2) }},
		"propose, prefix":    {proposals: func(dst []int32) []int32 { return dst[:0] }},
		"propose, nil":       {isNil: true, proposals: func(dst []int32) []int32 { return dst }},
		"propose, otherwise": {proposals: func(dst []int32) []int32 { return dst }},
	} {
		t.Run(law, func(t *testing.T) {
			requireFinding(t, law, func(t testing.TB) { policytest.Playout(t, e) })
		})
	}
}

// counting counts the simulations and chooses by their number. It saves the number as it is said
// to.
type counting struct {
	append func(b []byte, n byte) []byte
	read   func(data []byte) (byte, error)
}

type countingLive struct {
	counting
	n byte
}

func (c counting) New(policy.Info) (policy.Chooser, error) { return &countingLive{counting: c}, nil }

func (c *countingLive) Choose(choice *policy.Choice) int {
	return int(c.n) % len(choice.Actions)
}
func (c *countingLive) Learn(*policy.Trace) { c.n++ }

func (c *countingLive) AppendBinary(b []byte) ([]byte, error) { return c.append(b, c.n), nil }

func (c *countingLive) UnmarshalBinary(data []byte) (err error) {
	c.n, err = c.read(data)
	return err
}

func TestBrokenSavers(t *testing.T) {
	one := func(b []byte, n byte) []byte { return append(b, n) }
	read := func(data []byte) (byte, error) {
		if len(data) != 1 {
			return 0, errors.New("want one byte")
		}
		return data[0], nil
	}
	for law, c := range map[string]counting{
		"save":          {append: one, read: func([]byte) (byte, error) { return 0, nil }},
		"save, error":   {append: func(b []byte, _ byte) []byte { return b }, read: read},
		"save, prefix":  {append: func(_ []byte, n byte) []byte { return []byte{n} }, read: read},
		"save, nothing": {append: func(b []byte, _ byte) []byte { return b }, read: func([]byte) (byte, error) { return 0, nil }},
		"panic":         {append: one, read: func(data []byte) (byte, error) { return data[0], nil }},
	} {
		t.Run(law, func(t *testing.T) {
			requireFinding(t, law, func(t testing.TB) { policytest.Playout(t, c) })
		})
	}
	policytest.Playout(t, counting{append: one, read: read})
}

type crediting func(t *policy.Trace, values []float64)

func (f crediting) Credit(t *policy.Trace, values []float64) { f(t, values) }

func TestBrokenBackups(t *testing.T) {
	var calls atomic.Int64
	var kept, sink []float64
	for law, f := range map[string]crediting{
		"credit": func(t *policy.Trace, values []float64) {
			for i := 1; i < len(values); i++ {
				values[i] = t.Returns[t.Movers[i]]
			}
		},
		"credit, infinite": func(t *policy.Trace, values []float64) {
			for i := range values {
				values[i] = 1 / t.Returns[t.Movers[i]]
			}
		},
		"read-only": func(t *policy.Trace, values []float64) {
			clear(t.Returns)
			clear(values)
		},
		"repeat": func(_ *policy.Trace, values []float64) {
			for i := range values {
				values[i] = float64(calls.Add(1))
			}
		},
		"forgets": func(t *policy.Trace, values []float64) {
			if len(kept) == 0 || len(kept) != len(t.Returns) {
				kept = t.Returns
			}
			for i := range values {
				values[i] = kept[0]
			}
		},
		"allocation": func(_ *policy.Trace, values []float64) { sink = make([]float64, len(values)); copy(values, sink) },
		"panic":      func(t *policy.Trace, values []float64) { clear(values); _ = t.Depths[0] },
	} {
		t.Run(law, func(t *testing.T) {
			requireFinding(t, law, func(t testing.TB) { policytest.Backup(t, f) })
		})
	}
}

type picking struct {
	f       func(c *policy.Candidates) int
	reserve float64
}

func (p picking) Pick(c *policy.Candidates) (int, bool) { return p.f(c), true }
func (p picking) Reserve() float64                      { return p.reserve }

func TestBrokenFinals(t *testing.T) {
	var calls atomic.Int64
	var before, kept []policy.Child
	var sink []int
	first := func(*policy.Candidates) int { return 0 }
	for law, p := range map[string]picking{
		"range":     {f: func(c *policy.Candidates) int { return len(c.Children) / 12 * 12 }},
		"reserve":   {f: first, reserve: -0.1},
		"read-only": {f: func(c *policy.Candidates) int { c.Children[0].Mean++; return 0 }},
		"repeat":    {f: func(c *policy.Candidates) int { return int(calls.Add(1)) % len(c.Children) }},
		"forgets": {f: func(c *policy.Candidates) int {
			if !slices.Equal(kept, c.Children) {
				before, kept = kept, c.Children
			}
			if len(before) == 0 {
				return 0
			}
			return before[0].Visits % len(c.Children)
		}},
		"allocation": {f: func(c *policy.Candidates) int { sink = make([]int, len(c.Children)); return len(sink) - 1 }},
		"panic":      {f: func(c *policy.Candidates) int { return c.Children[c.Children[0].Visits%13].Visits * 0 }},
	} {
		t.Run(law, func(t *testing.T) {
			requireFinding(t, law, func(t testing.TB) { policytest.Final(t, p) })
		})
	}
}

type rule func(scores []float32, r *rng.Rand) int

func (f rule) Pick(scores []float32, r *rng.Rand) int { return f(scores, r) }

func TestBrokenRules(t *testing.T) {
	var calls atomic.Int64
	var before, kept []float32
	var sink []int
	for law, f := range map[string]rule{
		"range":  func(scores []float32, _ *rng.Rand) int { return int(scores[0]) },
		"repeat": func(scores []float32, _ *rng.Rand) int { return int(calls.Add(1)) % len(scores) },
		"forgets": func(scores []float32, _ *rng.Rand) int {
			if !slices.Equal(kept, scores) {
				before, kept = kept, scores
			}
			if len(before) == 0 {
				return 0
			}
			return int(math.Abs(float64(before[0]))) % len(scores)
		},
		"allocation": func(scores []float32, _ *rng.Rand) int { sink = make([]int, len(scores)); return len(sink) - 1 },
		"panic":      func(scores []float32, _ *rng.Rand) int { return int(scores[2]) * 0 },
		"higher": func(scores []float32, _ *rng.Rand) int {
			low := 0
			for i, s := range scores {
				if s < scores[low] {
					low = i
				}
			}
			return low
		},
		"higher, random": func(scores []float32, r *rng.Rand) int {
			if r.IntN(2) == 0 {
				return r.IntN(len(scores))
			}
			return 0
		},
	} {
		t.Run(law, func(t *testing.T) {
			requireFinding(t, law, func(t testing.TB) { policytest.Rule(t, f) })
		})
	}
}
