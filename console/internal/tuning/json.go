package tuning

import (
	"io"

	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/tune"
)

// summary is what -json prints. Wins and rates are those of Player against Default in fresh games.
type summary struct {
	Game    string `json:"game"`
	Player  string `json:"player"`
	Default string `json:"default"`
	Go      string `json:"go"` // an mcts.Config
	match.Score
	Pairs       int        `json:"pairs"`
	PairsCI95   [2]float64 `json:"pairs_ci95"` // of the win rate, by pairs
	SearchPairs int        `json:"search_pairs"`
	Seconds     float64    `json:"seconds"`
	Seed        uint64     `json:"seed"`
	Effects     []effect   `json:"effects"`
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
		Pairs: r.Fresh.Pairs.Count, SearchPairs: r.Pairs, Seconds: r.Elapsed.Seconds(), Seed: o.Tune.Seed, Effects: []effect{},
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
