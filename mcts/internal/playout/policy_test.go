package playout

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// making is a playout policy that a function makes.
type making func(policy.Info) (policy.Chooser, error)

func (f making) New(info policy.Info) (policy.Chooser, error) { return f(info) }

// decisively is a playout policy that plays winning actions at once.
func decisively(inner policy.Playout, anti bool) making {
	return func(info policy.Info) (policy.Chooser, error) { return NewDecisive(info, inner, anti) }
}

var nothing making = func(policy.Info) (policy.Chooser, error) { return nil, nil }

// set returns the error of setting a playout policy.
func set(t *testing.T, g game.Game[toyState, int], p policy.Playout) error {
	w := newWorker(t, g, policy.Uniform{})
	return w.SetPolicy(p)
}

// A policy that makes no chooser is reported.
func TestNoChooser(t *testing.T) {
	require.ErrorContains(t, set(t, toy{5}, nothing), "Config.Playout: New of playout.making returned nil")
	require.ErrorContains(t, set(t, toy{5}, decisively(nothing, false)), "DecisiveMoves.Playout: New of playout.making returned nil")
	_, err := NewDecisive(policy.Info{}, first{0}, false)
	require.ErrorContains(t, err, "works in a Search only")
}

// sure is a toy that knows an action that wins at once, or says so.
type sure struct {
	toy
	action int
}

func (g sure) WinningAction(*toyState) (int, bool) { return g.action, g.action != 0 }

// The action that the game names is played without a look at others, the first one, too.
func TestNamedWins(t *testing.T) {
	for action := 1; action <= 3; action++ {
		w := newWorker(t, sure{toy{4}, action}, decisively(last{}, false))
		w.begin()
		k, err := w.Choose(&w.sim, 0, []int{1, 2, 3})
		require.NoError(t, err)
		require.Equal(t, action-1, k)
	}
	w := newWorker(t, sure{toy{4}, 0}, decisively(last{}, false))
	w.begin()
	k, err := w.Choose(&w.sim, 0, []int{1, 2, 3})
	require.NoError(t, err)
	require.Equal(t, 2, k)
}

// A policy under DecisiveMoves chooses among the actions after which the other player cannot win at
// once.
func TestSafeActions(t *testing.T) {
	w := newWorker(t, nimble{toy{10}}, decisively(last{}, true))
	w.begin()
	k, err := w.Choose(&w.sim, 0, []int{1, 2, 3})
	require.NoError(t, err)
	require.Equal(t, 1, k, "after 3 the other player wins")
	for _, index := range []int{-1, 2} {
		w = newWorker(t, nimble{toy{10}}, decisively(first{index}, true))
		w.begin()
		require.PanicsWithValue(t, "mcts: Playout playout.first chose action "+map[int]string{-1: "-1", 2: "2"}[index]+" of 2", func() {
			_, _ = w.Choose(&w.sim, 0, []int{1, 2, 3})
		})
	}
}

// nimble is a toy that ends as soon as the sum is 6, with a win of the player who made it so.
type nimble struct{ toy }

func (g nimble) AppendActions(dst []int, s *toyState) []int {
	if s.sum == 6 {
		return dst
	}
	return g.toy.AppendActions(dst, s)
}

func (nimble) Returns(s *toyState, out []float64) {
	out[0], out[1] = 0, 0
	if s.sum == 6 {
		out[(s.n-1)%2] = 1
	}
}

// What DecisiveMoves save is what the other policy has learned, and no more.
func TestSavedDecisive(t *testing.T) {
	w := newWorker(t, indexed{toy{4}}, decisively(policy.MAST{}, false))
	saver, ok := w.Chooser().(policy.Saver)
	require.True(t, ok)
	data, err := saver.AppendBinary(nil)
	require.NoError(t, err)
	require.NoError(t, saver.UnmarshalBinary(data))
	require.ErrorContains(t, saver.UnmarshalBinary(append(data, 0, 0)), "2 bytes follow the learned tables of DecisiveMoves")
}

// twofold is a [policy.Switcher] that draws a chooser with an index.
type twofold struct {
	first
	index    int
	choosers []policy.Chooser
}

func (s twofold) New(policy.Info) (policy.Chooser, error) { return s, nil }
func (twofold) Learn(*policy.Trace)                       {}
func (s twofold) Choosers() []policy.Chooser              { return s.choosers }
func (s twofold) Draw(*rng.Rand) int                      { return s.index }

// A playout is by the chooser that was drawn. One that does not exist is reported.
func TestSwitch(t *testing.T) {
	both := []policy.Chooser{first{0}, first{2}}
	for index, sum := range []int{5, 15} {
		w := newWorker(t, toy{5}, twofold{index: index, choosers: both})
		w.begin()
		w.Switch(&w.sim)
		require.NoError(t, w.Evaluate(&w.sim))
		require.Equal(t, sum, w.sim.State.sum)
	}
	for _, index := range []int{-1, 2} {
		w := newWorker(t, toy{5}, twofold{index: index, choosers: both})
		w.begin()
		w.Switch(&w.sim)
		require.ErrorContains(t, w.Evaluate(&w.sim), "of 2")
	}
	require.ErrorContains(t, set(t, toy{5}, twofold{}), "has no Choosers")
	require.ErrorContains(t, set(t, toy{5}, twofold{choosers: []policy.Chooser{twofold{}}}), "want one that is not a Switcher")
	require.ErrorContains(t, set(t, toy{5}, twofold{choosers: []policy.Chooser{nil}}), "want one that is not a Switcher")
}

