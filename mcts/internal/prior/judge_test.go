package prior

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// counter is knowledge that counts the requests.
type counter struct{ weighed, evaluated *int }

func (c counter) Weigh(_ *int, _ []int, weights []float32) {
	*c.weighed++
	weights[0] = 3
}

func (c counter) Evaluate(_ *int, values []float64) {
	*c.evaluated++
	values[0] = 0.5
}

// A context that is canceled ends the batch after one call of the game.
func TestKnowledgeEndsWithItsContext(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		ctx                context.Context //nolint:containedctx // It is the input.
		priors, values     bool
		weighed, evaluated int
		err                error
	}{
		{t.Context(), true, true, 2, 2, nil},
		{t.Context(), true, false, 2, 0, nil},
		{t.Context(), false, true, 0, 2, nil},
		{canceled, true, true, 1, 0, brake.ErrPulled},
		{canceled, true, false, 1, 0, brake.ErrPulled},
		{canceled, false, true, 0, 1, brake.ErrPulled},
	} {
		c := counter{new(int), new(int)}
		batch := make([]game.Position[int, int], 2)
		for i := range batch {
			if test.priors {
				batch[i].Priors = make([]float32, 1)
			}
			if test.values {
				batch[i].Values = make([]float64, 1)
			}
		}
		k := Knowledge[int, int]{Weigher: c, Evaluator: c}
		require.Equal(t, test.err, k.Predict(test.ctx, batch))
		require.Equal(t, test.weighed, *c.weighed)
		require.Equal(t, test.evaluated, *c.evaluated)
	}
	one := counter{new(int), new(int)}
	require.NoError(t, Knowledge[int, int]{Weigher: one}.Predict(canceled, []game.Position[int, int]{{Priors: make([]float32, 1)}}))
}

// A Weigher of the user replaces the game's, and nothing else is knowledge.
func TestKnowledgeOf(t *testing.T) {
	own, users := counter{new(int), new(int)}, counter{new(int), new(int)}
	rules := game.Rules[int, int]{Weigher: own, Evaluator: own}
	k, ok := KnowledgeOf(rules, nil)
	require.True(t, ok)
	require.Equal(t, Knowledge[int, int]{Weigher: own, Evaluator: own}, k)
	k, ok = KnowledgeOf(rules, users)
	require.True(t, ok)
	require.Equal(t, Knowledge[int, int]{Weigher: users, Evaluator: own}, k)
	_, ok = KnowledgeOf(rules, "no Weigher")
	require.False(t, ok)
}

// Priors are finite numbers from 0 on, of which one is greater, and values are finite.
func TestPriorsAndValuesAreChecked(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, test := range []struct {
		priors []float32
		sum    float64
		err    string
	}{
		{nil, 0, ""},
		{[]float32{0, 3}, 3, ""},
		{[]float32{1 << 90}, 1 << 90, ""},
		{[]float32{0, 0}, 0, "all 2 priors are 0"},
		{[]float32{1, -1}, 0, "the prior of 8 is -1, want a finite number >= 0"},
		{[]float32{nan, 1}, 0, "the prior of 7 is NaN, want a finite number >= 0"},
		{[]float32{inf, 1}, 0, "the prior of 7 is +Inf, want a finite number >= 0"},
	} {
		sum, err := total(&game.Position[int, int]{Actions: []int{7, 8}, Priors: test.priors})
		if test.err != "" {
			require.EqualError(t, err, test.err)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, test.sum, sum)
	}
	values := func(v ...float64) error { return checkValues(&game.Position[int, int]{Values: v}) }
	require.NoError(t, values(tree.MaxMean, -tree.MaxMean, 0))
	require.ErrorContains(t, values(0, 2*tree.MaxMean), "the value for player 1 is 2e+30, want a number of magnitude up to 1e+30")
	require.ErrorContains(t, values(math.NaN()), "the value for player 0 is NaN")
}

// Only the edges of the root have perturbed priors.
func TestNoiseIsAtTheRoot(t *testing.T) {
	n := Noise{first: 5, values: []float32{0.25, 0.75}}
	n.swap(5, 6)
	n.swap(7, 8)
	n.swap(3, 4)
	for slot, want := range []float64{5: 0.75, 6: 0.25, 7: 0} {
		require.Equal(t, want, n.Of(uint32(slot)))
	}
}
