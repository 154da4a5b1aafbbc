package mcts_test

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

func TestNewRefuses(t *testing.T) {
	type deep struct{ a [2]struct{ names []string } } //nolint:unused // New looks at it by reflection
	refuse := func(t *testing.T, want string, err error) {
		t.Helper()
		require.ErrorContains(t, err, want)
		require.True(t, strings.HasPrefix(err.Error(), "mcts: ") || strings.HasPrefix(err.Error(), "policy: "), err.Error())
	}
	err := func(_ any, err error) error { return err }
	refuse(t, "the game is nil", err(mcts.New[int, int](nil, mcts.Config{})))
	refuse(t, "NumPlayers is 0, want >= 1", err(mcts.New(&script{}, mcts.Config{})))
	refuse(t, "state.a[i].names is a []string", err(mcts.New(stateOf[deep]{}, mcts.Config{})))
	refuse(t, "state is a *int", err(mcts.New(stateOf[*int]{}, mcts.Config{})))
	refuse(t, "state is a map[int]int", err(mcts.New(stateOf[map[int]int]{}, mcts.Config{})))
	refuse(t, "state is a interface {}", err(mcts.New(stateOf[any]{}, mcts.Config{})))
	_, ok := mcts.New(stateOf[struct {
		s string
		n [3]float64
	}]{}, mcts.Config{})
	require.NoError(t, ok)

	for want, cfg := range map[string]mcts.Config{
		"Config.MaxPlies is -1, want >= 0":  {MaxPlies: -1},
		"Config.MaxNodes is -5, want >= 0":  {MaxNodes: -5},
		"Config.MaxBytes is -9, want >= 0":  {MaxBytes: -9},
		"UCT.C is -1":                       {Selection: policy.UCT{C: -1}},
		"UCT.C is NaN":                      {Selection: policy.UCT{C: math.NaN()}},
		"UCT.C is -2":                       {Root: policy.UCT{C: -2}},
		"SecureChild.A is -2":               {Final: policy.SecureChild{A: -2}},
		"Reserve of mcts_test.eager is NaN": {Final: eager{}},
		"MaxRobustChild.Held is 1":          {Final: policy.MaxRobustChild{Held: 1}},
		"New of mcts_test.playout returned": {Playout: playout{}},
	} {
		t.Run(want, func(t *testing.T) {
			refuse(t, want, err(mcts.New(connect4.Game{}, cfg)))
		})
	}
	both := err(mcts.New(connect4.Game{}, mcts.Config{MaxPlies: -1, MaxNodes: -1}))
	require.ErrorContains(t, both, "MaxPlies")
	require.ErrorContains(t, both, "MaxNodes", "all that is wrong at once")
}

// stateOf is a game with states of a type.
type stateOf[S any] struct{}

func (stateOf[S]) NumPlayers() int                     { return 1 }
func (stateOf[S]) ToMove(*S) int                       { return 0 }
func (stateOf[S]) AppendActions(dst []int, _ *S) []int { return dst }
func (stateOf[S]) Apply(*S, int)                       {}
func (stateOf[S]) Returns(*S, []float64)               {}

func TestRunRefuses(t *testing.T) {
	s, _ := search(t, connect4.Game{}, connect4.State{}, mcts.Config{}, 100)
	for want, b := range map[string]mcts.Budget{
		"Budget.Simulations is -1, want >= 0": {Simulations: -1},
		"Budget.Time is -1s, want >= 0":       {Time: -time.Second},
		"without limit":                       {},
	} {
		t.Run(want, func(t *testing.T) {
			_, err := s.Run(bg, &connect4.State{}, b)
			require.ErrorContains(t, err, want)
		})
	}
	var none context.Context
	_, err := s.Run(none, &connect4.State{}, mcts.Budget{Simulations: 1})
	require.ErrorContains(t, err, "the context is nil")
	_, err = s.Run(bg, nil, mcts.Budget{Simulations: 1})
	require.ErrorContains(t, err, "the root is nil")
	require.Equal(t, 100, s.Root().Visits(), "nothing is lost")

	g := &script{players: 1}
	over, err := mcts.New(g, mcts.Config{})
	require.NoError(t, err)
	leaf := g.leaf(1)
	_, err = over.Run(bg, &leaf, mcts.Budget{Simulations: 1})
	require.ErrorIs(t, err, mcts.ErrTerminal)

	dice := g.add(scriptNode{Player: mcts.Chance, Children: []int{leaf}, Probs: []float64{1}})
	_, err = over.Run(bg, &dice, mcts.Budget{Simulations: 1})
	require.ErrorContains(t, err, "chance moves at the root")
}

