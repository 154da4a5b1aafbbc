package inspect

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"weak"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

type connect4Page = Page[connect4.State, connect4.Drop]

// searched returns a search of Connect Four after some simulations.
func searched(t testing.TB, cfg mcts.Config, simulations int) *mcts.Search[connect4.State, connect4.Drop] {
	t.Helper()
	s, err := mcts.New(connect4.Game{}, cfg)
	require.NoError(t, err)
	if simulations > 0 {
		_, err = s.Run(context.Background(), &connect4.State{}, mcts.Budget{Simulations: simulations})
		require.NoError(t, err)
	}
	return s
}

// get asks a handler, and reads its answer if it is an object.
func get(t testing.TB, h http.Handler, name string, out any) (code int) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/any/prefix/"+name, nil))
	if out != nil {
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), out), w.Body.String())
	}
	return w.Code
}

func handler[S any, A comparable](t testing.TB, p Page[S, A]) http.Handler {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	return p.Handler(ctx)
}

func TestStatus(t *testing.T) {
	search := searched(t, mcts.Config{Seed: 1, Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}}, 1000)
	h := handler(t, connect4Page{Searches: []*mcts.Search[connect4.State, connect4.Drop]{search}, Names: []string{"PUCT"}})
	var s status
	require.Equal(t, 200, get(t, h, "status", &s))
	require.Equal(t, "PUCT", s.Name)
	require.Equal(t, 1000, s.Simulations)
	require.Equal(t, "simulations", s.Stop)
	require.False(t, s.Running)
	require.Equal(t, []string{"X", "O"}, s.Players)
	require.Len(t, s.Actions, 7)
	require.Positive(t, s.Bytes)
	visits := 0
	for i, a := range s.Actions {
		visits += a.Visits
		require.Positive(t, a.Prior)
		require.Equal(t, i, a.ID)
		require.Nil(t, a.Lower)
		require.LessOrEqual(t, *a.Low, a.Mean)
		require.GreaterOrEqual(t, *a.High, a.Mean)
	}
	require.Equal(t, 1000, visits+s.Visits-s.Simulations)
	require.Equal(t, s.Action, s.PV[0].Action)

	var about about
	require.Equal(t, 200, get(t, h, "about", &about))
	require.Equal(t, []string{"PUCT"}, about.Searches)
	require.False(t, about.Play)

	var history historyJSON
	require.Equal(t, 200, get(t, h, "history", &history))
	require.Equal(t, []int{1000}, history.Visits)

	_, err := search.Advance(3)
	require.NoError(t, err)
	var next status
	require.Equal(t, 200, get(t, h, "status", &next))
	require.NotEqual(t, s.Epoch, next.Epoch)
	require.Zero(t, next.Simulations)
	require.NotEmpty(t, next.Actions, "what is kept of the tree")
	require.Equal(t, 1, next.Player)
}

func TestEmpty(t *testing.T) {
	h := handler(t, connect4Page{Searches: []*mcts.Search[connect4.State, connect4.Drop]{searched(t, mcts.Config{}, 0)}})
	var s status
	require.Equal(t, 200, get(t, h, "status", &s))
	require.Empty(t, s.Actions)
	var tree shownTree
	require.Equal(t, 200, get(t, h, "tree", &tree))
	require.Len(t, tree.Nodes, 1)
	for _, name := range []string{"depths", "board", "history"} {
		require.Equal(t, 200, get(t, h, name, nil), name)
	}
	require.Equal(t, 404, get(t, h, "board?path=0", nil))
	require.Panics(t, func() { Handler[connect4.State, connect4.Drop]() })
}

// shownTree is a treeJSON as the page reads it.
type shownTree struct{ Nodes []shownNode }

type shownNode struct {
	parent, index, visits, chooser, more int
	position, total                      int
	mean                                 float64
	action                               string
}

func (n *shownNode) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&n.parent, &n.index, &n.visits, &n.mean, &n.chooser, &n.action, &n.more, &n.position, &n.total})
}

// TestTree checks that the nodes of a tree are the most visited ones.
func TestTree(t *testing.T) {
	search := searched(t, mcts.Config{Seed: 1}, 5000)
	h := Handler(search)
	var tree shownTree
	require.Equal(t, 200, get(t, h, "tree?nodes=300", &tree))
	require.Len(t, tree.Nodes, 300)
	least := 5000
	for i, n := range tree.Nodes {
		require.Less(t, n.parent, i)
		require.LessOrEqual(t, n.visits, least)
		least = n.visits
	}
	top := tree.Nodes[1]
	var below shownTree
	require.Equal(t, 200, get(t, h, "tree?path="+itoa(top.index), &below))
	require.Equal(t, top.visits, below.Nodes[0].visits, "the same node")
	require.Equal(t, top.action, below.Nodes[0].action)

	var depths depthsJSON
	require.Equal(t, 200, get(t, h, "depths", &depths))
	require.True(t, depths.Sampled)
	require.Equal(t, 200, get(t, Handler(searched(t, mcts.Config{}, 500)), "depths", &depths))
	sum := 0
	for _, n := range depths.Counts {
		sum += n
	}
	require.Equal(t, 500, sum, "every simulation ends somewhere")
}

