package tuning

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/tune"
)

// writeText writes the result for people.
func writeText(w io.Writer, o Options, r tune.Result) error {
	fmt.Fprintf(w, "%s: %d pairs of games of the search, %v\n", o.Game, r.Pairs, r.Elapsed.Round(time.Millisecond))
	fmt.Fprintf(w, "best:    %s\ndefault: %s\n%s\n\n", r.Player, o.Tune.Default, verdict(o, r))
	if err := writeEffects(w, r); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nIn Go:\n\n%s\n", source(o, r))
	return err
}

// little is the gain in the win rate that is not worth a change.
const little = 0.02

// verdict says what the fresh games show.
func verdict(o Options, r tune.Result) string {
	if r.Fresh.Pairs.Count == 0 {
		return "No fresh games were played, so nobody knows whether the best player is stronger than the default."
	}
	low, high := r.Fresh.Interval(match.Level)
	text := fmt.Sprintf("fresh games: %d wins, %d draws, %d losses in %d pairs: %.3f [%.3f, %.3f]\n", r.Fresh.Wins, r.Fresh.Draws,
		r.Fresh.Losses, r.Fresh.Pairs.Count, r.Fresh.Pairs.Mean(), low, high)
	switch {
	case low > 0.5:
		return text + "The best player is stronger than the default at " + o.Equal + "."
	case high < 0.5:
		return text + "The default is stronger at " + o.Equal + ": keep it."
	case high < 0.5+little:
		return text + "The default is within 2 % of the best player at " + o.Equal + ": keep it."
	}
	return text + "The best player is not shown to be stronger than the default at " + o.Equal + "."
}

// writeRow writes the result as a row of a table in Markdown: the game, the parameters of the best
// player, the results of the fresh games, and the win rate with its interval.
func writeRow(w io.Writer, o Options, r tune.Result) error {
	low, high := r.Fresh.Interval(match.Level)
	_, err := fmt.Fprintf(w, "| %s | `%s` | %d/%d/%d | %.3f [%.3f, %.3f] |\n", o.Game, strings.TrimPrefix(r.Player, "mcts,"),
		r.Fresh.Wins, r.Fresh.Draws, r.Fresh.Losses, r.Fresh.Pairs.Mean(), low, high)
	return err
}

// LeastEffect is the number of pairs of games of a value that says something.
const LeastEffect = 8

// writeEffects writes a row for every value of every parameter.
func writeEffects(w io.Writer, r tune.Result) error {
	fmt.Fprintln(w, "What the values won against the default in the search, whatever the other parameters were:")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, e := range r.Effects {
		for i, v := range e.Values {
			name := e.Parameter
			if i > 0 {
				name = ""
			}
			low, high := v.Scores.Interval(match.Level)
			fmt.Fprintf(t, "%s\t%s\t%.3f\t[%.3f, %.3f]\t%d pairs\n", name, v.Name, v.Scores.Mean(), low, high, v.Scores.Count)
		}
	}
	return t.Flush()
}
