package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

// A rate comes from the results, and is an error if it is not what the sentence says. The intervals
// of 60, 50 and 40 wins in 100 games are [0.50, 0.69], [0.40, 0.60] and [0.31, 0.50].
func TestFigures(t *testing.T) {
	p := resultsOf(map[string]int{"start-c4": 60, "start-bt6": 75, "start-kt": 50, "start-pw": 40})
	p.results["start-dots2"] = match.Summary{Score: match.NewScore(stats.Tally{Wins: 200, Losses: 200})}
	good := func(want string, figure func(...string) (string, error), names ...string) {
		t.Helper()
		have, err := figure(names...)
		require.NoError(t, err)
		require.Equal(t, want, have)
	}
	bad := func(want string, figure func(...string) (string, error), names ...string) {
		t.Helper()
		_, err := figure(names...)
		require.ErrorContains(t, err, want)
	}
	good("0.600 [0.50, 0.69]", p.wins, "start-c4")
	good("0.600 to 0.750", p.wins, "start-c4", "start-bt6")
	good("0.600 to 0.750", p.wins, "start-[cb][4t6]*")
	good("0.400 [0.31, 0.50]", p.loses, "start-pw")
	good("0.500 [0.45, 0.55]", p.level, "start-dots2")
	good("0.500 [0.40, 0.60]", p.undecided, "start-kt")
	good("0.400 to 0.500", p.noWins, "start-kt", "start-pw")
	good("0.400 to 0.750", p.rate, "start-*")
	good("-", p.wins, "start-nogo")
	good("0.600 [0.50, 0.69]", p.wins, "start-c4", "start-nogo")
	good("0.60", p.share, "start-c4")
	good("0.60 to 0.75", p.share, "start-c4", "start-bt6")
	good("0.60", p.share, "start-c4", "start-nogo")
	good("-", p.share, "start-nogo")
	bad("there is no experiment", p.share, "start-nosuch")
	bad("the page says that the first player of start-kt wins: it has 0.500 [0.40, 0.60]", p.wins, "start-c4", "start-kt")
	bad("start-kt loses", p.loses, "start-kt")
	bad("start-kt is level", p.level, "start-kt") // the interval is too wide
	bad("start-pw is level", p.level, "start-pw")
	bad("start-pw is not shown to win or lose", p.undecided, "start-pw")
	bad("start-c4 is not shown to win or lose", p.undecided, "start-c4")
	bad("start-c4 is not shown to win", p.noWins, "start-c4")
	bad(`there is no experiment "start-nosuch"`, p.rate, "start-nosuch")
	good("0.450 [0.38, 0.52]", p.undecided, "mean start-[kp][tw]")
	good("-", p.wins, "mean start-[cb]*") // some have no result
	bad("mean start-[kp][tw] loses", p.loses, "mean start-[kp][tw]")
	bad(`there is no experiment "start-nosuch"`, p.rate, "mean start-nosuch")

	good("-", p.wins, "nst-games")
	for _, e := range groupOf("nst-games").experiments() {
		p.results[e.name] = p.results["start-c4"]
	}
	good("0.600 [0.54, 0.66]", p.wins, "nst-games")
	bad("nst-games loses", p.loses, "nst-games")
}

func TestRatio(t *testing.T) {
	p := resultsOf(map[string]int{"start-c4": 60, "start-bt6": 40})
	text, err := p.ratio("start-c4", "start-bt6")
	require.NoError(t, err)
	require.Equal(t, "1.5", text)
	text, err = p.ratio("start-c4", "start-kt")
	require.NoError(t, err)
	require.Equal(t, "-", text)
	_, err = p.ratio("start-*", "start-bt6")
	require.ErrorContains(t, err, "is not the name of one experiment")
}

// The variances of the rates 0.6 and 0.4 of 100 games are 0.24/100 each.
func TestMore(t *testing.T) {
	p := resultsOf(map[string]int{"start-c4": 60, "start-bt6": 40, "start-kt": 50})
	text, err := p.more("start-c4", "start-bt6")
	require.NoError(t, err)
	require.Equal(t, "0.200 [0.06, 0.34]", text)
	_, err = p.more("start-c4", "start-kt")
	require.ErrorContains(t, err, "the page says that the first player of start-c4 has more than that of start-kt: they have 0.600 and 0.500")
	text, err = p.more("start-c4", "start-pw")
	require.NoError(t, err)
	require.Equal(t, "-", text)
	_, err = p.more("start-c4", "start-*")
	require.ErrorContains(t, err, "is not the name of one experiment")
}

func TestGames(t *testing.T) {
	text, err := resultsOf(map[string]int{"start-c4": 60}).games("start-c4")
	require.NoError(t, err)
	require.Equal(t, "100", text, "those that were played")
	_, err = page{}.games("start-*")
	require.Error(t, err)
	for name, want := range map[string]string{"start-c4": "200", "magic-expert-reduced": "2,000"} {
		text, err := page{}.games(name)
		require.NoError(t, err)
		require.Equal(t, want, text)
	}
	require.Equal(t, "12,034", thousands(12034))
	_, err = page{}.games("nosuch")
	require.Error(t, err)
}

func TestQuoted(t *testing.T) {
	text, err := page{}.quoted("magic-expert-reduced")
	require.NoError(t, err)
	require.Equal(t, "0.637", text)
	_, err = page{}.quoted("magic-*")
	require.Error(t, err)
	_, err = page{}.quoted("start-c4")
	require.ErrorContains(t, err, "nothing is published")
}

// The mean weighs games equally, however many were played of each.
func TestMean(t *testing.T) {
	g := group{mean: rate(0.7), rows: []experiment{{name: "x"}, {name: "y"}}}
	p := page{results: map[string]match.Summary{}}
	store := func(name string, y stats.Tally) { p.results[name] = match.Summary{Score: match.NewScore(y)} }
	store("x", stats.Tally{Wins: 80, Losses: 20})
	require.Zero(t, p.mean(g), "a result is missing")
	store("y", stats.Tally{Wins: 100, Draws: 200, Losses: 100})
	m := p.mean(g)
	require.Equal(t, 2, m.games)
	require.InDelta(t, 0.65, m.rate, 1e-12)
	// The variances of the means are 0.8*0.2/100 and 0.125/400; the half width is 1.96 times half
	// of the root of their sum.
	require.InDelta(t, 0.65-0.0429, m.low, 1e-4)
	require.InDelta(t, 0.65+0.0429, m.high, 1e-4)
	require.Equal(t, sameDirection, m.verdict())
	require.Equal(t, "0.650 [0.61, 0.69] (0.700: same direction)", m.String())
	g.rows[0].game, g.meanGames = "connect4", []string{"connect4"}
	require.InDelta(t, 0.8, p.mean(g).rate, 1e-12, "only the games of the paper")
	g.mean = published{}
	require.Zero(t, p.mean(g), "the group makes no claim on the mean")
}