// TestBoard compares positions of nodes with the game.
func TestBoard(t *testing.T) {
	search := searched(t, mcts.Config{Seed: 1}, 5000)
	h := Handler(search)
	var b boardJSON
	require.Equal(t, 200, get(t, h, "board?path=0.0", &b))
	var state connect4.State
	node := search.Root()
	for range 2 {
		node = node.Children()[0]
		connect4.Game{}.Apply(&state, node.Action())
	}
	require.Equal(t, connect4.Game{}.Text(&state), b.Text)
	require.Equal(t, node.Visits(), b.Visits)
	require.Equal(t, 0, b.Player)
	require.Equal(t, 1, b.Chooser)
	require.Len(t, b.Steps, 2)
}

// TestOtherGames shows games with simultaneous moves, with hidden information, and several trees.
func TestOtherGames(t *testing.T) {
	ctx := context.Background()
	goof, err := goofspiel.New(2, 5, goofspiel.Descending)
	require.NoError(t, err)
	one, err := mcts.New(goof, mcts.Config{Selection: policy.Exp3{}})
	require.NoError(t, err)
	start := goof.Start()
	_, err = one.Run(ctx, &start, mcts.Budget{Simulations: 2000})
	require.NoError(t, err)
	everything(t, Handler(one))

	cards, err := mcts.New(magic.Game{}, mcts.Config{Hidden: mcts.Ensemble{}})
	require.NoError(t, err)
	hands := magic.Game{}.Start()
	rules, err := game.NewRules(magic.Game{})
	require.NoError(t, err)
	for rules.ToMove(&hands) == mcts.Chance {
		rules.Apply(&hands, rules.Chance.AppendOutcomes(nil, &hands)[0].Action)
	}
	_, err = cards.Run(ctx, &hands, mcts.Budget{Simulations: 2000})
	require.NoError(t, err)
	everything(t, Handler(cards))

	forest := searched(t, mcts.Config{Parallel: mcts.RootParallel{Workers: 1, Trees: 3}, Solver: &mcts.Solver{}}, 3000)
	h := Handler(forest)
	everything(t, h)
	require.Equal(t, 200, get(t, h, "tree?tree=2", nil))
	require.Equal(t, 404, get(t, h, "tree?tree=3", nil))
}

// everything asks for all that a page shows, along the first path of the tree.
func everything(t *testing.T, h http.Handler) {
	t.Helper()
	path := ""
	for range 5 {
		for _, name := range []string{"status", "tree", "depths", "board", "history"} {
			require.Equal(t, 200, get(t, h, name+"?path="+path, nil), name+path)
		}
		var b boardJSON
		get(t, h, "board?path="+path, &b)
		if b.Children == 0 {
			break
		}
		require.NotEmpty(t, b.Text+b.Problem)
		path = strings.Trim(path+".0", ".")
	}
	require.Equal(t, 200, get(t, h, "save", nil))
}

func TestBadRequests(t *testing.T) {
	h := Handler(searched(t, mcts.Config{}, 100))
	for query, code := range map[string]int{
		"tree?path=-1": 400, "tree?path=x": 400, "tree?path=1..2": 400, "tree?path=" + strings.Repeat("0.", 3000) + "0": 400,
		"tree?path=7": 404, "tree?path=0.0.0.0.0.0.0.0.0.0.0.0.0": 404, "tree?nodes=99999999": 400, "tree?nodes=-5": 400,
		"tree?search=1": 404, "tree?search=-1": 400, "tree?tree=1": 404, "tree?depth=3": 400, "tree?path=0&path=1": 400,
		"tree?epoch=x": 400, "tree?%zz": 400, "tree?path=" + strings.Repeat("0", 20_000): 400, "nothing": 404, "game": 404,
		"vendor/uPlot.LICENSE": 404, "..%2fpage.go": 404, "page.html": 404,
	} {
		var answer struct{ Error string }
		require.Equal(t, code, get(t, h, query, &answer), query)
		require.NotEmpty(t, answer.Error)
	}
	var s stale
	require.Equal(t, 200, get(t, h, "tree?epoch=77", &s))
	require.True(t, s.Stale)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "http://localhost/search/status", nil))
	require.Equal(t, http.StatusMethodNotAllowed, w.Code)
}