// selection, playout and final always return a number, whatever the arguments; nil values are
// broken in other ways.
type (
	selection int
	playout   struct{ chooser policy.Chooser }
	chooser   int
	final     int
	backup    struct{ credit float64 }
)

func (k selection) Select(*policy.Node) int               { return int(k) }
func (p playout) New(policy.Info) (policy.Chooser, error) { return p.chooser, nil }
func (k chooser) Choose(*policy.Choice) int               { return int(k) }
func (k final) Pick(*policy.Candidates) (int, bool)       { return int(k), true }

func (b backup) Credit(_ *policy.Trace, out []float64) {
	for i := range out {
		out[i] = b.credit
	}
}

func TestStrategiesOutOfRange(t *testing.T) {
	for want, cfg := range map[string]mcts.Config{
		"Selection mcts_test.selection chose child 7 of 7":   {Selection: selection(7)},
		"Selection mcts_test.selection chose child -1 of 7":  {Selection: selection(-1)},
		"Playout mcts_test.chooser chose action 9 of 7":      {Playout: playout{chooser(9)}},
		"Backup mcts_test.backup credited NaN, want numbers": {Backup: backup{math.NaN()}},
		"Final mcts_test.final picked child 100 of 7":        {Final: final(100)},
	} {
		t.Run(want, func(t *testing.T) {
			s, err := mcts.New(connect4.Game{}, cfg)
			require.NoError(t, err)
			_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 100})
			require.ErrorContains(t, err, want)
			require.Zero(t, s.Root().Visits(), "an unsound tree is gone")
			require.NoError(t, s.Check())
		})
	}
	_, r := search(t, connect4.Game{}, connect4.State{}, mcts.Config{Selection: selection(6), Backup: backup{}}, 100)
	require.Equal(t, 94, r.Children[0].Visits)
	require.Zero(t, r.Children[0].Mean)
}

// faulty is a game of many plies that goes wrong after some of them.
type faulty struct {
	at     int
	fault  string
	number float64
}

func (g faulty) NumPlayers() int { return 2 }

func (g faulty) ToMove(s *int) int {
	if *s >= g.at && g.fault == "ToMove" {
		return 2
	}
	return *s % 2
}

func (g faulty) AppendActions(dst []int, s *int) []int {
	if *s >= 12 && g.fault != "endless" {
		return dst
	}
	if *s >= g.at && g.fault == "many" {
		return append(dst, make([]int, 1<<14)...)
	}
	return append(dst, 1, 2)
}

func (g faulty) Apply(s *int, a int) {
	if *s >= g.at && g.fault == "panic" {
		panic("the rules are broken")
	}
	if g.fault != "endless" {
		*s += a
	}
}

func (g faulty) Returns(_ *int, out []float64) {
	out[0], out[1] = g.number, 0
}

