package distributed_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/distributed"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// searching plays n actions with four shares by three workers, and requires the results of four
// trees in this process.
func searching[S any, A comparable](t *testing.T, name string, g mcts.Game[S, A], start S, cfg mcts.Config, player string, n int) {
	t.Helper()
	r, err := distributed.Server{Dir: t.TempDir()}.Start()
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	c := connect(t, distributed.Cluster{Address: r.Address()})
	for range 3 {
		stop := work(distributed.Worker{Address: r.Address(), Games: []string{name}, Searcher: distributed.NewSearcher(name, g, start)})
		defer func() { require.NoError(t, stop()) }()
	}
	options := distributed.SearchOptions{Game: name, Player: player, Seed: 9, Shares: 4}
	spread, err := distributed.NewSearch(c, g, start, cfg, options, 0)
	require.NoError(t, err)
	defer func() { require.NoError(t, spread.Close()) }()
	cfg.Seed, cfg.Parallel = 9, mcts.RootParallel{Trees: 4, Workers: 1}
	whole, err := mcts.New(g, cfg)
	require.NoError(t, err)
	rules, err := game.NewRules(g)
	require.NoError(t, err)
	if rules.ToMove(&start) == mcts.Chance {
		a := rules.Chance.AppendOutcomes(nil, &start)[0].Action
		_, err = whole.Advance(a)
		require.NoError(t, err)
		require.NoError(t, spread.Advance(a))
	}
	for range n {
		want, err := whole.Run(bg, spread.State(), mcts.Budget{Simulations: 1003})
		require.NoError(t, err)
		var have distributed.SearchResult[A]
		require.Eventually(t, func() bool { // Workers may need time at the beginning.
			have, err = spread.Run(bg, mcts.Budget{Simulations: 1003})
			return err == nil
		}, time.Minute, 10*time.Millisecond)
		require.Equal(t, 4, have.Arrived)
		require.Equal(t, want.Action, have.Action)
		require.NotEmpty(t, have.PV)
		have.PV, have.Elapsed = want.PV, want.Elapsed
		require.Equal(t, want, have.Result)
		ply := want.PV[:1]
		if g.ToMove(spread.State()) == mcts.Simultaneous {
			ply = want.PV[:g.NumPlayers()]
		}
		for { // until a player chooses
			_, err = whole.Advance(ply...)
			require.NoError(t, err)
			require.NoError(t, spread.Advance(ply...))
			if g.ToMove(spread.State()) != mcts.Chance {
				break
			}
			ply = []A{rules.Chance.AppendOutcomes(nil, spread.State())[0].Action}
		}
	}
	require.ErrorContains(t, spread.Advance(), "0 actions of a ply")
}

func TestSearchIsRootParallel(t *testing.T) {
	searching(t, "connect4", connect4.Game{}, connect4.State{}, mcts.Config{}, "", 5)
}

func TestSearchAtSimultaneousMoves(t *testing.T) {
	g := goofspiel.Game{}
	searching(t, "goofspiel", g, g.Start(), mcts.Config{Selection: policy.UCT{C: 0.7}}, "c=0.7", 3)
}

// TestSearchWithoutWorker loses a worker during a Run.
func TestSearchWithoutWorker(t *testing.T) {
	r := start(t, distributed.Server{})
	c := connect(t, distributed.Cluster{Address: r.Address()})
	g := connect4.Game{}
	options := distributed.SearchOptions{Game: "connect4", Shares: 2, Seed: 1}
	s, err := distributed.NewSearch(c, g, connect4.State{}, mcts.Config{}, options, 0)
	require.NoError(t, err)
	_, err = s.Run(bg, mcts.Budget{Simulations: 100})
	require.ErrorContains(t, err, "there is no worker in the queue default")

	searcher := distributed.NewSearcher("connect4", g, connect4.State{})
	begun := make(chan bool)
	var once sync.Once
	blocked := func(ctx context.Context, o distributed.SearchOptions, share int) (distributed.Session, error) {
		return sessionFunc(func(ctx context.Context, _ []int, _ mcts.Budget) (mcts.RootStats[int], error) {
			once.Do(func() { close(begun) })
			<-ctx.Done()
			return mcts.RootStats[int]{}, ctx.Err()
		}), nil
	}
	here := make(chan bool, 4)
	notice := func(string) { here <- true }
	one := work(distributed.Worker{Address: r.Address(), Games: []string{"connect4"}, Name: "a", Searcher: searcher, Notice: notice})
	two := work(distributed.Worker{Address: r.Address(), Games: []string{"connect4"}, Name: "b", Searcher: blocked, Notice: notice, Drain: 1})
	<-here
	<-here
	stopped := make(chan error, 1)
	go func() {
		<-begun
		stopped <- two()
	}()
	found, err := s.Run(bg, mcts.Budget{Simulations: 100})
	require.NoError(t, err)
	require.Equal(t, 1, found.Arrived)
	require.Equal(t, 50, found.Simulations)
	require.NoError(t, <-stopped)
	require.Eventually(t, func() bool { // Another worker begins the tree that is lost.
		found, err = s.Run(bg, mcts.Budget{Simulations: 100})
		return err == nil && found.Arrived == 2
	}, time.Minute, 10*time.Millisecond)
	require.NoError(t, one())
}

