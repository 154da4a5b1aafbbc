// Package analyze is an engine for programs in any language: queries come as lines of JSON, and
// answers go as lines of JSON. docs/analyze.md describes both.
package analyze

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/banyan-go/banyan/console/cli"
)

// Analyzer answers queries. Several goroutines call it at the same time.
type Analyzer interface {
	// Analyze searches the position of a query. It calls report with interim answers if the query
	// asks for them. The error should be an *Error.
	Analyze(ctx context.Context, q Query, report func(Answer)) (Answer, error)
}

// Engine reads queries and writes answers.
type Engine struct {
	Analyzer Analyzer
	Workers  int // queries that are searched at the same time, at least 1
}

// maxLine is the greatest length of a line in bytes, and maxWaiting the number of queries that wait
// before the engine stops reading.
const (
	maxLine    = 1 << 20
	maxWaiting = 10_000
)

// Run answers the queries of in until it ends or ctx is done. Every query gets one final answer or
// error. The end of in is no reason to leave a query unanswered; the end of ctx cuts the searches
// short, and queries that wait get an error.
func (e Engine) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	s := &session{Engine: e, ctx: ctx, out: bufio.NewWriter(out), known: map[string]*job{}}
	s.changed = sync.NewCond(&s.mu)
	var workers sync.WaitGroup
	for range max(1, e.Workers) {
		workers.Go(s.work)
	}
	stop := context.AfterFunc(ctx, s.wake)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- s.read(in) }() // a Read cannot be interrupted, so nothing waits for its end
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
	}
	s.close()
	workers.Wait()
	return errors.Join(err, s.end())
}

// job is a query that waits or is searched.
type job struct {
	query  Query
	order  int
	ctx    context.Context
	cancel context.CancelFunc
}

// session is one call of Engine.Run.
type session struct {
	Engine
	ctx context.Context

	mu      sync.Mutex
	changed *sync.Cond // of waiting and closed
	known   map[string]*job
	waiting []*job
	count   int  // jobs so far
	closed  bool // no more queries come
	out     *bufio.Writer
	ended   bool  // nothing may be written to out
	failed  error // of out
}

func (s *session) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed.Broadcast()
}

func (s *session) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.changed.Broadcast()
}

// end gives out back to the caller, although a Read may be in progress, and returns its error.
func (s *session) end() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	return s.failed
}

// write writes an answer as a line.
func (s *session) write(a Answer) {
	a.Version = Version
	line, err := json.Marshal(a)
	if err != nil {
		line, _ = json.Marshal(Answer{ID: a.ID, Version: Version, Final: a.Final, Error: &Error{Message: err.Error()}}) // of texts only
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	_, err = s.out.Write(append(line, '\n'))
	if err == nil {
		err = s.out.Flush()
	}
	if err != nil && s.failed == nil {
		s.failed = err
	}
}

func (s *session) fail(id string, err *Error) { s.write(Answer{ID: id, Final: true, Error: err}) }

// read reads queries to the end of the input.
func (s *session) read(in io.Reader) error {
	r := bufio.NewReaderSize(in, 1<<16)
	for n := 1; ; n++ {
		line, err := cli.ReadLine(r, maxLine)
		if len(line) > maxLine {
			s.fail("", &Error{Line: n, Message: fmt.Sprintf("the line has more than %d bytes", maxLine)})
		} else if query := strings.TrimSpace(line); query != "" {
			s.take([]byte(query), n)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil || s.ctx.Err() != nil {
			return err
		}
	}
}

// take queues the query of a line, or cancels the one that it names.
func (s *session) take(line []byte, n int) {
	q, err := parse(line)
	if err != nil {
		err.Line = n
		s.fail(q.ID, err)
		return
	}
	if q.Cancel != "" {
		s.cancel(q)
		return
	}
	s.mu.Lock()
	for len(s.waiting) >= maxWaiting && s.ctx.Err() == nil {
		s.changed.Wait()
	}
	_, twice := s.known[q.ID]
	if !twice && !s.closed {
		j := &job{query: q, order: s.count}
		j.ctx, j.cancel = context.WithCancel(s.ctx)
		s.count++
		s.known[q.ID] = j
		s.waiting = append(s.waiting, j)
		s.changed.Broadcast()
	}
	s.mu.Unlock()
	if twice {
		s.fail(q.ID, &Error{Field: "id", Value: q.ID, Line: n, Message: "a query with this id is not answered yet"})
	}
}

// cancel cancels a query. A search that runs ends with what it has found.
func (s *session) cancel(q Query) {
	s.mu.Lock()
	j, ok := s.known[q.Cancel]
	s.mu.Unlock()
	if !ok {
		s.fail(q.ID, &Error{Field: "cancel", Value: q.Cancel, Message: "no query with this id waits or is searched"})
		return
	}
	j.cancel()
	s.write(Answer{ID: q.ID, Final: true, Cancelled: q.Cancel})
}

// next returns the waiting query of the highest priority, the oldest of several, or nil at the end.
func (s *session) next() *job {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.waiting) == 0 {
		if s.closed {
			return nil
		}
		s.changed.Wait()
	}
	best := slices.MinFunc(s.waiting, func(a, b *job) int {
		return cmp.Or(cmp.Compare(b.query.Priority, a.query.Priority), cmp.Compare(a.order, b.order))
	})
	s.waiting = slices.DeleteFunc(s.waiting, func(j *job) bool { return j == best })
	s.changed.Broadcast()
	return best
}

// work answers queries until there are no more.
func (s *session) work() {
	for j := s.next(); j != nil; j = s.next() {
		answer, err := s.answer(j)
		s.mu.Lock()
		delete(s.known, j.query.ID)
		s.mu.Unlock()
		j.cancel()
		if err != nil {
			s.fail(j.query.ID, err)
			continue
		}
		answer.ID, answer.Final = j.query.ID, true
		s.write(answer)
	}
}

// answer searches the position of a query. The panic of a game is an error of its query.
func (s *session) answer(j *job) (a Answer, failed *Error) {
	defer func() {
		if r := recover(); r != nil {
			failed = &Error{Message: fmt.Sprintf("panic: %v", r)}
		}
	}()
	if j.ctx.Err() != nil {
		return a, &Error{Message: "cancelled before the search began"}
	}
	a, err := s.Analyzer.Analyze(j.ctx, j.query, func(interim Answer) {
		interim.ID, interim.Final = j.query.ID, false
		s.write(interim)
	})
	if err == nil {
		return a, nil
	}
	if errors.As(err, &failed) {
		return a, failed
	}
	return a, &Error{Message: err.Error()}
}
