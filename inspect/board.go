package inspect

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
)

// boardJSON is a node with its position.
type boardJSON struct {
	Epoch    uint64    `json:"epoch"`
	Visits   int       `json:"visits"`
	Mean     float64   `json:"mean"`
	Chooser  int       `json:"chooser"` // who chose the action that leads to the node
	Player   int       `json:"player"`  // who chooses next; -1 for chance, -2 if that is not known
	Children int       `json:"children"`
	Steps    []step    `json:"steps"` // the actions that lead to the node
	Text     string    `json:"text,omitempty"`
	SVG      string    `json:"svg,omitempty"`
	Over     bool      `json:"over"`
	Returns  []float64 `json:"returns,omitempty"`  // with the rewards on the way: from the root on, and in a game of the page from its start
	FromRoot bool      `json:"fromRoot,omitempty"` // rewards before the root are not among Returns
	Problem  string    `json:"problem,omitempty"`  // why there is no position
	Position int       `json:"position,omitempty"` // in a graph: the number of the position
	Total    int       `json:"total,omitempty"`    // in a graph: the visits of the position by all lines
}

// errHidden tells that actions of the tree are not legal at the state of the root.
var errHidden = errors.New("the position depends on what is hidden")

// board returns a node and its position.
func (s *subject[S, A]) board(ctx context.Context, q query) (out boardJSON, err error) {
	err = s.at(ctx, q, func(now mcts.Snapshot[S, A], _ mcts.Node[A]) error {
		out = s.boardAt(now, rootOf(now, q.tree), q.path)
		return nil
	})
	return out, err
}

// boardAt returns the node on a path from root and its position.
func (s *subject[S, A]) boardAt(now mcts.Snapshot[S, A], root mcts.Node[A], path []int) boardJSON {
	out := boardJSON{Epoch: now.Epoch, Chooser: -1, Player: -2, Steps: []step{}}
	n := root
	var actions []A
	for _, i := range path {
		out.Chooser = chooser(n)
		n = n.Children()[i]
		actions = append(actions, n.Action())
		out.Steps = append(out.Steps, step{fmt.Sprint(n.Action()), i})
	}
	out.Visits, out.Mean, out.Children = n.Visits(), rounded(n.Mean()), len(n.Children())
	out.Position, out.Total = n.Position()
	if player, known := n.Player(); known {
		out.Player = max(player, -1)
	}
	if now.State == nil {
		return out
	}
	err := safely(func() error {
		var state S
		now.Rules.Copy(&state, now.State)
		paid := make([]float64, now.Rules.NumPlayers())
		err := replay(now.Rules, &state, actions, paid)
		if err == nil {
			show(&out, now.Rules, &state, paid, max(chooser(root), 0))
			out.FromRoot = out.Over && now.Rules.Rewarder != nil
		}
		return err
	})
	if err != nil {
		out.Problem = err.Error()
	}
	return out
}

// replay plays actions from s. The components of a joint action come one after the other; if some
// are missing at the end, they are left out. It adds the rewards to paid.
func replay[S any, A comparable](rules *game.Rules[S, A], s *S, actions []A, paid []float64) error {
	for len(actions) > 0 {
		n := 1
		if rules.ToMove(s) == mcts.Simultaneous {
			n = rules.NumPlayers()
		}
		if len(actions) < n {
			return nil
		}
		if rules.Play(s, actions[:n]...) != nil {
			return errHidden
		}
		rules.AddRewards(s, paid)
		actions = actions[n:]
	}
	return nil
}

// allSeeing is the observer that sees the whole state.
const allSeeing = -1

// show draws the position, as far as the game can and, in a game with hidden information, as the
// observer sees it. paid are the rewards on the way to it.
func show[S any, A comparable](out *boardJSON, rules *game.Rules[S, A], s *S, paid []float64, observer int) {
	hides := rules.Determinizer != nil && observer != allSeeing
	if rules.Illustrator != nil && !hides {
		out.SVG = rules.Illustrator.SVG(s)
	}
	switch {
	case hides && rules.Viewer == nil:
		out.Text = "Players of this game do not see everything, and it has no method View."
	case hides:
		out.Text = rules.Viewer.View(s, observer)
	case rules.Texter != nil:
		out.Text = rules.Texter.Text(s)
	}
	if player := rules.ToMove(s); player >= 0 {
		out.Player = player
		if out.Over = len(rules.AppendActions(nil, s)) == 0; out.Over {
			out.Player = -2
			out.Returns = slices.Clone(paid)
			rules.AddReturns(s, out.Returns)
		}
	}
}

// playerNames returns the names of the players.
func playerNames[S any, A comparable](rules *game.Rules[S, A]) []string {
	names := make([]string, rules.NumPlayers())
	for p := range names {
		names[p] = fmt.Sprintf("player %d", p+1)
		if rules.Namer != nil {
			names[p] = rules.Namer.PlayerName(p)
		}
	}
	return names
}
