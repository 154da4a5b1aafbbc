package pool

import (
	"cmp"
	"container/list"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/banyan-go/banyan/mcts"
)

// Errors of Run and Do that a caller may want to recognize.
var (
	ErrFull   = errors.New("pool: Config.MaxWaiting searches are waiting already")
	ErrLate   = errors.New("pool: Request.Deadline passed before the search was admitted")
	ErrClosed = errors.New("pool: the session is closed")
)

// Config determines what is shared, and how.
type Config struct {
	// Search is the configuration of every search, except for its Seed. Its MaxBytes is how much
	// the tree of one session may take.
	Search mcts.Config

	// Running is how many searches run at a time; if zero, as many as runtime.GOMAXPROCS allows
	// when New is called. With Search.Parallel each of them keeps several processors busy, so that
	// it should be less.
	Running int

	// MaxBytes is how much all trees together may take, used or not: Search.MaxBytes for each that
	// is searched at the time, whose size is not known in advance, and for the others their current
	// size. If zero, every session keeps its tree. What Search.MaxBytes does not count is not
	// counted here either.
	MaxBytes int64

	// MaxWaiting is how many calls may wait for admission; further ones return [ErrFull] at once.
	// If zero, any number may wait.
	MaxWaiting int
}

// validate reports what is wrong with c, which has its defaults.
func (c Config) validate() error {
	var errs []error
	add := func(format string, values ...any) { errs = append(errs, fmt.Errorf("pool: "+format, values...)) }
	if c.Running < 0 {
		add("Config.Running is %d, want >= 0", c.Running)
	}
	if c.MaxWaiting < 0 {
		add("Config.MaxWaiting is %d, want >= 0", c.MaxWaiting)
	}
	switch least := int64(c.Running) * c.Search.MaxBytes; {
	case c.MaxBytes < 0:
		add("Config.MaxBytes is %d, want >= 0", c.MaxBytes)
	case c.MaxBytes > 0 && c.Search.MaxBytes <= 0:
		add("Config.MaxBytes is %d and Config.Search.MaxBytes is %d, want > 0, to know how large a tree may grow",
			c.MaxBytes, c.Search.MaxBytes)
	case c.MaxBytes > 0 && c.MaxBytes < least:
		add("Config.MaxBytes is %d, want >= %d, a tree of Config.Search.MaxBytes for each of %d searches that run at a time",
			c.MaxBytes, least, c.Running)
	}
	return errors.Join(errs...)
}

// Pool shares processors and memory among sessions. All its methods may be called from any
// goroutine.
type Pool[S any, A comparable] struct {
	game   mcts.Game[S, A]
	config Config
	line   line

	mu     sync.Mutex
	unused []*search[S, A] // They belong to no session.
	kept   int64           // bytes of the searches that are not in use

	// These sessions have a search and do not use it.
	idle    list.List // the least recently used first
	waiting list.List // in the order in which they began to wait for admission

	stats Stats
}

// search is a search that goes from session to session.
type search[S any, A comparable] struct {
	*mcts.Search[S, A]
	bytes int64 // of its trees, when it was used last
}

// Stats are numbers of a pool.
type Stats struct {
	Sessions int   // open
	Searches int   // that exist, each with its tree; those that belong to no session at the time among them
	Bytes    int64 // of all trees; for running searches, as before the search

	Running int // calls that are admitted
	Waiting int // calls that wait for admission

	Admitted uint64 // calls since New
	Evicted  uint64 // how often a session lost its tree to another one
}

// New returns a pool without sessions. It reports what is wrong with g or c.
func New[S any, A comparable](g mcts.Game[S, A], c Config) (*Pool[S, A], error) {
	c.Running = cmp.Or(c.Running, runtime.GOMAXPROCS(0))
	if err := c.validate(); err != nil {
		return nil, err
	}
	p := &Pool[S, A]{game: g, config: c, line: line{free: c.Running, most: c.MaxWaiting}}
	first, err := p.newSearch(0)
	if err != nil {
		return nil, err
	}
	p.unused, p.kept = append(p.unused, first), first.bytes
	p.stats.Searches, p.stats.Bytes = 1, first.bytes
	return p, nil
}

// newSearch returns a search that begins with seed.
func (p *Pool[S, A]) newSearch(seed uint64) (*search[S, A], error) {
	config := p.config.Search
	config.Seed = seed
	s, err := mcts.New(p.game, config)
	if err != nil {
		return nil, err
	}
	return &search[S, A]{s, s.Bytes()}, nil
}