func TestFaultsOfTheGame(t *testing.T) {
	for want, g := range map[string]faulty{
		"ToMove is 2, want 0..1":                  {fault: "ToMove", at: 3},
		"faulty: the return of player 0 is NaN":   {number: math.NaN()},
		"faulty: the return of player 0 is -Inf":  {number: math.Inf(-1)},
		"faulty: the return of player 0 is 1e+31": {number: 1e31},
		"a state has 16384 actions, want at most": {fault: "many", at: 0},
		"a playout did not end in 1048576 plies":  {fault: "endless"},
	} {
		t.Run(want, func(t *testing.T) {
			s, err := mcts.New(g, mcts.Config{})
			require.NoError(t, err)
			for range 2 {
				n := 200
				if g.number > 1e30 {
					n = 1
				}
				_, err = s.Run(bg, new(int), mcts.Budget{Simulations: n})
				require.ErrorContains(t, err, want)
				require.Zero(t, s.Root().Visits())
			}
		})
	}
	_, r := search[int](t, faulty{fault: "endless"}, 0, mcts.Config{MaxPlies: 50}, 100)
	require.InDelta(t, 0.5, r.Values[0], 1e-9)
}

// What Returns does not write is found, not taken from the game before.
func TestForgottenReturns(t *testing.T) {
	g := &script{players: 3}
	root := g.node(0, g.leaf(1, 0), g.leaf(0, 1)) // and nothing for the third
	s, err := mcts.New(g, mcts.Config{})
	require.NoError(t, err)
	_, err = s.Run(bg, &root, mcts.Budget{Simulations: 10})
	require.ErrorContains(t, err, "the return of player 2 is NaN")
}

// A panic of the game comes out of Run as it is, with its stack, and leaves a search that can be
// used.
func TestPanicsOfTheGame(t *testing.T) {
	g := &faulty{fault: "panic", at: 3}
	s, err := mcts.New(mcts.Game[int, int](g), mcts.Config{})
	require.NoError(t, err)
	stack := ""
	func() {
		defer func() {
			require.Equal(t, "the rules are broken", recover())
			stack = string(debug.Stack())
		}()
		_, _ = s.Run(bg, new(int), mcts.Budget{Simulations: 100})
	}()
	require.Contains(t, stack, "faulty.Apply")
	require.Zero(t, s.Root().Visits())
	g.fault = ""
	require.Equal(t, 100, run(t, s, 0, 100).Simulations)

	g.fault, g.at = "panic", 0
	require.Panics(t, func() { _, _ = s.Advance(1) })
	require.NoError(t, s.Check())
	g.fault = ""
	require.Equal(t, 100, run(t, s, 0, 100).Simulations)
}

func TestFaultsOfChance(t *testing.T) {
	for want, probs := range map[string][]float64{
		"outcome 1 has probability -0.5":                   {1.5, -0.5},
		"outcome 0 has probability NaN":                    {math.NaN(), 1},
		"2 outcomes with probabilities that sum to 0.9, w": {0.5, 0.4},
		"0 outcomes": {},
	} {
		t.Run(want, func(t *testing.T) {
			g := &script{players: 1}
			dice := g.add(scriptNode{Player: mcts.Chance, Children: []int{g.leaf(0), g.leaf(1)}, Probs: probs})
			root := g.node(0, dice, g.leaf(0.5))
			s, err := mcts.New(g, mcts.Config{})
			require.NoError(t, err)
			_, err = s.Run(bg, &root, mcts.Budget{Simulations: 100})
			require.ErrorContains(t, err, want)
		})
	}
}

// fickle lists its outcomes in another order every time.
type fickle struct {
	*script
	calls *int
}

func (g fickle) AppendOutcomes(dst []mcts.Outcome[branch], s *int) []mcts.Outcome[branch] {
	*g.calls++
	dst = g.script.AppendOutcomes(dst, s)
	if *g.calls%2 == 0 {
		dst[0], dst[1] = dst[1], dst[0]
	}
	return dst
}

// eager holds back no number of simulations.
type eager struct{ policy.RobustChild }

func (eager) Reserve() float64 { return math.NaN() }

// A game of chance that forgot to say so is not taken for one that is over.
func TestChanceWithoutOutcomes(t *testing.T) {
	g := &script{players: 2}
	dice := g.add(scriptNode{Player: mcts.Chance, Probs: []float64{1}, Returns: []float64{0, 0}})
	root := g.node(0, dice, g.leaf(1, 0))
	for i, cfg := range []mcts.Config{{}, {MaxPlies: 5}, {Playout: playout{chooser(0)}}} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			s, err := mcts.New(bare[int, branch]{g}, cfg)
			require.NoError(t, err)
			_, err = s.Run(bg, &root, mcts.Budget{Simulations: 100})
			require.ErrorContains(t, err, "ToMove is Chance, and it has no AppendOutcomes")
		})
	}
}

