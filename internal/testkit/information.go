package testkit

import (
	"math"
	"slices"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// HiddenGame is a game with all methods of hidden information.
type HiddenGame[S, A comparable] interface {
	game.Game[S, A]
	game.Determinizer[S]
	game.Informer[S]
	Start() S
}

// node is a node of the tree of all games, with its probability in uniform play.
type node[S, A comparable] struct {
	state S
	path  []A
	prob  float64
}

// next returns the nodes after n.
func next[S, A comparable](g HiddenGame[S, A], n node[S, A]) (nodes []node[S, A]) {
	follow := func(a A, prob float64) {
		m := node[S, A]{n.state, append(slices.Clip(n.path), a), n.prob * prob}
		g.Apply(&m.state, a)
		nodes = append(nodes, m)
	}
	if chance, ok := g.(game.ChanceGame[S, A]); ok && g.ToMove(&n.state) == game.Chance {
		for _, o := range chance.AppendOutcomes(nil, &n.state) {
			follow(o.Action, o.Prob)
		}
		return nodes
	}
	actions := g.AppendActions(nil, &n.state)
	for _, a := range actions {
		follow(a, 1/float64(len(actions)))
	}
	return nodes
}

// CheckInformation checks the methods of hidden information at all nodes of the tree of a small
// game, with the help of seen, which describes what a player sees of a path. It returns how many
// information states have a decision.
//
//   - InformationState is the same if and only if seen is.
//   - Determinize keeps it, depends on nothing else, and reaches each state that the player cannot
//     tell apart from the real one, and no other, as often as uniform play does, in so many
//     samples.
func CheckInformation[S, A comparable](
	t require.TestingT, g HiddenGame[S, A], samples int, seen func(path []A, player int) string,
) (decisions int) {
	for player := range g.NumPlayers() {
		sets, numbers := map[string][]node[S, A]{}, map[uint64]string{}
		for nodes := []node[S, A]{{state: g.Start(), prob: 1}}; len(nodes) > 0; nodes = nodes[1:] {
			n := nodes[0]
			text, number := seen(n.path, player), g.InformationState(&n.state, player)
			if other, known := numbers[number]; known && other != text {
				require.FailNowf(t, "information", "player %d: InformationState is %#x for both %q and %q", player, number, text, other)
			}
			numbers[number] = text
			sets[text] = append(sets[text], n)
			nodes = append(nodes, next(g, n)...)
		}
		if len(numbers) != len(sets) {
			require.FailNowf(t, "information", "player %d: there are %d information states, want %d", player, len(numbers), len(sets))
		}
		for text, set := range sets {
			checkDeterminize(t, g, samples, player, text, set)
			if s := set[0].state; g.ToMove(&s) == player && len(g.AppendActions(nil, &s)) > 0 {
				decisions++
			}
		}
	}
	return decisions
}

func checkDeterminize[S, A comparable](t require.TestingT, g HiddenGame[S, A], samples, player int, text string, set []node[S, A]) {
	want, counts := g.InformationState(&set[0].state, player), map[S]int{}
	for i := range samples {
		s, first := set[i%len(set)].state, set[0].state
		g.Determinize(&s, player, rng.New(uint64(i)))
		g.Determinize(&first, player, rng.New(uint64(i)))
		if s != first {
			require.FailNowf(t, "information", "player %d, %s: Determinize depends on what it replaces", player, text)
		}
		if g.InformationState(&s, player) != want {
			require.FailNowf(t, "information", "player %d, %s: Determinize changes the information state", player, text)
		}
		counts[s]++
	}
	sum, reached := 0.0, 0
	for _, n := range set {
		sum += n.prob
		reached += counts[n.state]
	}
	if reached != samples {
		require.FailNowf(t, "information", "player %d, %s: Determinize makes states that are not possible", player, text)
	}
	for _, n := range set {
		p := n.prob / sum
		want := float64(samples) * p
		deviation := math.Sqrt(want*(1-p)) + 1e-9
		if z := (float64(counts[n.state]) - want) / deviation; math.Abs(z) > 5.5 {
			t.Errorf("player %d, %s: after %v %d of %d samples, want %.1f", player, text, n.path, counts[n.state], samples, want)
		}
	}
}
