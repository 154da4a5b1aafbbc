package console_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/poker"
	"github.com/banyan-go/banyan/games/sailing"
	"github.com/banyan-go/banyan/games/sliding"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

type answer struct {
	ID        string
	Version   int
	Final     bool
	Cancelled string
	Error     *struct {
		Field, Value, Message string
		Line                  int
	}
	ToMove   int
	Terminal bool
	Values   []float64
	Action   string
	Actions  []struct {
		Action string
		Visits int
		Mean   float64
	}
	PV          []string
	Simulations int
	Stop        string
}

func decode(t *testing.T, out string) (list []answer) {
	t.Helper()
	for line := range strings.Lines(out) {
		var a answer
		require.NoError(t, json.Unmarshal([]byte(line), &a), line)
		require.Equal(t, 1, a.Version)
		list = append(list, a)
	}
	return list
}

// analyze returns the answers to lines, with one worker, by id.
func analyzed(t *testing.T, lines ...string) map[string][]answer {
	t.Helper()
	out, errs, status := run(t, program(t), strings.Join(lines, "\n"), "analyze", "-workers", "1")
	require.Zero(t, status, errs)
	require.Empty(t, errs)
	by := map[string][]answer{}
	for _, a := range decode(t, out) {
		by[a.ID] = append(by[a.ID], a)
	}
	return by
}

func TestAnalyze(t *testing.T) {
	by := analyzed(t,
		`{"id": "start", "simulations": 2000, "seed": 3}`,
		``,
		`{"id": "later", "actions": ["one"], "simulations": 200, "player": "playout=mast,c=1"}`,
		`{"id": "end", "actions": ["three", "three", "three"], "simulations": 1}`,
		`{"id": "same", "simulations": 2000, "seed": 3}`,
	)
	require.Len(t, by, 4)
	a := by["start"][0]
	require.True(t, a.Final)
	require.Equal(t, "one", a.Action, "eight stones remain")
	require.Equal(t, "one", a.Actions[0].Action)
	require.Len(t, a.Actions, 3)
	require.Equal(t, 2000, a.Simulations)
	require.Equal(t, "simulations", a.Stop)
	require.Equal(t, "one", a.PV[0])
	require.InDelta(t, 1, a.Values[0]+a.Values[1], 1e-9)
	require.Equal(t, a.Actions, by["same"][0].Actions, "equal seeds give equal answers")
	require.Equal(t, 1, by["later"][0].ToMove)
	require.True(t, by["end"][0].Terminal)
	require.Equal(t, []float64{1, 0}, by["end"][0].Values)
}

func TestAnalyzeErrors(t *testing.T) {
	for line, want := range map[string]string{
		`nonsense`:                                           "invalid character",
		`{"id": "x"}`:                                        "want a limit",
		`{"simulations": 5}`:                                 "the query has no id",
		`{"id": "x", "simulations": -5}`:                     "want 0 or more",
		`{"id": "x", "simulations": "5"}`:                    "want a int",
		`{"id": "x", "time": 5}`:                             "want a time like",
		`{"id": "x", "time": "soon"}`:                        "want a time like",
		`{"id": "x", "simulation": 5}`:                       "unknown field",
		`{"id": "x", "simulations": 5} {}`:                   "more text after the query",
		`{"id": "x", "simulations": 5`:                       "unexpected EOF",
		`["id"]`:                                             "want a analyze.Query",
		`{"id": "x", "simulations": 5, "actions": ["four"]}`: `action 0: there is no action "four"`,
		`{"id": "x", "simulations": 5, "actions": ["three", "three", "three", "one"]}`: `action 3: there is no action "one"`,
		`{"id": "x", "simulations": 5, "player": "random"}`:                            "does not search",
		`{"id": "x", "simulations": 5, "player": "c=-1"}`:                              "-1",
		`{"id": "x", "simulations": 5, "player": "time=basic"}`:                        "needs a clock",
		`{"id": "x", "simulations": 5, "player": "hidden=ensemble"}`:                   "Determinize",
		`{"id": "x", "simulations": 5, "game": "chess"}`:                               `there is no game "chess"`,
		`{"id": "x", "simulations": 5, "size": "6x6"}`:                                 "has only one board",
		`{"id": "x", "simulations": 5, "size": "6"}`:                                   "want width x height",
		`{"id": "x", "cancel": "y"}`:                                                   "no query with this id",
		`{"id": "` + strings.Repeat("x", 1<<20) + `"}`:                                 "more than 1048576 bytes",
	} {
		t.Run(want, func(t *testing.T) {
			by := analyzed(t, line, `{"id": "good", "simulations": 5}`)
			require.Len(t, by["good"], 1)
			require.Nil(t, by["good"][0].Error)
			delete(by, "good")
			require.Len(t, by, 1)
			for _, answers := range by {
				require.Len(t, answers, 1)
				require.True(t, answers[0].Final)
				require.Contains(t, answers[0].Error.Message, want)
			}
		})
	}
}