func TestOutcomesInAnotherOrder(t *testing.T) {
	g := fickle{&script{players: 1}, new(int)}
	dice := g.add(scriptNode{Player: mcts.Chance, Children: []int{g.leaf(0), g.leaf(1)}, Probs: []float64{0.5, 0.5}})
	root := g.node(0, dice, g.leaf(0.5))
	s, err := mcts.New(mcts.Game[int, branch](g), mcts.Config{})
	require.NoError(t, err)
	_, err = s.Run(bg, &root, mcts.Budget{Simulations: 100})
	require.ErrorContains(t, err, "the outcomes of one state are now [")
}

// After an error the playout policy discards its statistics, which may contain NaN.
func TestErrorResetsPlayoutStatistics(t *testing.T) {
	told := &renewed{}
	g := &script{players: 1}
	good, bad := g.leaf(1), g.leaf(math.NaN())
	root := g.node(0, good, good)
	broken := g.node(0, bad, bad)
	s, err := mcts.New[int, branch](g, mcts.Config{Playout: told})
	require.NoError(t, err)
	run[int, branch](t, s, root, 10)
	require.Equal(t, 1, told.made)
	_, err = s.Run(bg, &broken, mcts.Budget{Simulations: 10})
	require.Error(t, err)
	run[int, branch](t, s, root, 10)
	require.Equal(t, 2, told.made)
	run[int, branch](t, s, root, 10)
	require.Equal(t, 2, told.made)
	end := good
	_, err = s.Run(bg, &end, mcts.Budget{Simulations: 10})
	require.ErrorIs(t, err, mcts.ErrTerminal)
	run[int, branch](t, s, root, 10)
	require.Equal(t, 2, told.made, "a root that is refused is no reason")
}

// renewed counts how often a live policy is made.
type renewed struct{ made int }

func (r *renewed) New(policy.Info) (policy.Chooser, error) {
	r.made++
	return chooser(0), nil
}

// listsTwice lists an action twice, of some.
type listsTwice struct {
	connect4.Game
	actions int
}

func (g listsTwice) AppendActions(dst []connect4.Drop, s *connect4.State) []connect4.Drop {
	for len(dst) < g.actions {
		dst = append(dst, connect4.Drop(len(dst)))
	}
	return append(dst, 3)
}

// A root at which an action is listed twice is refused.
func TestRepeatedActions(t *testing.T) {
	for _, n := range []int{4, 7, 100} {
		s, err := mcts.New[connect4.State, connect4.Drop](listsTwice{actions: n}, mcts.Config{})
		require.NoError(t, err)
		_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 10})
		require.EqualError(t, err, "mcts: mcts_test.listsTwice: d is listed twice among the actions at the root")
	}
}

// changesList is Connect Four, which now and then lists other actions where all columns have room.
type changesList struct {
	connect4.Game
	change *func(list []connect4.Drop) []connect4.Drop
}

func (g changesList) AppendActions(dst []connect4.Drop, s *connect4.State) []connect4.Drop {
	list := g.Game.AppendActions(nil, s)
	if *g.change != nil && len(list) == 7 {
		list = (*g.change)(list)
	}
	return append(dst, list...)
}

