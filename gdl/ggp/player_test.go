package ggp_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/ggp"
	"github.com/banyan-go/banyan/gdl/ggp/internal/protocol"
	"github.com/banyan-go/banyan/gdl/internal/sheettest"
)

// chooser is a player made of functions. Those that are nil do nothing.
type chooser struct {
	game    *gdl.Game
	choose  func(ctx context.Context, legal []gdl.Action) (gdl.Action, error)
	prepare func(ctx context.Context) error
	ponder  func(ctx context.Context) error
	closed  func()
}

func (c chooser) Choose(ctx context.Context, s *gdl.State, seat int) (gdl.Action, error) {
	legal := c.game.AppendPlayerActions(nil, s, seat)
	if c.choose == nil {
		return legal[0], nil
	}
	return c.choose(ctx, legal)
}

func (c chooser) Prepare(ctx context.Context, _ *gdl.State, _ int) error { return call(ctx, c.prepare) }

func (c chooser) Ponder(ctx context.Context, _ *gdl.State, _ int) error { return call(ctx, c.ponder) }

func call(ctx context.Context, f func(ctx context.Context) error) error {
	if f == nil {
		return nil
	}
	return f(ctx)
}

func (c chooser) Close() error {
	if c.closed != nil {
		c.closed()
	}
	return nil
}

// config returns the configuration of a player with a chooser.
func config(c chooser) ggp.Config {
	return ggp.Config{NewChooser: func(m ggp.MatchInfo, _ uint64) (arena.Player[gdl.State, gdl.Action], error) {
		own := c // Choosers of two matches may be made at once.
		own.game = m.Game
		return own, nil
	}}
}

// newPlayer returns a player.
func newPlayer(t *testing.T, c ggp.Config) *ggp.Player {
	p, err := ggp.NewPlayer(c)
	require.NoError(t, err)
	return p
}

// handlers are the players of a match by their hosts. They are reached without a network, so that
// tests may run on a fake clock.
type handlers map[string]http.Handler

// RoundTrip implements http.RoundTripper.
func (h handlers) RoundTrip(r *http.Request) (*http.Response, error) {
	handler := h[r.URL.Host]
	if handler == nil {
		return nil, errors.New("nobody listens")
	}
	response := make(chan *http.Response, 1)
	go func() {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		response <- w.Result()
	}()
	select {
	case got := <-response:
		return got, nil
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

// ownSheet returns the text of a sheet of this library.
func ownSheet(t *testing.T, name string) string { return sheettest.Own(t)[name] }

// newMatch returns a match of an own sheet between the handlers named a, b and so on.
func newMatch(t *testing.T, name string, h handlers) ggp.Match {
	g, err := gdl.Load(t.Context(), []byte(ownSheet(t, name)), gdl.Limits{})
	require.NoError(t, err)
	m := ggp.Match{
		ID: "match.1", Game: g, StartClock: 10 * time.Second, PlayClock: 5 * time.Second,
		Client: &http.Client{Transport: h}, Seed: 1,
	}
	for i := range g.NumPlayers() {
		m.Players = append(m.Players, "http://"+string(rune('a'+i)))
	}
	return m
}

// play plays a match of an own sheet between a player and another one that is never wrong.
func play(t *testing.T, name string, c ggp.Config) ggp.Record {
	first, second := newPlayer(t, c), newPlayer(t, config(chooser{}))
	defer first.Close()
	defer second.Close()
	record, err := newMatch(t, name, handlers{"a": first, "b": second}).Run(t.Context())
	require.NoError(t, err)
	require.Len(t, record.Returns, len(record.Players))
	return record
}

// Players who choose at once, or one after the other, or alone play to the end.
func TestMatch(t *testing.T) {
	for _, name := range []string{"tictactoe", "trap", "lamps"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				record := play(t, name, config(chooser{}))
				require.Empty(t, record.Faults)
				require.NotEmpty(t, record.Steps)
			})
		})
	}
}

