package playout

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// toy is a game of two players in turn, who add one of three numbers to a sum for some plies. The
// sum wins for player 0 if it is even.
type toy struct{ plies int }

type toyState struct{ n, sum int }

func (toy) NumPlayers() int        { return 2 }
func (toy) ToMove(s *toyState) int { return s.n % 2 }

func (g toy) AppendActions(dst []int, s *toyState) []int {
	if s.n == g.plies {
		return dst
	}
	return append(dst, 1, 2, 3)
}

func (toy) Apply(s *toyState, a int) { s.n, s.sum = s.n+1, s.sum+a }

func (toy) Returns(s *toyState, out []float64) {
	out[0] = float64(1 - s.sum%2)
	out[1] = 1 - out[0]
}

// indexed is a toy whose actions have numbers.
type indexed struct{ toy }

func (indexed) NumActions() int       { return 3 }
func (indexed) ActionIndex(a int) int { return a - 1 }

// listed is a toy that lists actions by their numbers.
type listed struct{ indexed }

func (g listed) AppendIndices(dst []int32, s *toyState) []int32 {
	if s.n == g.plies {
		return dst
	}
	return append(dst, 0, 1, 2)
}

func (listed) IndexAction(i int32) int                  { return int(i) + 1 }
func (g listed) IsLegalIndex(s *toyState, i int32) bool { return s.n < g.plies && uint(i) < 3 }

// worker is a Maker with a simulation of a toy.
type worker struct {
	Maker[toyState, int]
	sim Simulation[toyState, int]
}

func newWorker(t *testing.T, g game.Game[toyState, int], p policy.Playout) *worker {
	w := &worker{}
	rules, err := game.NewRules(g)
	require.NoError(t, err)
	w.Init(rules)
	require.NoError(t, w.SetPolicy(p))
	w.sim.Returns = FloatsApart(2)
	w.sim.Rand = *rng.New(1)
	return w
}

func (w *worker) begin() {
	w.sim.State = toyState{}
	w.sim.Begin(0)
}

// first is a playout policy that chooses the action with an index.
type first struct{ index int }

func (p first) New(policy.Info) (policy.Chooser, error) { return p, nil }
func (p first) Choose(*policy.Choice) int               { return p.index }

// A playout plays to the end, or as many plies as the limit allows, in every way to play.
func TestLimits(t *testing.T) {
	for name, w := range map[string]*worker{
		"uniform": newWorker(t, toy{5}, policy.Uniform{}),
		"chosen":  newWorker(t, toy{5}, first{1}),
		"listed":  newWorker(t, listed{indexed{toy{5}}}, first{1}),
	} {
		for _, braked := range []bool{false, true} {
			if braked {
				w.Brake = brake.New(never, never) // Every ply looks at it.
			}
			for limit := range 8 {
				w.MaxPlies, w.CutOff = limit, 0.25
				w.begin()
				require.NoError(t, w.Evaluate(&w.sim), name)
				played := 5
				if limit > 0 {
					played = min(limit, 5)
				}
				require.Equal(t, played, w.sim.State.n, name)
				require.Equal(t, played, w.sim.Played, "%s, at most %d", name, limit)
				want := []float64{float64(1 - w.sim.State.sum%2), float64(w.sim.State.sum % 2)}
				if played < 5 {
					want = []float64{0.25, 0.25}
				}
				require.Equal(t, want, w.sim.Returns, name)
				if name != "uniform" {
					require.Equal(t, 2*played, w.sim.State.sum)
					require.Len(t, w.sim.Plies, played)
				}
			}
		}
	}
}

func never() bool { return false }

// An action that does not exist is reported.
func TestChosenActionIsInTheList(t *testing.T) {
	for _, g := range []game.Game[toyState, int]{toy{5}, listed{indexed{toy{5}}}} {
		for _, index := range []int{-1, 3} {
			w := newWorker(t, g, first{index})
			w.begin()
			require.ErrorContains(t, w.Evaluate(&w.sim), "of 3")
		}
	}
}