// sessionFunc is a session of one function.
type sessionFunc func(ctx context.Context, history []int, b mcts.Budget) (mcts.RootStats[int], error)

func (f sessionFunc) Run(ctx context.Context, history []int, b mcts.Budget) (mcts.RootStats[int], error) {
	return f(ctx, history, b)
}

func TestSearchErrors(t *testing.T) {
	r := start(t, distributed.Server{})
	c := connect(t, distributed.Cluster{Address: r.Address()})
	g := connect4.Game{}
	_, err := distributed.NewSearch(c, g, connect4.State{}, mcts.Config{}, distributed.SearchOptions{}, 0)
	require.ErrorContains(t, err, "SearchOptions.Shares is 0")
	s, err := distributed.NewSearch(c, g, connect4.State{}, mcts.Config{}, distributed.SearchOptions{Game: "connect4", Shares: 1, Player: "c=x"}, 0)
	require.NoError(t, err)
	_, err = s.Run(bg, mcts.Budget{})
	require.ErrorIs(t, err, mcts.ErrNoLimit)
	require.ErrorContains(t, s.Advance(9), "j is not a legal action")
	panics := func(context.Context, distributed.SearchOptions, int) (distributed.Session, error) {
		return sessionFunc(func(context.Context, []int, mcts.Budget) (mcts.RootStats[int], error) { panic("broken") }), nil
	}
	for want, w := range map[string]distributed.Worker{
		"c=x":    {Searcher: distributed.NewSearcher("connect4", g, connect4.State{})},
		"broken": {Searcher: panics},
		"no tree": {Searcher: func(context.Context, distributed.SearchOptions, int) (distributed.Session, error) {
			return nil, errors.New("no tree")
		}},
		"version": {Searcher: panics, Version: "other"},
	} {
		w.Address, w.Games = r.Address(), []string{"connect4"}
		w.Queue = map[string]string{"c=x": "a", "broken": "b", "no tree": "c", "version": "d"}[want]
		stop := work(w)
		c := connect(t, distributed.Cluster{Address: r.Address(), Queue: w.Queue})
		s, err := distributed.NewSearch(c, g, connect4.State{}, mcts.Config{}, distributed.SearchOptions{Game: "connect4", Shares: 1, Player: "c=x"}, 0)
		require.NoError(t, err)
		require.Eventually(t, func() bool {
			_, err = s.Run(bg, mcts.Budget{Simulations: 10})
			return strings.Contains(err.Error(), want)
		}, time.Minute, 10*time.Millisecond)
		require.NoError(t, stop())
	}
}

// twoSearchers starts two workers for Connect Four, one after the other, and returns what stops
// them.
func twoSearchers(a distributed.Address, searcher distributed.Searcher) (stops []func() error) {
	ready := make(chan bool, 2)
	for range 2 {
		stops = append(stops, work(distributed.Worker{
			Address: a, Games: []string{"connect4"}, Searcher: searcher, Notice: func(string) { ready <- true },
		}))
		<-ready
	}
	return stops
}