// Whatever the chooser does, a legal move comes in time.
func TestFailingChoosers(t *testing.T) {
	const late = 4250 * time.Millisecond // a margin of a second, and a quarter of it as grace
	for name, c := range map[string]struct {
		chooser chooser
		longest time.Duration
	}{
		"sleeps": {chooser{choose: func(_ context.Context, legal []gdl.Action) (gdl.Action, error) {
			time.Sleep(time.Minute)
			return legal[0], nil
		}}, late},
		"uses its time": {chooser{choose: func(ctx context.Context, legal []gdl.Action) (gdl.Action, error) {
			<-ctx.Done()
			return legal[0], ctx.Err()
		}}, 4 * time.Second},
		"panics": {chooser{choose: func(context.Context, []gdl.Action) (gdl.Action, error) { panic("no idea") }}, 0},
		"has no move": {chooser{choose: func(context.Context, []gdl.Action) (gdl.Action, error) {
			return gdl.Action{}, errors.New("no idea")
		}}, 0},
		"cannot prepare": {chooser{prepare: func(context.Context) error { panic("no idea") }}, 0},
		"cannot ponder":  {chooser{ponder: func(context.Context) error { panic("no idea") }}, 0},
		"prepares for long": {chooser{prepare: func(ctx context.Context) error {
			time.Sleep(30 * time.Second)
			return nil
		}}, late},
		"ponders": {chooser{ponder: func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				record := play(t, "tictactoe", config(c.chooser))
				require.Empty(t, record.Faults)
				longest := 0.0
				for _, s := range record.Steps {
					longest = max(longest, s.Seconds[0])
				}
				require.InDelta(t, c.longest.Seconds(), longest, 1e-9)
			})
		})
	}
}

// A chooser that ends late has to end earlier the next time; the difference then slowly shrinks.
func TestLag(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var begin time.Time
		var late time.Duration
		var ended int64
		p := newPlayer(t, config(chooser{choose: func(ctx context.Context, legal []gdl.Action) (gdl.Action, error) {
			<-ctx.Done()
			ended = time.Since(begin).Milliseconds()
			time.Sleep(late)
			return legal[slices.IndexFunc(legal, func(a gdl.Action) bool { return a.String() == "up" })], nil
		}}))
		defer p.Close()
		require.Equal(t, "ready", ask(t, p, "(START m climber ("+ladder+") 4 8)"))
		moves := "NIL"
		for _, step := range []struct{ late, ended, answered int64 }{
			{0, 7000, 7000},
			{200, 7000, 7200},
			{160, 6800, 6960},
			{0, 6825, 6825},
			{80, 6846, 6926},
			{60000, 6866, 7250},
			{0, 5000, 5000},
			{0, 5250, 5250},
		} {
			begin, late = time.Now(), time.Duration(step.late)*time.Millisecond
			require.Equal(t, "up", ask(t, p, "(PLAY m "+moves+")"))
			require.Equal(t, step.answered, time.Since(begin).Milliseconds())
			if step.late > 1000 {
				time.Sleep(late) // The chooser has to be ready again.
			}
			synctest.Wait()
			require.Equal(t, step.ended, ended)
			moves = "(up)"
		}
	})
}

// Choosers that cannot be made, and a game that cannot be loaded, are no reason to lose by a fault.
func TestNoChooser(t *testing.T) {
	for name, c := range map[string]ggp.Config{
		"none": {NewChooser: func(ggp.MatchInfo, uint64) (arena.Player[gdl.State, gdl.Action], error) {
			return nil, errors.New("not today")
		}},
		"too large": {Limits: gdl.Limits{Literals: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				require.Empty(t, play(t, "tictactoe", c).Faults)
				require.Empty(t, play(t, "trap", c).Faults)
			})
		})
	}
}

// A chooser is closed after its match.
func TestCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var open atomic.Int32
		c := config(chooser{closed: func() { open.Add(-1) }})
		made := c.NewChooser
		c.NewChooser = func(m ggp.MatchInfo, seed uint64) (arena.Player[gdl.State, gdl.Action], error) {
			open.Add(1)
			return made(m, seed)
		}
		play(t, "tictactoe", c)
		require.Zero(t, open.Load())
	})
}

// ask answers one message.
func ask(t *testing.T, p *ggp.Player, text string) string {
	m, err := protocol.Parse([]byte(text))
	require.NoError(t, err)
	answer, err := ggp.Answer(t.Context(), p, m)
	if err != nil {
		return err.Error()
	}
	return answer
}

