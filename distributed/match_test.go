package distributed_test

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/distributed"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
)

var bg = context.Background()

var referee = distributed.NewReferee("tictactoe", tictactoe.Game{}, tictactoe.Game{}.Start())

var batch = distributed.Batch{Game: "tictactoe", Players: []string{"sims=30", "sims=5", "random"}, OpeningPlies: 2, Seed: 3}

// start starts a server that ends with the test.
func start(t testing.TB, s distributed.Server) *distributed.RunningServer {
	t.Helper()
	if s.Dir == "" {
		s.Dir = t.TempDir()
	}
	r, err := s.Start()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	return r
}

// connect connects a coordinator.
func connect(t testing.TB, c distributed.Cluster) *distributed.Coordinator {
	t.Helper()
	made, err := c.Connect(bg)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, made.Close()) })
	return made
}

// work runs a worker until the returned function is called, which returns the error of Run.
func work(w distributed.Worker) (stop func() error) {
	ctx, cancel := context.WithCancel(bg)
	done := make(chan error, 1)
	if w.Games == nil {
		w.Games = []string{"tictactoe"}
	}
	if w.Referee == nil {
		w.Referee = referee
	}
	go func() { done <- w.Run(ctx) }()
	return func() error {
		cancel()
		return <-done
	}
}

func withoutTimes(records []arena.Record) []arena.Record {
	records = slices.Clone(records)
	for i := range records {
		records[i].Seconds = nil
	}
	return records
}

// locally plays the first n pairs in this process.
func locally(t *testing.T, b distributed.Batch, n int) []arena.Record {
	t.Helper()
	records, err := distributed.Records(bg, distributed.Local{Referee: referee, Workers: 2}, b, n)
	require.NoError(t, err)
	require.Len(t, records, 2*n)
	return withoutTimes(records)
}

func TestMatch(t *testing.T) {
	defer testkit.CheckGoroutines(t)()
	r, err := distributed.Server{Dir: t.TempDir()}.Start()
	require.NoError(t, err)
	var last distributed.Progress
	c, err := distributed.Cluster{Address: r.Address(), Window: 7, Progress: func(p distributed.Progress) { last = p }}.Connect(bg)
	require.NoError(t, err)
	one, two := work(distributed.Worker{Address: r.Address()}), work(distributed.Worker{Address: r.Address(), Slots: 2})
	records, err := distributed.Records(bg, c, batch, 40)
	require.NoError(t, err)
	require.Equal(t, locally(t, batch, 40), withoutTimes(records), "the games do not depend on who plays them")
	require.Equal(t, 40, last.Done)
	require.Equal(t, 40, last.Total)
	require.Positive(t, last.GamesPerSecond)
	require.Contains(t, c.Vars().String(), `"pairs_done": 40`)

	other := batch
	other.Seed++
	records, err = distributed.Records(bg, c, other, 10)
	require.NoError(t, err)
	require.Equal(t, locally(t, other, 10), withoutTimes(records), "the same workers play another match")
	require.NoError(t, one())
	require.NoError(t, two())

	records, err = distributed.Records(bg, c, batch, 40)
	require.NoError(t, err)
	require.Equal(t, locally(t, batch, 40), withoutTimes(records), "without workers: all results are there")
	require.NoError(t, c.Close())
	require.NoError(t, r.Close())
}

// TestResume ends a match early, restarts the server and plays the rest.
func TestResume(t *testing.T) {
	s := distributed.Server{Dir: t.TempDir()}
	r := start(t, s)
	c := connect(t, distributed.Cluster{Address: r.Address()})
	stop := work(distributed.Worker{Address: r.Address()})
	ctx, cancel := context.WithCancel(bg)
	first := map[int]bool{}
	err := c.Play(ctx, batch, []int{0, 1, 2, 3, 4, 5, 6, 7}, func(games []arena.Record) bool {
		first[games[0].Pair] = true
		if len(first) == 3 {
			cancel()
		}
		return true
	})
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, stop())
	require.NoError(t, r.Close())

	r = start(t, s)
	var played atomic.Int32
	stop = work(distributed.Worker{Address: r.Address(), Referee: func(ctx context.Context, b distributed.Batch, pair int) ([]arena.Record, error) {
		played.Add(1)
		return referee(ctx, b, pair)
	}})
	c = connect(t, distributed.Cluster{Address: r.Address()})
	records, err := distributed.Records(bg, c, batch, 12)
	require.NoError(t, err)
	require.Equal(t, locally(t, batch, 12), withoutTimes(records))
	require.LessOrEqual(t, int(played.Load()), 9, "results are not played again")
	require.NoError(t, stop())
}