// A long search is cancelled, and a query that waits behind it too. The other two are answered by
// priority.
func TestAnalyzeCancel(t *testing.T) {
	in, lines := io.Pipe()
	out, writes := io.Pipe()
	status := make(chan int, 1)
	p := program(t)
	go func() {
		status <- p.Run(t.Context(), []string{"analyze", "-workers", "1"}, in, writes, io.Discard)
		_ = writes.Close()
	}()
	decoder := json.NewDecoder(out)
	next := func() (a answer) {
		require.NoError(t, decoder.Decode(&a))
		return a
	}
	send := func(line string) {
		_, err := io.WriteString(lines, line+"\n")
		require.NoError(t, err)
	}
	send(`{"id": "long", "time": "1h", "reportEvery": "1ms"}`)
	require.False(t, next().Final)
	sent := make(chan struct{})
	go func() { // answers of the long query come between
		defer close(sent)
		send(`{"id": "low", "simulations": 5, "priority": -1}`)
		send(`{"id": "high", "simulations": 5, "priority": 1}`)
		send(`{"id": "dropped", "simulations": 5}`)
		send(`{"id": "long", "simulations": 5}`)
		send(`{"id": "c1", "cancel": "dropped"}`)
		send(`{"id": "c2", "cancel": "long"}`)
	}()
	var finals []string
	for len(finals) < 7 {
		a := next()
		if !a.Final {
			continue
		}
		finals = append(finals, a.ID)
		switch {
		case a.ID == "dropped":
			require.Contains(t, a.Error.Message, "cancelled before")
		case a.ID == "long" && a.Error != nil:
			require.Contains(t, a.Error.Message, "not answered yet")
		case a.ID == "long":
			require.Equal(t, "context", a.Stop)
			require.Positive(t, a.Simulations)
		}
	}
	<-sent
	require.Equal(t, "long", finals[0], "the second query of that id")
	require.Less(t, slices.Index(finals, "high"), slices.Index(finals, "low"))
	require.NoError(t, lines.Close())
	require.Zero(t, <-status)
}

// The end of the context ends searches, and all queries are answered.
func TestAnalyzeInterrupt(t *testing.T) {
	in, lines := io.Pipe()
	defer func() { require.NoError(t, lines.Close()) }()
	var out bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_, _ = io.WriteString(lines, "{\"id\": \"a\", \"time\": \"1h\"}\n{\"id\": \"b\", \"time\": \"1h\"}\n\n")
		time.Sleep(10 * time.Millisecond) // whether the search has begun does not matter
		cancel()
	}()
	require.Zero(t, program(t).Run(ctx, []string{"analyze", "-workers", "1"}, in, &out, io.Discard))
	require.Len(t, decode(t, out.String()), 2)
}

var manyLines = flag.Int("lines", 2000, "lines of TestAnalyzeAnyLine")

