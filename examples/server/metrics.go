package main

import (
	"expvar"
	"fmt"
	"net/http"
	"strconv"

	"github.com/banyan-go/banyan/pool"
)

// figures are what /metrics shows.
type figures struct {
	all                *expvar.Map
	simulations        *expvar.Int
	searching, waiting *expvar.Float
	searches, refusals *expvar.Map
}

// newFigures returns figures that are not published under names of the whole process, so that
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
