package distributed

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts"
)

// sessionFunc is a session of one function.
type sessionFunc func(history []int) error

func (f sessionFunc) Run(_ context.Context, history []int, _ mcts.Budget) (mcts.RootStats[int], error) {
	return mcts.RootStats[int]{}, f(history)
}

// newSessions returns sessions of one function, and how many were opened.
func newSessions(run sessionFunc) (s *sessions, opened *int) {
	opened = new(int)
	return &sessions{open: map[string]*openSession{}, searcher: func(context.Context, SearchOptions, int) (Session, error) {
		*opened++
		return run, nil
	}}, opened
}

// TestOldRequests has requests that come in another order, and some that wait for one another.
func TestOldRequests(t *testing.T) {
	var ran []int
	s, opened := newSessions(func(history []int) error {
		ran = append(ran, history...)
		return nil
	})
	now := time.Now()
	request := func(number uint64) searchRequest {
		return searchRequest{Search: "s", Number: number, History: []int{int(number)}}
	}
	first, err := s.admit(t.Context(), request(2), now)
	require.NoError(t, err)
	old, err := s.admit(t.Context(), request(1), now)
	require.NoError(t, err)
	require.Nil(t, old, "it is older than another one")
	stopped := first.ctx
	require.NoError(t, stopped.Err())
	second, err := s.admit(t.Context(), request(3), now)
	require.NoError(t, err)
	require.Same(t, first, second)
	require.Error(t, stopped.Err(), "the coordinator has given it up")
	_, err = s.run(first, request(2))
	require.ErrorContains(t, err, "a later request has come")
	require.False(t, s.works(request(2).key()))
	require.True(t, s.works(request(3).key()))
	_, err = s.run(second, request(3))
	require.NoError(t, err)
	s.done(first, now)
	s.done(second, now)
	require.False(t, s.works(request(3).key()))
	require.Equal(t, []int{3}, ran)
	require.Equal(t, 1, *opened)

	s.close()
	_, err = s.admit(t.Context(), request(4), now)
	require.ErrorContains(t, err, "the worker is leaving")
	s.requests.Wait()
}

// TestTreeAfterFailure opens another tree instead of one whose search has panicked or failed.
func TestTreeAfterFailure(t *testing.T) {
	runs := 0
	s, opened := newSessions(func([]int) error {
		switch runs++; runs {
		case 1:
			panic("broken")
		case 2:
			return errors.New("no rules")
		}
		return nil
	})
	for number, want := range []string{"panic: broken", "no rules", "", ""} {
		q := searchRequest{Search: "s", Number: uint64(number) + 1}
		o, err := s.admit(t.Context(), q, time.Now())
		require.NoError(t, err)
		_, err = s.run(o, q)
		if want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, want)
		}
		s.done(o, time.Now())
	}
	require.Equal(t, 3, *opened)
}

// TestTreesAreDropped closes a search, lets another one rest, and opens too many.
func TestTreesAreDropped(t *testing.T) {
	s, _ := newSessions(nil)
	now := time.Now()
	open := func(search string, at time.Time) *openSession {
		o, err := s.admit(t.Context(), searchRequest{Search: search, Number: 1}, at)
		require.NoError(t, err)
		return o
	}
	s.done(open("idle", now), now)
	runs := open("runs", now)
	s.dropIdle(now.Add(sessionIdle))
	require.Len(t, s.open, 2)
	s.dropIdle(now.Add(sessionIdle + 1))
	require.Len(t, s.open, 1, "the one that runs")
	for i := range mostSessions {
		at := now.Add(time.Duration(i))
		s.done(open(fmt.Sprint(i), at), at)
	}
	require.Len(t, s.open, mostSessions)
	require.Contains(t, s.open, "runs.0")
	require.NotContains(t, s.open, "0.0", "it was not used for longest")
	require.NoError(t, runs.ctx.Err())
	s.drop(func(*openSession) bool { return true })
	require.Error(t, runs.ctx.Err())
}

// TestSearchEnd closes a search, whose trees the worker then drops.
func TestSearchEnd(t *testing.T) {
	c := connected(t)
	s, _ := newSessions(nil)
	r := &working{Worker: Worker{Name: "w", Queue: DefaultQueue, Searcher: s.searcher}, client: c.client, sessions: s}
	require.NoError(t, r.serveSearches())
	for _, name := range []string{"other", "mine"} {
		o, err := s.admit(t.Context(), searchRequest{Search: name, Number: 1}, time.Now())
		require.NoError(t, err)
		s.done(o, time.Now())
	}
	require.NoError(t, (&Search[int, int]{c: c, name: "mine", roster: &roster{sub: &nats.Subscription{}}}).Close())
	require.Eventually(t, func() bool { return !s.has("mine") }, time.Minute, time.Millisecond)
	require.True(t, s.has("other"))
}

// TestSharesAreSpread has searches with one share each.
func TestSharesAreSpread(t *testing.T) {
	chosen := map[string]bool{}
	for range 100 {
		s := &Search[int, int]{order: maphash.MakeSeed(), lost: map[string]int{}}
		chosen[s.lightest([]string{"a", "b"})] = true
		s.lost["a"]++
		require.Equal(t, "b", s.lightest([]string{"a", "b"}), "the other one lost a share")
	}
	require.Len(t, chosen, 2)
}

func (s *sessions) has(search string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open[search+".0"] != nil
}