func start(t *testing.T, match, role string) string {
	return "(START " + match + " " + role + " (" + ownSheet(t, "tictactoe") + ") 4 4)"
}

// The answers to messages in and out of order.
func TestAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := config(chooser{})
		c.Name = "tester"
		p := newPlayer(t, c)
		defer p.Close()
		steps := []struct{ message, want string }{
			{"(INFO)", "((name tester) (status available))"},
			{"(PREVIEW ((role x)) 5)", "ready"},
			{"(PLAY m NIL)", "ggp: no such match is under way"},
			{"(STOP m (a b))", "ggp: no such match is under way"},
			{start(t, "m", "nobody"), `ggp: START: the role is "nobody", want one of ["x" "o"] but random`},
			{"(START m x ((role x)) 1 1)", "gdl: no rule says what legal is"},
			{start(t, "m", "x"), "ready"},
			{start(t, "m", "x"), "ready"}, // again
			{start(t, "M", "X"), "ready"}, // again
			{start(t, "m", "o"), "busy"},  // A player has one role in a match.
			{"(INFO)", "((name tester) (status busy))"},
			{start(t, "n", "o"), "busy"},
			{"(PLAY n NIL)", "ggp: no such match is under way"},
			{"(PLAY m NIL)", "(mark 1 1)"},
			{"(PLAY m NIL)", "(mark 1 1)"}, // again
			{"(play M nil)", "(mark 1 1)"}, // Case tells nothing apart.
			{"(PLAY m ((mark 1 1)))", "ggp: after 0 joint moves, there are 1 moves, want 2, one of each role"},
			{"(PLAY m ((mark 1 1) (mark 1 2)))", "gdl: Next: (mark 1 2) is not a legal move of o"},
			{"(PLAY m ((mark 4 4) noop))", `gdl: Parse("(mark 4 4)"): the sheet has no such move`},
			{"(PLAY m ((mark 1 1) noop))", "noop"},
			{"(PLAY m ((mark 1 1) (noop)))", "noop"}, // again
			{"(PLAY M ((MARK 1 1) Noop))", "noop"},   // again
			{"(PLAY m (noop (mark 1 2)))", "(mark 1 3)"},
			{"(PLAY m NIL)", "ggp: after 2 joint moves, there are 0 moves, want 2, one of each role"},
			{"(PLAY m ((mark 1 3) noop))", "noop"},
			{"(PLAY m (noop (mark 2 2)))", "(mark 2 1)"},
			{"(PLAY m ((mark 2 1) noop))", "noop"},
			{"(PLAY m (noop (mark 3 2)))", "ggp: PLAY: the game is over"},
			{start(t, "m", "o"), "ready"}, // The server has begun again.
			{"(PLAY m NIL)", "noop"},
			{"(ABORT m)", "aborted"},
			{"(ABORT m)", "ggp: no such match is under way"},
			{start(t, "n", "o"), "ready"},
			{"(STOP n NIL)", "done"},
			{"(INFO)", "((name tester) (status available))"},
		}
		for _, s := range steps {
			require.Equal(t, s.want, ask(t, p, s.message), s.message)
		}
		p.Close()
		require.Equal(t, "((name tester) (status busy))", ask(t, p, "(INFO)"))
		require.Equal(t, "busy", ask(t, p, start(t, "m", "x")))
	})
}

// A match that its server has forgotten does not keep a player from the next one.
func TestAbandoned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPlayer(t, config(chooser{}))
		defer p.Close()
		require.Equal(t, "ready", ask(t, p, start(t, "m", "x")))
		time.Sleep(50 * time.Second)
		require.Equal(t, "busy", ask(t, p, start(t, "n", "x")))
		time.Sleep(5 * time.Second)
		require.Equal(t, "ready", ask(t, p, start(t, "n", "x")))
	})
}