// TestMatchOfArena plays a match of package arena elsewhere, with its journal and its sequential
// stop.
func TestMatchOfArena(t *testing.T) {
	r := start(t, distributed.Server{})
	c := connect(t, distributed.Cluster{Address: r.Address()})
	stop := work(distributed.Worker{Address: r.Address(), Slots: 2})
	g := tictactoe.Game{}
	b := distributed.Batch{Game: "tictactoe", Players: []string{"random", "random"}, OpeningPlies: 1, Seed: 8}
	m := arena.Match[tictactoe.State, tictactoe.Cell]{
		Game: g, GameName: "tictactoe", Start: g.Start(), Plan: arena.Plan{Pairs: 30, OpeningPlies: 1, Seed: 8, Stop: func(pair []arena.Record) bool { return pair[0].Pair == 20 }},
		Entrants: []arena.Entrant[tictactoe.State, tictactoe.Cell]{arena.Random("a", g), arena.Random("b", g)},
	}
	want, err := m.Run(bg)
	require.NoError(t, err)
	journal, err := arena.OpenJournal(filepath.Join(t.TempDir(), "j"), m.Header())
	require.NoError(t, err)
	defer func() { _ = journal.Close() }()
	require.NoError(t, journal.Append(want[5]))
	m.Journal, m.Remote = journal, distributed.Remote(c, b)
	have, err := m.Run(bg)
	require.NoError(t, err)
	require.Equal(t, withoutTimes(want), withoutTimes(have))
	require.NoError(t, stop())
}

// TestPoison has a pair that fails always, one that panics once, and one that fails twice.
func TestPoison(t *testing.T) {
	r := start(t, distributed.Server{})
	c := connect(t, distributed.Cluster{Address: r.Address()})
	var mu sync.Mutex
	tries := map[int]int{}
	broken := true
	poison := func(ctx context.Context, b distributed.Batch, pair int) ([]arena.Record, error) {
		mu.Lock()
		tries[pair]++
		n, bad := tries[pair], broken
		mu.Unlock()
		switch {
		case pair == 2 && bad:
			return nil, errors.New("the game is broken")
		case pair == 3 && n == 1:
			panic("once")
		case pair == 4 && n <= 2:
			return nil, errors.New("twice")
		}
		return referee(ctx, b, pair)
	}
	stop := work(distributed.Worker{Address: r.Address(), Referee: poison, Name: "w"})
	want := locally(t, batch, 6)
	for range 2 { // The second run tries the pair again, too, and learns that it fails.
		records, err := distributed.Records(bg, c, batch, 6)
		require.EqualError(t, err, "distributed: 1 pairs failed:\npair 2: after 3 attempts, the last one by worker w: the game is broken")
		require.Equal(t, append(want[:4:4], want[6:]...), withoutTimes(records), "the other pairs are played")
	}
	mu.Lock()
	require.Equal(t, map[int]int{0: 1, 1: 1, 2: 6, 3: 2, 4: 3, 5: 1}, tries)
	broken = false
	mu.Unlock()

	records, err := distributed.Records(bg, c, batch, 6)
	require.NoError(t, err, "another run tries the pair again")
	require.Equal(t, want, withoutTimes(records))
	require.NoError(t, stop())
}

