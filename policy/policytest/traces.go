package policytest

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Traces generates finished simulations of a game as a policy sees them that learns. Players move
// in any order, and sometimes all at once. Actions are few, so that sequences of them recur, but
// their numbers may be large.
func Traces(info policy.Info) *rapid.Generator[policy.Trace] {
	return rapid.Custom(func(t *rapid.T) policy.Trace {
		before, tree, playout := newPlies(t, info, 4), newPlies(t, info, 4), newPlies(t, info, 8)
		return policy.Trace{
			Plies:   slices.Concat(before, tree, playout),
			Root:    len(before),
			Leaf:    len(before) + len(tree),
			Returns: newReturns(t, info.Players),
		}
	})
}

// Paths generates finished simulations of a game as a backup with these needs sees them.
func Paths(info policy.Info, needs policy.Needs) *rapid.Generator[policy.Trace] {
	return rapid.Custom(func(t *rapid.T) policy.Trace {
		tr := policy.Trace{Returns: newReturns(t, info.Players)}
		depth := int32(0)
		for _, p := range newPlies(t, info, 8) {
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

// newReturns draws the returns of a simulation: wins, draws and losses, or any numbers.
func newReturns(t *rapid.T, players int) []float64 {
	one := rapid.SampledFrom([]*rapid.Generator[float64]{
		rapid.SampledFrom([]float64{0, 0.5, 1}),
		rapid.SampledFrom([]float64{-1, 0, 1}),
		rapid.Float64Range(-40, 40),
	}).Draw(t, "kind of returns")
	return rapid.SliceOfN(one, players, players).Draw(t, "returns")
}

// Choices generates decisions of playouts in a game.
func Choices(info policy.Info) *rapid.Generator[policy.Choice] {
	return rapid.Custom(func(t *rapid.T) policy.Choice {
		actions := rapid.Permutation(actionsOf(info)).Draw(t, "actions")
		return policy.Choice{
			Player:  rapid.IntRange(0, info.Players-1).Draw(t, "player"),
			Actions: actions[:rapid.IntRange(1, len(actions)).Draw(t, "legal")],
			History: newPlies(t, info, 4),
			Rand:    rng.New(rapid.Uint64().Draw(t, "seed")),
		}
	})
}

// actionsOf returns the numbers of the actions in the generated simulations of a game.
func actionsOf(info policy.Info) []int32 {
	if info.Actions == 0 { // Numbers are given out as actions appear, and there may be many.
		return []int32{0, 1, 2, 3, 1000}
	}
	few := numbers(min(info.Actions, 5))
	few[len(few)-1] = int32(info.Actions) - 1
	return few
}

func newPlies(t *rapid.T, info policy.Info, most int) (plies []policy.Ply) {
	action := rapid.SampledFrom(actionsOf(info))
	for range rapid.IntRange(0, most).Draw(t, "plies") {
		if rapid.IntRange(0, 5).Draw(t, "joint") < 5 {
			player := rapid.IntRange(0, info.Players-1).Draw(t, "player")
			plies = append(plies, policy.Ply{Action: action.Draw(t, "action"), Player: int16(player)})
			continue
		}
		joint := uint16(0)
		for p := range info.Players {
			if rapid.IntRange(0, 4).Draw(t, "passes") == 4 {
				continue
			}
			plies = append(plies, policy.Ply{Action: action.Draw(t, "action"), Player: int16(p), Joint: joint})
			joint++
		}
	}
	return plies
}

// games generates the games of a test: those that it is restricted to, or games for up to four
// players whose actions have numbers or not.
func games(of []policy.Info) *rapid.Generator[policy.Info] {
	if len(of) > 0 {
		return rapid.SampledFrom(of)
	}
	return rapid.Custom(func(t *rapid.T) policy.Info {
		return policy.Info{
			Players: rapid.IntRange(1, 4).Draw(t, "players"),
			Actions: rapid.SampledFrom([]int{0, 1, 5, 40}).Draw(t, "actions"),
		}
	})
}
