package inspect

import (
	"bytes"
	"context"
	"embed"
	"html"
	"io"
	"net/http"
	"path"
	"strings"
	"weak"

	"github.com/banyan-go/banyan/mcts"
)

// Handler returns a handler that serves a page of searches, side by side if there are several. Give
// it a pattern that ends in a slash, such as "/search/". It panics if there is no search. A
// goroutine per search records the visits of its actions until the handler is garbage.
func Handler[S any, A comparable](searches ...*mcts.Search[S, A]) http.Handler {
	return Page[S, A]{Searches: searches}.Handler(context.Background())
}

// WriteHTML writes a page of searches as one file, which shows them as they are now. It waits until
// the searches stand still, and panics if there is none. A page saved from the browser has more
// than that: the shares of visits since it was opened.
func WriteHTML[S any, A comparable](w io.Writer, searches ...*mcts.Search[S, A]) error {
	return Page[S, A]{Searches: searches}.WriteHTML(context.Background(), w)
}

// Page describes a page.
type Page[S any, A comparable] struct {
	Title    string   // if empty, "Search"
	Names    []string // of the searches; a search without one is named by its number
	Searches []*mcts.Search[S, A]

	// Play lets the user of the page play against the searches, which the handler runs for that; if
	// nil, the page only reads.
	Play *Play[S]

	// Hosts are the names under which browsers may request the page, in addition to addresses and
	// localhost, like bot.example.org; see [guard.Guard].
	Hosts []string
}

// Handler returns a handler that serves the page. A goroutine per search records the visits of its
// actions until ctx is done or the handler is garbage. When ctx is done, the searches end as well
// that the page started.
func (p Page[S, A]) Handler(ctx context.Context) http.Handler {
	s := newServer(ctx, p)
	for _, one := range s.subjects {
		go record(ctx, weak.Make(one))
	}
	return s
}

// WriteHTML writes the page as one file. It waits until the searches stand still, or until ctx is
// done.
func (p Page[S, A]) WriteHTML(ctx context.Context, w io.Writer) error {
	p.Play = nil
	return newServer(ctx, p).writeHTML(ctx, w)
}

//go:embed assets
var files embed.FS

// The files of the page, in the order in which it loads them. The files of uPlot are as its authors
// distribute them, with their license next to them.
var (
	styles  = []string{"vendor/uPlot.min.css", "style.css"}
	scripts = []string{
		"vendor/uPlot.iife.min.js", "format.js", "colors.js", "source.js", "bars.js", "curves.js", "flame.js", "depths.js", "position.js", "play.js", "view.js", "app.js",
	}
)

// assets are the contents of styles and scripts by their names without folder, which are the names
// that a request may use.
var assets = func() map[string][]byte {
	all := map[string][]byte{}
	for _, name := range append(append([]string{}, styles...), scripts...) {
		all[path.Base(name)] = asset(name)
	}
	return all
}()

// asset returns an embedded file.
func asset(name string) []byte {
	data, err := files.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // It is embedded.
	}
	return data
}

// contentSecurityPolicy lets the page load only from its own server. The images of positions are
// data.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

// serveAsset serves a file of the page. It reports whether there is one of that name.
func serveAsset(w http.ResponseWriter, name string) bool {
	data, ok := assets[name]
	if !ok {
		return false
	}
	kind := "text/javascript; charset=utf-8"
	if strings.HasSuffix(name, ".css") {
		kind = "text/css; charset=utf-8"
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(data)
	return true
}

// livePage is the page that loads its files and its data from the server.
func livePage(title string) []byte {
	var head, foot strings.Builder
	for _, name := range styles {
		head.WriteString(`<link rel="stylesheet" href="` + path.Base(name) + "\">\n")
	}
	for _, name := range scripts {
		foot.WriteString(`<script src="` + path.Base(name) + "\"></script>\n")
	}
	return fill(title, head.String(), foot.String())
}

// writeSaved writes the page with its files and its data, which is JSON without "<".
func writeSaved(w io.Writer, title string, data []byte) error {
	var head, foot strings.Builder
	for _, name := range styles {
		head.WriteString("<style>\n" + string(asset(name)) + "</style>\n")
	}
	foot.WriteString(`<script id="data" type="application/json">` + string(data) + "</script>\n")
	for _, name := range scripts {
		foot.WriteString("<script>\n" + string(asset(name)) + "</script>\n")
	}
	_, err := w.Write(fill(title, head.String(), foot.String()))
	return err
}

// fill fills in the template of the page.
func fill(title, head, foot string) []byte {
	page := asset("page.html")
	for _, part := range [][2]string{{"<!-- title -->", html.EscapeString(title)}, {"<!-- head -->", head}, {"<!-- foot -->", foot}} {
		page = bytes.Replace(page, []byte(part[0]), []byte(part[1]), 1)
	}
	return page
}
