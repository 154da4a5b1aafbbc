package mcts_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// switcher draws one of its choosers. It keeps the traces of one worker.
type switcher struct {
	choosers []policy.Chooser
	draw     func(r *rng.Rand) int
	traces   []policy.Trace
}

// switcherSpec makes a switcher for each worker and keeps them.
type switcherSpec struct {
	switcher
	made []*switcher
}

func (s *switcherSpec) New(policy.Info) (policy.Chooser, error) {
	live := s.switcher
	s.made = append(s.made, &live)
	return &live, nil
}

func (s *switcher) Choosers() []policy.Chooser  { return s.choosers }
func (s *switcher) Draw(r *rng.Rand) int        { return s.draw(r) }
func (s *switcher) Choose(c *policy.Choice) int { return c.Rand.IntN(len(c.Actions)) }
func (s *switcher) Learn(t *policy.Trace) {
	kept := *t
	kept.Plies, kept.Returns = slices.Clone(t.Plies), slices.Clone(t.Returns)
	s.traces = append(s.traces, kept)
}

// ends chooses the first action or the last one.
type ends bool

func (e ends) Choose(c *policy.Choice) int {
	if e {
		return len(c.Actions) - 1
	}
	return 0
}

// In every mode, the chooser that a trace names has played the whole playout, and uniform playouts
// can be told from the others, too.
func TestSwitcher(t *testing.T) {
	small, err := breakthrough.New(5, 5)
	require.NoError(t, err)
	for name, p := range map[string]mcts.Parallel{
		"serial":    nil,
		"leaf":      mcts.LeafParallel{Workers: 2, Playouts: 3},
		"lock-step": mcts.LockStep{Workers: 3, Batch: 7},
		"tree":      mcts.TreeParallel{Workers: 3},
		"root":      mcts.RootParallel{Workers: 2, Trees: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Run("breakthrough", func(t *testing.T) { checkSwitcher(t, small, small.Start(), p) })
			t.Run("connect4", func(t *testing.T) { checkSwitcher(t, connect4.Game{}, connect4.State{}, p) })
		})
	}
}

func checkSwitcher[S any, A comparable](t *testing.T, g indexed[S, A], root S, p mcts.Parallel) {
	const n = 600
	uniform, err := policy.Uniform{}.New(policy.Info{})
	require.NoError(t, err)
	spec := &switcherSpec{switcher: switcher{
		choosers: []policy.Chooser{ends(false), ends(true), uniform},
		draw:     func(r *rng.Rand) int { return r.IntN(3) },
	}}
	search(t, mcts.Game[S, A](g), root, mcts.Config{Playout: spec, Parallel: p, Seed: 5}, n)
	var count, differ [3]int
	for _, live := range spec.made {
		if _, isRoot := p.(mcts.RootParallel); isRoot {
			require.Less(t, len(live.traces), n, "a tree has its own simulations")
		} else if len(live.traces) > 0 {
			require.Len(t, live.traces, n, "every worker learns from all simulations")
		}
		for i := range live.traces {
			trace := &live.traces[i]
			require.Contains(t, []int{1, 2, 3}, trace.Chooser)
			replay(t, g, root, trace)
			k := trace.Chooser - 1
			count[k]++
			differ[k] += deviations(g, root, trace, k)
		}
	}
	require.Zero(t, differ[0])
	require.Zero(t, differ[1])
	require.Positive(t, differ[2])
	for k := range count {
		require.Greater(t, count[k], n/5)
	}
}

// deviations counts the plies of a playout at which another action than the first or the last one
// was played.
func deviations[S any, A comparable](g indexed[S, A], root S, trace *policy.Trace, last int) (n int) {
	s := root
	for i, p := range trace.Plies {
		actions := g.AppendActions(nil, &s)
		k := slices.IndexFunc(actions, func(a A) bool { return g.ActionIndex(a) == int(p.Action) })
		if i >= trace.Leaf && k != min(last, 1)*(len(actions)-1) {
			n++
		}
		g.Apply(&s, actions[k])
	}
	return n
}

