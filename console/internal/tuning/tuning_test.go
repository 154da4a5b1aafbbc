package tuning

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/tune"
)

// The verdict follows from the interval of the fresh games.
func TestVerdict(t *testing.T) {
	o := Options{Equal: "equal time"}
	o.Tune.Default = "mcts"
	result := func(wins, losses int) (r tune.Result) { // pairs of which one player wins both games
		for i := range wins + losses {
			score := 0.0
			if i < wins {
				score = 1
			}
			r.Fresh.Pairs = r.Fresh.Pairs.Add(score)
		}
		return r
	}
	for _, c := range []struct {
		wins, losses int
		want         string
	}{
		{0, 0, "nobody knows"},
		{80, 20, "The best player is stronger than the default at equal time."},
		{20, 80, "The default is stronger at equal time: keep it."},
		{55, 45, "not shown to be stronger"},
		{4950, 5000, "within 2 % of the best player at equal time: keep it."},
	} {
		require.Contains(t, verdict(o, result(c.wins, c.losses)), c.want)
	}
}

// Games of one player and for points have mean returns.
func TestMeans(t *testing.T) {
	o, r := Options{Players: 1}, tune.Result{}
	require.Nil(t, means(o, r), "there were no games")
	r.Fresh.Pairs = r.Fresh.Pairs.Add(1).Add(0.5)
	r.Fresh.Returns = r.Fresh.Returns.Add(1000, 900).Add(1100, 1000)
	require.Contains(t, verdict(o, r), "mean returns: 1050, default 950, difference +100, 95 % by pairs +100 to +100\n")
	o.Players = 2
	require.NotNil(t, means(o, r))
	r.Fresh.Returns = stats.Returns{}.Add(0, 1)
	require.Nil(t, means(o, r), "wins say as much")
	o.Players = 1
	require.NotNil(t, means(o, r))
}

// A line names the opponent of the scores.
func TestDescribe(t *testing.T) {
	p := tune.Progress{Phase: tune.PhaseSearch, Pairs: 1, Of: 9, Best: "mcts,c=1", Opponent: "mcts"}
	require.Equal(t, "0s search: 1/9 pairs", describe(p))
	p.Scores.Pairs = p.Scores.Pairs.Add(1)
	require.Equal(t, "0s search: 1/9 pairs, 1.00 [0.35, 1.00] against mcts: mcts,c=1", describe(p))
	p.Opponent = strings.Repeat("x", 41)
	require.Contains(t, describe(p), "against "+strings.Repeat("x", 40)+"...: mcts,c=1")
	p.Best = strings.Repeat("y", 200)
	require.Len(t, describe(p), 153)
}

// Without a terminal there is a line of progress every minute.
func TestLine(t *testing.T) {
	var out bytes.Buffer
	l := newLine(&out)
	for i := range 10 {
		l.show(tune.Progress{Phase: tune.PhaseSearch, Pairs: i, Elapsed: time.Duration(i) * 30 * time.Second})
	}
	l.clear()
	require.Equal(t, "1m0s search: 2 pairs\n2m0s search: 4 pairs\n3m0s search: 6 pairs\n4m0s search: 8 pairs\n", out.String())
}
