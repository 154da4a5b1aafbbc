package contest

import (
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/timing"
)

// parse reads the players of a match as the command line does.
func parse(t *testing.T, args string) (o Options) {
	t.Helper()
	var players []string
	player := func(text string) error { players = append(players, text); return nil }
	set := flag.NewFlagSet("", flag.ContinueOnError)
	both := ""
	set.Func("a", "", player)
	set.Func("b", "", player)
	set.Func("p", "", player)
	for _, key := range []string{"sims", "time"} {
		set.Func(key, "", func(text string) error {
			both = strings.TrimPrefix(both+","+key+"="+text, ",")
			return nil
		})
	}
	set.Func("clock", "", func(text string) (err error) { o.Clock, err = timing.Parse(text); return err })
	require.NoError(t, set.Parse(strings.Fields(args)))
	for _, text := range players {
		p, err := spec.Parse(text, both)
		require.NoError(t, err)
		o.Players = append(o.Players, p)
	}
	return o
}

func TestBasis(t *testing.T) {
	for args, want := range map[string]basis{
		"-a playout=mast -b playout=uniform -sims 100":    equalSimulations,
		"-a playout=mast -b playout=uniform -time 10ms":   equalTime,
		"-a time=10ms -b time=20ms":                       otherBudgets,
		"-a sims=10 -b sims=20":                           otherBudgets,
		"-a sims=10 -b random":                            otherBudgets,
		"-a c=1 -b c=2 -sims 100 -time 10ms":              otherBudgets,
		"-a time=basic -b time=expected -clock 10s":       equalTime,
		"-a time=basic -b time=expected -clock 1000ticks": equalSimulations,
		"-a time=basic -b sims=100 -clock 10s":            otherBudgets,
		"-a time=basic,sims=100 -b sims=100 -clock 10s":   otherBudgets,
		"-p sims=10,c=1 -p sims=10,c=2 -p sims=10,c=3":    equalSimulations,
		"-p sims=10,c=1 -p sims=10,c=2 -p sims=11,c=3":    otherBudgets,
		"-a alphabeta,depth=2 -b alphabeta,depth=3":       otherBudgets,
	} {
		t.Run(args, func(t *testing.T) {
			o := parse(t, args)
			require.Equal(t, want, basisOf(o.Players, o.Clock))
		})
	}
}

func TestTimeNote(t *testing.T) {
	const sims, clocked = "-a playout=mast -b playout=uniform -sims 100", "-a time=basic -b time=expected -clock 5m+3s"
	for _, c := range []struct {
		name, args string
		seconds    []float64 // per action
		want       string
	}{
		{"slow a", sims, []float64{0.0034, 0.002}, "Equal simulations were not equal time: a used 1.7 times the time per move of b.\n" +
			"For a match at equal time, replace -sims by -time, for example -time 3ms."},
		{"slow b", sims, []float64{1e-6, 25e-6}, "Equal simulations were not equal time: b used 25 times the time per move of a.\n" +
			"For a match at equal time, replace -sims by -time, for example -time 1ms."},
		{"same time", sims, []float64{0.0021, 0.002}, "The players used about the same time per move."},
		{"no time", sims, []float64{0, 0}, "The time per move is too short to compare."},
		{"given time", "-a c=1 -b c=2 -time 10ms", []float64{0.01, 0.02}, "The players had equal time, 10ms per move."},
		{"clock", clocked, []float64{0.01, 0.02}, "The players had equal time, a clock of 5m+3s."},
		{"budgets", "-a sims=10 -b random", []float64{1, 0.1}, "The players did not have equal time: a used 10 times the time per move of b."},
		{"three", "-p c=1 -p c=2 -p c=3 -sims 10", []float64{0.2, 0.1, 0.5}, "Equal simulations were not equal time: c used 5.0 times the time per move of b.\n" +
			"For a match at equal time, replace -sims by -time, for example -time 500ms."},
	} {
		t.Run(c.name, func(t *testing.T) {
			var speeds []speed
			for _, s := range c.seconds {
				speeds = append(speeds, speed{SecondsPerAction: s})
			}
			require.Equal(t, c.want, timeNote(parse(t, c.args), speeds))
		})
	}
}

func TestConclusion(t *testing.T) {
	require.Equal(t, "a is stronger at equal time.", conclusion(stats.Tally{Wins: 70, Losses: 30}, "games", equalTime))
	require.Equal(t, "b is stronger at equal simulations.", conclusion(stats.Tally{Wins: 30, Losses: 70}, "games", equalSimulations))
	require.Equal(t, "100 games do not show which player is stronger at equal time.",
		conclusion(stats.Tally{Wins: 52, Losses: 48}, "games", equalTime))
	require.Equal(t, "b is stronger with the given budgets.", conclusion(stats.Tally{Losses: 30}, "games", otherBudgets))
}

// TestMeasure compares speeds with values computed by hand: a won the shorter game in three
// actions.
func TestMeasure(t *testing.T) {
	g := choices{}
	speeds, err := measure(g, []arena.Record{
		{
			Seats: []int{0, 1}, Actions: []string{"a1", "b1", "a2", "b2", "a3"},
			Simulations: []int{0, 100}, Seconds: []float64{0.5, 1},
		},
		{
			Seats: []int{1, 0}, Opening: []string{"c3", "c2"}, Actions: []string{"a1", "b1", "a2", "b2", "a3"},
			Simulations: []int{150, 0}, Seconds: []float64{1.5, 0.5},
		},
	}, 2)
	require.NoError(t, err)
	require.Equal(t, []speed{
		{Actions: 5, SecondsPerAction: 0.2},
		{Actions: 5, SimulationsPerAction: 50, SecondsPerAction: 0.5, SimulationsPerSecond: 100},
	}, speeds)
}

func TestDuration(t *testing.T) {
	for seconds, want := range map[float64]string{
		0: "0s", 0.000_000_123: "123ns", 0.001_234_56: "1.23ms", 0.123_456: "123ms", 12.3456: "12.3s", 100: "1m40s",
	} {
		t.Run(want, func(t *testing.T) { require.Equal(t, want, duration(seconds)) })
	}
	require.Equal(t, 400*time.Millisecond, suggestion(speed{SecondsPerAction: 0.44}))
}

// choices is a game in which the players alternate, whatever its rules are.
type choices struct{ Game }

func (choices) Choices(r arena.Record) ([]int, error) {
	n := make([]int, 2)
	for i := range r.Actions {
		n[(len(r.Opening)+i)%2]++
	}
	return n, nil
}