func TestSwitcherRefuses(t *testing.T) {
	first := []policy.Chooser{ends(false)}
	draws := func(i int) func(*rng.Rand) int { return func(*rng.Rand) int { return i } }
	for want, s := range map[string]switcher{
		"has no Choosers":                  {draw: draws(0)},
		"want one that is not a Switcher":  {choosers: []policy.Chooser{&switcher{}}, draw: draws(0)},
		"is <nil>":                         {choosers: []policy.Chooser{nil}, draw: draws(0)},
		"chose chooser 1 of 1":             {choosers: first, draw: draws(1)},
		"chose chooser -1 of 1":            {choosers: first, draw: draws(-1)},
		"ExploreProbability of Playout":    {choosers: []policy.Chooser{restless{}}, draw: draws(0)},
		"Playout mcts_test.outside chose ": {choosers: []policy.Chooser{outside{}}, draw: draws(0)},
	} {
		t.Run(want, func(t *testing.T) {
			s, err := mcts.New(connect4.Game{}, mcts.Config{Playout: &switcherSpec{switcher: s}})
			if err == nil {
				_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 9})
			}
			require.ErrorContains(t, err, want)
		})
	}
}

// restless explores with a probability that is none.
type restless struct{ ends }

func (restless) ExploreProbability() float64    { return 2 }
func (r restless) Exploit(c *policy.Choice) int { return r.Choose(c) }

// outside chooses an action that does not exist.
type outside struct{}

func (outside) Choose(c *policy.Choice) int { return len(c.Actions) }

// A panic in a playout leaves nothing behind: after it and after Reset, a search is like a new one.
func TestSwitcherAfterPanic(t *testing.T) {
	bell := 0
	spec := &switcherSpec{switcher: switcher{
		choosers: []policy.Chooser{fuse{&bell}, ends(true)},
		draw:     func(r *rng.Rand) int { return r.IntN(2) },
	}}
	s, err := mcts.New(connect4.Game{}, mcts.Config{Playout: spec, Seed: 3})
	require.NoError(t, err)
	visits := func() (all []int) {
		_, err := s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 300})
		require.NoError(t, err)
		for _, c := range s.Root().Children() {
			all = append(all, c.Visits())
		}
		return all
	}
	want := visits()
	s.Reset(3)
	require.Equal(t, want, visits())
	s.Reset(3)
	bell = 20
	require.Panics(t, func() { visits() })
	s.Reset(3)
	require.Equal(t, want, visits())
}

// fuse panics at a choice that is set, and else chooses the first action.
type fuse struct{ bell *int }

func (b fuse) Choose(*policy.Choice) int {
	if *b.bell > 0 {
		if *b.bell--; *b.bell == 0 {
			panic("bomb")
		}
	}
	return 0
}

// The adaptive policy depends on the seed, and in lock-step not on the number of workers.
func TestAdaptiveIsDeterministic(t *testing.T) {
	for name, p := range map[string]func(workers int) mcts.Parallel{
		"serial":    func(int) mcts.Parallel { return nil },
		"lock-step": func(n int) mcts.Parallel { return mcts.LockStep{Workers: n, Batch: 8} },
		"leaf":      func(n int) mcts.Parallel { return mcts.LeafParallel{Workers: n, Playouts: 4} },
		"root":      func(n int) mcts.Parallel { return mcts.RootParallel{Workers: n, Trees: 3} },
	} {
		t.Run(name, func(t *testing.T) {
			visits := func(workers int, seed uint64) (all []int) {
				cfg := mcts.Config{Playout: policy.Adaptive{}, Seed: seed, Parallel: p(workers)}
				s, err := mcts.New(connect4.Game{}, cfg)
				require.NoError(t, err)
				state := connect4.State{}
				for range 3 {
					r, err := s.Run(bg, &state, mcts.Budget{Simulations: 700})
					require.NoError(t, err)
					for _, c := range s.Root().Children() {
						all = append(all, c.Visits())
					}
					connect4.Game{}.Apply(&state, r.Action)
					_, err = s.Advance(r.Action)
					require.NoError(t, err)
				}
				return all
			}
			one := visits(1, 8)
			require.Equal(t, one, visits(3, 8))
			require.NotEqual(t, one, visits(1, 9))
		})
	}
}
