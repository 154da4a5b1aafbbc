package main

import (
	"context"
	"expvar"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/banyan-go/banyan/guard"
	"github.com/banyan-go/banyan/inspect"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/pool"
)

// limits bound what clients can ask for.
type limits struct {
	games  int           // open at a time
	idle   time.Duration // after which a game may be closed
	search time.Duration // that a search can take
}

func (l limits) validate() error {
	switch {
	case l.games < 1:
		return fmt.Errorf("-games is %d, want 1 or more", l.games)
	case l.idle <= 0:
		return fmt.Errorf("-idle is %v, want more than 0", l.idle)
	case l.search <= 0:
		return fmt.Errorf("-most is %v, want more than 0", l.search)
	}
	return nil
}

// server plays games.
type server struct {
	rules rules
	limit limits
	hosts []string // names of this machine
	pool  *pool.Pool[state, action]
	figures

	mu    sync.Mutex
	games map[string]*game
	next  int
}

func newServer(c pool.Config, limit limits) (*server, error) {
	if err := limit.validate(); err != nil {
		return nil, err
	}
	s := &server{limit: limit, games: map[string]*game{}, next: 1}
	var err error
	if s.pool, err = pool.New(s.rules, c); err != nil {
		return nil, err
	}
	s.figures = newFigures(s.pool)
	return s, nil
}

// handler returns the handler of all requests. The pages of searches are live until ctx is done.
func (s *server) handler(ctx context.Context) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /games", s.open)
	mux.HandleFunc("GET /games/{id}", s.with(func(w http.ResponseWriter, _ *http.Request, g *game) {
		v, err := g.look()
		s.reply(w, v, err)
	}))
	mux.HandleFunc("DELETE /games/{id}", s.with(func(w http.ResponseWriter, _ *http.Request, g *game) {
		s.mu.Lock()
		s.close(g)
		s.mu.Unlock()
		w.WriteHeader(http.StatusNoContent)
	}))
	mux.HandleFunc("POST /games/{id}/actions", s.with(s.play))
	mux.HandleFunc("POST /games/{id}/search", s.with(s.search))
	mux.HandleFunc("GET /games/{id}/tree/", s.with(func(w http.ResponseWriter, r *http.Request, g *game) {
		page := s.page(ctx, g)
		if page == nil {
			s.reply(w, nil, errNoTree)
			return
		}
		page.ServeHTTP(w, r)
	}))
	mux.Handle("GET /metrics", s.metrics())
	return guard.Guard{Hosts: s.hosts}.Handler(guard.Limit(mux, maxBody))
}

// maxBody is how large a request may be, in bytes.
const maxBody = 1 << 12

// page returns the page of the search of a game, nil if it has none. It forgets the pages of
// searches that games have no longer, because a page keeps its tree.
func (s *server) page(ctx context.Context, g *game) http.Handler {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, other := range s.games {
		if other.page != nil && other.session.Search() != other.shown {
			other.page, other.shown = nil, nil
		}
	}
	search := g.session.Search()
	if search == nil || g.page != nil {
		return g.page
	}
	g.shown = search
	g.page = inspect.Page[state, action]{Searches: []*mcts.Search[state, action]{search}, Hosts: s.hosts}.Handler(ctx)
	return g.page
}

// with calls f with the game that a request names.
func (s *server) with(f func(http.ResponseWriter, *http.Request, *game)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		g := s.games[r.PathValue("id")]
		if g != nil {
			g.requests++
		}
		s.mu.Unlock()
		if g == nil {
			s.reply(w, nil, errNotFound)
			return
		}
		defer func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			g.requests--
			g.used = time.Now()
		}()
		f(w, r, g)
	}
}

// open begins a game.
func (s *server) open(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	if len(s.games) >= s.limit.games {
		s.closeIdle()
	}
	if len(s.games) >= s.limit.games {
		s.mu.Unlock()
		s.reply(w, nil, errTooMany)
		return
	}
	g := &game{id: strconv.Itoa(s.next), rules: s.rules, state: s.rules.Start(), session: s.pool.Open(uint64(s.next)), used: time.Now()}
	s.games[g.id] = g
	s.next++
	s.mu.Unlock()
	v, err := g.look()
	s.reply(w, v, err)
}