func TestServeHTTP(t *testing.T) {
	p := newPlayer(t, ggp.Config{Origins: []string{"https://manager.example"}})
	defer p.Close()
	for _, c := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"GET", "/%28abort%20m%29", "", 400, "ggp: abort by GET, want POST; GET is for INFO\n"},
		{"POST", "/", "(INFO)", 200, "((name banyan) (status available))"},
		{"GET", "/%28info%29", "", 200, "((name banyan) (status available))"},
		{"OPTIONS", "/", "", 204, ""},
		{"PUT", "/", "(INFO)", 405, "ggp: the method is PUT, want POST\n"},
		{"POST", "/", "(INFO", 400, "ggp: message: kif: line 1, column 1: a list is not closed, want )\n"},
		{"POST", "/", "(PLAY m NIL)", 404, "ggp: no such match is under way\n"},
		{"POST", "/", strings.Repeat(" ", 17<<20), 400, "ggp: http: request body too large\n"},
	} {
		for origin, passes := range map[string]bool{"": true, "https://manager.example": true, "https://evil.example": false} {
			r := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
			if origin != "" {
				r.Header.Set("Origin", origin)
			}
			w := httptest.NewRecorder()
			p.ServeHTTP(w, r)
			if !passes {
				require.Equal(t, 403, w.Code)
				require.Empty(t, w.Header().Get("Access-Control-Allow-Origin"))
				continue
			}
			require.Equal(t, c.status, w.Code, c)
			require.Equal(t, c.want, w.Body.String())
			require.Equal(t, origin, w.Header().Get("Access-Control-Allow-Origin"))
		}
	}
}

func TestNewPlayerRefuses(t *testing.T) {
	for want, c := range map[string]ggp.Config{
		`ggp: Config.Name is "my player", want a name without white space and parentheses`:                      {Name: "my player"},
		`ggp: Config.Margin is -1s, want 0 or more`:                                                             {Margin: -time.Second},
		`ggp: Config.Origins: guard: invalid origin "x": scheme is required, want one like https://example.org`: {Origins: []string{"x"}},
	} {
		_, err := ggp.NewPlayer(c)
		require.EqualError(t, err, want)
	}
}

// A request that its client gives up ends, and the match continues with the next one.
func TestDisconnectedClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPlayer(t, config(chooser{choose: func(ctx context.Context, legal []gdl.Action) (gdl.Action, error) {
			<-ctx.Done()
			return legal[3], nil
		}}))
		defer p.Close()
		require.Equal(t, "ready", ask(t, p, start(t, "m", "x")))
		m, err := protocol.Parse([]byte("(PLAY m NIL)"))
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = ggp.Answer(ctx, p, m)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, "(mark 2 1)", ask(t, p, "(PLAY m NIL)"))
	})
}

// A match ends, and the player can be closed, while the rules of a sheet still lead to more and
// more that holds.
func TestEndlessSheet(t *testing.T) {
	const endless = `(role x) (init (number 0)) (legal x go) (<= (next (number ?n)) (does x go) (number ?n)) (goal x 0)
(<= terminal (number (after ?n)) (true (number ?n)) (true (number (after ?n))))
(<= (number ?n) (true (number ?n))) (<= (number (after ?n)) (number ?n))`
	p := newPlayer(t, ggp.Config{})
	require.Equal(t, "ready", ask(t, p, "(START m x ("+endless+") 0.02 0.02)"))
	require.Equal(t, "ggp: PLAY: no legal move was found in time", ask(t, p, "(PLAY m NIL)"))
	require.Equal(t, "ggp: PLAY: no legal move was found in time", ask(t, p, "(PLAY m (go))"))
	p.Close()

	p = newPlayer(t, ggp.Config{Limits: gdl.Limits{Atoms: 1000}})
	defer p.Close()
	require.Equal(t, "ready", ask(t, p, "(START m x ("+endless+") 10 10)"))
	require.Equal(t, "ggp: PLAY: no legal move was found in time", ask(t, p, "(PLAY m NIL)"))
	require.Equal(t, "aborted", ask(t, p, "(ABORT m)"))
}

// A player can be closed while messages come.
func TestCloseMeanwhile(t *testing.T) {
	for range 20 {
		p := newPlayer(t, config(chooser{}))
		require.Equal(t, "ready", ask(t, p, start(t, "m", "x")))
		var group sync.WaitGroup
		for _, text := range []string{"(STOP m NIL)", "(PLAY m NIL)", "(ABORT m)", start(t, "n", "o"), "(INFO)"} {
			group.Go(func() { ask(t, p, text) })
		}
		p.Close()
		group.Wait()
		p.Close()
	}
}