// Stats returns the numbers at this moment.
func (p *Pool[S, A]) Stats() Stats {
	waiting := p.line.length()
	p.mu.Lock()
	defer p.mu.Unlock()
	stats := p.stats
	stats.Waiting = waiting
	return stats
}

// wait notes that a session waits for admission, so that others lose their searches before it.
func (p *Pool[S, A]) wait(s *Session[S, A]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.unlist(s) {
		s.place = p.waiting.PushBack(s)
	}
}

// giveUp notes that a session does not wait any more.
func (p *Pool[S, A]) giveUp(s *Session[S, A]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.unlist(s) {
		s.place = p.idle.PushBack(s)
	}
}

// unlist takes a session from the list that it is in, and reports whether it was in one. The caller
// holds p.mu.
func (p *Pool[S, A]) unlist(s *Session[S, A]) bool {
	if s.place == nil {
		return false
	}
	p.idle.Remove(s.place)
	p.waiting.Remove(s.place) // A list leaves alone what is in another one.
	s.place = nil
	return true
}

// take gives an admitted session a search: its own, or else an unneeded one, or a new one. If it is
// not its own, fresh is true, and the search has to be reset.
func (p *Pool[S, A]) take(s *Session[S, A]) (fresh bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.closed {
		return false, ErrClosed
	}
	p.stats.Running++
	if fresh = !p.unlist(s); !fresh {
		p.kept -= s.search.bytes
	} else if s.search, err = p.find(s.seed); err != nil {
		p.stats.Running--
		return false, err
	}
	for p.lacksRoom() {
		p.forget(p.spare())
	}
	p.stats.Admitted++
	s.searches(p.stats.Admitted, p.stats.Sessions)
	return fresh, nil
}

// lacksRoom reports whether the trees could grow beyond Config.MaxBytes. The caller holds p.mu.
func (p *Pool[S, A]) lacksRoom() bool {
	return p.config.MaxBytes > 0 && p.kept+int64(p.stats.Running)*p.config.Search.MaxBytes > p.config.MaxBytes
}

// find returns a search that no session uses. The caller holds p.mu.
func (p *Pool[S, A]) find(seed uint64) (*search[S, A], error) {
	if len(p.unused) > 0 || p.lacksRoom() {
		return p.spare(), nil
	}
	made, err := p.newSearch(seed)
	if err == nil {
		p.stats.Searches++
		p.stats.Bytes += made.bytes
	}
	return made, err
}

// spare returns a search that was kept: an unused one, or the search of the session that loses it.
// The caller holds p.mu.
func (p *Pool[S, A]) spare() *search[S, A] {
	var found *search[S, A]
	if last := len(p.unused) - 1; last >= 0 {
		found, p.unused = p.unused[last], p.unused[:last]
	} else {
		loser := p.loser()
		p.unlist(loser)
		found = loser.search
		loser.search, loser.played = nil, nil
		p.stats.Evicted++
	}
	p.kept -= found.bytes
	return found
}

// loser returns the session that can best do without its search. The least recently used one, as in
// a cache, would be wrong if all are served in turn: it is the next. So it competes with the most
// recently used one, and the session that is expected to search later loses. The caller holds p.mu,
// and there is a session that has a search and does not use it.
func (p *Pool[S, A]) loser() *Session[S, A] {
	if p.idle.Len() == 0 {
		last, _ := p.waiting.Back().Value.(*Session[S, A])
		return last
	}
	oldest, _ := p.idle.Front().Value.(*Session[S, A])
	newest, _ := p.idle.Back().Value.(*Session[S, A])
	if now := p.stats.Admitted; newest.expected(now) > oldest.expected(now) {
		return newest
	}
	return oldest
}

// put notes that a session has used its search.
func (p *Pool[S, A]) put(s *Session[S, A]) {
	bytes := s.search.Bytes()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stats.Running--
	p.stats.Bytes += bytes - s.search.bytes
	p.kept += bytes
	s.search.bytes = bytes
	if s.closed {
		p.release(s)
		return
	}
	s.place = p.idle.PushBack(s)
}

// release takes the search from a session that is closed. The caller holds p.mu.
func (p *Pool[S, A]) release(s *Session[S, A]) {
	if p.config.MaxBytes > 0 {
		p.unused = append(p.unused, s.search)
	} else {
		p.kept -= s.search.bytes
		p.forget(s.search)
	}
	s.search, s.played = nil, nil
}

// forget notes that a search is not used any more. The caller holds p.mu.
func (p *Pool[S, A]) forget(s *search[S, A]) {
	p.stats.Searches--
	p.stats.Bytes -= s.bytes
}
