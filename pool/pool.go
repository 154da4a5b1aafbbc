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

// Errors of Run and Do that a caller may want to recognise.
var (
	ErrFull   = errors.New("pool: Config.MaxWaiting searches are waiting already")
	ErrLate   = errors.New("pool: Request.Deadline passed before the search was admitted")
	ErrClosed = errors.New("pool: the session is closed")
)

// Config says what is shared, and how.
type Config struct {
	// Search is the configuration of every search, except for its Seed. Its MaxBytes is how much
	// the tree of one session may take.
	Search mcts.Config

	// Running is how many searches run at a time; if zero, as many as runtime.GOMAXPROCS allows
	// when New is called. With Search.Parallel each of them keeps several processors busy, so that
	// it should be less.
	Running int

	// MaxBytes is how much all trees together may take, used or not: there are at most MaxBytes /
	// Search.MaxBytes of them, and at least Running. If zero, every session keeps its tree. What
	// Search.MaxBytes does not count is not counted here either.
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
		add("Config.MaxBytes is %d and Config.Search.MaxBytes is %d, want > 0, to know how many trees there may be",
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
	game     mcts.Game[S, A]
	config   Config
	searches int // how many there may be; 0: any number
	line     line

	mu     sync.Mutex
	unused []*search[S, A] // They belong to no session.
	idle   list.List       // the sessions that have a search and do not use it, the least recently used first
	stats  Stats
}

// search is a search that goes from session to session.
type search[S any, A comparable] struct {
	*mcts.Search[S, A]
	bytes int64 // of its trees, when it was used last
}

// Stats are figures of a pool.
type Stats struct {
	Sessions int   // open
	Searches int   // that exist, each with its tree; those that belong to no session at the time among them
	Bytes    int64 // of all trees; those of running searches as they were before

	Running int // calls that are admitted
	Waiting int // calls that wait for admission

	Admitted uint64 // calls since New
	Lost     uint64 // how often a session lost its tree to another one
}

// New returns a pool without sessions. It reports what is wrong with g or c.
func New[S any, A comparable](g mcts.Game[S, A], c Config) (*Pool[S, A], error) {
	c.Running = cmp.Or(c.Running, runtime.GOMAXPROCS(0))
	if err := c.validate(); err != nil {
		return nil, err
	}
	p := &Pool[S, A]{game: g, config: c, line: line{free: c.Running, most: c.MaxWaiting}}
	if c.MaxBytes > 0 {
		p.searches = int(c.MaxBytes / c.Search.MaxBytes)
	}
	first, err := p.newSearch(0)
	if err != nil {
		return nil, err
	}
	p.unused = append(p.unused, first)
	p.stats.Searches = 1
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
	return &search[S, A]{Search: s}, nil
}

// Stats returns the figures at this moment.
func (p *Pool[S, A]) Stats() Stats {
	waiting := p.line.length()
	p.mu.Lock()
	defer p.mu.Unlock()
	stats := p.stats
	stats.Waiting = waiting
	return stats
}

// touch moves a session that will need its search soon away from those that lose theirs first.
func (p *Pool[S, A]) touch(s *Session[S, A]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.place != nil {
		p.idle.MoveToBack(s.place)
	}
}

// take gives an admitted session a search: its own, or else an unused one, a new one, or that of
// the session that has been idle for longest. If it is not its own, fresh is true, and the search
// has to be reset.
func (p *Pool[S, A]) take(s *Session[S, A]) (fresh bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.closed {
		return false, ErrClosed
	}
	if s.search == nil {
		if s.search, err = p.find(s.seed); err != nil {
			return false, err
		}
		fresh = true
	} else {
		p.idle.Remove(s.place)
		s.place = nil
	}
	p.stats.Running++
	p.stats.Admitted++
	return fresh, nil
}

// find returns a search that no session uses. The caller holds p.mu.
func (p *Pool[S, A]) find(seed uint64) (*search[S, A], error) {
	if last := len(p.unused) - 1; last >= 0 {
		found := p.unused[last]
		p.unused = p.unused[:last]
		return found, nil
	}
	if p.searches > 0 && p.stats.Searches == p.searches {
		// There are at least as many searches as run at a time, so one is idle.
		loser, _ := p.idle.Remove(p.idle.Front()).(*Session[S, A])
		found := loser.search
		loser.search, loser.place, loser.played = nil, nil, nil
		p.stats.Lost++
		return found, nil
	}
	made, err := p.newSearch(seed)
	if err == nil {
		p.stats.Searches++
	}
	return made, err
}

// put takes note that a session has used its search.
func (p *Pool[S, A]) put(s *Session[S, A]) {
	bytes := s.search.Bytes()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stats.Running--
	p.stats.Bytes += bytes - s.search.bytes
	s.search.bytes = bytes
	if s.closed {
		p.release(s)
		return
	}
	s.place = p.idle.PushBack(s)
}

// release takes the search from a session that is closed. The caller holds p.mu.
func (p *Pool[S, A]) release(s *Session[S, A]) {
	if p.searches > 0 {
		p.unused = append(p.unused, s.search)
	} else {
		p.stats.Searches--
		p.stats.Bytes -= s.search.bytes
	}
	s.search, s.played = nil, nil
}
