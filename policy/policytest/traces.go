package policytest

import (
	"math"
	"slices"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
)

// Traces generates finished simulations as a search shows them to a backup with these needs, or to
// a policy that learns in the game of info. Returns are 0, 1/2 or 1. Players move in any order, and
// sometimes all at once. Actions are few, so that sequences of them recur.
func Traces(info policy.Info, needs policy.Needs) *rapid.Generator[policy.Trace] {
	return rapid.Custom(func(t *rapid.T) policy.Trace {
		before, tree, playout := newPlies(t, info, 4), newPlies(t, info, 4), newPlies(t, info, 8)
		tr := policy.Trace{
			Plies:   slices.Concat(before, tree, playout),
			Root:    len(before),
			Leaf:    len(before) + len(tree),
			Returns: rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0.5, 1}), info.Players, info.Players).Draw(t, "returns"),
		}
		depth := int32(0)
		for _, p := range tree {
			if tr.Movers = append(tr.Movers, int32(p.Player)); p.Joint == 0 {
				depth++
			}
			if needs.Has(policy.NeedDepths) {
				tr.Depths = append(tr.Depths, depth)
			}
		}
		if needs.Has(policy.NeedDepths) {
			tr.Length = int(depth) + rapid.IntRange(0, 50).Draw(t, "plies of the playout")
		}
		if needs&(policy.NeedDepths|policy.NeedTurns) != 0 {
			tr.Turns = rapid.IntRange(0, 50).Draw(t, "turns")
		}
		return tr
	})
}

// Choices generates decisions of playouts in the game of info, without their random numbers.
func Choices(info policy.Info) *rapid.Generator[policy.Choice] {
	return rapid.Custom(func(t *rapid.T) policy.Choice {
		actions := rapid.Permutation(numbers(actionsOf(info))).Draw(t, "actions")
		return policy.Choice{
			Player:  rapid.IntRange(0, info.Players-1).Draw(t, "player"),
			Actions: actions[:rapid.IntRange(1, len(actions)).Draw(t, "legal")],
			History: newPlies(t, info, 4),
		}
	})
}

// actionsOf returns how many actions the generated simulations of a game have.
func actionsOf(info policy.Info) int {
	const few = 5
	if info.Actions == 0 { // Numbers are given out as actions appear.
		return few
	}
	return min(info.Actions, few)
}

func newPlies(t *rapid.T, info policy.Info, most int) (plies []policy.Ply) {
	for range rapid.IntRange(0, most).Draw(t, "plies") {
		action := rapid.Int32Range(0, int32(actionsOf(info))-1)
		if rapid.IntRange(0, 5).Draw(t, "joint") < 5 {
			player := rapid.IntRange(0, info.Players-1).Draw(t, "player")
			plies = append(plies, policy.Ply{Action: action.Draw(t, "action"), Player: int16(player)})
			continue
		}
		for p := range info.Players {
			plies = append(plies, policy.Ply{Action: action.Draw(t, "action"), Player: int16(p), Joint: uint16(p)})
		}
	}
	return plies
}

// infos generates games: up to four players, whose actions have numbers or not.
func infos() *rapid.Generator[policy.Info] {
	return rapid.Custom(func(t *rapid.T) policy.Info {
		return policy.Info{
			Players: rapid.IntRange(1, 4).Draw(t, "players"),
			Actions: rapid.SampledFrom([]int{0, 1, 5, 40}).Draw(t, "actions"),
		}
	})
}

// Roots generates what a final choice sees.
func Roots() *rapid.Generator[policy.Candidates] {
	return rapid.Custom(func(t *rapid.T) policy.Candidates {
		children := rapid.SliceOfN(rapid.Custom(newChild), 1, 12).Draw(t, "children")
		if !slices.ContainsFunc(children, func(c policy.Child) bool { return c.Visits > 0 }) {
			children[rapid.IntRange(0, len(children)-1).Draw(t, "visited")].Visits = 1
		}
		for i := range children {
			children[i].Action = int32(i)
		}
		return policy.Candidates{Children: children}
	})
}

func newChild(t *rapid.T) (c policy.Child) {
	c.Lower = rapid.Float64Range(-1, 1).Draw(t, "lower")
	c.Upper = rapid.Float64Range(c.Lower, 1).Draw(t, "upper")
	if c.Visits = rapid.IntRange(0, 10_000).Draw(t, "visits"); c.Visits > 0 {
		c.Mean = rapid.Float64Range(c.Lower, c.Upper).Draw(t, "mean")
	}
	if rapid.Bool().Draw(t, "has a prior") {
		c.Prior = rapid.Float64Range(0, 1).Draw(t, "prior")
	}
	if rapid.IntRange(0, 3).Draw(t, "unknown") > 0 {
		c.Lower, c.Upper = math.Inf(-1), math.Inf(1)
	}
	return c
}
