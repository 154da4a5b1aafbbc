package distributed

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
)

var (
	nobodys = Batch{Game: "nothing", Players: []string{"a", "b"}}
	games   = make([]arena.Record, 1) // of a pair
)

// instant is a referee whose pairs take no time.
func instant(context.Context, Batch, int) ([]arena.Record, error) { return games, nil }

// plays plays two pairs by one worker with a referee, and returns what the two have said.
func plays(t *testing.T, c *Coordinator, r Referee) (worker, coordinator error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		ended <- Worker{Address: c.Address, Games: []string{nobodys.Game}, Referee: r}.Run(ctx)
	}()
	coordinator = c.Play(ctx, nobodys, []int{0, 1}, func([]arena.Record) bool { return true })
	cancel()
	return <-ended, coordinator
}

// TestStaleJobs has jobs in the queue that a killed match of another version has left there.
func TestStaleJobs(t *testing.T) {
	c := connected(t)
	for pair := range 3 {
		msg := nats.NewMsg(subject(jobsSubject, DefaultQueue, nobodys.id("old"), pair))
		msg.Data = encode(job{Protocol: Protocol, Version: "old", Match: nobodys.id("old"), Batch: nobodys, Pair: pair})
		_, err := c.publish(t.Context(), msg)
		require.NoError(t, err)
	}
	worker, coordinator := plays(t, c, instant)
	require.NoError(t, worker)
	require.NoError(t, coordinator)
	require.Eventually(t, func() bool {
		stream, err := c.js.Stream(t.Context(), jobsStream)
		return err == nil && stream.CachedInfo().State.Msgs == 0
	}, time.Minute, 10*time.Millisecond, "the stale jobs are gone")
}

// TestLossesAreNoFailures has a pair whose worker was lost twice. Its games then end in an error
// twice, and are played a third time.
func TestLossesAreNoFailures(t *testing.T) {
	c := connected(t)
	_, err := c.add(t.Context(), subject(attemptsSubject, DefaultQueue, nobodys.id(c.Version), 1), 2, "lost")
	require.NoError(t, err)
	errs := 0
	worker, coordinator := plays(t, c, func(_ context.Context, _ Batch, pair int) ([]arena.Record, error) {
		if pair == 1 && errs < 2 {
			errs++
			return nil, errors.New("no memory")
		}
		return games, nil
	})
	require.NoError(t, worker)
	require.NoError(t, coordinator)
	require.Equal(t, 2, errs)
}

// TestWithdrawnInTime ends a Play before the server has confirmed that the pairs are queued.
func TestWithdrawnInTime(t *testing.T) {
	c := connected(t)
	p, err := c.newPlaying(nobodys, []int{0, 1, 2})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p.ctx = ctx
	require.NoError(t, p.refill(true))
	p.queued = nil // as if no confirmation had come
	p.withdraw()
	stream, err := c.js.Stream(t.Context(), jobsStream)
	require.NoError(t, err)
	require.Zero(t, stream.CachedInfo().State.Msgs)
}

// TestWorkerNames refuses names that are not one token of a subject.
func TestWorkerNames(t *testing.T) {
	for _, name := range []string{"a.b", "*", "a b", ">"} {
		_, err := Worker{Name: name, Referee: func(context.Context, Batch, int) ([]arena.Record, error) { return nil, nil }}.completed()
		require.ErrorContains(t, err, "want 1 to 100 letters, digits, - or _", name)
	}
}