func TestAssets(t *testing.T) {
	h := Handler(searched(t, mcts.Config{}, 0))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/search/", nil))
	require.Contains(t, w.Header().Get("Content-Security-Policy"), "default-src 'none'")
	page := w.Body.String()
	found := regexp.MustCompile(`(?:src|href)="([^"]+\.(?:js|css))"`).FindAllStringSubmatch(page, -1)
	require.Len(t, found, len(assets))
	for _, link := range found {
		require.Equal(t, 200, get(t, h, link[1], nil), link[1])
	}
}

// TestWriteHTML checks that a saved page has its data and loads nothing.
func TestWriteHTML(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, WriteHTML(&b, searched(t, mcts.Config{Seed: 1}, 3000), searched(t, mcts.Config{Seed: 2}, 2000)))
	page := b.String()
	require.NotRegexp(t, `(?:src|href)="(?:https?:|//|[\w/]+\.)`, page, "nothing is loaded")
	require.NotRegexp(t, `@import|url\(`, page)
	data := regexp.MustCompile(`(?s)<script id="data" type="application/json">(.*?)</script>`).FindStringSubmatch(page)
	require.Len(t, data, 2)
	var saved struct {
		Searches []struct {
			Status status
			Trees  []shownTree
			Boards map[string]boardJSON
		}
	}
	require.NoError(t, json.Unmarshal([]byte(data[1]), &saved))
	require.Len(t, saved.Searches, 2)
	require.Equal(t, 3000, saved.Searches[0].Status.Simulations)
	require.Greater(t, len(saved.Searches[0].Trees[0].Nodes), 1000)
	require.Len(t, saved.Searches[0].Boards, savedBoards)
	require.Contains(t, saved.Searches[0].Boards[""].Text, "X to move")
}

// TestEscape checks that names cannot end the script or the title that they stand in.
func TestEscape(t *testing.T) {
	const evil = "</script></title><script>alert(1)</script>"
	var b bytes.Buffer
	p := connect4Page{Title: evil, Names: []string{evil}, Searches: []*mcts.Search[connect4.State, connect4.Drop]{searched(t, mcts.Config{}, 10)}}
	require.NoError(t, p.WriteHTML(context.Background(), &b))
	require.NotContains(t, b.String(), evil)
	require.NotContains(t, b.String(), "<script>alert")
}

// TestConcurrent asks from several goroutines while a search runs and moves on.
func TestConcurrent(t *testing.T) {
	search := searched(t, mcts.Config{}, 0)
	h := handler(t, connect4Page{Searches: []*mcts.Search[connect4.State, connect4.Drop]{search}})
	ctx, cancel := context.WithCancel(context.Background())
	var asking sync.WaitGroup
	for range 4 {
		asking.Go(func() {
			for ctx.Err() == nil {
				for _, name := range []string{"status", "tree", "depths", "board", "history", "save"} {
					code := get(t, h, name, nil)
					for code == http.StatusServiceUnavailable { // A busy machine may let it wait for too long.
						code = get(t, h, name, nil)
					}
					require.Equal(t, 200, code, name)
				}
			}
		})
	}
	var state connect4.State
	for range 6 {
		r, err := search.Run(ctx, &state, mcts.Budget{Time: time.Duration(testkit.Few(15, 50)) * time.Millisecond})
		require.NoError(t, err)
		connect4.Game{}.Apply(&state, r.Action)
		_, err = search.Advance(r.Action)
		require.NoError(t, err)
	}
	cancel()
	asking.Wait()
	require.NoError(t, search.Check())
}

func FuzzQuery(f *testing.F) {
	for _, text := range []string{"", "path=0.1.2&epoch=3", "search=0&tree=1&nodes=5", "path=", "path=.", "nodes=1e9", "%", "path=1&path=2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q, err := parseQuery(text)
		if err != nil {
			return
		}
		require.LessOrEqual(t, len(q.path), maxPath)
		require.True(t, q.nodes >= 0 && q.nodes <= maxNodes && q.search >= 0 && q.tree >= 0)
		for _, i := range q.path {
			require.GreaterOrEqual(t, i, 0)
		}
		again, err := parseQuery(url.Values{"path": {pathText(q.path)}}.Encode())
		require.NoError(t, err)
		require.Equal(t, q.path, again.path)
	})
}

// A goroutine that records ends when its handler is no longer referenced.
func TestRecordEnds(t *testing.T) {
	s := newSubject("", searched(t, mcts.Config{}, 100))
	ended := make(chan struct{})
	go func() {
		record(t.Context(), weak.Make(s))
		close(ended)
	}()
	hasEnded := func() bool {
		runtime.GC()
		select {
		case <-ended:
			return true
		default:
			return false
		}
	}
	require.Never(t, hasEnded, 3*idleRecord, idleRecord)
	runtime.KeepAlive(s)
	require.Eventually(t, hasEnded, 10*time.Second, idleRecord)
}
