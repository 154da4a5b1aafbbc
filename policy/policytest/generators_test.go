package policytest_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/policy/policytest"
)

// anyNeeds generates sets of needs of a selection.
var anyNeeds = rapid.Custom(func(t *rapid.T) (needs policy.Needs) {
	for _, need := range []policy.Needs{
		policy.NeedActions, policy.NeedUntried, policy.NeedPriors, policy.NeedSquares, policy.NeedWeighted,
		policy.NeedAvailable, policy.NeedEvaluations, policy.NeedAMAF, policy.NeedSimulations,
	} {
		if rapid.Bool().Draw(t, "need") {
			needs |= need
		}
	}
	return needs
})

// The generated nodes keep what the comment of policy.Node says.
func TestNodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		needs := anyNeeds.Draw(t, "needs")
		n := policytest.Nodes(needs).Draw(t, "node")
		count := len(n.Children)
		tried := slices.IndexFunc(n.Children, func(s policy.Stats) bool { return s.Visits == 0 })
		if tried < 0 {
			tried = count
		}
		untried := 0
		switch {
		case needs.Has(policy.NeedAMAF):
			untried = count
		case needs.Has(policy.NeedUntried):
			untried = 1
		}
		require.NotEmpty(t, n.Children)
		require.LessOrEqual(t, count-tried, untried)
		require.Equal(t, make([]policy.Stats, count-tried), slices.Clone(n.Children[tried:]), "untried children follow")
		sum := uint32(0)
		for _, s := range n.Children {
			sum += s.Visits
		}
		require.GreaterOrEqual(t, n.Visits, sum)
		require.Equal(t, n.Depth == 0, n.Visits == sum)
		require.LessOrEqual(t, n.Finished.Visits, sum)
		require.NotNil(t, n.Rand)
		requireNeeds(t, needs, n)
	})
}

// requireNeeds checks the fields that are filled in on demand.
func requireNeeds(t *rapid.T, needs policy.Needs, n policy.Node) {
	for need, length := range map[policy.Needs]int{
		policy.NeedActions: len(n.Actions), policy.NeedPriors: len(n.Priors), policy.NeedSquares: len(n.Squares),
		policy.NeedWeighted: len(n.Weighted), policy.NeedEvaluations: len(n.Evaluations), policy.NeedAMAF: len(n.AMAF),
	} {
		if needs.Has(need) {
			require.Len(t, n.Children, length)
		} else {
			require.Zero(t, length)
		}
	}
	sum := float32(0)
	for _, p := range n.Priors {
		require.GreaterOrEqual(t, p, float32(0))
		sum += p
	}
	require.LessOrEqual(t, sum, float32(1.0001))
	for i, s := range n.Children {
		if n.Squares != nil {
			require.GreaterOrEqual(t, n.Squares[i]+1e-6, float64(s.Visits)*float64(s.Mean)*float64(s.Mean))
		}
		if n.Available != nil {
			require.GreaterOrEqual(t, n.Available[i], s.Visits)
		}
		if n.AMAF != nil && n.AMAF[i].Visits == 0 {
			require.Zero(t, n.AMAF[i])
		}
	}
	require.True(t, n.Available == nil || needs.Has(policy.NeedAvailable))
	require.True(t, n.Evaluations == nil || n.Player < 2)
	require.Equal(t, needs.Has(policy.NeedSimulations), n.Simulations > 0)
	if n.Simulations > 0 {
		require.Zero(t, n.Depth)
		require.Greater(t, n.Simulations, int(n.Visits))
	}
}

// The generated candidates keep what the comments of policy.Candidates and policy.Child say.
func TestCandidates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := policytest.Candidates().Draw(t, "root")
		isNumbered, visits := c.Children[0].Action >= 0, 0
		actions := map[int32]bool{}
		for _, child := range c.Children {
			visits += child.Visits
			actions[child.Action] = true
			require.Equal(t, isNumbered, child.Action >= 0)
			require.True(t, child.Visits > 0 || child.Mean == 0)
			require.LessOrEqual(t, child.Lower, child.Upper)
			require.False(t, math.IsNaN(child.Lower))
			require.True(t, child.Prior >= 0 && child.NoisyPrior >= 0)
		}
		require.Positive(t, visits)
		require.True(t, !isNumbered || len(actions) == len(c.Children), "different numbers")
		require.NotNil(t, c.Rand)
	})
}

// The generated simulations and choices keep what the comments of policy.Trace and policy.Choice
// say.
func TestTracesAndChoices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		info := policy.Info{Players: rapid.IntRange(1, 4).Draw(t, "players"), Actions: rapid.SampledFrom([]int{0, 1, 5, 40}).Draw(t, "actions")}
		trace := policytest.Traces(info).Draw(t, "trace")
		require.True(t, 0 <= trace.Root && trace.Root <= trace.Leaf && trace.Leaf <= len(trace.Plies))
		require.Len(t, trace.Returns, info.Players)
		requirePlies(t, info, trace.Plies)

		choice := policytest.Choices(info).Draw(t, "choice")
		require.NotEmpty(t, choice.Actions)
		require.Len(t, slices.Compact(slices.Sorted(slices.Values(choice.Actions))), len(choice.Actions))
		require.True(t, choice.Player >= 0 && choice.Player < info.Players)
		require.NotNil(t, choice.Rand)
		requirePlies(t, info, choice.History)

		path := policytest.Paths(info, policy.NeedDepths).Draw(t, "path")
		require.Len(t, path.Depths, len(path.Movers))
		require.True(t, slices.IsSorted(path.Depths))
		require.Len(t, path.Returns, info.Players)
		for i, mover := range path.Movers {
			require.True(t, mover >= 0 && int(mover) < info.Players)
			require.GreaterOrEqual(t, path.Length, int(path.Depths[i]))
		}
		require.Nil(t, policytest.Paths(info, policy.NeedTurns).Draw(t, "path").Depths)
	})
}

func requirePlies(t *rapid.T, info policy.Info, plies []policy.Ply) {
	for i, p := range plies {
		require.True(t, p.Player >= 0 && int(p.Player) < info.Players)
		require.True(t, p.Action >= 0 && (info.Actions == 0 || int(p.Action) < info.Actions))
		if p.Joint > 0 {
			require.Equal(t, plies[i-1].Joint+1, p.Joint)
			require.Greater(t, p.Player, plies[i-1].Player)
		}
	}
}

func TestScores(t *testing.T) {
	ties := 0
	rapid.Check(t, func(t *rapid.T) {
		scores := policytest.Scores().Draw(t, "scores")
		require.True(t, len(scores) >= 1 && len(scores) <= 12)
		slices.Sort(scores)
		if len(slices.Compact(scores)) < len(scores) {
			ties++
		}
	})
	require.Positive(t, ties)
}
