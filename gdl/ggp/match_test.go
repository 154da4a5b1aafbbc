package ggp_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/ggp"
)

// answering answers START with ready, and every other message with a text.
func answering(text string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		switch {
		case err != nil || r.Header.Get("Content-Type") != "text/acl":
			_, _ = io.WriteString(w, "what?")
		case strings.HasPrefix(string(body), "(START"):
			_, _ = io.WriteString(w, "READY")
		default:
			_, _ = io.WriteString(w, text)
		}
	})
}

// Whatever a player does, the match continues with random moves, and the record gives the reason.
func TestFaults(t *testing.T) {
	silent := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	for name, c := range map[string]struct {
		handler http.Handler
		start   string // the fault
		play    string
	}{
		"absent":  {nil, "nobody listens", "nobody listens"},
		"silent":  {silent, "the answer is late", "the answer is late"},
		"unknown": {answering("(mark 9 9)"), "", `the move "(mark 9 9)" is not legal`},
		"illegal": {answering("tick tock"), "", `the move "tick tock" is not legal`},
		"failing": {http.NotFoundHandler(), "404 Not Found: 404 page not found", "404 Not Found: 404 page not found"},
		"busy": {
			http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "busy") }),
			`the answer to START is "busy", want ready`, `the move "busy" is not legal`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				good := newPlayer(t, config(chooser{}))
				defer good.Close()
				h := handlers{"a": c.handler, "b": good}
				if c.handler == nil {
					delete(h, "a")
				}
				record, err := newMatch(t, "tictactoe", h).Run(t.Context())
				require.NoError(t, err)
				require.Len(t, record.Returns, 2)
				faults := map[int]string{}
				for _, f := range record.Faults {
					require.Zero(t, f.Player)
					_, what, _ := strings.Cut(f.What, `Post "http://a": `)
					if what == "" {
						what = f.What
					}
					faults[f.Step] = what
				}
				require.Equal(t, c.start, faults[0])
				for step := range record.Steps {
					require.Equal(t, c.play, faults[step+1])
				}
			})
		})
	}
}

// A player that comes back takes part from the next match on.
func TestRestartedPlayer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		other := newPlayer(t, config(chooser{}))
		defer other.Close()
		h := handlers{"b": other}
		m := newMatch(t, "tictactoe", h)
		for range 2 {
			first := newPlayer(t, config(chooser{}))
			h["a"] = first
			var mu sync.Mutex
			asked := 0
			m.Client = &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
				mu.Lock()
				if asked++; asked == 4 { // It is killed after the start and a move.
					first.Close()
					h["a"] = newPlayer(t, config(chooser{}))
				}
				known := maps.Clone(h)
				mu.Unlock()
				return known.RoundTrip(r)
			})}
			record, err := m.Run(t.Context())
			require.NoError(t, err)
			require.NotEmpty(t, record.Faults)
			for _, f := range record.Faults {
				require.Equal(t, 0, f.Player)
				require.Equal(t, "404 Not Found: ggp: no such match is under way", f.What)
			}
			m.Client = &http.Client{Transport: h}
			record, err = m.Run(t.Context())
			require.NoError(t, err)
			require.Empty(t, record.Faults)
		}
	})
}