// Whatever the lines are, each gets one final answer.
func TestAnalyzeAnyLine(t *testing.T) {
	r := rng.New(1)
	seeds := []string{
		`{"id": "%d", "actions": ["one", "two"], "simulations": 3, "seed": 4, "priority": 2}`,
		`{"id": "%d", "player": "playout=nst,c=0.4", "time": "1us", "reportEvery": "10ms"}`,
		`{"id": "%d", "cancel": "7"}`, `{"id": "%d", "game": "heap", "size": "", "seat": 1, "simulations": 1}`,
	}
	var text strings.Builder
	for i := range *manyLines {
		line := []byte(fmt.Sprintf(seeds[r.IntN(len(seeds))], i))
		for range r.IntN(4) {
			switch at := r.IntN(len(line)); r.IntN(3) {
			case 0:
				line[at] = byte(r.IntN(256))
			case 1:
				line = slices.Delete(line, at, min(len(line), at+1+r.IntN(5)))
			default:
				line = slices.Insert(line, at, line[at:min(len(line), at+1+r.IntN(8))]...)
			}
			if len(line) == 0 {
				line = []byte("{")
			}
		}
		line = bytes.ReplaceAll(bytes.ReplaceAll(line, []byte("\n"), []byte("n")), []byte("\r"), []byte("r"))
		if len(bytes.TrimSpace(line)) == 0 {
			line = []byte("{}")
		}
		text.Write(line)
		text.WriteByte('\n')
	}
	out, errs, status := run(t, program(t), text.String(), "analyze", "-workers", "2")
	require.Zero(t, status)
	require.Empty(t, errs)
	finals := 0
	for _, a := range decode(t, out) {
		if a.Final {
			finals++
		}
	}
	require.Equal(t, *manyLines, finals)
}

func TestAnalyzeFlags(t *testing.T) {
	_, errs, status := run(t, program(t), "", "analyze", "-workers", "-1")
	require.Equal(t, 2, status)
	require.Contains(t, errs, "-workers is -1")
	_, errs, status = run(t, console.Program{Name: "x", Games: program(t).Games}, "", "analyze", "chess")
	require.Equal(t, 2, status)
	require.Contains(t, errs, `unexpected argument "chess"`)
}

// Where outcomes of chance can only be drawn, the seed draws one, which can be played by its text.
func TestAnalyzeSampledChance(t *testing.T) {
	g, err := console.New(sailing.Sampled{})
	require.NoError(t, err)
	p := console.Program{Name: "x", Games: []console.Entry{console.Only(g)}}
	drawn := map[string]bool{}
	for seed := range 30 {
		out, errs, status := run(t, p, fmt.Sprintf(`{"id": "1", "actions": ["E"], "simulations": 1, "seed": %d}`, seed), "analyze")
		require.Zero(t, status, errs)
		var a struct {
			ToMove   int
			Paid     []float64
			Outcomes []map[string]any
		}
		require.NoError(t, json.Unmarshal([]byte(out), &a))
		require.Equal(t, -1, a.ToMove)
		require.Negative(t, a.Paid[0])
		require.Len(t, a.Outcomes, 1)
		require.Len(t, a.Outcomes[0], 1, "it has no probability")
		action, ok := a.Outcomes[0]["action"].(string)
		require.True(t, ok)
		drawn[action] = true
	}
	require.Equal(t, map[string]bool{"left": true, "steady": true, "right": true}, drawn)
	out, _, _ := run(t, p, `{"id": "1", "actions": ["E", "left"], "simulations": 50}`, "analyze")
	require.Contains(t, out, `"chance":false`)
	for _, text := range []string{"N", "up"} {
		out, _, _ = run(t, p, `{"id": "1", "actions": ["E", "`+text+`"], "simulations": 50}`, "analyze")
		require.Contains(t, out, `"value":"`+text+`","message":"action 1: there is no outcome \"`+text+`\"`)
	}
}

// The best line of one player leads to its return.
func TestAnalyzeBestLine(t *testing.T) {
	g, err := console.New(sliding.Game{})
	require.NoError(t, err)
	p := console.Program{Name: "x", Games: []console.Entry{console.Only(g)}}
	type answer struct {
		Values, Paid []float64
		Best         struct {
			Return  float64
			Actions []string
		}
	}
	ask := func(actions []string) (a answer) {
		text, err := json.Marshal(map[string]any{"id": "1", "actions": actions, "simulations": 50})
		require.NoError(t, err)
		out, errs, status := run(t, p, string(text), "analyze")
		require.Zero(t, status, errs)
		require.NoError(t, json.Unmarshal([]byte(out), &a))
		return a
	}
	best := ask([]string{}).Best
	end := ask(best.Actions)
	require.InDelta(t, best.Return, end.Values[0]+end.Paid[0], 1e-9)
}