// TestSearchWithFewWorkers has more shares than workers. That costs no time, and neither does the
// loss of a worker.
func TestSearchWithFewWorkers(t *testing.T) {
	r := start(t, distributed.Server{})
	c := connect(t, distributed.Cluster{Address: r.Address()})
	g := connect4.Game{}
	const limit = 240 * time.Millisecond
	var mu sync.Mutex
	left := limit // the least time that a share had
	searcher := func(ctx context.Context, o distributed.SearchOptions, share int) (distributed.Session, error) {
		s, err := distributed.NewSearcher("connect4", g, connect4.State{})(ctx, o, share)
		return sessionFunc(func(ctx context.Context, history []int, b mcts.Budget) (mcts.RootStats[int], error) {
			mu.Lock()
			left = min(left, b.Time)
			mu.Unlock()
			return s.Run(ctx, history, mcts.Budget{Simulations: 10})
		}), err
	}
	stops := twoSearchers(r.Address(), searcher)
	s, err := distributed.NewSearch(c, g, connect4.State{}, mcts.Config{}, distributed.SearchOptions{Game: "connect4", Shares: 4}, 5*time.Second)
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	found, err := s.Run(bg, mcts.Budget{Time: limit})
	require.NoError(t, err)
	require.Equal(t, 4, found.Arrived)
	require.NoError(t, stops[1]())
	found, err = s.Run(bg, mcts.Budget{Time: limit})
	require.NoError(t, err)
	require.Equal(t, 2, found.Arrived, "a worker is lost")
	found, err = s.Run(bg, mcts.Budget{Time: limit})
	require.NoError(t, err)
	require.Equal(t, 4, found.Arrived, "the other one has its shares")
	require.Greater(t, left, time.Millisecond, "the shares have the rest of the time")
	require.NoError(t, stops[0]())
}

// TestSearchWithBadWorker has a worker that always fails. Its shares go to the other one.
func TestSearchWithBadWorker(t *testing.T) {
	r := start(t, distributed.Server{})
	var mu sync.Mutex
	var told []string
	c := connect(t, distributed.Cluster{Address: r.Address(), Notice: func(text string) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, text)
	}})
	g := connect4.Game{}
	good := distributed.NewSearcher("connect4", g, connect4.State{})
	bad := func(context.Context, distributed.SearchOptions, int) (distributed.Session, error) {
		return nil, errors.New("no tree")
	}
	ready := make(chan bool, 4)
	for name, s := range map[string]distributed.Searcher{"bad": bad, "good": good} {
		stop := work(distributed.Worker{
			Address: r.Address(), Name: name, Games: []string{"connect4"}, Searcher: s, Notice: func(string) { ready <- true },
		})
		defer func() { require.NoError(t, stop()) }()
		<-ready
	}
	s, err := distributed.NewSearch(c, g, connect4.State{}, mcts.Config{}, distributed.SearchOptions{Game: "connect4", Shares: 4}, 0)
	require.NoError(t, err)
	arrived := 0
	for range 8 {
		found, err := s.Run(bg, mcts.Budget{Simulations: 100})
		require.NoError(t, err)
		arrived = found.Arrived
	}
	require.Equal(t, 4, arrived)
	mu.Lock()
	require.Contains(t, strings.Join(told, "\n"), "by worker bad: no tree")
	mu.Unlock()
	require.NoError(t, s.Close())
}

// TestSearchStops has a search whose context ends: at once, or at a deadline, of which the worker
// knows.
func TestSearchStops(t *testing.T) {
	r := start(t, distributed.Server{})
	c := connect(t, distributed.Cluster{Address: r.Address()})
	g := connect4.Game{}
	budgets, stopped := make(chan mcts.Budget, 1), make(chan bool, 1)
	searcher := func(context.Context, distributed.SearchOptions, int) (distributed.Session, error) {
		return sessionFunc(func(ctx context.Context, _ []int, b mcts.Budget) (mcts.RootStats[int], error) {
			budgets <- b
			<-ctx.Done()
			stopped <- true
			return mcts.RootStats[int]{}, ctx.Err()
		}), nil
	}
	ready := make(chan bool)
	stop := work(distributed.Worker{Address: r.Address(), Games: []string{"connect4"}, Searcher: searcher, Notice: func(string) { ready <- true }})
	<-ready
	s, err := distributed.NewSearch(c, g, connect4.State{}, mcts.Config{}, distributed.SearchOptions{Game: "connect4", Shares: 1}, 0)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(bg)
	ended := make(chan error, 1)
	go func() {
		_, err := s.Run(ctx, mcts.Budget{Simulations: 1e9})
		ended <- err
	}()
	require.Zero(t, (<-budgets).Time)
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	<-stopped

	ctx, cancel = context.WithTimeout(bg, time.Minute)
	go func() {
		_, err := s.Run(ctx, mcts.Budget{Simulations: 1e9})
		ended <- err
	}()
	limit := (<-budgets).Time
	require.Positive(t, limit)
	require.Less(t, limit, time.Minute)
	cancel()
	require.Error(t, <-ended)
	<-stopped
	go func() { <-ready }()
	require.NoError(t, s.Close())
	require.NoError(t, stop())
}

