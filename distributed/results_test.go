package distributed

import (
	"context"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

// connected returns a connection to a server that ends with the test.
func connected(t *testing.T) *Coordinator {
	t.Helper()
	server, err := Server{Dir: t.TempDir()}.Start()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Close()) })
	c, err := Cluster{Address: server.Address()}.Connect(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

// store stores results of pairs of a match.
func store(t *testing.T, c client, match string, pairs ...int) {
	t.Helper()
	for _, pair := range pairs {
		msg := nats.NewMsg(subject(resultsSubject, DefaultQueue, match, pair))
		msg.Data = encode(result{Match: match, Pair: pair})
		_, err := c.publish(t.Context(), msg)
		require.NoError(t, err)
	}
}

// TestReaderAfterLostFiles replaces the stream of results by another one, which has more messages
// than the reader has read when the reader finds it.
func TestReaderAfterLostFiles(t *testing.T) {
	c := connected(t)
	r := resultReader{client: c.client, filter: resultsSubject + ".*.m.*"}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	first := func() int {
		consumer, err := r.consumer(ctx)
		require.NoError(t, err)
		one, stop := context.WithCancel(ctx)
		defer stop()
		results := make(chan arrival)
		done := make(chan bool)
		go func() {
			defer close(done)
			r.read(one, consumer, results)
		}()
		a := <-results
		stop()
		<-done
		return a.result.Pair
	}
	store(t, c.client, "m", 1)
	require.Equal(t, 1, first())
	require.NoError(t, c.js.DeleteStream(ctx, resultsStream))
	require.NoError(t, c.makeStreams(ctx))
	store(t, c.client, "m", 2)
	store(t, c.client, "other", 1, 2, 3)
	require.Equal(t, 2, first(), "the result is not skipped")
}

// TestCounters publishes a message of a counter twice, as if its confirmation had been lost.
func TestCounters(t *testing.T) {
	c := connected(t)
	to := subject(attemptsSubject, DefaultQueue, "m", 1)
	for i, test := range []struct {
		id           string
		change, want int
	}{{"a", 1, 1}, {"a", 1, 1}, {"b", 1, 2}, {"c", -1, 1}, {"b", 1, 1}} {
		n, err := c.add(t.Context(), to, test.change, test.id)
		require.NoError(t, err)
		require.Equal(t, test.want, n, i)
	}
}

// TestForeignStreams has streams that this program has not made.
func TestForeignStreams(t *testing.T) {
	c := connected(t)
	for name, want := range map[string]string{
		attemptsStream: "the stream BANYAN_ATTEMPTS_V1 of the server has no counters, want NATS 2.12 or later",
		jobsStream:     "the stream BANYAN_JOBS_V1 of the server was made by another program",
	} {
		require.NoError(t, c.js.DeleteStream(t.Context(), name))
		_, err := c.js.CreateStream(t.Context(), jetstream.StreamConfig{Name: name, Subjects: []string{name}})
		require.NoError(t, err)
		require.ErrorContains(t, c.makeStreams(t.Context()), want)
		require.NoError(t, c.js.DeleteStream(t.Context(), name))
		require.NoError(t, c.makeStreams(t.Context()))
	}
}