// fast is a listed toy that plays whole playouts, and records them.
type fast struct{ listed }

func (g fast) RecordPlayout(s *toyState, _ *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	for len(g.AppendActions(nil, s)) > 0 {
		plies = append(plies, policy.Ply{Action: 1, Player: int16(s.n % 2)})
		g.Apply(s, 2)
	}
	g.Returns(s, out)
	return plies
}

func (g fast) Playout(s *toyState, r *rng.Rand, out []float64) { g.RecordPlayout(s, r, out, nil) }

func (g fast) ScorePlayout(s *toyState, _ [][]float32, _ float64, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	return g.RecordPlayout(s, r, out, plies)
}

// The game plays the playouts of uniform choosers, unless the search looks at every ply.
func TestMayRecord(t *testing.T) {
	uniform, err := policy.Uniform{}.New(policy.Info{})
	require.NoError(t, err)
	for name, change := range map[string]func(w *worker){
		"none":         func(*worker) {},
		"recorder":     func(w *worker) { w.Recorder = nil },
		"indexer":      func(w *worker) { w.Indexer = nil },
		"chance":       func(w *worker) { w.HasChance = true },
		"discount":     func(w *worker) { w.discount = 0.5 },
		"lines":        func(w *worker) { w.KeepsLines = true },
		"simultaneous": func(w *worker) { w.Simultaneous = varied{} },
		"plies":        func(w *worker) { w.MaxPlies = 3 },
		"observer":     func(w *worker) { w.Observe = func(*toyState) {} },
		"measures":     func(w *worker) { w.Measures = true },
	} {
		w := newWorker(t, fast{listed{indexed{toy{5}}}}, policy.Uniform{})
		w.discount = 1
		change(w)
		require.Equal(t, name == "none", w.mayRecord(uniform), name)
		require.False(t, w.mayRecord(first{0}))
	}
}

// scored is a chooser that chooses by scores.
type scored struct{ first }

func (scored) New(policy.Info) (policy.Chooser, error) { return scored{}, nil }
func (scored) ExploreProbability() float64             { return 0 }
func (scored) Exploit(*policy.Choice) int              { return 0 }
func (scored) Scores() ([][]float32, bool)             { return nil, true }

// passing is a fast toy with passes, and turning one with turns.
type (
	passing struct{ fast }
	turning struct{ fast }
)

func (passing) IsPass(int) bool      { return false }
func (turning) Turn(s *toyState) int { return s.n / 2 }

// The game plays the playouts of choosers by scores, unless the search looks at every ply, or
// measures them and the game does not tell their length.
func TestPlaysByScores(t *testing.T) {
	plain := fast{listed{indexed{toy{5}}}}
	for _, c := range []struct {
		name   string
		game   game.Game[toyState, int]
		change func(w *worker)
		want   bool
	}{
		{"plain", plain, func(*worker) {}, true},
		{"plies", plain, func(w *worker) { w.MaxPlies = 3 }, false},
		{"observer", plain, func(w *worker) { w.Observe = func(*toyState) {} }, false},
		{"measured", plain, func(w *worker) { w.Measures = true }, true},
		{"passes", passing{plain}, func(*worker) {}, true},
		{"measured passes", passing{plain}, func(w *worker) { w.Measures = true }, false},
		{"turns", turning{plain}, func(*worker) {}, false},
	} {
		w := newWorker(t, c.game, policy.Uniform{})
		c.change(w)
		require.NoError(t, w.SetPolicy(scored{}))
		require.Equal(t, c.want, w.playsByScores(&w.policy), c.name)
	}
}

// An observer sees the state after every action, of a uniform playout, too.
func TestObserver(t *testing.T) {
	for _, p := range []policy.Playout{policy.Uniform{}, first{1}} {
		w := newWorker(t, toy{5}, p)
		var seen []int
		w.SetObserver(func(s *toyState) { seen = append(seen, s.n) })
		w.begin()
		w.Play(&w.sim, 2, 0)
		require.NoError(t, w.Evaluate(&w.sim))
		require.Equal(t, []int{1, 2, 3, 4, 5}, seen)
	}
}

// rewarding is a toy with rewards.
type rewarding struct{ toy }

func (rewarding) Rewards(_ *toyState, out []float64) { out[0], out[1] = 1, 2 }

// That a search uses rewards is noted, and they are, with the discount of what comes after them.
func TestRewards(t *testing.T) {
	for _, c := range []struct {
		game     game.Game[toyState, int]
		discount float64
		paid     []float64
	}{
		{toy{2}, 0, nil},
		{toy{2}, 1, nil},
		{toy{2}, 0.5, []float64{0, 0, 0.5, 0, 0, 0.5}},
		{rewarding{toy{2}}, 0, []float64{1, 2, 1, 1, 2, 1}},
		{rewarding{toy{2}}, 0.5, []float64{1, 2, 0.5, 1, 2, 0.5}},
	} {
		w := newWorker(t, c.game, policy.Uniform{})
		w.AddRewards(c.discount)
		w.begin()
		require.NoError(t, w.Evaluate(&w.sim))
		require.Equal(t, c.paid, w.sim.Paid)
		_, pays := c.game.(rewarding)
		require.Equal(t, pays, w.uses[game.HasRewarder])
	}
}