// TestSearchGoesOn cancels a Run, as a program does that searches while its opponent chooses. The
// workers keep their trees.
func TestSearchGoesOn(t *testing.T) {
	r := start(t, distributed.Server{})
	c := connect(t, distributed.Cluster{Address: r.Address()})
	g := connect4.Game{}
	var opened atomic.Int64
	working := make(chan bool, 2)
	searcher := func(ctx context.Context, o distributed.SearchOptions, share int) (distributed.Session, error) {
		opened.Add(1)
		s, err := distributed.NewSearcher("connect4", g, connect4.State{})(ctx, o, share)
		return sessionFunc(func(ctx context.Context, history []int, b mcts.Budget) (mcts.RootStats[int], error) {
			working <- true
			return s.Run(ctx, history, b)
		}), err
	}
	stops := twoSearchers(r.Address(), searcher)
	s, err := distributed.NewSearch(c, g, connect4.State{}, mcts.Config{}, distributed.SearchOptions{Game: "connect4", Shares: 2, Seed: 1}, 0)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(bg)
	go func() {
		<-working
		<-working
		cancel()
	}()
	_, err = s.Run(ctx, mcts.Budget{Simulations: 1e9})
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, s.Advance(3))
	for range 2 {
		found, err := s.Run(bg, mcts.Budget{Simulations: 100})
		require.NoError(t, err)
		require.Equal(t, 2, found.Arrived)
		<-working
		<-working
	}
	require.Equal(t, int64(2), opened.Load(), "trees")
	for _, stop := range stops {
		require.NoError(t, stop())
	}
}

// TestLargeShare has a share that is too large for a message.
func TestLargeShare(t *testing.T) {
	r := start(t, distributed.Server{})
	c := connect(t, distributed.Cluster{Address: r.Address()})
	searcher := func(context.Context, distributed.SearchOptions, int) (distributed.Session, error) {
		return sessionFunc(func(context.Context, []int, mcts.Budget) (mcts.RootStats[int], error) {
			children := make([]mcts.Child[int], 1<<18)
			for i := range children {
				children[i].Mean = 1 / float64(i+3)
			}
			return mcts.RootStats[int]{Children: children}, nil
		}), nil
	}
	stop := work(distributed.Worker{Address: r.Address(), Games: []string{"connect4"}, Searcher: searcher})
	s, err := distributed.NewSearch(c, connect4.Game{}, connect4.State{}, mcts.Config{}, distributed.SearchOptions{Game: "connect4", Shares: 1}, 0)
	require.NoError(t, err)
	require.Eventually(t, func() bool { // The worker may need time at the beginning.
		_, err = s.Run(bg, mcts.Budget{Simulations: 10})
		return !strings.Contains(err.Error(), "there is no worker")
	}, time.Minute, 10*time.Millisecond)
	require.ErrorContains(t, err, "bytes, and the server takes 1048576")
	require.NoError(t, s.Close())
	require.NoError(t, stop())
}

// TestLostShare has a worker that takes a share and loses it, as in a restart of the server, and
// one that hangs.
func TestLostShare(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"lost", "hangs"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := start(t, distributed.Server{})
			c := connect(t, distributed.Cluster{Address: r.Address()})
			conn, err := nats.Connect(r.Address().URL, nats.Token(r.Address().Token))
			require.NoError(t, err)
			defer conn.Close()
			announcement := fmt.Sprintf(`{"protocol": %d, "version": %q, "games": ["connect4"], "worker": %q}`, distributed.Protocol, c.Version, name)
			for subject, response := range map[string]string{"": announcement, "." + name: "", "." + name + ".alive": ""} {
				_, err := conn.Subscribe("banyan.v1.search.default"+subject, func(msg *nats.Msg) {
					if response != "" || name == "lost" && strings.HasSuffix(msg.Subject, ".alive") {
						_ = msg.Respond([]byte(response))
					}
				})
				require.NoError(t, err)
			}
			require.NoError(t, conn.Flush())
			s, err := distributed.NewSearch(c, connect4.Game{}, connect4.State{}, mcts.Config{}, distributed.SearchOptions{Game: "connect4", Shares: 1}, 0)
			require.NoError(t, err)
			ctx, cancel := context.WithTimeout(bg, time.Minute)
			defer cancel()
			_, err = s.Run(ctx, mcts.Budget{Simulations: 10})
			require.ErrorContains(t, err, "share 0 by worker "+name)
			require.ErrorContains(t, err, "has lost the request")
			require.NoError(t, s.Close())
		})
	}
}