// A playout without an end is reported.
func TestEndless(t *testing.T) {
	w := newWorker(t, toy{-1}, policy.Uniform{})
	w.begin()
	require.ErrorContains(t, w.Evaluate(&w.sim), "did not end in 1048576 plies")
}

// Uniform playouts and orders draw every action equally often.
func TestUniformIsUniform(t *testing.T) {
	w := newWorker(t, toy{1}, policy.Uniform{})
	counts := map[int]int{}
	orders := map[[3]int]int{}
	const n = 60_000
	for range n {
		w.begin()
		require.NoError(t, w.Evaluate(&w.sim))
		counts[w.sim.State.sum]++
		w.begin()
		_, err := w.List(&w.sim.State)
		require.NoError(t, err)
		require.NoError(t, w.Order(&w.sim, 0))
		orders[[3]int(w.Actions)]++
	}
	require.Len(t, counts, 3)
	for _, k := range counts {
		require.InDelta(t, n/3, k, 1000)
	}
	require.Len(t, orders, 6)
	for _, k := range orders {
		require.InDelta(t, n/6, k, 600)
	}
}

// The order of another policy is the one in which it chooses.
func TestOrderOfAPolicy(t *testing.T) {
	w := newWorker(t, toy{1}, last{})
	w.begin()
	_, err := w.List(&w.sim.State)
	require.NoError(t, err)
	require.NoError(t, w.Order(&w.sim, 0))
	require.Equal(t, []int{3, 1, 2}, w.Actions)
}

// last is a playout policy that chooses the last action.
type last struct{}

func (p last) New(policy.Info) (policy.Chooser, error) { return p, nil }
func (p last) Choose(c *policy.Choice) int             { return len(c.Actions) - 1 }

// misnumbered is a toy with numbers out of range.
type misnumbered struct {
	listed
	shift int
}

func (g misnumbered) ActionIndex(a int) int { return a - 1 + g.shift }

func (g misnumbered) AppendIndices(dst []int32, s *toyState) []int32 {
	first := len(dst)
	dst = g.listed.AppendIndices(dst, s)
	for k := range dst[first:] {
		dst[first+k] += int32(g.shift)
	}
	return dst
}

// A number that is out of range is named, once, and 0 takes its place.
func TestNumbersOutOfRange(t *testing.T) {
	for shift, want := range map[int]string{-1: "is -1, want 0..2", 1: "is 3, want 0..2", 0: ""} {
		g := misnumbered{listed{indexed{toy{2}}}, shift}
		w := newWorker(t, g, first{0})
		for a, number := range map[int]int32{1: int32(max(0, shift)), 3: int32((2 + shift) % 3)} {
			require.Equal(t, number, w.Index(a))
		}
		fault := w.TakeFault()
		require.NoError(t, w.TakeFault(), "it is taken")
		require.Equal(t, []int32{int32(max(0, shift)), 1 + int32(shift), int32((2 + shift) % 3)}, w.numbersOf(&w.sim, nil, []int{1, 2, 3}))
		if _ = w.TakeFault(); want == "" {
			require.NoError(t, fault)
		} else {
			require.ErrorContains(t, fault, want)
		}
		w.begin()
		require.NoError(t, w.Evaluate(&w.sim))
		if fault = w.TakeFault(); want != "" {
			require.ErrorContains(t, fault, want)
			require.ErrorContains(t, fault, "a number of AppendIndices")
		} else {
			require.NoError(t, fault)
		}
	}
}

// The first thousand lists of numbers are looked at, and then one of sixteen.
func TestListsThatAreLookedAt(t *testing.T) {
	w := newWorker(t, toy{1}, policy.Uniform{})
	for n := 1; n < 3000; n++ {
		require.Equal(t, n <= 1000 || n%16 == 0, w.checksNumbers(), "%d", n)
	}
}