func TestRefusals(t *testing.T) {
	r := start(t, distributed.Server{})
	c := connect(t, distributed.Cluster{Address: r.Address(), Version: "v2"})
	ctx, cancel := context.WithCancel(bg)
	done := make(chan error, 1)
	go func() { done <- c.Play(ctx, batch, []int{0}, func([]arena.Record) bool { return true }) }()
	for _, test := range []struct {
		w    distributed.Worker
		want string
	}{
		{distributed.Worker{Version: "v1", Name: "w"}, "worker w has version v1, and the coordinator version v2; want both programs built from the same sources"},
		{distributed.Worker{Version: "v2", Name: "w", Games: []string{"chess", "gdl:"}}, "worker w has the games chess, gdl:, and the coordinator wants tictactoe; want the same program"},
		{distributed.Worker{Version: "v2", Name: "w", Now: func() time.Time { return time.Now().Add(-3 * time.Hour) }}, "the clock of worker w is 3h0m0s behind that of the coordinator; set the clocks"},
		{distributed.Worker{Version: "v2", Name: "w", Now: func() time.Time { return time.Now().Add(time.Hour) }}, "ahead of that of the coordinator"},
	} {
		w := test.w
		w.Address, w.Referee = r.Address(), referee
		if w.Games == nil {
			w.Games = []string{"tictactoe"}
		}
		err := w.Run(bg)
		require.ErrorIs(t, err, distributed.ErrRefused)
		require.ErrorContains(t, err, test.want)
	}
	stop := work(distributed.Worker{Address: r.Address(), Version: "v2"})
	require.NoError(t, <-done, "a worker that suits plays it")
	require.NoError(t, stop())
	cancel()
}

// TestTwoPrograms has two coordinators in a queue, of which one admits the worker and the other one
// refuses it first.
func TestTwoPrograms(t *testing.T) {
	r := start(t, distributed.Server{})
	refused := make(chan string, 10)
	playing := make(chan bool)
	var once, onceOther sync.Once
	other := connect(t, distributed.Cluster{
		Address: r.Address(), Version: "v2", Notice: func(text string) { refused <- text },
		Progress: func(distributed.Progress) { onceOther.Do(func() { playing <- true }) },
	})
	ctx, cancel := context.WithCancel(bg)
	ended := make(chan error, 1)
	go func() { ended <- other.Play(ctx, batch, []int{0}, func([]arena.Record) bool { return true }) }()

	mine := connect(t, distributed.Cluster{
		Address: r.Address(), Version: "v1", Progress: func(distributed.Progress) { once.Do(func() { playing <- true }) },
		Now: func() time.Time {
			time.Sleep(50 * time.Millisecond) // So its admission is the second response.
			return time.Now()
		},
	})
	release := make(chan bool)
	done := make(chan error, 1)
	go func() { done <- mine.Play(bg, batch, []int{0}, func([]arena.Record) bool { return true }) }()
	<-playing
	<-playing
	told := make(chan string, 10)
	stop := work(distributed.Worker{
		Address: r.Address(), Name: "w", Version: "v1", Notice: func(text string) { told <- text },
		Referee: func(ctx context.Context, b distributed.Batch, pair int) ([]arena.Record, error) {
			<-release
			return referee(ctx, b, pair)
		},
	})
	require.Contains(t, <-refused, "refused: worker w has version v1, and the coordinator version v2")
	for text := ""; !strings.Contains(text, "another coordinator refuses the worker; want a queue for each"); {
		text = <-told
	}
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	close(release)
	require.NoError(t, <-done, "the worker goes on")
	require.NoError(t, stop())
}

// TestBadReferee has referees that end their goroutine, or return nothing.
func TestBadReferee(t *testing.T) {
	for want, referee := range map[string]distributed.Referee{
		"runtime.Goexit was called": func(context.Context, distributed.Batch, int) ([]arena.Record, error) {
			runtime.Goexit()
			return nil, nil
		},
		"the referee returned no records of its games": func(context.Context, distributed.Batch, int) ([]arena.Record, error) { return nil, nil },
	} {
		r := start(t, distributed.Server{})
		c := connect(t, distributed.Cluster{Address: r.Address()})
		stop := work(distributed.Worker{Address: r.Address(), Referee: referee})
		for _, p := range []distributed.PairRunner{distributed.Local{Referee: referee}, c} {
			_, err := distributed.Records(bg, p, batch, 2)
			require.ErrorContains(t, err, "2 pairs failed")
			require.ErrorContains(t, err, want)
		}
		require.NoError(t, stop())
	}
}

