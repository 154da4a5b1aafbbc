package inspect

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
)

// BenchmarkCost measures by how much a search of Connect Four is slower with a handler, and with a
// page that asks as often as one in a browser. One search continues all the time, with a full tree
// of a million nodes. The three states of the page take turns of an eighth of a second, forth and
// back, so that the load of the machine is the same for all. What counts is the processor time of
// the thread of the search, which also does what Inspect asks for.
//
//	go test ./inspect -run '^$' -bench Cost -benchtime 400x
func BenchmarkCost(b *testing.B) {
	search := searched(b, mcts.Config{Seed: 1, MaxNodes: 1_000_000}, 5_000_000)
	s := newServer(context.Background(), connect4Page{Searches: []*mcts.Search[connect4.State, connect4.Drop]{search}})
	ctx, stop := context.WithCancel(context.Background())
	thread, ended := make(chan int), make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread()
		thread <- syscall.Gettid()
		_, _ = search.Run(ctx, &connect4.State{}, mcts.Budget{Time: 24 * time.Hour})
	}()
	defer func() { stop(); <-ended }()
	m := meter{b: b, search: search, thread: <-thread}
	var times [3]time.Duration
	var counts, turns [3]int
	for b.Loop() {
		for _, i := range []int{0, 1, 2, 2, 1, 0} {
			time0, count0 := m.now()
			end := time.Now().Add(time.Second / turnsPerSecond)
			if i >= 1 {
				ask(s, turns[i], i == 2)
			}
			time.Sleep(time.Until(end))
			time1, count1 := m.now()
			times[i] += time1 - time0
			counts[i] += count1 - count0
			turns[i]++
		}
	}
	per := func(i int) float64 { return times[i].Seconds() / float64(counts[i]) }
	b.ReportMetric(1/per(0), "sims/s")
	b.ReportMetric(per(1)/per(0), "handler/alone")
	b.ReportMetric(per(2)/per(0), "page/alone")
}

const turnsPerSecond = 8

// ask asks what a handler asks of a search that runs for long, once in a second, and what a page in
// a browser asks: four times a second how the search stands, and every 1.5 seconds for the tree.
func ask(s *server[connect4.State, connect4.Drop], turn int, page bool) {
	if turn%turnsPerSecond == 0 {
		s.subjects[0].point(context.Background())
	}
	for name, every := range map[string]int{"status": 2, "tree": 12, "depths": 12, "board": 12} {
		if page && turn%every == 0 {
			_, _ = s.data(context.Background(), name, query{nodes: defaultNodes})
		}
	}
}

// meter measures a search that runs.
type meter struct {
	b      *testing.B
	search *mcts.Search[connect4.State, connect4.Drop]
	thread int
}

// now returns the processor time and the simulations of the search so far, both at one moment.
func (m meter) now() (used time.Duration, simulations int) {
	err := m.search.Inspect(context.Background(), func(s mcts.Snapshot[connect4.State, connect4.Drop]) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/self/task/%d/schedstat", m.thread))
		require.NoError(m.b, err)
		_, err = fmt.Sscan(string(text), &used) // in nanoseconds
		require.NoError(m.b, err)
		simulations = s.Result.Simulations
	})
	require.NoError(m.b, err)
	return used, simulations
}
