package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/guard"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/pool"
)

// client sends requests to a server.
type client struct {
	t   require.TestingT
	url string
}

// reply has everything that a server replies.
type reply struct {
	Error       string
	ID          string
	Ply         int
	Board       string
	Over        bool
	Actions     []string
	Returns     []float64
	Action      string
	Simulations int
	Game        *reply
	Pool        pool.Stats
	Refusals    map[string]int
}

// do sends a request, and returns the status and the reply.
func (c client) do(method, path, body string) (code int, v reply) {
	r, err := http.NewRequest(method, c.url+path, strings.NewReader(body))
	require.NoError(c.t, err)
	response, err := http.DefaultClient.Do(r)
	require.NoError(c.t, err)
	defer func() { _ = response.Body.Close() }()
	all, err := io.ReadAll(response.Body)
	require.NoError(c.t, err)
	if strings.HasPrefix(response.Header.Get("Content-Type"), "application/json") {
		require.NoError(c.t, json.Unmarshal(all, &v), string(all))
	}
	return response.StatusCode, v
}

// start returns a client of a new server.
func start(t *testing.T, c pool.Config, l limits) (client, *server) {
	if c.MaxBytes == 0 {
		c.MaxBytes, c.Search = 64<<20, mcts.Config{MaxBytes: 4 << 20}
	}
	s, err := newServer(c, l)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	http := httptest.NewServer(s.handler(ctx))
	t.Cleanup(http.Close)
	return client{t, http.URL}, s
}

var usual = limits{games: 100, idle: time.Hour, search: 10 * time.Second}

func TestPlaysAGame(t *testing.T) {
	c, _ := start(t, pool.Config{}, usual)
	code, v := c.do("POST", "/games", "")
	require.Equal(t, http.StatusOK, code)
	game := "/games/" + v.ID
	for !v.Over {
		code, v = c.do("POST", game+"/actions", fmt.Sprintf(`{"ply":%d,"action":%q}`, v.Ply, v.Actions[0]))
		require.Equal(t, http.StatusOK, code, v)
		if !v.Over {
			var found reply
			code, found = c.do("POST", game+"/search", fmt.Sprintf(`{"ply":%d,"time":"5ms","deadline":"10s","play":true}`, v.Ply))
			require.Equal(t, http.StatusOK, code, found)
			assert.Contains(t, v.Actions, found.Action)
			assert.Positive(t, found.Simulations)
			v = *found.Game
		}
	}
	assert.Len(t, v.Returns, 2)
	over := v.Ply
	for path, body := range map[string]string{"/actions": fmt.Sprintf(`{"ply":%d}`, over), "/search": ""} {
		code, v = c.do("POST", game+path, body)
		assert.Equal(t, http.StatusConflict, code)
		assert.Equal(t, "the game is over", v.Error)
	}
	code, _ = c.do("GET", game+"/tree/", "")
	assert.Equal(t, http.StatusOK, code)
	code, _ = c.do("DELETE", game, "")
	assert.Equal(t, http.StatusNoContent, code)
	code, v = c.do("GET", game, "")
	assert.Equal(t, http.StatusNotFound, code)
	assert.Contains(t, v.Error, "no such game")
	_, v = c.do("GET", "/metrics", "")
	assert.Equal(t, map[string]int{"404": 1, "409": 2}, v.Refusals)
	assert.Zero(t, v.Pool.Sessions)
}

func TestMistakesOfClients(t *testing.T) {
	c, s := start(t, pool.Config{}, limits{games: 2, idle: time.Hour, search: time.Second})
	c.do("POST", "/games", "")
	for _, q := range []struct {
		method, path, body string
		code               int
		err                string
	}{
		{"POST", "/games/7/search", "", 404, "there is no such game; it may have been closed"},
		{"GET", "/games/1/tree/", "", 404, "there is no search of the game at this time"},
		{"POST", "/games/1/actions", `{"ply":0,"action":"z"}`, 400, `"z" is not a move: want a column, a to g or 1 to 7`},
		{"POST", "/games/1/actions", `{"act":"a"}`, 400, `the body of the request: json: unknown field "act"`},
		{"POST", "/games/1/actions", `{} {}`, 400, "the body of the request: want one JSON object"},
		{"POST", "/games/1/actions", `{"action":"` + strings.Repeat("a", 5000) + `"}`, 413, ""},
		{"POST", "/games/1/actions", `{"action":"a"}`, 400, "want the ply of the position, so that nothing is played twice"},
		{"POST", "/games/1/search", `{"play":true}`, 400, "want the ply of the position, so that nothing is played twice"},
		{"POST", "/games/1/search", `{"time":"2s"}`, 400, `time is "2s", want a time like 50ms, up to 1s`},
		{"POST", "/games/1/search", `{"time":"-1s"}`, 400, `time is "-1s", want a time like 50ms, up to 1s`},
		{"POST", "/games/1/search", `{"deadline":"soon"}`, 400, `deadline is "soon", want a time from now like 1s`},
		{"POST", "/games", "", 200, ""},
		{"POST", "/games", "", 503, "too many games are open"},
	} {
		code, v := c.do(q.method, q.path, q.body)
		assert.Equal(t, q.code, code, q)
		if q.err != "" {
			assert.Equal(t, q.err, v.Error, q)
		}
	}
	s.games["1"].used = time.Now().Add(-2 * time.Hour)
	code, v := c.do("POST", "/games", "")
	assert.Equal(t, http.StatusOK, code, "a game that nobody plays makes room")
	assert.Equal(t, "3", v.ID)
	code, _ = c.do("PUT", "/games", "")
	assert.Equal(t, http.StatusMethodNotAllowed, code)
}