// The plies of a playout that a method of the game has noted have actions and players in range, and
// follow those that were there before.
func TestPliesOfTheGame(t *testing.T) {
	w := newWorker(t, indexed{toy{1}}, policy.Uniform{})
	good := []policy.Ply{{Action: 0, Player: 0}, {Action: 2, Player: 1}}
	w.checkPlies("M", good, 0)
	w.checkPlies("M", good, 2)
	require.NoError(t, w.TakeFault())
	w.checkPlies("M", good, 3)
	require.ErrorContains(t, w.TakeFault(), "M returns 2 plies, the 3 before it are gone")
	for bad, want := range map[policy.Ply]string{
		{Action: 3}:  "the action of a ply of M is 3, want 0..2",
		{Action: -1}: "the action of a ply of M is -1, want 0..2",
		{Player: 2}:  "the player of a ply of M is 2, want 0..1",
		{Player: -1}: "the player of a ply of M is -1, want 0..1",
	} {
		plies := []policy.Ply{bad, good[1], bad}
		w.checkPlies("M", plies, 1)
		require.EqualError(t, w.TakeFault(), want)
		require.Equal(t, []policy.Ply{bad, good[1], {}}, plies)
	}
}

// Actions without an ActionIndex are numbered in the order of their appearance. While numbers are
// frozen, new actions have numbers of their simulation only, until NumberPlies.
func TestNumbersByAppearance(t *testing.T) {
	w := newWorker(t, toy{4}, first{0})
	require.EqualValues(t, 0, w.Number(&w.sim, 30))
	require.EqualValues(t, 1, w.Number(&w.sim, 10))
	require.EqualValues(t, 0, w.Number(&w.sim, 30))
	require.Equal(t, 2, w.Numbered())
	for range 2 {
		w.begin()
		err := w.EvaluateFrozen(&w.sim, func(sim *Simulation[toyState, int]) error {
			for k, a := range []int{40, 10, 50, 40, 30} {
				n := w.Number(sim, a)
				require.EqualValues(t, []int{2, 1, 3, 2, 0}[k], n)
				sim.Plies = append(sim.Plies, policy.Ply{Action: n})
			}
			return nil
		})
		require.NoError(t, err)
		require.Equal(t, 2, w.Numbered())
	}
	require.EqualValues(t, 2, w.Number(&w.sim, 20), "another simulation was numbered first")
	w.NumberPlies(&w.sim, 2)
	var got []int32
	for _, p := range w.sim.Plies {
		got = append(got, p.Action)
	}
	require.Equal(t, []int32{3, 1, 4, 3, 0}, got)
	w.ForgetNumbers()
	require.Zero(t, w.Numbered())
}

// Of what was played for real, no more than 64 plies are kept, and then the last 33.
func TestRemember(t *testing.T) {
	w := newWorker(t, indexed{toy{4}}, first{0})
	for n := range 200 {
		w.Remember(&w.sim, n%2, []int{1 + n%3})
		require.Equal(t, w.History, len(w.sim.Plies))
		kept := n + 1
		for kept > 64 {
			kept -= 32
		}
		require.Equal(t, kept, w.History)
		require.Equal(t, policy.Ply{Action: int32(n % 3), Player: int16(n % 2)}, w.sim.Plies[w.History-1])
	}
}

// What the plies bring, and what comes after them with a discount, is collected from the end on.
func TestCollect(t *testing.T) {
	w := newWorker(t, toy{3}, policy.Uniform{})
	w.begin()
	w.sim.Returns = []float64{8, -4}
	w.sim.Paid = []float64{1, 2, 0.5, 0, -1, 1, 3, 0, 0.25}
	w.Collect(&w.sim)
	require.Equal(t, []float64{1 + 0.5*(0+3+0.25*8), 2 + 0.5*(-1+0+0.25*-4)}, w.sim.Returns)
	require.Equal(t, []float64{3.5, 1, 0.5, 5, -2, 1, 5, -1, 0.25}, w.sim.Paid)

	values := make([]float64, 2)
	w.sim.Path = append(w.sim.Path, tree.Step{Player: 1}, tree.Step{Player: game.Chance})
	w.Credit(&w.sim, []int32{1, 3}, values)
	require.Equal(t, []float64{1, 5}, values)

	w.sim.Paid = []float64{1, 2, 0.5, 0, -1, 1, 3, 0, 0.25}
	w.TakeBack(&w.sim)
	require.Equal(t, []float64{8, -4}, w.sim.Returns)
	require.False(t, math.IsNaN(w.sim.Returns[0]))
}
