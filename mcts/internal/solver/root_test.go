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

// An action is best if no other can have a greater value. Among equals a fast win and a slow loss
// are better.
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

// Decide picks among the actions that may have a greater value than what is certain, or takes the
// action for which that is certain.
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

// Bounds that differ by no more than the slack are taken for equal; the plies and then the visits
// tell such actions apart.
func TestSafest(t *testing.T) {
	r := Range{Min: -1, Max: 1}
	slack := r.Slack()
	for _, c := range []struct {
		name          string
		better, worse Action
	}{
		{"a greater lower bound", Action{Lower: -0.5, Upper: 0}, Action{Lower: -1, Upper: 1}},
		{"just greater", Action{Lower: 2 * slack, Upper: 0.5}, Action{Lower: 0, Upper: 0.5, Plies: 9, Visits: 9}},
		{"a greater upper bound", Action{Lower: 0, Upper: 0.5}, Action{Lower: 0, Upper: 0.25, Plies: 9, Visits: 9}},
		{"a lower bound just at the slack", Action{Lower: 0, Upper: 0.5, Visits: 2}, Action{Lower: slack, Upper: 0.5, Visits: 1}},
		{"an upper bound just at the slack", Action{Lower: 0, Upper: 0.5, Visits: 2}, Action{Lower: 0, Upper: 0.5 + slack, Visits: 1}},
		{"a fast win", Action{Lower: 1, Upper: 1, Plies: 2}, Action{Lower: 1, Upper: 1, Plies: 3, Visits: 9}},
		{"a fast win within the slack", Action{Lower: 1 - slack, Upper: 1, Plies: 2}, Action{Lower: 1, Upper: 1, Plies: 3}},
		{"a slow loss", Action{Lower: -1, Upper: -1, Plies: 3}, Action{Lower: -1, Upper: -1, Plies: 2, Visits: 9}},
		{"a slow draw", Action{Plies: 3}, Action{Plies: 2, Visits: 9}},
		{"more visits", Action{Lower: -1, Upper: 1, Visits: 3}, Action{Lower: -1, Upper: 1, Visits: 2}},
	} {
		require.Equal(t, 0, r.safest([]Action{c.better, c.worse}), c.name)
		require.Equal(t, 1, r.safest([]Action{c.worse, c.better}), c.name)
	}
	require.Equal(t, 0, r.safest([]Action{{Visits: 1}, {Visits: 1}}), "the first of equals")
}

// An action is the best one although another may have a greater value, by no more than the slack.
func TestBestWithinSlack(t *testing.T) {
	r := Range{Min: 0, Max: 1}
	known := func(more float64) bool {
		_, known := r.Best([]Action{{Lower: 0.5, Upper: 0.5}, {Lower: 0.25, Upper: 0.5 + more}})
		return known
	}
	require.True(t, known(r.Slack()))
	require.False(t, known(2*r.Slack()))
}

// Decide asks for no action whose value cannot exceed the lower bound of another, and prefers what
// is certain to a smaller mean.
func TestDecideWithinSlack(t *testing.T) {
	root := Root{Range: Range{Min: 0, Max: 1}}
	decide := func(upper, mean float64, visits int) (index int, asked bool) {
		from := policy.Candidates{Children: []policy.Child{
			{Lower: 0.5, Upper: 0.5, Mean: 0.5, Visits: 3},
			{Upper: upper, Mean: mean, Visits: visits},
		}}
		actions := []Action{{Lower: 0.5, Upper: 0.5, Visits: 3}, {Upper: upper, Visits: visits}}
		index, _, err := root.Decide(actions, &from, func(*policy.Candidates) (int, bool, error) { asked = true; return 0, true, nil })
		require.NoError(t, err)
		return index, asked
	}
	slack := root.Slack()
	for _, c := range []struct {
		upper, mean float64
		visits      int
		index       int
		asked       bool
	}{
		{upper: 0.5 + slack, mean: 0.5, visits: 1},
		{upper: 0.5 + 2*slack, mean: 0.5, visits: 1, index: 1, asked: true},
		{upper: 1, mean: 0.25, visits: 1, asked: true},
		{upper: 1, mean: 0.75},
	} {
		index, asked := decide(c.upper, c.mean, c.visits)
		require.Equal(t, c.index, index, "%+v", c)
		require.Equal(t, c.asked, asked, "%+v", c)
	}
}
