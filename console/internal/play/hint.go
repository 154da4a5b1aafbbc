package play

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/banyan-go/banyan/mcts"
)

// shownHints is how many actions a hint compares.
const shownHints = 5

// hint shows what the opponent would play, and leaves the choice to the person.
func (m *session[S, A]) hint(ctx context.Context) error {
	if len(m.actions()) == 0 {
		m.console.print("The game is over.")
		return nil
	}
	a, opinion, err := m.opponent.choose(ctx, &m.state, m.console)
	if err != nil {
		return err
	}
	opinion.advice = cmp.Or(opinion.advice, fmt.Sprint(a))
	m.console.print("Hint: " + opinion.advice)
	if opinion.shares != "" {
		m.console.print(opinion.shares)
	}
	return nil
}

// opinion is what a search thinks of its action, to be shown to people. It is zero for players that
// have none.
type opinion struct {
	judgement string // of the action that it chose
	advice    string // the best action and a judgement of it; a weak search may choose another
	shares    string // how often the best actions win, as lines
}

// suffix is the opinion as it follows the text of the action.
func (o opinion) suffix() string {
	if o.judgement == "" {
		return ""
	}
	return ": " + o.judgement
}

// shares lists the actions with the most simulations and their shares of wins, as lines.
func shares[A comparable](r mcts.Result[A]) string {
	children := slices.DeleteFunc(slices.Clone(r.Children), func(c mcts.Child[A]) bool { return c.Visits == 0 })
	shown := children[:min(len(children), shownHints)]
	width := 0
	for _, c := range shown {
		width = max(width, utf8.RuneCountInString(fmt.Sprint(c.Action)))
	}
	var lines []string
	for _, c := range shown {
		lines = append(lines, fmt.Sprintf("  %-*s  %3.0f %% to win, %s simulations", width, fmt.Sprint(c.Action), 100*c.Mean, count(c.Visits)))
	}
	return strings.Join(lines, "\n")
}
