package distributed

import (
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
)

// replay plays from a state on, and translates between actions and their indices in the lists of
// the game. So actions of any type can be sent, and a program with other rules is noticed, or at
// least does nothing that its rules forbid.
type replay[S any, A comparable] struct {
	rules game.Rules[S, A]
	state S
}

func newReplay[S any, A comparable](rules game.Rules[S, A], start *S) *replay[S, A] {
	w := &replay[S, A]{rules: rules}
	rules.Copy(&w.state, start)
	return w
}

// lists returns the lists from which a ply is chosen, as [game.Rules.Choices] does.
func (w *replay[S, A]) lists() ([][]A, error) {
	if _, err := w.rules.Mover(&w.state); err != nil {
		return nil, fmt.Errorf("distributed: %w", err)
	}
	return w.rules.Choices(nil, &w.state), nil
}

// indices plays the actions of one ply and returns their indices.
func (w *replay[S, A]) indices(actions []A) ([]int, error) {
	lists, err := w.lists()
	if err != nil {
		return nil, err
	}
	if err := w.rules.Play(&w.state, actions...); err != nil {
		return nil, fmt.Errorf("distributed: %w", err)
	}
	indices := make([]int, len(actions))
	for i, a := range actions {
		indices[i] = slices.Index(lists[i], a)
	}
	return indices, nil
}

// actions plays the ply at the beginning of indices and returns its actions, and the other indices.
func (w *replay[S, A]) actions(indices []int) (actions []A, rest []int, err error) {
	lists, err := w.lists()
	if err != nil {
		return nil, nil, err
	}
	if len(lists) == 0 || len(lists) > len(indices) {
		return nil, nil, fmt.Errorf("distributed: %d indices of a ply, want %d", len(indices), len(lists))
	}
	for i, list := range lists {
		if uint(indices[i]) >= uint(len(list)) {
			return nil, nil, fmt.Errorf("distributed: action %d of %d: the programs have different rules", indices[i], len(list))
		}
		actions = append(actions, list[indices[i]])
	}
	return actions, indices[len(lists):], w.rules.Play(&w.state, actions...)
}

// rootList returns the actions of the state from which a player chooses.
func (w *replay[S, A]) rootList(player int) ([]A, error) {
	lists, err := w.lists()
	switch {
	case err != nil:
		return nil, err
	case len(lists) == 0:
		return nil, mcts.ErrTerminal
	case w.rules.ToMove(&w.state) == mcts.Chance:
		return nil, mcts.ErrChanceAtRoot
	case len(lists) == 1:
		return lists[0], nil
	case player < 0 || player >= len(lists):
		return nil, fmt.Errorf("distributed: player %d of %d", player, len(lists))
	}
	return lists[player], nil
}

// sent returns a share with indices for actions. Its principal variation ends at the first ply that
// cannot be played.
func sent[S any, A comparable](w *replay[S, A], player int, share mcts.RootStats[A]) (mcts.RootStats[int], error) {
	list, err := w.rootList(player)
	if err != nil {
		return mcts.RootStats[int]{}, err
	}
	made, err := translated(share, func(a A) (int, bool) {
		i := slices.Index(list, a)
		return i, i >= 0
	})
	made.Result.PV = w.sentLine(share.Result.PV)
	made.Result.Best = mcts.Line[int]{Return: share.Result.Best.Return, Actions: w.sentLine(share.Result.Best.Actions)}
	return made, err
}

// sentLine returns indices for the actions of a line from the root. It ends at the first ply that
// cannot be played.
func (w *replay[S, A]) sentLine(line []A) (all []int) {
	for along := newReplay(w.rules, &w.state); len(line) > 0; {
		lists, err := along.lists()
		if err != nil || len(lists) == 0 || len(lists) > len(line) {
			break
		}
		indices, err := along.indices(line[:len(lists)])
		if err != nil {
			break
		}
		all = append(all, indices...)
		line = line[len(lists):]
	}
	return all
}

// received returns a share with actions for indices.
func received[S any, A comparable](w *replay[S, A], player int, share mcts.RootStats[int]) (made mcts.RootStats[A], err error) {
	list, err := w.rootList(player)
	if err != nil {
		return made, err
	}
	made, err = translated(share, func(i int) (a A, ok bool) {
		if uint(i) < uint(len(list)) {
			return list[i], true
		}
		return a, false
	})
	if err == nil {
		made.Result.PV, err = w.receivedLine(share.Result.PV)
	}
	if err == nil {
		made.Result.Best.Return = share.Result.Best.Return
		made.Result.Best.Actions, err = w.receivedLine(share.Result.Best.Actions)
	}
	return made, err
}

// receivedLine returns actions for the indices of a line from the root.
func (w *replay[S, A]) receivedLine(line []int) (all []A, err error) {
	for along := newReplay(w.rules, &w.state); len(line) > 0 && err == nil; {
		var actions []A
		actions, line, err = along.actions(line)
		all = append(all, actions...)
	}
	return all, err
}

// translated returns a share with other actions, but without its lines.
func translated[A, B any](share mcts.RootStats[A], translate func(A) (B, bool)) (made mcts.RootStats[B], err error) {
	r := share.Result
	made = mcts.RootStats[B]{Ends: share.Ends, ReturnSums: share.ReturnSums, Player: share.Player, RootNumber: share.RootNumber, Result: mcts.Result[B]{
		Bounds: r.Bounds, Scales: r.Scales, Values: r.Values, Simulations: r.Simulations, Inherited: r.Inherited, Elapsed: r.Elapsed,
		Stop: r.Stop, Nodes: r.Nodes, Bytes: r.Bytes, Proven: r.Proven, Full: r.Full,
	}}
	made.Result.Action, _ = translate(r.Action)
	for _, c := range share.Children {
		a, ok := translate(c.Action)
		if !ok {
			return made, fmt.Errorf("distributed: the action %v is not legal at the root: the programs have different rules", c.Action)
		}
		made.Children = append(made.Children, mcts.Child[B]{
			Action: a, Visits: c.Visits, Mean: c.Mean, Prior: c.Prior, NoisyPrior: c.NoisyPrior,
			Lower: c.Lower, Upper: c.Upper, Plies: c.Plies, ImportedVisits: c.ImportedVisits,
		})
	}
	return made, nil
}
