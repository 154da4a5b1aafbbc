package inspect

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/mcts"
)

func itoa(n int) string { return strconv.Itoa(n) }

// post gives a command to a page with a game.
func post(t *testing.T, h http.Handler, body string, out any) (code int) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "http://localhost/search/game", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if out != nil {
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), out), w.Body.String())
	}
	return w.Code
}

// await waits until the user may choose, or the game is over.
func await(t *testing.T, h http.Handler) (g gameJSON) {
	t.Helper()
	require.Eventually(t, func() bool {
		g = gameJSON{}
		require.Equal(t, 200, get(t, h, "game", &g))
		return g.Problem != "" || g.Over || len(g.Actions) > 0
	}, time.Minute, time.Millisecond)
	return g
}

func playing(t *testing.T) http.Handler {
	t.Helper()
	return handler(t, connect4Page{
		Searches: []*mcts.Search[connect4.State, connect4.Drop]{searched(t, mcts.Config{Seed: 1}, 0), searched(t, mcts.Config{Seed: 2}, 0)},
		Play:     &Play[connect4.State]{Budget: mcts.Budget{Simulations: 300}},
	})
}

func TestPlayGame(t *testing.T) {
	h := playing(t)
	g := await(t, h)
	require.Len(t, g.Actions, 7)
	plies := 0
	for !g.Over {
		require.Empty(t, g.Problem)
		require.Equal(t, plies, g.Ply)
		require.Equal(t, 200, post(t, h, `{"do":"play","game":1,"action":0,"ply":`+itoa(g.Ply)+`}`, nil))
		g = await(t, h)
		plies += 2
		if g.Over {
			plies = g.Ply
		}
	}
	require.Len(t, g.Moves, plies)
	require.Len(t, g.Returns, 2)
	var state connect4.State
	for _, m := range g.Moves {
		a, err := connect4.Game{}.Parse(m.Action)
		require.NoError(t, err)
		require.Equal(t, connect4.Game{}.ToMove(&state), m.Player)
		connect4.Game{}.Apply(&state, a)
	}
	require.Equal(t, connect4.Game{}.Text(&state), g.Text)

	require.Equal(t, 200, post(t, h, `{"do":"undo","game":1,"ply":`+itoa(g.Ply)+`}`, nil))
	before := await(t, h)
	require.False(t, before.Over)
	require.Less(t, before.Ply, g.Ply)
	require.Equal(t, 200, post(t, h, `{"do":"move","game":1,"ply":`+itoa(before.Ply)+`}`, nil))
	require.Eventually(t, func() bool { return await(t, h).Ply > before.Ply }, time.Minute, time.Millisecond)

	require.Equal(t, 200, post(t, h, `{"do":"new","game":1,"ply":`+itoa(await(t, h).Ply)+`,"human":-1}`, nil))
	require.Eventually(t, func() bool {
		get(t, h, "game", &g)
		return g.Human == -1 && g.Over
	}, time.Minute, 5*time.Millisecond, "the searches play each other")
}

func TestPlayRefuses(t *testing.T) {
	h := playing(t)
	await(t, h)
	for _, body := range []string{
		`{"do":"play","game":1,"action":7}`, `{"do":"play","game":1,"action":-1}`, `{"do":"play","game":1,"action":0,"ply":1}`, `{"do":"dance"}`,
		`{"do":"undo","game":1}`, `{"do":"new","game":1,"human":2}`, `{}`,
		`{"do":"play","action":0}`, `{"do":"play","game":2,"action":0}`, `{"do":"new","human":0}`, `{"do":"new","game":1,"ply":1}`,
	} {
		var s stale
		require.Equal(t, 200, post(t, h, body, &s), body)
		require.True(t, s.Stale, body)
	}
	require.Equal(t, 400, post(t, h, `{"do"`, nil))
	require.Equal(t, 413, post(t, h, `{"do":"`+strings.Repeat("x", maxCommand)+`"}`, nil))
	r := httptest.NewRequest(http.MethodPost, "http://localhost/search/game", strings.NewReader(`{}`))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	require.Equal(t, http.StatusUnsupportedMediaType, w.Code)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	w = httptest.NewRecorder()
	h.ServeHTTP(w, r)
	require.Equal(t, http.StatusForbidden, w.Code)
	for host, want := range map[string]int{"evil.example": 403, "bot.example:80": 200} {
		r := httptest.NewRequest(http.MethodGet, "http://"+host+"/search/game", nil)
		w := httptest.NewRecorder()
		connect4Page{Searches: []*mcts.Search[connect4.State, connect4.Drop]{searched(t, mcts.Config{}, 0)}, Hosts: []string{"bot.example"}}.Handler(t.Context()).ServeHTTP(w, r)
		require.Equal(t, want == 403, w.Code == 403, host)
	}
	require.Equal(t, http.StatusMethodNotAllowed, post(t, Handler(searched(t, mcts.Config{}, 0)), `{}`, nil), "a page without a game")
}

