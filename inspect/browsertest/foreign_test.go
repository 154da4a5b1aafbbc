package browsertest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/inspect"
	"github.com/banyan-go/banyan/mcts"
)

// victim is a server on this machine that plays a game.
type victim struct {
	url  string   // without a path
	read string   // the path of what the game looks like
	does []string // the arguments of fetch that change the game
}

// exampleServer starts the example server with one game.
func exampleServer(t *testing.T) victim {
	program := filepath.Join(t.TempDir(), "server")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = filepath.Join("..", "..", "examples", "server")
	text, err := build.CombinedOutput()
	require.NoError(t, err, string(text))
	server := exec.Command(program, "-addr", "127.0.0.1:0")
	out, err := server.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	url := strings.TrimPrefix(strings.TrimSpace(line), "listening at ")
	response, err := http.Post(url+"/games", "application/json", nil)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	return victim{url, "/games/1", []string{
		`"/games/1/actions", {method: "POST", mode: MODE, headers: {"Content-Type": "text/plain"}, body: '{"ply":0,"action":"d"}'}`,
		`"/games/1/search", {method: "POST", mode: MODE, headers: {"Content-Type": "text/plain"}, body: '{"ply":0,"play":true}'}`,
		`"/games/1", {method: "DELETE"}`,
		`"/games", {method: "POST", mode: MODE}`,
	}}
}

// playPage starts a page that plays.
func playPage(t *testing.T) victim {
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	page := inspect.Page[connect4.State, connect4.Drop]{
		Searches: []*search{newSearch(t, mcts.Config{})}, Play: &inspect.Play[connect4.State]{Budget: mcts.Budget{Simulations: 10}},
	}
	url := strings.TrimSuffix(serve(t, page.Handler(ctx)), "/search/")
	v := victim{url, "/search/game", []string{
		`"/search/game", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"do":"play","game":1,"ply":0,"action":3}'}`,
		`"/search/game", {method: "POST", mode: MODE, headers: {"Content-Type": "text/plain"}, body: '{"do":"play","game":1,"ply":0,"action":3}'}`,
		`"/search/game", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"do":"new","game":1,"ply":0,"human":-1}'}`,
	}}
	require.Eventually(t, func() bool { return strings.Contains(v.game(t), `"thinking":false`) }, time.Minute, time.Millisecond)
	return v
}

// game returns what the game of a victim looks like to its user.
func (v victim) game(t *testing.T) string {
	response, err := http.Get(v.url + v.read)
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, response.StatusCode, string(text))
	return string(text)
}

// try lets the page in the tab ask, and returns the status, or "refused" if the browser does not
// show the page the answer.
func (p *tab) try(origin, request, mode string) string {
	request = strings.ReplaceAll(strings.Replace(request, `"/`, `"`+origin+`/`, 1), "MODE", `"`+mode+`"`)
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`window.answer = ""; fetch(%s).then((r) => r.text().then((t) => { window.answer = r.status + " " + t; }), () => { window.answer = "refused"; }); undefined`, request)))
	p.until(`window.answer !== ""`)
	return eval[string](p, "window.answer")
}

// A page of another site can neither read what a server on this machine shows, nor play, nor close
// a game: not by requests to the server, and not if the name of the site leads to the server.
func TestForeignPage(t *testing.T) {
	requireBrowser(t)
	for name, start := range map[string]func(*testing.T) victim{"the example server": exampleServer, "a page that plays": playPage} {
		t.Run(name, func(t *testing.T) {
			v := start(t)
			before := v.game(t)
			site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "evil") }))
			t.Cleanup(site.Close)
			port := func(url string) string { return url[strings.LastIndex(url, ":"):] }

			p := visit(t, "http://evil.example"+port(site.URL), desktop)
			require.Equal(t, "refused", p.try(v.url, fmt.Sprintf("%q", v.read), ""))
			for _, request := range v.does {
				// Without CORS, a page may send some requests, and does not see the answer.
				require.Contains(t, []string{"refused", "0 "}, p.try(v.url, request, "no-cors"))
			}
			p = visit(t, "http://evil.example"+port(v.url)+v.read, desktop)
			require.Contains(t, eval[string](p, "document.body.innerText"), "no name of this server")
			for _, request := range append([]string{fmt.Sprintf("%q", v.read)}, v.does...) {
				require.Regexp(t, "^403 ", p.try("", request, "cors"))
			}
			require.Equal(t, before, v.game(t))

			// The user of the server may do all that.
			p = visit(t, v.url+v.read, desktop)
			require.Regexp(t, "^200 ", p.try("", v.does[0], "cors"))
			require.NotEqual(t, before, v.game(t))
		})
	}
}
