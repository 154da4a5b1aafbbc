package pool_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/pool"
)

type (
	state   = tictactoe.State
	action  = tictactoe.Cell
	session = pool.Session[state, action]
	search  = mcts.Search[state, action]
)

const chunk = 1 << 19 // room for the tree of a small search

func newPool(t require.TestingT, c pool.Config) *pool.Pool[state, action] {
	p, err := pool.New[state, action](tictactoe.Game{}, c)
	require.NoError(t, err)
	return p
}

func simulations(n int) pool.Request { return pool.Request{Budget: mcts.Budget{Simulations: n}} }

// occupy keeps the only place of a pool until the function that it returns is called.
func occupy(t *testing.T, p *pool.Pool[state, action]) (leave func()) {
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		s := p.Open(0)
		defer s.Close()
		_, err := s.Do(context.Background(), func(*search) error { <-end; return nil })
		assert.NoError(t, err)
	}()
	synctest.Wait()
	return func() { close(end); <-ended }
}

func TestAdmitsInTheOrderOfArrival(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(t, pool.Config{Running: 1})
		leave := occupy(t, p)
		var order []int
		for i := range 5 {
			go func() {
				waited, err := p.Open(0).Do(context.Background(), func(*search) error {
					order = append(order, i)
					time.Sleep(time.Second)
					return nil
				})
				assert.NoError(t, err)
				assert.Equal(t, 5*time.Second, waited)
			}()
			time.Sleep(time.Second)
			assert.Equal(t, i+1, p.Stats().Waiting)
		}
		leave()
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Equal(t, []int{0, 1, 2, 3, 4}, order)
		assert.Equal(t, pool.Stats{Sessions: 5, Searches: 5, Admitted: 6}, p.Stats())
	})
}

func TestRunsSeveralAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(t, pool.Config{Running: 3})
		for range 7 {
			go func() {
				_, err := p.Open(0).Do(context.Background(), func(*search) error { time.Sleep(time.Second); return nil })
				assert.NoError(t, err)
			}()
		}
		for _, want := range [][2]int{{3, 4}, {3, 1}, {1, 0}, {0, 0}} {
			synctest.Wait()
			assert.Equal(t, want, [2]int{p.Stats().Running, p.Stats().Waiting})
			time.Sleep(time.Second)
		}
	})
}

func TestContextEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(t, pool.Config{Running: 1})
		leave := occupy(t, p)
		gone := errors.New("the client is gone")
		ctx, cancel := context.WithCancelCause(context.Background())
		go func() {
			time.Sleep(3 * time.Second)
			cancel(gone)
		}()
		result, err := p.Open(0).Run(ctx, &state{}, simulations(1))
		assert.Equal(t, gone, err)
		assert.Equal(t, 3*time.Second, result.Waited)
		assert.Zero(t, p.Stats().Waiting)
		_, err = p.Open(0).Run(ctx, &state{}, simulations(1))
		assert.Equal(t, gone, err)

		leave()
		_, err = p.Open(0).Run(context.Background(), &state{}, simulations(1))
		assert.NoError(t, err)
	})
}

func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := func() time.Time { time.Sleep(time.Millisecond); return time.Now() }
		p := newPool(t, pool.Config{Running: 1, Search: mcts.Config{Clock: clock}})
		for _, c := range []struct{ wait, limit, deadline, search time.Duration }{
			{wait: 0, limit: 50 * time.Millisecond, deadline: time.Second, search: 50 * time.Millisecond},
			{wait: 970 * time.Millisecond, limit: 50 * time.Millisecond, deadline: time.Second, search: 30 * time.Millisecond},
			{wait: 0, deadline: time.Second, search: time.Second},
			{wait: time.Second, limit: 50 * time.Millisecond, search: 50 * time.Millisecond},
		} {
			leave := occupy(t, p)
			go func() { time.Sleep(c.wait); leave() }()
			request := pool.Request{Budget: mcts.Budget{Time: c.limit}}
			if c.deadline > 0 {
				request.Deadline = time.Now().Add(c.deadline)
			}
			s := p.Open(0)
			result, err := s.Run(context.Background(), &state{}, request)
			require.NoError(t, err)
			assert.Equal(t, c.wait, result.Waited)
			assert.Equal(t, mcts.StopTime, result.Stop)
			assert.InDelta(t, c.search, result.Elapsed, float64(10*time.Millisecond))
			s.Close()
		}
		leave := occupy(t, p)
		result, err := p.Open(0).Run(context.Background(), &state{}, pool.Request{Deadline: time.Now().Add(time.Second)})
		assert.Equal(t, pool.ErrLate, err)
		assert.Equal(t, time.Second, result.Waited)
		leave()
		_, err = p.Open(0).Run(context.Background(), &state{}, pool.Request{Deadline: time.Now().Add(-time.Second)})
		assert.Equal(t, pool.ErrLate, err)
	})
}

func TestMaxWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(t, pool.Config{Running: 1, MaxWaiting: 2})
		leave := occupy(t, p)
		for range 2 {
			go func() {
				_, err := p.Open(0).Run(context.Background(), &state{}, simulations(1))
				assert.NoError(t, err)
			}()
		}
		synctest.Wait()
		_, err := p.Open(0).Run(context.Background(), &state{}, simulations(1))
		assert.Equal(t, pool.ErrFull, err)
		leave()
	})
}

func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(t, pool.Config{Running: 1, MaxBytes: 2 * chunk, Search: mcts.Config{MaxBytes: chunk}})
		s := p.Open(0)
		ctx := context.Background()
		_, err := s.Run(ctx, &state{}, simulations(10))
		require.NoError(t, err)

		// While it waits.
		leave := occupy(t, p)
		go func() { time.Sleep(time.Second); s.Close(); s.Close(); leave() }()
		_, err = s.Run(ctx, &state{}, simulations(10))
		assert.Equal(t, pool.ErrClosed, err)
		s.Advance(0)
		_, err = s.Run(ctx, &state{}, simulations(10))
		assert.Equal(t, pool.ErrClosed, err)
		assert.Equal(t, pool.Stats{Searches: 2, Admitted: 2, Bytes: p.Stats().Bytes}, p.Stats())

		// While it runs.
		s = p.Open(0)
		_, err = s.Do(ctx, func(search *search) error {
			s.Close()
			_, err := search.Run(ctx, &state{}, mcts.Budget{Simulations: 10})
			return err
		})
		assert.NoError(t, err)
		assert.Equal(t, pool.Stats{Searches: 2, Admitted: 3, Bytes: p.Stats().Bytes}, p.Stats())
	})
}

func TestWithoutMaxBytesClosedSessionsFreeTheirMemory(t *testing.T) {
	p := newPool(t, pool.Config{})
	s := p.Open(0)
	assert.Nil(t, s.Search())
	_, err := s.Run(context.Background(), &state{}, simulations(10))
	require.NoError(t, err)
	assert.Equal(t, p.Stats().Bytes, s.Search().Bytes())
	s.Close()
	assert.Nil(t, s.Search())
	assert.Equal(t, pool.Stats{Admitted: 1}, p.Stats())
}

func TestBusy(t *testing.T) {
	s := newPool(t, pool.Config{}).Open(0)
	_, err := s.Do(context.Background(), func(*search) error {
		_, err := s.Run(context.Background(), &state{}, simulations(1))
		return err
	})
	assert.Equal(t, mcts.ErrBusy, err)
}

func TestPanicLeavesThePlace(t *testing.T) {
	p := newPool(t, pool.Config{Running: 1})
	s := p.Open(0)
	assert.PanicsWithValue(t, "mine", func() {
		_, _ = s.Do(context.Background(), func(*search) error { panic("mine") })
	})
	_, err := s.Run(context.Background(), &state{}, simulations(1))
	assert.NoError(t, err)
}

func TestNewNamesWhatIsWrong(t *testing.T) {
	for want, c := range map[string]pool.Config{
		"pool: Config.Running is -1, want >= 0":    {Running: -1},
		"pool: Config.MaxWaiting is -1, want >= 0": {MaxWaiting: -1},
		"pool: Config.MaxBytes is -1, want >= 0":   {MaxBytes: -1},
		"mcts: Config.MaxPlies is -1, want >= 0":   {Search: mcts.Config{MaxPlies: -1}},
		"pool: Config.MaxBytes is 1000 and Config.Search.MaxBytes is 0, want > 0, to know how large a tree may grow": {MaxBytes: 1000},
		"pool: Config.MaxBytes is 1048576, want >= 1572864, a tree of Config.Search.MaxBytes for each of 3 searches that run at a time": {
			Running: 3, MaxBytes: 2 * chunk, Search: mcts.Config{MaxBytes: chunk},
		},
	} {
		_, err := pool.New[state, action](tictactoe.Game{}, c)
		assert.EqualError(t, err, want)
	}
}

