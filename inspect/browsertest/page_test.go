package browsertest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/games/sliding"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/inspect"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

type search = mcts.Search[connect4.State, connect4.Drop]

func newSearch(t *testing.T, cfg mcts.Config) *search {
	t.Helper()
	s, err := mcts.New(connect4.Game{}, cfg)
	require.NoError(t, err)
	return s
}

// serve serves a handler as users do.
func serve(t *testing.T, h http.Handler) (url string) {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("/search/", h)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + "/search/"
}

// searching runs a search until the test ends.
func searching(t *testing.T, s *search) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = s.Run(ctx, &connect4.State{}, mcts.Budget{Time: time.Hour})
	}()
	t.Cleanup(func() { cancel(); <-done })
}

const simulations = `app.views[0].status.simulations`

// TestLive watches a search that its owner runs.
func TestLive(t *testing.T) {
	for name, s := range map[string]screen{"light": desktop, "dark": {1320, 1180, true}, "narrow": {400, 900, false}} {
		t.Run(name, func(t *testing.T) {
			one := newSearch(t, mcts.Config{Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}, MaxNodes: 3_000_000})
			url := serve(t, inspect.Handler(one))
			searching(t, one)
			p := open(t, url, s)
			p.until(`document.querySelectorAll(".bars .bar").length > 3`)
			before := eval[int](p, simulations)
			width := eval[string](p, `document.querySelector(".bar:not(.head) .visits").textContent`)
			p.until(simulations + ` > 2 * ` + itoa(before))
			require.NotEqual(t, width, eval[string](p, `document.querySelector(".bar:not(.head) .visits").textContent`), "bars move")
			p.until(`document.querySelector(".pill").textContent === "running"`)
			p.until(`document.querySelector(".u-wrap canvas") && app.views[0].flame.nodes.length > 100`)
			time.Sleep(3 * time.Second) // for the curves
			p.fits()
			p.shoot("live-" + name)
		})
	}
}

// TestBestLine shows the best line of a puzzle, whose first actions lead to their nodes.
func TestBestLine(t *testing.T) {
	one, err := mcts.New(sliding.Game{}, mcts.Config{})
	require.NoError(t, err)
	start := sliding.Game{}.Start()
	r, err := one.Run(context.Background(), &start, mcts.Budget{Simulations: 10_000})
	require.NoError(t, err)
	p := open(t, serve(t, inspect.Handler(one)), desktop)
	const line = `app.views[0].bestLine`
	p.until(line + `.querySelectorAll("button").length === ` + itoa(min(len(r.Best.Actions), 24)))
	require.Equal(t, fmt.Sprintf("Best line: %.0f", r.Best.Return), eval[string](p, line+`.querySelector("h3").textContent`))
	require.True(t, eval[bool](p, line+`.offsetHeight > 0`))
	eval[any](p, line+`.querySelector("button").click()`)
	p.until(`app.views[0].selected !== ""`)
	p.fits()
	p.shoot("bestline")
}

// TestZoom zooms by pointer and by keyboard.
func TestZoom(t *testing.T) {
	one := newSearch(t, mcts.Config{Seed: 1})
	_, err := one.Run(context.Background(), &connect4.State{}, mcts.Budget{Simulations: 1_000_000})
	require.NoError(t, err)
	p := open(t, serve(t, inspect.Handler(one)), desktop)
	const flame = "app.views[0].flame"
	p.until(flame + ".nodes.length > 1000")
	p.do(chromedp.Focus(".flame canvas"), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown)) // arrow down
	p.until(`app.views[0].selected.split(".").length === 2`)
	p.until(`document.querySelector(".board img")?.alt.includes("X to move")`)
	p.shoot("selected")
	visits := eval[int](p, flame+`.nodes[`+flame+`.current].visits`)
	p.do(chromedp.KeyEvent(kb.Enter))
	p.until(`app.views[0].zoomed !== "" && ` + flame + `.nodes[0].visits === ` + itoa(visits))
	require.Len(t, eval[[]string](p, `[...document.querySelectorAll(".crumbs button")].map((b) => b.textContent)`), 3)
	p.shoot("zoomed")
	fewest := `Math.min(...` + flame + `.nodes.map((n) => n.visits))`
	before := eval[int](p, fewest)
	for range 4 { // Deeper levels are loaded on demand.
		p.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
		time.Sleep(500 * time.Millisecond)
	}
	require.Less(t, eval[int](p, fewest), before)
	p.do(chromedp.KeyEvent(kb.Escape))
	p.until(`app.views[0].zoomed.split(".").length < 6`)
	p.click(".crumbs button", "")
	p.until(`app.views[0].zoomed === "" && ` + flame + `.nodes[0].visits === 1000000`)

	// The widest child is under the pointer in the second row.
	eval[bool](p, `document.querySelector(".flame").scrollIntoView({ block: "center" }) === undefined`)
	at := eval[[]float64](p, `(() => { const f = `+flame+`, b = f.canvas.getBoundingClientRect(), n = f.nodes[1]; return [b.left + b.width * (n.x0 + n.x1) / 2, b.top + 33]; })()`)
	p.do(chromedp.MouseClickXY(at[0], at[1]))
	p.until(`app.views[0].selected === ` + flame + `.nodes[1].path`)
	p.do(chromedp.MouseClickXY(at[0], at[1]))
	p.until(`app.views[0].zoomed === app.views[0].selected`)

	// A million edges are drawn well within 50 ms.
	frames := eval[[]float64](p, `[...`+flame+`.frames]`)
	slices.Sort(frames)
	median := frames[len(frames)/2] // a busy machine makes single frames slow
	t.Logf("half of %d frames took up to %.1f ms, all up to %.1f ms", len(frames), median, frames[len(frames)-1])
	require.Less(t, median, 50.0)
}

