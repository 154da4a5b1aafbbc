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

// little is a gain in the win rate too small to justify a change.
const little = 0.02

// verdict describes what the fresh games show.
func verdict(o Options, r tune.Result) string {
	if r.Fresh.Pairs.Count == 0 {
		return "No fresh games were played, so nobody knows whether the best player is stronger than the default."
	}
	low, high := r.Fresh.Interval(match.Level)
	text := fmt.Sprintf("fresh games: %d wins, %d draws, %d losses in %d pairs: %.3f [%.3f, %.3f]\n", r.Fresh.Wins, r.Fresh.Draws,
		r.Fresh.Losses, r.Fresh.Pairs.Count, r.Fresh.Pairs.Mean(), low, high)
	if m := means(o, r); m != nil {
		text += fmt.Sprintf("mean returns: %s, default %s, difference %s, 95 %% by pairs %s\n", m.Text(m.A), m.Text(m.B), m.Gain(), m.Interval())
	}
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

// means returns the mean returns of the fresh games, or nil if these say nothing that wins do not.
func means(o Options, r tune.Result) *match.Means {
	m := match.NewMeans(r.Fresh.Returns)
	if o.Players > 1 && min(m.A, m.B) >= 0 && max(m.A, m.B) <= 1 || r.Fresh.Returns.Count == 0 {
		return nil
	}
	return m
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

// summary is what -json prints. Wins and rates are for Player against Default in fresh games.
type summary struct {
	Game    string `json:"game"`
	Player  string `json:"player"`
	Default string `json:"default"`
	Go      string `json:"go"` // an mcts.Config
	match.Score
	Pairs       int        `json:"pairs"`
	PairsCI95   [2]float64 `json:"pairs_ci95"` // of the win rate, by pairs
	SearchPairs int        `json:"search_pairs"`

	// Returns are the mean returns of games of one player or for points; missing in other games.
	Returns *match.Means `json:"returns,omitempty"`

	Seconds float64  `json:"seconds"`
	Seed    uint64   `json:"seed"`
	Effects []effect `json:"effects"`
}

// effect is what the values of a parameter won against the default in the search.
type effect struct {
	Parameter string  `json:"parameter"`
	Values    []value `json:"values"`
}

type value struct {
	Name        string     `json:"value"`
	Pairs       int        `json:"pairs"`
	WinRate     float64    `json:"win_rate"`
	WinRateCI95 [2]float64 `json:"win_rate_ci95"`
}

func writeJSON(w io.Writer, o Options, r tune.Result) error {
	s := summary{
		Game: o.Game, Player: r.Player, Default: o.Tune.Default, Go: source(o, r), Score: match.NewScore(r.Fresh.Tally),
		Pairs: r.Fresh.Pairs.Count, SearchPairs: r.Pairs, Returns: means(o, r), Seconds: r.Elapsed.Seconds(), Seed: o.Tune.Seed, Effects: []effect{},
	}
	s.PairsCI95[0], s.PairsCI95[1] = r.Fresh.Interval(match.Level)
	for _, e := range r.Effects {
		made := effect{Parameter: e.Parameter, Values: []value{}}
		for _, v := range e.Values {
			row := value{Name: v.Name, Pairs: v.Scores.Count, WinRate: v.Scores.Mean()}
			row.WinRateCI95[0], row.WinRateCI95[1] = v.Scores.Interval(match.Level)
			made.Values = append(made.Values, row)
		}
		s.Effects = append(s.Effects, made)
	}
	return match.WriteJSON(w, s)
}
