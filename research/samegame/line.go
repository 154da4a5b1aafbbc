package main

import (
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/samegame"
	"github.com/banyan-go/banyan/research/internal/table"
)

// text returns a line as text.
func text(actions []samegame.Cell) string {
	words := make([]string, len(actions))
	for i, a := range actions {
		words[i] = a.String()
	}
	return strings.Join(words, " ")
}

// check returns an error unless the line of a stored result brings its points on its board.
func (o options) check(row table.Line) error {
	if row.Name == "" {
		return nil // There is no result.
	}
	g := o.boards[row.Board-1]
	rules, err := game.NewRules(g)
	if err != nil {
		return err
	}
	s, sum := g.Start(), []float64{0}
	for word := range strings.FieldsSeq(row.Actions) {
		a, err := g.Parse(word)
		if err == nil {
			err = rules.Play(&s, a)
		}
		if err != nil {
			return fmt.Errorf("the stored line: %w", err)
		}
		rules.AddRewards(&s, sum)
	}
	rules.AddReturns(&s, sum)
	if len(g.AppendActions(nil, &s)) > 0 || sum[0] != row.Points {
		return fmt.Errorf("the stored line brings %v points, and %v are stored", sum[0], row.Points)
	}
	return nil
}