// TestSaved opens a saved page from a file.
func TestSaved(t *testing.T) {
	one, two := newSearch(t, mcts.Config{Seed: 1, Solver: &mcts.Solver{}}), newSearch(t, mcts.Config{Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}})
	for _, s := range []*search{one, two} {
		_, err := s.Run(context.Background(), &connect4.State{}, mcts.Budget{Simulations: 100_000})
		require.NoError(t, err)
	}
	name := filepath.Join(t.TempDir(), "search.html")
	file, err := os.Create(name)
	require.NoError(t, err)
	page := inspect.Page[connect4.State, connect4.Drop]{Title: "UCT and PUCT", Names: []string{"UCT", "PUCT"}, Searches: []*search{one, two}}
	require.NoError(t, page.WriteHTML(context.Background(), file))
	require.NoError(t, file.Close())
	p := open(t, "file://"+name, desktop)
	p.until(`app.views?.[1]?.flame.nodes.length > 1000`)
	require.False(t, eval[bool](p, `app.views[0].flame.nodes.some((n) => n.again)`), "a tree has every node once")
	require.Equal(t, "UCT and PUCT", eval[string](p, "document.title"))
	require.Equal(t, []string{"UCT", "PUCT"}, eval[[]string](p, `[...document.querySelectorAll(".view > header h2")].map((e) => e.textContent)`))
	require.Equal(t, 100_000, eval[int](p, simulations))
	p.click(".bar:not(.head)", "")
	p.until(`document.querySelector(".board img")?.alt.includes("O to move")`)
	p.do(chromedp.Focus(".flame canvas"), chromedp.KeyEvent(kb.Enter))
	p.until(`app.views[0].zoomed !== ""`)
	p.fits()
	p.shoot("saved")
}

// TestPlay plays a game in the page.
func TestPlay(t *testing.T) {
	one := newSearch(t, mcts.Config{Seed: 1})
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	page := inspect.Page[connect4.State, connect4.Drop]{
		Title: "Connect Four", Searches: []*search{one},
		Play: &inspect.Play[connect4.State]{Budget: mcts.Budget{Time: 300 * time.Millisecond}},
	}
	p := open(t, serve(t, page.Handler(ctx)), screen{1320, 1180, true})
	p.until(`document.querySelector(".turn").textContent === "Your turn, X."`)
	p.click(".moves button", "d")
	p.until(`app.game.data.ply === 2 && !app.game.data.moving`)
	p.until(`document.querySelector(".play .board img")?.alt.includes("O")`)
	p.until(`!app.game.data.thinking && document.querySelector(".u-wrap canvas")`)
	time.Sleep(2 * time.Second) // for the tree
	p.shoot("play")
	p.do(chromedp.EmulateViewport(400, 900))
	time.Sleep(time.Second)
	p.fits()
	p.shoot("play-narrow")
	p.do(chromedp.EmulateViewport(1320, 1180))
	p.click("button", "Undo")
	p.until(`app.game.data.ply === 0`)
	p.do(chromedp.SetValue(".play select", "-1"))
	p.click("button", "New game")
	p.until(`app.game.data.ply > 4`)
	p.do(chromedp.SetValue(".play select", "1"))
	p.click("button", "New game")
	p.until(`app.game.data.ply === 1 && document.querySelector(".turn").textContent === "Your turn, O."`)
	for range 30 {
		p.until(`app.game.data.over || app.game.data.actions.length > 0 && !app.game.data.moving`)
		if eval[bool](p, "app.game.data.over") {
			break
		}
		ply := eval[int](p, "app.game.data.ply")
		p.click(".moves button", "")
		p.until(`app.game.data.over || app.game.data.ply > ` + itoa(ply))
	}
	require.Regexp(t, "won|draw", eval[string](p, `document.querySelector(".turn").textContent`))
	p.shoot("over")
}

