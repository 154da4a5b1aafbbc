package inspect

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/guard"
)

// server serves a page.
type server[S any, A comparable] struct {
	title    string
	subjects []*subject[S, A]
	match    *match[S, A]              // nil without Play
	check    func(*http.Request) error // who asks
}

func newServer[S any, A comparable](ctx context.Context, p Page[S, A]) *server[S, A] {
	if len(p.Searches) == 0 {
		panic("inspect: Page.Searches is empty, want at least one search")
	}
	s := &server[S, A]{title: cmp.Or(p.Title, "Search"), check: guard.Guard{Hosts: p.Hosts}.Checker()}
	for i, search := range p.Searches {
		name := fmt.Sprintf("Search %d", i+1)
		if i < len(p.Names) {
			name = cmp.Or(p.Names[i], name)
		}
		s.subjects = append(s.subjects, newSubject(name, search))
	}
	if p.Play != nil {
		s.match = newMatch(ctx, p)
	}
	return s
}

// about is what the page has to know first.
type about struct {
	Title    string   `json:"title"`
	Searches []string `json:"searches"` // their names
	Play     bool     `json:"play"`
}

func (s *server[S, A]) about() about {
	a := about{Title: s.title, Play: s.match != nil}
	for _, one := range s.subjects {
		a.Searches = append(a.Searches, one.name)
	}
	return a
}

// ServeHTTP implements http.Handler. Only the last element of the path counts, so that the handler
// works under every pattern.
func (s *server[S, A]) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if err := s.check(r); err != nil {
		fail(w, http.StatusForbidden, err)
		return
	}
	name := path.Base(r.URL.Path)
	if strings.HasSuffix(r.URL.Path, "/") {
		name = ""
	}
	switch {
	case name == "game" && r.Method == http.MethodPost && s.match != nil:
		s.match.serve(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		fail(w, http.StatusMethodNotAllowed, errors.New("want GET"))
	case name == "":
		w.Header().Set("Content-Security-Policy", contentSecurityPolicy)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(livePage(s.title))
	case name == "save":
		s.save(w, r)
	case !serveAsset(w, name):
		s.serveData(w, r, name)
	}
}

// serveData serves what the page shows.
func (s *server[S, A]) serveData(w http.ResponseWriter, r *http.Request, name string) {
	q, err := parseQuery(r.URL.RawQuery)
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	data, err := s.data(r.Context(), name, q)
	switch {
	case err == nil:
		writeJSON(w, http.StatusOK, data)
	case errors.Is(err, errEpoch):
		writeJSON(w, http.StatusOK, stale{true, err.Error()})
	case errors.Is(err, errNode), errors.Is(err, errSearch), errors.Is(err, errName):
		fail(w, http.StatusNotFound, err)
	case errors.Is(err, errBusy):
		fail(w, http.StatusServiceUnavailable, err)
	default:
		fail(w, http.StatusInternalServerError, err)
	}
}

var errName = errors.New("there is nothing of that name")

// data returns the data of a name.
func (s *server[S, A]) data(ctx context.Context, name string, q query) (any, error) {
	if q.search >= len(s.subjects) {
		return nil, errSearch
	}
	one := s.subjects[q.search]
	switch name {
	case "about":
		return s.about(), nil
	case "status":
		return one.status(ctx)
	case "history":
		one.mu.Lock()
		defer one.mu.Unlock()
		return one.history.copy(), nil
	case "tree":
		return one.tree(ctx, q)
	case "depths":
		return one.depths(ctx, q)
	case "board":
		return one.board(ctx, q)
	case "game":
		if s.match != nil {
			return s.match.show(), nil
		}
	}
	return nil, errName
}

// stale answers a question about a root that the search has left. That is no error: browsers would
// log one.
type stale struct {
	Stale bool   `json:"stale"`
	Error string `json:"error"`
}

func writeJSON(w http.ResponseWriter, code int, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		code, text = http.StatusInternalServerError, []byte(`{"error":"the answer is no JSON"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_, _ = w.Write(text)
}

func fail(w http.ResponseWriter, code int, err error) {
	writeJSON(w, code, map[string]string{"error": err.Error()})
}

// The limits of queries.
const (
	maxQuery     = 16 << 10 // bytes
	maxPath      = 2000     // plies
	maxNodes     = 20_000   // of an answer
	defaultNodes = 3000
)

// query is what a request asks about.
type query struct {
	search int    // the number of the search
	tree   int    // the number of its tree
	path   []int  // from the root: the number of a child at each node
	nodes  int    // the number of nodes that the answer may have
	epoch  uint64 // of the root that the path begins at, if hasEpoch is set

	hasEpoch bool
}

// parseQuery reads the query of a URL, such as search=0&tree=0&path=3.0.1&epoch=2&nodes=500. Every
// parameter may be missing, and others are errors.
func parseQuery(raw string) (query, error) {
	q := query{nodes: defaultNodes}
	if len(raw) > maxQuery {
		return q, fmt.Errorf("the query has %d bytes, want at most %d", len(raw), maxQuery)
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return q, errors.New("the query is malformed")
	}
	for key, all := range values {
		if len(all) > 1 {
			return q, fmt.Errorf("%q is there %d times", key, len(all))
		}
		if err := q.set(key, all[0]); err != nil {
			return q, fmt.Errorf("%q: %w", key, err)
		}
	}
	return q, nil
}

func (q *query) set(key, text string) (err error) {
	switch key {
	case "search":
		q.search, err = whole(text, 1<<16)
	case "tree":
		q.tree, err = whole(text, 1<<16)
	case "nodes":
		q.nodes, err = whole(text, maxNodes)
	case "epoch":
		q.epoch, err = strconv.ParseUint(text, 10, 64)
		q.hasEpoch = err == nil
	case "path":
		q.path, err = parsePath(text)
	default:
		err = errors.New("there is no such parameter")
	}
	return err
}

// parsePath reads the numbers of children, separated by points.
func parsePath(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	parts := strings.Split(text, ".")
	if len(parts) > maxPath {
		return nil, fmt.Errorf("the path has %d steps, want at most %d", len(parts), maxPath)
	}
	path := make([]int, len(parts))
	for i, part := range parts {
		var err error
		if path[i], err = whole(part, 1<<16); err != nil {
			return nil, err
		}
	}
	return path, nil
}

// whole reads a number from 0 to most.
func whole(text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, fmt.Errorf("want a whole number from 0 to %d", most)
	}
	return n, nil
}
