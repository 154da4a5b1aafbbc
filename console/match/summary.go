package match

import (
	"encoding/json"
	"io"

	"github.com/banyan-go/banyan/arena/stats"
)

// Summary is the result of a match of two players. Wins and rates are from the point of view of A.
type Summary struct {
	Game string `json:"game"`
	Score
	SPRT    *stats.SPRTResult `json:"sprt"` // null without a sequential test
	A       string            `json:"a"`    // the player, in text form
	B       string            `json:"b"`
	Seed    uint64            `json:"seed"`
	Opening int               `json:"opening"`          // random plies at the start of each game
	Clock   string            `json:"clock,omitempty"`  // of each player; empty for none
	Rules   string            `json:"rules,omitempty"`  // the sum of the file that the game is read from; empty for none
	Seconds float64           `json:"seconds,omitzero"` // 0: not told, so that the same match gives the same text
}

// Score is a tally with its statistics.
type Score struct {
	Games int `json:"games"`
	stats.Tally
	WinRate      float64    `json:"win_rate"`      // a draw is half a win
	WinRateCI95  [2]float64 `json:"win_rate_ci95"` // low and high
	DecisiveRate float64    `json:"decisive_rate"` // without draws
	SignTestP    float64    `json:"sign_test_p"`   // see stats.Tally.SignTest
	Elo          float64    `json:"elo"`           // by which A is stronger
	EloCI95      [2]float64 `json:"elo_ci95"`
	LOS          float64    `json:"los"` // the likelihood that A is stronger
}

// Level is the confidence of the intervals.
const Level = 0.95

// NewScore returns the statistics of a tally.
func NewScore(t stats.Tally) Score {
	s := Score{
		Games: t.Games(), Tally: t, WinRate: t.WinRate(), DecisiveRate: t.DecisiveRate(), SignTestP: t.SignTest(),
		Elo: t.Elo(), LOS: t.LOS(),
	}
	s.WinRateCI95[0], s.WinRateCI95[1] = t.Interval(Level)
	s.EloCI95[0], s.EloCI95[1] = t.EloInterval(Level)
	return s
}

// WriteJSON writes v, such as a Summary, as one indented JSON object.
func WriteJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}