// drawn is tic-tac-toe with images.
type drawn struct{ tictactoe.Game }

func (g drawn) SVG(s *tictactoe.State) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90" width="180"><rect width="90" height="90" fill="#0072b2"/><text y="50" fill="white">%d left</text></svg>`, len(g.AppendActions(nil, s)))
}

// TestProven shows proven actions, and positions as images.
func TestProven(t *testing.T) {
	game := drawn{}
	one, err := mcts.New[tictactoe.State, tictactoe.Cell](game, mcts.Config{Seed: 1, Solver: &mcts.Solver{}})
	require.NoError(t, err)
	state := game.Start()
	for range 3 {
		game.Apply(&state, game.AppendActions(nil, &state)[0])
	}
	_, err = one.Run(context.Background(), &state, mcts.Budget{Simulations: 100_000})
	require.NoError(t, err)
	p := open(t, serve(t, inspect.Handler(one)), desktop)
	p.until(`document.querySelector(".bar.proven .badge")?.textContent.startsWith("= ")`)
	p.until(`document.querySelector(".board img")?.naturalWidth > 0`)
	p.until(`[...document.querySelectorAll(".tile")].some((e) => e.textContent.includes("proven"))`)
	p.fits()
	p.shoot("proven")
}

// TestGraph shows a graph, in which the actions of a position are drawn once.
func TestGraph(t *testing.T) {
	one, err := mcts.New(tictactoe.Game{}, mcts.Config{Seed: 1, Graph: &mcts.Graph{}})
	require.NoError(t, err)
	start := tictactoe.Game{}.Start()
	_, err = one.Run(context.Background(), &start, mcts.Budget{Simulations: 20_000})
	require.NoError(t, err)
	p := open(t, serve(t, inspect.Handler(one)), desktop)
	const nodes = `app.views[0].flame.nodes`
	p.until(nodes + `.length > 1000`)
	require.True(t, eval[bool](p, nodes+`.every((n) => n.x1 > n.x0)`), "every node has room below its parent")
	require.False(t, eval[bool](p, nodes+`.some((n) => n.again && (n.children.length > 0 || !n.more))`))
	require.Contains(t, eval[string](p, `app.views[0].flame.describe(`+nodes+`.find((n) => n.again))`), "actions are drawn at another place")
	p.do(chromedp.Focus(".flame canvas"))
	p.until(`(app.views[0].flame.select(` + nodes + `.findIndex((n) => n.again)), true)`)
	p.until(`/reached by several lines: [\d,]+ visits in all/.test(document.querySelector(".facts").textContent)`)
	p.shoot("graph")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.until(`app.views[0].zoomed !== "" && ` + nodes + `[0].children.length > 0`)
	p.fits()
}

// TestWide shows a game with many actions on wide and on narrow screens.
func TestWide(t *testing.T) {
	game, err := gomoku.New(15, 15, 5)
	require.NoError(t, err)
	page := inspect.Page[gomoku.State, gomoku.Point]{
		Title: "Gomoku", Names: []string{"UCT", "UCT with solver"},
		Play: &inspect.Play[gomoku.State]{Start: game.Start(), Budget: mcts.Budget{Time: time.Second}},
	}
	for _, cfg := range []mcts.Config{{Seed: 1}, {Seed: 1, Solver: &mcts.Solver{}}} {
		one, err := mcts.New(game, cfg)
		require.NoError(t, err)
		page.Searches = append(page.Searches, one)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	p := open(t, serve(t, page.Handler(ctx)), desktop)
	p.until(`document.querySelectorAll(".moves button").length === 225`)
	p.until(`app.views.every((v) => v.status?.stop === "time" && v.flame.nodes.length > 100)`)
	p.until(`[...document.querySelectorAll(".actions button")].some((e) => e.textContent === "Show 213 more")`)
	p.fits()
	p.shoot("wide")
	p.do(chromedp.EmulateViewport(400, 900))
	p.click("button", "Show 213 more")
	p.until(`document.querySelector(".bars").children.length === 226`)
	p.fits()
}

func itoa(n int) string { return strconv.Itoa(n) }
