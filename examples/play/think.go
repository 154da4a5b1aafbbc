package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/banyan-go/banyan/mcts"
)

// pvLength is how much of the principal variation the status shows.
const pvLength = 8

// think lets the search choose, and says what it plays.
func (m *match[S, A]) think(ctx context.Context) (A, error) {
	r, err := m.watch(ctx)
	if err != nil {
		return r.Action, err
	}
	m.console.print(fmt.Sprintf("%s plays %v: %s", m.mover(), r.Action, judgement(r)))
	return r.Action, nil
}

// hint says what the search would play, and leaves the choice to the person.
func (m *match[S, A]) hint(ctx context.Context) error {
	r, err := m.watch(ctx)
	if err != nil {
		return err
	}
	m.console.print(fmt.Sprintf("The search would play %v: %s", r.Action, judgement(r)))
	return nil
}

// watch searches, and shows how it goes.
func (m *match[S, A]) watch(ctx context.Context) (mcts.Result[A], error) {
	for r, err := range m.search.Watch(ctx, &m.state, m.options.budget, m.console.pace()) {
		if err != nil || r.Stop != mcts.StopRunning {
			m.console.clear()
			return r, err
		}
		m.console.show(m.status(r))
	}
	return mcts.Result[A]{}, errors.New("the search ended without a result") // Watch always yields one
}

// status is one line about a search that goes on.
func (m *match[S, A]) status(r mcts.Result[A]) string {
	return fmt.Sprintf("%s thinks: %s, %s", m.mover(), judgement(r), join(r.PV, pvLength))
}

// judgement is what the search thinks of its action. A draw counts as half a win.
func judgement[A comparable](r mcts.Result[A]) string {
	win := 0.0
	for _, child := range r.Children {
		if child.Action == r.Action {
			win = child.Mean
		}
	}
	return fmt.Sprintf("%.0f %% to win, %s simulations", 100*win, count(r.Simulations))
}

// count writes a number short enough for a status line.
func count(n int) string {
	if n < 100_000 {
		return strconv.Itoa(n)
	}
	return strconv.Itoa(n/1000) + "k"
}
