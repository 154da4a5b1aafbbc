package guard_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/guard"
)

var echo = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	_, _ = fmt.Fprintf(w, "%s %v", body, err)
})

func TestWhoMayAsk(t *testing.T) {
	mine := guard.Guard{Hosts: []string{"bot.example.org"}, Origins: []string{"https://friend.example"}}
	player := guard.Guard{AnyHost: true, Origins: []string{"https://friend.example"}}
	for _, c := range []struct {
		guard                      guard.Guard
		method, host, origin, site string
		want                       int
	}{
		{mine, "GET", "127.0.0.1:8080", "", "", 200},
		{mine, "GET", "192.168.1.7", "", "", 200},
		{mine, "GET", "[::1]:8080", "", "", 200},
		{mine, "GET", "[::1]", "", "", 200},
		{mine, "GET", "localhost", "", "", 200},
		{mine, "GET", "LOCALHOST.:1", "", "", 200},
		{mine, "GET", "a.localhost:1", "", "", 200},
		{mine, "GET", "Bot.Example.org:8080", "", "", 200},
		{mine, "GET", "evil.example", "", "", 403},
		{mine, "GET", "bot.example.org.evil.example", "", "", 403},
		{mine, "GET", "127.0.0.1.evil.example", "", "", 403},
		{mine, "GET", "notlocalhost", "", "", 403},
		{mine, "GET", "", "", "", 403},
		{guard.Guard{}, "GET", "bot.example.org", "", "", 403},

		{mine, "POST", "127.0.0.1:8080", "", "", 200}, // a program
		{mine, "POST", "127.0.0.1:8080", "http://127.0.0.1:8080", "same-origin", 200},
		{mine, "POST", "127.0.0.1:8080", "https://friend.example", "cross-site", 200},
		{mine, "POST", "127.0.0.1:8080", "http://evil.example", "cross-site", 403},
		{mine, "POST", "127.0.0.1:8080", "http://evil.example", "", 403},
		{mine, "POST", "127.0.0.1:8080", "http://127.0.0.1:9000", "same-site", 403},
		{mine, "POST", "127.0.0.1:8080", "null", "", 403},
		{mine, "DELETE", "127.0.0.1:8080", "http://evil.example", "cross-site", 403},
		{mine, "POST", "evil.example", "http://evil.example", "same-origin", 403}, // its name leads to this machine

		{player, "POST", "player.example", "", "", 200},
		{player, "POST", "player.example", "https://friend.example", "cross-site", 200},
		{player, "POST", "evil.example", "http://evil.example", "same-origin", 403},
		{player, "POST", "127.0.0.1", "http://evil.example", "cross-site", 403},
		{player, "GET", "127.0.0.1", "http://evil.example", "cross-site", 403},
	} {
		r := httptest.NewRequest(c.method, "/", nil)
		r.Host = c.host
		for name, value := range map[string]string{"Origin": c.origin, "Sec-Fetch-Site": c.site} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		w := httptest.NewRecorder()
		c.guard.Handler(echo).ServeHTTP(w, r)
		require.Equal(t, c.want, w.Code, "%+v: %s", c, w.Body)
		require.Equal(t, c.want == 200, c.guard.Checker()(r) == nil, "%+v", c)
	}
	require.NoError(t, mine.Validate())
	wrong := guard.Guard{Origins: []string{"friend"}}
	require.EqualError(t, wrong.Validate(), `guard: invalid origin "friend": scheme is required, want one like https://example.org`)
	require.Panics(t, func() { wrong.Handler(echo) })
}

// serve lets a handler serve connections in memory, with an injected clock.
func serve(t *testing.T, h http.Handler) (dial func() net.Conn) {
	accepted := make(chan net.Conn)
	server := guard.NewServer(h)
	listener := &memory{accepted: accepted, closed: make(chan struct{})}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() {
		require.NoError(t, server.Close())
		time.Sleep(time.Second) // net/http waits a little before it lets go of a connection.
	})
	return func() net.Conn {
		here, there := net.Pipe()
		accepted <- there
		t.Cleanup(func() { _ = here.Close() })
		return here
	}
}

// memory is a listener whose connections are pipes.
type memory struct {
	accepted chan net.Conn
	closed   chan struct{}
}

func (m *memory) Accept() (net.Conn, error) {
	select {
	case c := <-m.accepted:
		return c, nil
	case <-m.closed:
		return nil, net.ErrClosed
	}
}

func (m *memory) Close() error   { close(m.closed); return nil }
func (m *memory) Addr() net.Addr { return &net.IPAddr{} }

const head = "POST / HTTP/1.1\r\nHost: localhost\r\n"

// A client that sends or takes nothing for a while loses its connection, but not one that waits for
// an answer.
func TestSlowClients(t *testing.T) {
	thinks := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(time.Minute):
			_, _ = fmt.Fprint(w, strings.Repeat("x", 1<<20))
		case <-r.Context().Done():
		}
	})
	for _, c := range []struct {
		name, sends string
		takes       bool
		want        string
		after       time.Duration
	}{
		{"nothing", "", true, "", 5 * time.Second},
		{"half a header", "POST / HT", true, "HTTP/1.1 400 Bad Request", 5 * time.Second},
		{"half a body", head + "Content-Length: 4\r\n\r\nab", true, "HTTP/1.1 408 Request Timeout", 10 * time.Second},
		{"too large a body", head + "Content-Length: 6\r\n\r\nabcdef", true, "HTTP/1.1 413 Request Entity Too Large", 0},
		{"too large a header", head + "X: " + strings.Repeat("x", 1<<17) + "\r\n\r\n", true, "HTTP/1.1 431 Request Header Fields Too Large", 0},
		{"waits", head + "Content-Length: 4\r\n\r\nabcd", true, "HTTP/1.1 200 OK", time.Minute},
		{"does not take the answer", head + "Content-Length: 4\r\n\r\nabcd", false, "", time.Minute + 10*time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				conn := serve(t, guard.Limit(thinks, 5))()
				begin := time.Now()
				go func() { _, _ = io.WriteString(conn, c.sends) }()
				if !c.takes {
					time.Sleep(2 * time.Minute)
					answer, err := io.ReadAll(conn)
					require.NoError(t, err)
					require.Less(t, len(answer), 1<<20, "the rest is dropped")
					return
				}
				line, _ := bufio.NewReader(conn).ReadString('\n')
				require.Equal(t, c.want, strings.TrimSpace(line))
				require.InDelta(t, c.after, time.Since(begin), float64(time.Second))
			})
		})
	}
}

// A client that goes away while it waits is noticed, however long it has waited.
func TestGoneClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		ended := make(chan time.Duration, 1)
		conn := serve(t, guard.Limit(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			<-r.Context().Done()
			require.ErrorIs(t, r.Context().Err(), context.Canceled)
			ended <- time.Since(begin)
		}), 5))()
		_, err := io.WriteString(conn, head+"Content-Length: 2\r\n\r\nab")
		require.NoError(t, err)
		time.Sleep(time.Minute)
		require.NoError(t, conn.Close())
		require.Equal(t, time.Minute, <-ended)
	})
}
