package distributed

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/banyan-go/banyan/mcts"
)

// sessions are the trees of a worker, and the requests that work on them.
type sessions struct {
	searcher Searcher
	requests sync.WaitGroup // those in progress

	mu     sync.Mutex
	open   map[string]*openSession
	closed bool // no more requests are admitted
}

// openSession is a tree. The mutex of the sessions guards all but session.
type openSession struct {
	search  string
	newest  uint64          // the number of the last request
	ctx     context.Context // of that request
	stop    context.CancelFunc
	running int // requests in progress, of which one works and the others wait
	used    time.Time

	mu      sync.Mutex // A session is for one goroutine.
	session Session    // nil until it is needed
}

const (
	// mostSessions is how many trees a worker keeps. Those that were not used for longest are
	// dropped.
	mostSessions = 64

	// sessionIdle is how long an unused tree is kept.
	sessionIdle = 10 * time.Minute
)

// admit returns the session for a request, which the caller ends with done. It stops an older
// request of the session, which its coordinator has given up. It returns nil for a request that is
// itself the older one: after a worker had hung, there may be many.
func (s *sessions) admit(ctx context.Context, q searchRequest, now time.Time) (*openSession, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errors.New("the worker is leaving")
	}
	o := s.open[q.session()]
	if o == nil {
		s.makeRoom()
		o = &openSession{search: q.Search, stop: func() {}}
		s.open[q.session()] = o
	}
	if q.Number <= o.newest {
		return nil, nil //nolint:nilnil // A response is not expected.
	}
	o.stop()
	o.ctx, o.stop = context.WithCancel(ctx)
	o.newest, o.used = q.Number, now
	o.running++
	s.requests.Add(1)
	return o, nil
}

// makeRoom drops the tree that was not used for longest if there are too many. Those that are being
// searched stay.
func (s *sessions) makeRoom() {
	if len(s.open) < mostSessions {
		return
	}
	oldest := ""
	for key, o := range s.open {
		if o.running == 0 && (oldest == "" || o.used.Before(s.open[oldest].used)) {
			oldest = key
		}
	}
	delete(s.open, oldest)
}

// done ends a request.
func (s *sessions) done(o *openSession, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o.running--; o.running == 0 {
		o.stop()
	}
	o.used = now
	s.requests.Done()
}

// context returns the context of a request, or an error if it is not the last one of its session.
func (s *sessions) context(o *openSession, q searchRequest) (context.Context, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o.newest != q.Number {
		return nil, errors.New("a later request has come")
	}
	return o.ctx, nil
}

// works reports whether the request with this key is in progress.
func (s *sessions) works(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.find(key) != nil
}

// stop stops the request with this key, if it is in progress.
func (s *sessions) stop(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o := s.find(key); o != nil {
		o.stop()
	}
}

// find returns the session on which the request with this key works, or nil.
func (s *sessions) find(key string) *openSession {
	for name, o := range s.open {
		if o.running > 0 && key == fmt.Sprintf("%s.%d", name, o.newest) {
			return o
		}
	}
	return nil
}

// drop drops the trees that a function names, and stops what works on them.
func (s *sessions) drop(unwanted func(o *openSession) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.open, func(_ string, o *openSession) bool {
		if !unwanted(o) {
			return false
		}
		o.stop()
		return true
	})
}

// dropIdle drops the trees that have not been used for a while.
func (s *sessions) dropIdle(now time.Time) {
	s.drop(func(o *openSession) bool { return o.running == 0 && now.Sub(o.used) > sessionIdle })
}

// close admits no more requests.
func (s *sessions) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
}

// run runs a share of a search. A tree whose search has failed may be broken and is not used again,
// unless the search was stopped.
func (s *sessions) run(o *openSession, q searchRequest) (share mcts.RootStats[int], err error) {
	begin := time.Now()
	o.mu.Lock()
	defer o.mu.Unlock()
	ctx, err := s.context(o, q)
	if err != nil {
		return share, err
	}
	err = safely(func() (err error) {
		if o.session == nil {
			session, err := s.searcher(ctx, q.Options, q.Share)
			if err != nil {
				return err
			}
			o.session = session
		}
		b := mcts.Budget{Simulations: q.Simulations, Time: remaining(q.Time, begin), Player: q.Player}
		share, err = o.session.Run(ctx, q.History, b)
		return err
	})
	if err != nil && (ctx.Err() == nil || !errors.Is(err, ctx.Err())) {
		o.session = nil
	}
	return share, err
}

// serveSearches lets the worker run shares of searches until its connection ends.
func (r *working) serveSearches() error {
	if r.Searcher == nil {
		return nil
	}
	all := searchSubject + "." + r.Queue
	for subject, handle := range map[string]nats.MsgHandler{
		all:                           func(msg *nats.Msg) { _ = msg.Respond(encode(r.announcement())) },
		all + "." + r.Name:            r.search,
		all + "." + r.Name + ".alive": r.alive,
		all + "." + r.Name + ".stop":  func(msg *nats.Msg) { r.sessions.stop(string(msg.Data)) },
		searchEndSubject + "." + r.Queue: func(msg *nats.Msg) {
			r.sessions.drop(func(o *openSession) bool { return o.search == string(msg.Data) })
		},
	} {
		if _, err := r.conn.Subscribe(subject, handle); err != nil {
			return fmt.Errorf("distributed: %w", err)
		}
	}
	return nil
}

// alive responds whether a request is in progress.
func (r *working) alive(msg *nats.Msg) {
	var response []byte
	if r.sessions.works(string(msg.Data)) {
		response = msg.Data
	}
	_ = msg.Respond(response)
}

// search begins a share of a search. Requests are admitted in the order of their arrival.
func (r *working) search(msg *nats.Msg) {
	q, err := decodeGob[searchRequest](msg.Data)
	if err == nil {
		err = r.check(q)
	}
	var o *openSession
	if err == nil {
		o, err = r.sessions.admit(r.playing, q, time.Now())
	}
	switch {
	case err != nil:
		r.respond(msg, searchResponse{Error: err.Error()})
	case o != nil:
		go func() {
			defer func() { r.sessions.done(o, time.Now()) }()
			made := searchResponse{}
			if made.Share, err = r.sessions.run(o, q); err != nil {
				made.Error = err.Error()
			}
			r.respond(msg, made)
		}()
	}
}

// respond sends a share. A coordinator that has given up the request drops it.
func (r *working) respond(msg *nats.Msg, made searchResponse) {
	data := encodeGob(made)
	if errors.Is(msg.Respond(data), nats.ErrMaxPayload) {
		made = searchResponse{Error: fmt.Sprintf("the share takes %d bytes, and the server takes %d", len(data), r.conn.MaxPayload())}
		_ = msg.Respond(encodeGob(made))
	}
}

// check returns why the worker cannot run a share.
func (r *working) check(q searchRequest) error {
	if reason := refusal(r.announcement(), q.Protocol, q.Version, q.Options.Game); reason != "" {
		return errors.New(reason)
	}
	if q.Options.Shares < 1 || q.Share < 0 || q.Share >= q.Options.Shares {
		return fmt.Errorf("share %d of %d", q.Share, q.Options.Shares)
	}
	return nil
}