// A list at the root of a kept tree is refused if it has an action twice, or is not the one with
// which the tree was made. The tree is kept.
func TestChangedLists(t *testing.T) {
	type change = func(list []connect4.Drop) []connect4.Drop
	without := func(list []connect4.Drop) []connect4.Drop { return list[:6] }
	turned := func(list []connect4.Drop) []connect4.Drop { return append(list[6:], list[:6]...) }
	for _, c := range []struct {
		before, now change
		want        string
	}{
		{nil, nil, ""},
		{nil, turned, ""},
		{nil, func(list []connect4.Drop) []connect4.Drop { return append(list, 3) }, "d is listed twice among the actions at the root"},
		{nil, without, "g was listed among the actions at the root before, and is not now"},
		{without, nil, "g is listed among the actions at the root now, and was not before"},
	} {
		for _, parallel := range []mcts.Parallel{nil, mcts.RootParallel{Trees: 2}, mcts.TreeParallel{Workers: 2}} {
			for _, advance := range []bool{false, true} {
				current := c.before
				s, err := mcts.New[connect4.State, connect4.Drop](changesList{change: &current}, mcts.Config{Parallel: parallel, Seed: 1})
				require.NoError(t, err)
				var root connect4.State
				run := func() (mcts.Result[connect4.Drop], error) { return s.Run(bg, &root, mcts.Budget{Simulations: 200}) }
				_, err = run()
				require.NoError(t, err)
				if advance {
					_, err = s.Advance(3)
					require.NoError(t, err)
					connect4.Game{}.Apply(&root, 3)
				}
				current = c.now
				r, err := run()
				if c.want != "" {
					require.EqualError(t, err, "mcts: mcts_test.changesList: "+c.want)
					current = c.before
					r, err = run()
				}
				require.NoError(t, err)
				require.Positive(t, r.Inherited)
			}
		}
	}
}

// numbered is a game of two plies whose actions are the numbers from first to last.
type numbered struct{ first, last *int }

func (numbered) NumPlayers() int     { return 1 }
func (numbered) ToMove(*int) int     { return 0 }
func (numbered) Apply(s *int, _ int) { *s++ }

func (g numbered) AppendActions(dst []int, s *int) []int {
	for a := *g.first; *s < 2 && a <= *g.last; a++ {
		dst = append(dst, a)
	}
	return dst
}

func (numbered) Returns(_ *int, out []float64) { out[0] = 1 }

// So are long lists.
func TestChangedLongLists(t *testing.T) {
	for _, n := range []int{10, 32, 33, 200} {
		for _, c := range []struct {
			first, last int
			want        string
		}{
			{0, n, ""},
			{1, n, "0 was listed among the actions at the root before, and is not now"},
			{0, n + 1, fmt.Sprintf("%d is listed among the actions at the root now, and was not before", n+1)},
		} {
			first, last, root := 0, n, 0
			s, err := mcts.New(numbered{&first, &last}, mcts.Config{})
			require.NoError(t, err)
			_, err = s.Run(bg, &root, mcts.Budget{Simulations: 5})
			require.NoError(t, err)
			first, last = c.first, c.last
			if _, err = s.Run(bg, &root, mcts.Budget{Simulations: 5}); c.want == "" {
				require.NoError(t, err)
			} else {
				require.EqualError(t, err, "mcts: mcts_test.numbered: "+c.want)
			}
		}
	}
}

// wrongNumbers is Connect Four, in which some numbers are wrong.
type wrongNumbers struct {
	connect4.Game
	index, listed, noted, player, actions int // added to right ones
}

func (g wrongNumbers) NumActions() int                 { return g.Game.NumActions() + g.actions }
func (g wrongNumbers) ActionIndex(a connect4.Drop) int { return g.Game.ActionIndex(a) + g.index }

func (g wrongNumbers) AppendIndices(dst []int32, s *connect4.State) []int32 {
	n := len(dst)
	dst = g.Game.AppendIndices(dst, s)
	for k := range dst[n:] {
		dst[n+k] += int32(g.listed)
	}
	return dst
}

func (g wrongNumbers) RecordPlayout(s *connect4.State, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	plies = g.Game.RecordPlayout(s, r, out, plies)
	if last := len(plies) - 1; last >= 0 {
		plies[last].Action += int32(g.noted)
		plies[last].Player += int16(g.player)
	}
	return plies
}