// withRoom returns a pool that searches one small tree at a time and keeps n others.
func withRoom(t *testing.T, n int64) *pool.Pool[state, action] {
	config := pool.Config{Running: 1, MaxBytes: chunk, Search: mcts.Config{MaxBytes: chunk}}
	result, err := newPool(t, config).Open(0).Run(t.Context(), &state{}, simulations(10))
	require.NoError(t, err)
	config.MaxBytes += n * result.Bytes
	return newPool(t, config)
}

// Trees that are smaller than Search.MaxBytes leave room for more of them.
func TestKeepsWhatFits(t *testing.T) {
	p := withRoom(t, 100)
	sessions := make([]*session, 100)
	for i := range sessions {
		sessions[i] = p.Open(1)
	}
	for n := range 3 {
		for _, s := range sessions {
			result, err := s.Run(t.Context(), &state{}, simulations(10))
			require.NoError(t, err)
			require.Equal(t, 10*n, result.Inherited)
		}
	}
	require.Zero(t, p.Stats().Evicted)
}

// When the sessions search in turn, as many keep their trees as there is room for, although each is
// the least recently used one before its turn. Sessions that do not come again make room for those
// that do.
func TestServedInTurn(t *testing.T) {
	p := withRoom(t, 60)
	sessions := make([]*session, 100)
	for i := range sessions {
		sessions[i] = p.Open(1)
	}
	round := func(sessions []*session) (kept int) {
		for _, s := range sessions {
			result, err := s.Run(t.Context(), &state{}, simulations(10))
			require.NoError(t, err)
			if result.Inherited > 0 {
				kept++
			}
		}
		return kept
	}
	round(sessions)
	for range 5 {
		require.InDelta(t, 60, round(sessions), 1)
	}
	for range 5 {
		round(sessions[:50])
	}
	require.Equal(t, 50, round(sessions[:50]))
}

func TestWaitingSessionsKeepTheirTrees(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := withRoom(t, 2)
		run := func(s *session, inherited int) {
			result, err := s.Run(context.Background(), &state{}, simulations(10))
			assert.NoError(t, err)
			assert.Equal(t, inherited, result.Inherited)
		}
		waits, thinks := p.Open(0), p.Open(0)
		run(waits, 0)
		run(waits, 10)
		for n := range 10 {
			run(thinks, 10*n)
		}
		end := make(chan struct{})
		go func() {
			_, err := p.Open(0).Do(context.Background(), func(s *search) error {
				<-end
				_, err := s.Run(context.Background(), &state{}, mcts.Budget{Simulations: 10})
				return err
			})
			assert.NoError(t, err)
		}()
		synctest.Wait()
		go run(p.Open(0), 0) // has to take the tree of another session
		synctest.Wait()
		go run(waits, 20) // It is late, so that it would lose its tree if it did not wait.
		synctest.Wait()
		close(end)
		synctest.Wait()
		run(waits, 30)
	})
}

// failing is a playout policy that cannot be made when it is told so.
type failing struct {
	policy.Playout
	fails *bool
}

func (f failing) New(i policy.Info) (policy.Chooser, error) {
	if *f.fails {
		return nil, errors.New("no model today")
	}
	return f.Playout.New(i)
}

// A session whose search could not be made tries again.
func TestFailedSearch(t *testing.T) {
	fails := false
	p := newPool(t, pool.Config{Search: mcts.Config{Playout: failing{policy.MAST{}, &fails}}})
	first, second := p.Open(1), p.Open(2)
	root := tictactoe.State{}
	_, err := first.Run(context.Background(), &root, simulations(10))
	require.NoError(t, err)
	fails = true
	for range 2 {
		_, err = second.Run(context.Background(), &root, simulations(10))
		require.ErrorContains(t, err, "no model today")
	}
	fails = false
	_, err = second.Run(context.Background(), &root, simulations(10))
	require.NoError(t, err)
}
