package equilibrium

import (
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/game"
)

// builder enumerates a game.
type builder[S any, A comparable] struct {
	*Tree[S, A]
	limit int
	seen  map[knowledge]witness
}

// witness is the first node at which a player knew something, and the set if the player is to move.
type witness struct{ node, set int }

// add adds the node of s and all nodes below it. paid is what the players got on the way, and last
// the sequences of their actions.
func (b *builder[S, A]) add(s *S, parent int, action A, paid []float64, last []int) error {
	if len(b.nodes) == b.limit {
		return fmt.Errorf("the game has more than %d histories, want a smaller game or a higher limit", b.limit)
	}
	i := len(b.nodes)
	b.nodes = append(b.nodes, node[A]{parent: parent, action: action, set: noSet})
	mover, actions, probs, err := b.choices(s)
	if err != nil {
		return fmt.Errorf("after %v: %w", b.history(i), err)
	}
	if err := b.learn(i, s, mover, actions, last); err != nil {
		return err
	}
	if len(actions) == 0 {
		return b.end(i, s, paid, last)
	}
	b.nodes[i].probs = probs
	set := b.nodes[i].set
	if set != noSet {
		actions = b.sets[set].Actions // in one order at all states of the set
	}
	for j, a := range actions {
		var next S
		b.rules.Copy(&next, s)
		b.rules.Apply(&next, a)
		paid, last := slices.Clone(paid), last
		b.rules.AddRewards(&next, paid)
		if set != noSet {
			last = slices.Clone(last)
			last[mover] = b.sets[set].first + j
		}
		b.nodes[i].children = append(b.nodes[i].children, len(b.nodes))
		if err := b.add(&next, i, a, paid, last); err != nil {
			return err
		}
	}
	return nil
}

// choices returns who moves at s and the legal actions, or the possible outcomes of chance with
// their probabilities. At the end of the game there are no actions.
func (b *builder[S, A]) choices(s *S) (mover int, actions []A, probs []float64, err error) {
	mover, err = b.rules.Mover(s)
	switch {
	case err != nil:
		return mover, nil, nil, err
	case mover == game.Simultaneous:
		return mover, nil, nil, errSimultaneous
	case mover == game.Chance && b.rules.Chance == nil:
		return mover, nil, nil, errSampling
	case mover != game.Chance:
		return mover, b.rules.AppendActions(nil, s), nil, nil
	}
	sum := 0.0
	for _, o := range b.rules.Chance.AppendOutcomes(nil, s) {
		if sum += o.Prob; o.Prob != 0 {
			actions, probs = append(actions, o.Action), append(probs, o.Prob)
		}
	}
	if !isDistribution(probs) {
		err = fmt.Errorf("the probabilities of the outcomes are %v with the sum %v, want numbers >= 0 with the sum 1", probs, sum)
	}
	return mover, actions, probs, err
}

// learn compares what every player knows at node i with what it knew at earlier nodes, and enters
// the set of the player to move.
func (b *builder[S, A]) learn(i int, s *S, mover int, actions []A, last []int) error {
	for player := range b.players {
		var own, known []A
		if player == mover {
			own = actions
		}
		what := knowledge{player, b.rules.Informer.InformationState(s, player)}
		first, ok := b.seen[what]
		if !ok {
			first = witness{i, noSet}
			if len(own) > 0 {
				first.set = b.addSet(s, what, own, last[player])
			}
			b.seen[what] = first
		}
		if first.set != noSet {
			known = b.sets[first.set].Actions
		}
		if !sameElements(own, known) {
			return fmt.Errorf("InformationState of player %d is the same after %v and after %v, but its legal actions are %v and %v (none if it is not to move)",
				player, b.history(first.node), b.history(i), known, own)
		}
		if len(own) == 0 {
			continue
		}
		if b.sets[first.set].before != last[player] {
			return fmt.Errorf("InformationState of player %d is the same after %v and after %v, but the earlier information sets and actions of the player are not: want perfect recall, an InformationState that tells them apart, too",
				player, b.history(first.node), b.history(i))
		}
		b.sets[first.set].Size++
		b.nodes[i].set = first.set
	}
	return nil
}

// addSet adds an information set, without the state that it is made for, and returns its index.
func (b *builder[S, A]) addSet(s *S, what knowledge, actions []A, before int) int {
	set := Set[S, A]{Player: what.player, Known: what.state, Actions: slices.Clone(actions), before: before, first: b.sequences}
	b.rules.Copy(&set.State, s)
	b.sequences += len(actions)
	b.index[what] = len(b.sets)
	b.sets = append(b.sets, set)
	return b.index[what]
}

// end enters the result of the game at its end, node i.
func (b *builder[S, A]) end(i int, s *S, paid []float64, last []int) error {
	returns := slices.Clone(paid)
	b.rules.AddReturns(s, returns)
	for _, v := range returns {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("the returns after %v are %v, want finite numbers", b.history(i), returns)
		}
	}
	b.nodes[i].returns, b.nodes[i].last = returns, last
	return nil
}

// sameElements compares two lists of distinct actions, in any order.
func sameElements[A comparable](x, y []A) bool {
	if len(x) != len(y) {
		return false
	}
	for _, a := range x {
		if !slices.Contains(y, a) {
			return false
		}
	}
	return true
}
