package solver

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
)

var half = rapid.SampledFrom([]float64{0, 0.5, 1})

// drawActions draws actions of a game that is lost, drawn or won.
func drawActions(t *rapid.T) []Action {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Action {
		a := Action{Lower: half.Draw(t, "lower"), Plies: rapid.IntRange(1, 3).Draw(t, "plies"), Visits: rapid.IntRange(0, 9).Draw(t, "visits")}
		a.Upper = max(a.Lower, half.Draw(t, "upper"))
		return a
	}), 1, 5).Draw(t, "actions")
}

// An action is best if no other can be worth more. Among equals a win is fast and a loss is slow.
func TestBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		actions := drawActions(t)
		root := Root{Range: Range{Min: 0, Max: 1}}
		best, known := root.Best(actions)
		isBest := func(i int) bool {
			for j, other := range actions {
				if i != j && other.Upper > actions[i].Lower {
					return false
				}
			}
			return true
		}
		require.True(t, isBest(best) || !known)
		for i, a := range actions {
			if !isBest(i) {
				continue
			}
			require.True(t, known, "%+v is best", a)
			switch b := actions[best]; {
			case a.Lower == 1:
				require.LessOrEqual(t, b.Plies, a.Plies)
			case a.isExact() && b.isExact():
				require.GreaterOrEqual(t, b.Plies, a.Plies)
			}
		}
	})
}

// Decide picks among the actions that may be worth more than what is certain, or takes the action
// of which that is certain.
func TestDecide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		actions := drawActions(t)
		root := Root{Range: Range{Min: 0, Max: 1}}
		var from policy.Candidates
		certain := 0.0
		for _, a := range actions {
			mean := rapid.Float64Range(a.Lower, a.Upper).Draw(t, "mean")
			from.Children = append(from.Children, policy.Child{Visits: a.Visits, Mean: mean, Lower: a.Lower, Upper: a.Upper})
			certain = max(certain, a.Lower)
		}
		means := append([]policy.Child(nil), from.Children...)
		k, _, err := root.Decide(actions, &from, func(from *policy.Candidates) (int, bool, error) {
			for _, c := range from.Children {
				require.Greater(t, c.Upper, certain)
			}
			return rapid.IntRange(0, len(from.Children)-1).Draw(t, "pick"), true, nil
		})
		require.NoError(t, err)
		if actions[k].Lower < certain {
			require.Greater(t, actions[k].Upper, certain)
			require.GreaterOrEqual(t, means[k].Mean, certain)
		}
	})
}