// TestPlayStops checks that the context of the handler ends a search, and that Move now does.
func TestPlayStops(t *testing.T) {
	search := searched(t, mcts.Config{}, 0)
	ctx, cancel := context.WithCancel(context.Background())
	h := connect4Page{
		Searches: []*mcts.Search[connect4.State, connect4.Drop]{search},
		Play:     &Play[connect4.State]{Budget: mcts.Budget{Time: time.Hour}},
	}.Handler(ctx)
	require.Equal(t, 200, post(t, h, `{"do":"play","game":1,"action":3}`, nil))
	var g gameJSON
	require.Equal(t, 200, post(t, h, `{"do":"stop","game":1,"ply":1}`, nil))
	require.Eventually(t, func() bool {
		get(t, h, "game", &g)
		return g.Ply == 2
	}, time.Minute, time.Millisecond)
	cancel()
	require.Eventually(t, func() bool {
		get(t, h, "game", &g)
		return !g.Thinking
	}, time.Minute, time.Millisecond)
}

// TestPlaySimultaneous plays a game with simultaneous moves. The user, who is the second player,
// chooses first.
func TestPlaySimultaneous(t *testing.T) {
	search, err := mcts.New(goofspiel.Game{}, mcts.Config{})
	require.NoError(t, err)
	h := handler(t, Page[goofspiel.State, goofspiel.Card]{
		Searches: []*mcts.Search[goofspiel.State, goofspiel.Card]{search},
		Play:     &Play[goofspiel.State]{Start: goofspiel.Game{}.Start(), Budget: mcts.Budget{Simulations: 10}},
	})
	require.Equal(t, 200, post(t, h, `{"do":"new","game":1,"ply":`+itoa(await(t, h).Ply)+`,"human":1}`, nil))
	g := await(t, h)
	for !g.Over {
		require.Empty(t, g.Problem)
		require.Equal(t, 1, g.Player)
		before := g
		require.Equal(t, 200, post(t, h, `{"do":"play","game":2,"action":0,"ply":`+itoa(g.Ply)+`}`, nil))
		if g = await(t, h); g.Ply == 7 {
			require.Equal(t, 200, post(t, h, `{"do":"undo","game":2,"ply":7}`, nil))
			g = await(t, h)
			require.Equal(t, before.Text, g.Text)
			require.Equal(t, before.Actions, g.Actions)
			require.Equal(t, 200, post(t, h, `{"do":"play","game":2,"action":0,"ply":`+itoa(g.Ply)+`}`, nil))
			g = await(t, h)
		}
	}
	require.Len(t, g.Returns, 2)
	rules := goofspiel.Game{}
	state, joint := rules.Start(), make([]goofspiel.Card, 2)
	for i, m := range g.Moves {
		a, err := rules.Parse(m.Action)
		require.NoError(t, err)
		if m.Player < 0 {
			rules.Apply(&state, a)
			continue
		}
		joint[m.Player] = a
		if g.Moves[i-1].Player == 1 {
			require.Zero(t, m.Player)
			rules.ApplyJoint(&state, joint)
		}
	}
	require.Equal(t, rules.Text(&state), g.Text)
}