// A message that does not get through is sent again until the clock runs out, unless none got
// through before. So a player that is away for a moment loses nothing, and one that has gone does
// not hold up every move.
func TestAwayPlayer(t *testing.T) {
	for away, want := range map[time.Duration]string{4 * time.Second: "", 4900 * time.Millisecond: "", time.Hour: "the answer is late"} {
		t.Run(away.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				first, second := newPlayer(t, config(chooser{})), newPlayer(t, config(chooser{}))
				defer first.Close()
				defer second.Close()
				h := handlers{"a": first, "b": second}
				m := newMatch(t, "tictactoe", h)
				asked, back := 0, time.Now()
				m.Client = &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
					if r.URL.Host != "a" {
						return h.RoundTrip(r)
					}
					if asked++; asked == 3 {
						back = time.Now().Add(away)
					}
					if time.Now().Before(back) {
						return nil, errors.New("nobody listens")
					}
					return h.RoundTrip(r)
				})}
				record, err := m.Run(t.Context())
				require.NoError(t, err)
				if want == "" {
					require.Empty(t, record.Faults)
					require.InDelta(t, away.Seconds(), record.Steps[1].Seconds[0], 0.11)
					return
				}
				for i, f := range record.Faults {
					require.Equal(t, i+2, f.Step)
					require.Contains(t, f.What, want)
					require.InDelta(t, map[string]float64{"the answer is late": 5}[want], record.Steps[f.Step-1].Seconds[0], 1e-9)
					want = "nobody listens"
				}
				require.Len(t, record.Faults, len(record.Steps)-1)
			})
		})
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// When a match is interrupted, the players are told.
func TestInterrupt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		players := handlers{}
		for _, name := range []string{"a", "b"} {
			p := newPlayer(t, config(chooser{choose: func(ctx context.Context, _ []gdl.Action) (gdl.Action, error) {
				<-ctx.Done()
				return gdl.Action{}, ctx.Err()
			}}))
			defer p.Close()
			players[name] = p
		}
		m := newMatch(t, "tictactoe", players)
		ctx, cancel := context.WithTimeoutCause(t.Context(), 10*time.Second, errors.New("enough"))
		defer cancel()
		record, err := m.Run(ctx)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Nil(t, record.Returns)
		require.Len(t, record.Steps, 2)
		for _, p := range players {
			player, ok := p.(*ggp.Player)
			require.True(t, ok)
			require.Equal(t, "((name banyan) (status available))", ask(t, player, "(INFO)"))
		}
	})
}

// A player without an address makes random moves. The record can be written as JSON.
func TestRandomMoves(t *testing.T) {
	m := newMatch(t, "tictactoe", nil)
	m.Players = make([]string, 2)
	first, err := m.Run(t.Context())
	require.NoError(t, err)
	require.Empty(t, first.Faults)
	again, err := m.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, first, again)
	text, err := json.Marshal(first)
	require.NoError(t, err)
	require.Contains(t, string(text), `{"match":"match.1","roles":["x","o"],"players":["",""],"startClock":10,"playClock":5,"faults":[],"steps":[{"moves":["(mark`)
}

func TestMatchRefuses(t *testing.T) {
	for want, change := range map[string]func(*ggp.Match){
		`ggp: Match.Game is nil`: func(m *ggp.Match) { m.Game = nil },
		`ggp: Match.ID is "a b", want a name without white space and parentheses`: func(m *ggp.Match) { m.ID = "a b" },
		`ggp: Match.StartClock is 0s, want more than 0 and at most 277h46m40s`:    func(m *ggp.Match) { m.StartClock = 0 },
		`ggp: Match.PlayClock is -1ns, want more than 0 and at most 277h46m40s`:   func(m *ggp.Match) { m.PlayClock = -1 },
		`ggp: Match.Players has 1 addresses, want 2, of the players ["x" "o"]`:    func(m *ggp.Match) { m.Players = m.Players[:1] },
		`ggp: Match.Players has http://a twice, want different addresses`:         func(m *ggp.Match) { m.Players[1] = m.Players[0] },
	} {
		m := newMatch(t, "tictactoe", nil)
		change(&m)
		_, err := m.Run(t.Context())
		require.EqualError(t, err, want)
	}
}

// Searches play a match on a real clock. They may be late on a busy machine; the match ends anyway.
func TestSearches(t *testing.T) {
	var text strings.Builder
	c := ggp.Config{Log: slog.New(slog.NewTextHandler(&text, nil))}
	players := handlers{"a": newPlayer(t, c), "b": newPlayer(t, ggp.Config{})}
	m := newMatch(t, "tictactoe", players)
	m.StartClock, m.PlayClock = 200*time.Millisecond, 60*time.Millisecond
	record, err := m.Run(t.Context())
	require.NoError(t, err)
	t.Log(record.Steps, record.Faults)
	require.Len(t, record.Returns, 2)
	for _, p := range players {
		if player, ok := p.(*ggp.Player); ok {
			player.Close()
		}
	}
	require.Contains(t, text.String(), "loaded")
	require.Contains(t, text.String(), "the match is over")
	require.NotContains(t, text.String(), "ERROR")
}