// occupy keeps the only place of the pool until the function that it returns is called.
func occupy(s *server) (leave func()) {
	inside, end, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		session := s.pool.Open(0)
		defer session.Close()
		_, _ = session.Do(context.Background(), func(*mcts.Search[state, action]) error { close(inside); <-end; return nil })
	}()
	<-inside
	return func() { close(end); <-ended }
}

func TestWaiting(t *testing.T) {
	c, s := start(t, pool.Config{Running: 1, MaxWaiting: 1}, usual)
	leave := occupy(s)
	c.do("POST", "/games", "")
	c.do("POST", "/games", "")
	code, v := c.do("POST", "/games/1/search", `{"deadline":"1ms"}`)
	assert.Equal(t, http.StatusServiceUnavailable, code)
	assert.Equal(t, pool.ErrLate.Error(), v.Error)

	var waits sync.WaitGroup
	waits.Go(func() {
		code, _ := c.do("POST", "/games/1/search", "")
		assert.Equal(t, http.StatusOK, code)
	})
	for s.pool.Stats().Waiting == 0 {
		runtime.Gosched()
	}
	code, v = c.do("POST", "/games/2/search", "")
	assert.Equal(t, http.StatusServiceUnavailable, code)
	assert.Equal(t, pool.ErrFull.Error(), v.Error)
	for _, path := range []string{"/search", "/actions"} {
		code, v = c.do("POST", "/games/1"+path, `{"ply":0}`)
		assert.Equal(t, http.StatusConflict, code)
		assert.Equal(t, errBusy.Error(), v.Error)
	}
	leave()
	waits.Wait()
}

// TestStops interrupts a search that would last for an hour.
func TestStops(t *testing.T) {
	allEnded := testkit.CheckGoroutines(t)
	ctx, stop := context.WithCancel(context.Background())
	out, print := io.Pipe()
	ended := make(chan int)
	go func() {
		ended <- run(ctx, []string{"-addr", "127.0.0.1:0", "-most", "1h", "-grace", "1ms", "-running", "1"}, print, io.Discard)
	}()
	lines := bufio.NewScanner(out)
	require.True(t, lines.Scan())
	go io.Copy(io.Discard, out) //nolint:errcheck // It ends with the test.
	c := client{t, strings.TrimPrefix(lines.Text(), "listening at ")}

	var searches sync.WaitGroup
	for _, want := range []int{http.StatusOK, http.StatusServiceUnavailable} { // One runs, and one waits.
		_, v := c.do("POST", "/games", "")
		searches.Go(func() {
			code, v := c.do("POST", "/games/"+v.ID+"/search", `{"time":"1h"}`)
			assert.Equal(t, want, code, v)
			if code != http.StatusOK {
				assert.Equal(t, errStopping.Error(), v.Error)
			}
		})
		for {
			_, v := c.do("GET", "/metrics", "")
			if admitted := v.Pool.Running == 1; admitted && (want == http.StatusOK || v.Pool.Waiting == 1) {
				break
			}
		}
	}
	simulated := regexp.MustCompile(`"simulations":[1-9]`)
	for none := true; none; { // A search that was only admitted has no answer.
		response, err := http.Get(c.url + "/games/1/tree/status")
		require.NoError(t, err)
		status, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		none = !simulated.Match(status)
	}
	stop()
	searches.Wait()
	assert.Zero(t, <-ended)
	http.DefaultClient.CloseIdleConnections()
	_ = print.Close()
	allEnded()
}

// A client that is gone does not want its action to be played, and a search that runs keeps its
// game open.
func TestGoneAndIdle(t *testing.T) {
	c, s := start(t, pool.Config{Running: 1}, limits{games: 1, idle: time.Nanosecond, search: time.Hour})
	c.do("POST", "/games", "")
	ctx, leave := context.WithCancel(context.Background())
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/games/1/search", strings.NewReader(`{"ply":0,"time":"1h","play":true}`))
	require.NoError(t, err)
	gone := make(chan error)
	go func() {
		_, err := http.DefaultClient.Do(request) //nolint:bodyclose // There is no answer.
		gone <- err
	}()
	for s.pool.Stats().Running == 0 {
		runtime.Gosched()
	}
	code, v := c.do("POST", "/games", "")
	assert.Equal(t, http.StatusServiceUnavailable, code)
	assert.Equal(t, errTooMany.Error(), v.Error)
	leave()
	require.Error(t, <-gone)
	for s.pool.Stats().Running > 0 {
		runtime.Gosched()
	}
	for code = http.StatusConflict; code == http.StatusConflict; { // The request may not have ended yet.
		code, v = c.do("GET", "/games/1", "")
	}
	assert.Equal(t, http.StatusOK, code)
	assert.Contains(t, v.Board, " . . . . . . .\n a", "nothing was played")
	for code = http.StatusServiceUnavailable; code == http.StatusServiceUnavailable; {
		code, v = c.do("POST", "/games", "")
	}
	assert.Equal(t, "2", v.ID, "the game is idle now")
}