// closeIdle closes the games that are no longer played. The caller holds s.mu.
func (s *server) closeIdle() {
	for _, g := range s.games {
		if g.requests == 0 && time.Since(g.used) > s.limit.idle {
			s.close(g)
		}
	}
}

// close ends a game, which may have ended already. A search of it that waits or runs ends as it
// would have done, or with an error. The caller holds s.mu.
func (s *server) close(g *game) {
	g.session.Close()
	delete(s.games, g.id)
}

// play plays an action of the client.
func (s *server) play(w http.ResponseWriter, r *http.Request, g *game) {
	var q struct {
		Action string `json:"action"`
		Ply    *int   `json:"ply"`
	}
	err := read(r, &q)
	if err == nil && q.Ply == nil {
		err = errNoPly
	}
	if err != nil {
		s.reply(w, nil, err)
		return
	}
	v, err := g.play(q.Action, *q.Ply)
	s.reply(w, v, err)
}

// search lets the server look for an action, and perhaps play it.
func (s *server) search(w http.ResponseWriter, r *http.Request, g *game) {
	o, err := s.readSearch(r)
	if err != nil {
		s.reply(w, nil, err)
		return
	}
	a, err := g.search(r.Context(), o)
	if err == nil {
		s.count(a)
	}
	s.reply(w, a, err)
}

// readSearch reads what a client wants to be searched.
func (s *server) readSearch(r *http.Request) (o searchRequest, err error) {
	q := struct {
		Time     string `json:"time"`
		Deadline string `json:"deadline"`
		Play     bool   `json:"play"`
		Ply      *int   `json:"ply"` // if it is to be played
	}{Time: "50ms"}
	if err := read(r, &q); err != nil {
		return o, err
	}
	if o.play = q.Play; q.Ply != nil {
		o.ply = *q.Ply
	} else if q.Play {
		return o, errNoPly
	}
	if o.time, err = time.ParseDuration(q.Time); err != nil || o.time <= 0 || o.time > s.limit.search {
		return o, errClient{fmt.Errorf("time is %q, want a time like 50ms, up to %v", q.Time, s.limit.search)}
	}
	if q.Deadline == "" {
		return o, nil
	}
	if o.deadline, err = time.ParseDuration(q.Deadline); err != nil || o.deadline <= 0 {
		return o, errClient{fmt.Errorf("deadline is %q, want a time from now like 1s", q.Deadline)}
	}
	return o, nil
}

// numbers are what /metrics shows.
type figures struct {
	all                *expvar.Map
	simulations        *expvar.Int
	searching, waiting *expvar.Float
	searches, refusals *expvar.Map
}

// newFigures returns numbers that are not published under names of the whole process, so that
// there can be several servers in it.
func newFigures(p *pool.Pool[state, action]) figures {
	f := figures{
		all: new(expvar.Map), simulations: new(expvar.Int), searching: new(expvar.Float), waiting: new(expvar.Float),
		searches: new(expvar.Map), refusals: new(expvar.Map),
	}
	f.all.Set("pool", expvar.Func(func() any { return p.Stats() }))
	f.all.Set("simulations", f.simulations)
	f.all.Set("secondsSearching", f.searching)
	f.all.Set("secondsWaiting", f.waiting)
	f.all.Set("searches", f.searches) // by what stopped them
	f.all.Set("refusals", f.refusals) // by status code
	return f
}

// count counts a search.
func (f figures) count(a searchReply) {
	f.simulations.Add(int64(a.Simulations))
	f.searching.Add(a.Searched)
	f.waiting.Add(a.Waited)
	f.searches.Add(a.Stop, 1)
}

// refuse counts a request that got no answer.
func (f figures) refuse(code int) { f.refusals.Add(strconv.Itoa(code), 1) }

// metrics returns the handler of /metrics.
func (f figures) metrics() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintln(w, f.all)
	})
}
