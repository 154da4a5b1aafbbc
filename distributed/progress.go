package distributed

import (
	"expvar"
	"maps"
	"slices"
	"sync"
	"time"
)

// Progress is how far a Play is.
type Progress struct {
	Done, Total    int      // pairs; pairs from an earlier Play of the same match count as done
	Failed         int      // pairs that no worker could play
	Workers        []Status // those heard from lately, by name
	GamesPerSecond float64  // since the beginning of this Play
	Left           time.Duration
}

// report sends the progress of the match.
func (p *playing) report() {
	p.publishVars(counts{p.done, len(p.failed), len(p.queued), p.games})
	if p.Progress != nil {
		p.Progress(p.progress(time.Now()))
	}
}

func (p *playing) progress(now time.Time) Progress {
	made := Progress{Done: p.done, Total: p.total, Failed: len(p.failed), Workers: p.workers.list(now)}
	elapsed := now.Sub(p.begin)
	made.GamesPerSecond = float64(p.games) / max(elapsed.Seconds(), 1e-9)
	if p.played > 0 {
		made.Left = time.Duration(float64(elapsed) / float64(p.played) * float64(p.total-p.done))
	}
	return made
}

// workers are the workers that a coordinator has heard of. Several goroutines may use them.
type workers struct {
	mu   sync.Mutex
	last map[string]seen // by name
}

// seen is the last status of a worker.
type seen struct {
	Status
	at time.Time
}

// workerTimeout is how long a worker that says nothing is counted.
const workerTimeout = 5 * statusInterval

// heard keeps the status of a worker.
func (w *workers) heard(s Status, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last == nil {
		w.last = map[string]seen{}
	}
	w.last[s.Worker] = seen{s, now}
}

// list returns the workers that have been heard of lately, by name.
func (w *workers) list(now time.Time) (list []Status) {
	w.mu.Lock()
	defer w.mu.Unlock()
	maps.DeleteFunc(w.last, func(_ string, s seen) bool { return s.Leaving || now.Sub(s.at) > workerTimeout })
	for _, name := range slices.Sorted(maps.Keys(w.last)) {
		list = append(list, w.last[name].Status)
	}
	return list
}

// Vars returns what the coordinator counts, for expvar.Publish: pairs_done, pairs_failed, games and
// games_per_second since Connect, in all Plays together, and pairs_queued and workers at the
// moment.
func (c *Coordinator) Vars() expvar.Var { return c.vars }

func (c *Coordinator) newVars() *expvar.Map {
	m := new(expvar.Map)
	games := new(expvar.Int)
	m.Set("games", games)
	for _, name := range []string{"pairs_done", "pairs_failed", "pairs_queued"} {
		m.Set(name, new(expvar.Int))
	}
	m.Set("workers", expvar.Func(func() any { return len(c.workers.list(time.Now())) }))
	m.Set("games_per_second", expvar.Func(func() any {
		return float64(games.Value()) / max(time.Since(c.since).Seconds(), 1e-9)
	}))
	return m
}

// counts are what a Play adds to the numbers of its coordinator.
type counts struct{ done, failed, queued, games int }

// publishVars adds what has changed since the last call.
func (p *playing) publishVars(now counts) {
	old := p.published
	p.published = now
	p.vars.Add("pairs_done", int64(now.done-old.done))
	p.vars.Add("pairs_failed", int64(now.failed-old.failed))
	p.vars.Add("pairs_queued", int64(now.queued-old.queued))
	p.vars.Add("games", int64(now.games-old.games))
}