// TestWrongClockOfServer injects the clock of the coordinator.
func TestWrongClockOfServer(t *testing.T) {
	r := start(t, distributed.Server{})
	c := connect(t, distributed.Cluster{Address: r.Address(), Now: func() time.Time { return time.Now().Add(-48 * time.Hour) }})
	_, err := distributed.Records(bg, c, batch, 1)
	require.ErrorContains(t, err, "the clock of the NATS server is 48h0m0s ahead of that of this machine")
	require.ErrorContains(t, err, "set the clocks")
}

// TestDrain stops a worker that plays: it finishes in time, or gives the pair back. A server with
// the patience of an hour would not take it back in this test.
func TestDrain(t *testing.T) {
	for _, drain := range []time.Duration{time.Minute, time.Nanosecond} {
		r := start(t, distributed.Server{})
		c := connect(t, distributed.Cluster{Address: r.Address()})
		begun, release := make(chan bool), make(chan bool)
		slow := func(ctx context.Context, b distributed.Batch, pair int) ([]arena.Record, error) {
			begun <- true
			select {
			case <-release:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			return referee(ctx, b, pair)
		}
		stop := work(distributed.Worker{Address: r.Address(), Referee: slow, Drain: drain, Patience: time.Hour})
		done := make(chan error, 1)
		pairs := []int{0}
		limited, cancel := context.WithTimeout(bg, time.Minute)
		defer cancel()
		go func() { done <- c.Play(limited, batch, pairs, func([]arena.Record) bool { return true }) }()
		<-begun
		stopped := make(chan error, 1)
		go func() { stopped <- stop() }()
		if drain == time.Minute {
			close(release)
			require.NoError(t, <-stopped)
			require.NoError(t, <-done, "the pair that was begun is finished")
			continue
		}
		require.NoError(t, <-stopped)
		stop = work(distributed.Worker{Address: r.Address(), Patience: time.Hour})
		require.NoError(t, <-done, "another worker plays the pair")
		require.NoError(t, stop())
	}
}

// TestFullDisk limits the files of the server, so that jobs or results do not fit.
func TestFullDisk(t *testing.T) {
	for name, size := range map[string]int64{"jobs": 30_000, "results": 300_000} {
		t.Run(name, func(t *testing.T) {
			r := start(t, distributed.Server{MaxBytes: size})
			c := connect(t, distributed.Cluster{Address: r.Address(), Window: 20})
			stop := work(distributed.Worker{Address: r.Address()})
			b := batch
			if name == "jobs" {
				b.Players = append(slices.Clone(b.Players), string(make([]byte, 2000)))
			}
			_, err := distributed.Records(bg, c, b, 2000)
			require.ErrorContains(t, err, "the server cannot store messages: is its disk full, or a limit of JetStream reached?")
			_ = stop()
		})
	}
}

func TestBadBatch(t *testing.T) {
	r := start(t, distributed.Server{})
	c := connect(t, distributed.Cluster{Address: r.Address()})
	for _, p := range []distributed.PairRunner{c, distributed.Local{Referee: referee}} {
		_, err := distributed.Records(bg, p, distributed.Batch{Players: []string{"a", "b"}}, 1)
		require.ErrorContains(t, err, "Batch.Game is empty")
		_, err = distributed.Records(bg, p, distributed.Batch{Game: "x", Players: []string{"a"}}, 1)
		require.ErrorContains(t, err, "Batch.Players has 1, want at least 2")
	}
	err := c.Play(bg, batch, []int{1, 1}, nil)
	require.ErrorContains(t, err, "pair 1 is negative or given twice")
	_, err = distributed.Records(bg, distributed.Local{Referee: referee}, distributed.Batch{Game: "tictactoe", Players: []string{"sims=x", "random"}}, 1)
	require.ErrorContains(t, err, "pair 0: spec: player")
	for name, bad := range map[string]string{"queue": "a b", "token": "*", "dots": "a.b"} {
		_, err := distributed.Cluster{Address: r.Address(), Queue: bad}.Connect(bg)
		require.ErrorContains(t, err, "want 1 to 32 letters", name)
	}
}