// A number that is out of range is an error that names it, and not a panic of a strategy that uses
// it, whoever reads it in whatever kind of search.
func TestWrongNumbers(t *testing.T) {
	for _, n := range []int{-7, -12} {
		_, err := mcts.New[connect4.State, connect4.Drop](wrongNumbers{actions: n}, mcts.Config{})
		require.EqualError(t, err, fmt.Sprintf("mcts: mcts_test.wrongNumbers.NumActions is %d, want >= 1", 7+n))
	}
	readers := []struct {
		name         string
		cfg          mcts.Config
		lists, plies bool // read AppendIndices, RecordPlayout
	}{
		{name: "MAST", cfg: mcts.Config{Playout: policy.MAST{}}},
		{name: "LGRF", cfg: mcts.Config{Playout: policy.LGRF{}}},
		{name: "NST", cfg: mcts.Config{Playout: policy.NST{}}, lists: true},
		{name: "Adaptive", cfg: mcts.Config{Playout: policy.Adaptive{}}, lists: true, plies: true},
		{name: "decisive", cfg: mcts.Config{Playout: mcts.DecisiveMoves{Playout: policy.MAST{}}}},
		{name: "GRAVE", cfg: mcts.Config{Selection: policy.GRAVE{}}, plies: true},
		{name: "GRAVE and NST", cfg: mcts.Config{Selection: policy.GRAVE{}, Playout: policy.NST{}}, lists: true},
	}
	for what, g := range map[string]wrongNumbers{
		"ActionIndex(a) is -1, want 0..6": {index: -1}, "ActionIndex(g) is 7, want 0..6": {index: 1}, "a number of AppendIndices is -1, want 0..6": {listed: -1},
		"a number of AppendIndices is 7, want 0..6": {listed: 1}, "the action of a ply of RecordPlayout is 1": {noted: 100}, "the player of a ply of RecordPlayout is 1": {player: 10},
	} {
		for _, reader := range readers {
			for mode, parallel := range parallels {
				t.Run(reader.name+", "+mode+", "+what, func(t *testing.T) {
					cfg := reader.cfg
					cfg.Parallel = parallel
					s, err := mcts.New[connect4.State, connect4.Drop](g, cfg)
					if err != nil {
						t.Skip(err) // The two do not go together.
					}
					_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 500})
					if g.listed != 0 && !reader.lists || g.noted+g.player > 0 && !reader.plies {
						require.NoError(t, err, "nobody reads them")
						return
					}
					require.ErrorContains(t, err, "mcts: mcts_test.wrongNumbers: "+what)
					require.ErrorContains(t, err, "from the root")
				})
			}
		}
	}
}

// halfScored is a game of a few plies with many actions, of whose ends half are won by the player
// who moved last, and the others have no returns.
type halfScored struct{}

type halfScoredState struct{ Ply, Line int }

func (halfScored) NumPlayers() int                 { return 2 }
func (halfScored) ToMove(s *halfScoredState) int   { return s.Ply % 2 }
func (halfScored) Apply(s *halfScoredState, a int) { s.Ply, s.Line = s.Ply+1, s.Line*3+a }

func (halfScored) AppendActions(dst []int, s *halfScoredState) []int {
	for a := 0; a < 16 && s.Ply < 4; a++ {
		dst = append(dst, a)
	}
	return dst
}

func (halfScored) Returns(s *halfScoredState, out []float64) {
	if winner := 1 - s.Ply%2; s.Line%2 == 0 {
		out[winner], out[1-winner] = 1, 0
	}
}

// A lookahead notices unwritten returns that the playout never reaches.
func TestForgottenReturnsOfALookAhead(t *testing.T) {
	for _, anti := range []bool{false, true} {
		s, err := mcts.New[halfScoredState, int](halfScored{}, mcts.Config{Playout: mcts.DecisiveMoves{Anti: anti}})
		require.NoError(t, err)
		_, err = s.Run(bg, &halfScoredState{}, mcts.Budget{Simulations: 200})
		require.ErrorContains(t, err, "mcts: mcts_test.halfScored: the return of player 0 is NaN at an end that DecisiveMoves look at, want a number, after the actions [")
	}
}
