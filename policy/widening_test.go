package policy

import (
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// lastChild selects the last child that it sees, and records how many it sees.
type lastChild struct {
	needs Needs
	seen  *int
}

func (l lastChild) Needs() Needs { return l.needs }

func (l lastChild) Select(n *Node) int {
	*l.seen = len(n.Children)
	for _, p := range []int{len(n.Priors), len(n.Squares)} {
		if p != 0 && p != len(n.Children) {
			return -1
		}
	}
	return len(n.Children) - 1
}

// After every simulation, as many actions are tried as the formula of the doc comment allows, and
// the other Selection sees these only.
func TestWideningTriesAsManyAsAllowed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seen := 0
		inner := lastChild{rapid.SampledFrom([]Needs{0, NeedUntried, NeedPriors | NeedUntried}).Draw(t, "needs"), &seen}
		w := Widening{
			Selection: inner,
			K:         rapid.SampledFrom([]float64{0, 0.1, 1, 3}).Draw(t, "K"),
			Alpha:     rapid.SampledFrom([]float64{0, 0.1, 0.5, 1}).Draw(t, "alpha"),
		}
		require.NoError(t, w.Validate())
		require.True(t, w.Needs().Has(inner.needs|NeedUntried))
		k, alpha := w.K, w.Alpha
		if k == 0 {
			k = 2
		}
		if alpha == 0 {
			alpha = 0.4
		}
		count := rapid.IntRange(1, 20).Draw(t, "actions")
		stats, tried := make([]Stats, count), 0
		priors := make([]float32, count)
		for N := range 100 {
			shown := min(tried+1, count)
			n := &Node{Visits: uint32(N + 1), Children: stats[:shown], Priors: priors[:shown]}
			i := 0
			if tried > 0 {
				i = w.Select(n)
			}
			if i == tried {
				tried++
			}
			stats[i].Visits++
			limit := max(1, k*math.Pow(float64(N+1), alpha))
			require.LessOrEqual(t, float64(tried), limit)
			// One more action is tried at a time.
			if float64(tried) < min(math.Floor(limit), float64(count)) {
				require.Equal(t, N+1, tried)
			}
		}
	})
}

// Without a limit that matters, and with all children tried, Widening changes nothing.
func TestWideningOfTriedChildren(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := &Node{Visits: counts().Draw(t, "N"), Children: children().Draw(t, "children")}
		require.Equal(t, UCT{}.Select(n), Widening{K: 0.1, Alpha: 0.1}.Select(n))
	})
	n := &Node{Visits: 16, Children: []Stats{{0.5, 9}, {0.4, 6}, {}}, Priors: []float32{0.5, 0.4, 0.1}}
	require.Equal(t, PUCT{}.Select(n), Widening{Selection: PUCT{}, K: 3}.Select(n))
	require.Equal(t, 0, Widening{Selection: PUCT{}, K: 0.1}.Select(n))
	// 2 * 16^0.4 = 6.06 actions
	require.Equal(t, 2, Widening{}.Select(n))
	// 2 * 16^0.125 = 2.83
	require.NotEqual(t, 2, Widening{Alpha: 0.125}.Select(n))
}

func TestWideningValidate(t *testing.T) {
	for want, w := range map[string]Widening{
		"Widening.K is -1":                      {K: -1},
		"Widening.Alpha is 1.5":                 {Alpha: 1.5},
		"Widening.Alpha is NaN":                 {Alpha: math.NaN()},
		"UCT.C is -1":                           {Selection: UCT{C: -1}},
		"Widening.Selection is a policy.Exp3, ": {Selection: Exp3{}},
		"Widening.Selection is a policy.GRAVE, which sees all untried actions": {Selection: GRAVE{}},
		"Widening.Selection is a policy.RAVE, which sees all untried actions":  {Selection: RAVE{}},
	} {
		require.ErrorContains(t, w.Validate(), want)
	}
	require.NoError(t, Widening{}.Validate())
	require.False(t, Widening{}.Needs().Has(NeedPriors))
	require.True(t, Widening{Selection: PUCT{}}.Needs().Has(NeedPriors))
}

// lengths records how long the slices of a node are.
type lengths struct {
	UCT
	of map[string]int
}

func (l lengths) Select(n *Node) int {
	v := reflect.ValueOf(n).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Slice {
			l.of[v.Type().Field(i).Name] = f.Len()
		}
	}
	return 0
}

// What is held back is held back from every slice of the node.
func TestWideningCutsAllSlices(t *testing.T) {
	n := Node{Visits: 4}
	v := reflect.ValueOf(&n).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Slice {
			f.Set(reflect.MakeSlice(f.Type(), 3, 3))
		}
	}
	n.Children[0].Visits, n.Children[1].Visits = 3, 1
	of := map[string]int{}
	Widening{Selection: lengths{of: of}, K: 1, Alpha: 0.1}.Select(&n)
	require.Contains(t, of, "Children")
	for name, length := range of {
		require.Equal(t, 2, length, name)
	}
}