// The page of a search that a game has lost does not keep its tree.
func TestPagesOfLostSearches(t *testing.T) {
	c, s := start(t, pool.Config{Running: 1, MaxBytes: 4 << 20, Search: mcts.Config{MaxBytes: 4 << 20}}, usual)
	for id := range 2 {
		_, v := c.do("POST", "/games", "")
		code, _ := c.do("POST", "/games/"+v.ID+"/search", `{"time":"1ms"}`)
		require.Equal(t, http.StatusOK, code)
		code, _ = c.do("GET", "/games/"+v.ID+"/tree/", "")
		require.Equal(t, http.StatusOK, code)
		require.Equal(t, id == 0, s.games["1"].page != nil)
	}
	require.NotNil(t, s.games["2"].page)
	code, v := c.do("GET", "/games/1/tree/", "")
	require.Equal(t, http.StatusNotFound, code)
	require.Equal(t, errNoTree.Error(), v.Error)
}

// A request that is sent again, by a proxy or an impatient client, plays nothing.
func TestRepeatedRequests(t *testing.T) {
	c, _ := start(t, pool.Config{}, usual)
	c.do("POST", "/games", "")
	for ply, q := range []struct{ path, body string }{
		{"/actions", `{"ply":0,"action":"d"}`}, {"/search", `{"ply":1,"time":"1ms","play":true}`}, {"/actions", `{"ply":2,"action":"d"}`},
	} {
		code, _ := c.do("POST", "/games/1"+q.path, q.body)
		require.Equal(t, http.StatusOK, code)
		for range 2 {
			code, v := c.do("POST", "/games/1"+q.path, q.body)
			require.Equal(t, http.StatusConflict, code)
			require.Equal(t, fmt.Sprintf("the game has %d plies, and the request is for ply %d", ply+1, ply), v.Error)
		}
		_, v := c.do("GET", "/games/1", "")
		require.Equal(t, ply+1, v.Ply)
	}
}

// Two hundred clients that send and take nothing do not disturb a game on a clock.
func TestSlowClients(t *testing.T) {
	s, err := newServer(pool.Config{MaxBytes: 64 << 20, Search: mcts.Config{MaxBytes: 4 << 20}}, usual)
	require.NoError(t, err)
	s.hosts = []string{"slow.example"}
	server := httptest.NewUnstartedServer(nil)
	server.Config = guard.NewServer(s.handler(t.Context()))
	server.Start()
	t.Cleanup(server.Close)
	for i := range 200 {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		require.NoError(t, err)
		t.Cleanup(func() { _ = conn.Close() })
		_, err = io.WriteString(conn, []string{
			"", "GET /games/1 HT", "POST /games HTTP/1.1\r\nHost: slow.example\r\nContent-Length: 9\r\n\r\nx",
			"GET /metrics HTTP/1.1\r\nHost: slow.example\r\n\r\n",
		}[i%4])
		require.NoError(t, err)
	}
	c := client{t, server.URL}
	_, v := c.do("POST", "/games", "")
	most := time.Duration(0)
	for id := v.ID; !v.Over; {
		begin := time.Now()
		code, found := c.do("POST", "/games/"+id+"/search", fmt.Sprintf(`{"ply":%d,"time":"10ms","play":true}`, v.Ply))
		require.Equal(t, http.StatusOK, code, found)
		require.Positive(t, found.Simulations)
		most = max(most, time.Since(begin))
		v = *found.Game
	}
	t.Logf("an answer of a search of 10ms took %v at most", most)
}

func TestFlags(t *testing.T) {
	for want, args := range map[string][]string{
		"-games is 0, want 1 or more":            {"-games", "0"},
		"-idle is 0s, want more than 0":          {"-idle", "0s"},
		"-most is -1s, want more than 0":         {"-most", "-1s"},
		"Config.Running is -1, want >= 0":        {"-running", "-1"},
		"invalid value \"many\" for flag -games": {"-games", "many"},
		"want >= 33554432, a tree of":            {"-memory", "8", "-running", "4"},
		"-memory is 0, want 1 to 8796093022207":  {"-memory", "0"},
		"-tree is 8796093022208, want 1 to":      {"-tree", "8796093022208"},
		"listen tcp: address nowhere":            {"-addr", "nowhere"},
	} {
		var errs strings.Builder
		assert.NotZero(t, run(context.Background(), args, io.Discard, &errs))
		assert.Contains(t, errs.String(), want)
	}
}