// signed is tic-tac-toe with returns 1, 0 and -1.
type signed struct{ tictactoe.Game }

func (g signed) Returns(s *tictactoe.State, out []float64) {
	g.Game.Returns(s, out)
	out[0], out[1] = 2*out[0]-1, 2*out[1]-1
}

// A game for points has no chances to win, even where a search sees nothing but wins.
func TestAnalyzePoints(t *testing.T) {
	for chances, g := range map[bool]mcts.Game[tictactoe.State, tictactoe.Cell]{false: signed{}, true: tictactoe.Game{}} {
		made, err := console.New(g)
		require.NoError(t, err)
		query := `{"id": "1", "actions": ["a1", "b1", "a2", "b2", "c3", "c1", "b3", "c2"], "simulations": 10}`
		out, errs, status := run(t, console.Program{Name: "x", Games: []console.Entry{console.Only(made)}}, query, "analyze")
		require.Zero(t, status, errs)
		require.Contains(t, out, `"values":[1,`)
		require.Contains(t, out, fmt.Sprintf(`"chance":%v`, chances))
		require.NotContains(t, out, fmt.Sprintf(`"chance":%v`, !chances))
	}
}

// The answer to a query that gives only what its player has seen is that to the whole history.
func TestAnalyzeUnseen(t *testing.T) {
	bids, err := console.New(goofspiel.Sealed{})
	require.NoError(t, err)
	cards, err := console.New(poker.Leduc{})
	require.NoError(t, err)
	open, err := console.New(sailing.Game{})
	require.NoError(t, err)
	ask := func(g console.Game, query string) answer {
		p := console.Program{Name: "x", Games: []console.Entry{console.Only(g)}}
		out, _, status := run(t, p, `{"id": "1", "simulations": 300, `+query+`}`, "analyze")
		require.Zero(t, status)
		a := decode(t, out)
		require.Len(t, a, 1)
		return a[0]
	}
	won := goofspiel.Sealed{}.Start()
	for _, bid := range []string{"1", "2"} {
		a, err := goofspiel.Sealed{}.Parse(bid)
		require.NoError(t, err)
		goofspiel.Sealed{}.Apply(&won, a)
	}
	view, err := json.Marshal(goofspiel.Sealed{}.View(&won, 0))
	require.NoError(t, err)
	for _, c := range []struct {
		game          console.Game
		whole, unseen string
	}{
		{cards, `"actions": ["K", "Q"]`, `"actions": ["K", "?"]`},
		{cards, `"actions": ["K", "Q", "call", "raise"]`, `"actions": ["K", "?", "call", "raise"]`},
		{cards, `"actions": ["K", "Q", "call", "call", "J", "raise"]`, `"actions": ["?", "Q", "call", "call", "J", "raise"]`},
		{bids, `"actions": ["4"]`, `"actions": ["?"]`},
		{bids, `"actions": ["1", "2"]`, `"actions": ["1", "?"], "view": ` + string(view)},
	} {
		want, got := ask(c.game, c.whole), ask(c.game, c.unseen)
		require.Nil(t, got.Error, "%s", c.unseen)
		require.NotEmpty(t, got.Actions)
		require.Equal(t, want, got, "%s", c.unseen)
	}
	for _, c := range []struct {
		game        console.Game
		query, want string
	}{
		{cards, `"actions": ["?", "?"]`, "what the player knows depends on what is unseen"},
		{bids, `"actions": ["1", "?"]`, "what the player knows depends on what is unseen"},
		{bids, `"actions": ["1", "?"], "view": "nothing"`, "what is unseen does not lead to the view"},
		{cards, `"actions": ["K", "?", "call", "sail"]`, `action 3: there is no action "sail"`},
		{cards, `"actions": ["K", "?"], "player": "hidden=no"`, "it looks at what is hidden"},
		{cards, `"actions": ["?"], "seat": 9`, "want 0 to 1"},
		{open, `"actions": ["?"]`, "no hidden information"},
		{open, `"view": "sea"`, "no views"},
	} {
		got := ask(c.game, c.query)
		require.NotNil(t, got.Error, c.query)
		require.Contains(t, got.Error.Message, c.want)
	}
}
