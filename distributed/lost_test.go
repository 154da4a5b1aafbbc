package distributed_test

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/distributed"
)

// TestLostResult takes the second result of a match out of the hands of the coordinator, as if the
// connection had broken then. It notices at the third one, or after a while if that was the last.
func TestLostResult(t *testing.T) {
	t.Parallel()
	for name, pairs := range map[string]int{"before others": 4, "the last one": 2} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := start(t, distributed.Server{})
			c := connect(t, distributed.Cluster{Address: r.Address()})
			begin := make(chan struct{})
			stop := work(distributed.Worker{
				Address: r.Address(),
				Referee: func(ctx context.Context, b distributed.Batch, pair int) ([]arena.Record, error) {
					<-begin
					return referee(ctx, b, pair)
				},
			})
			stolen := make(chan int, 1)
			go func() {
				result := asked(t, r.Address())
				close(begin)
				n := 0
				for range result.Messages() {
					n++
				}
				stolen <- n
			}()
			records, err := distributed.Records(bg, c, batch, pairs)
			require.NoError(t, err)
			require.Equal(t, locally(t, batch, pairs), withoutTimes(records))
			require.Equal(t, 1, <-stolen)
			require.NoError(t, stop())
		})
	}
}

// asked asks the consumer of a coordinator for a result. The server serves those who have asked in
// turn.
func asked(t *testing.T, a distributed.Address) jetstream.MessageBatch {
	conn, err := nats.Connect(a.URL, nats.Token(a.Token))
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	stream, err := js.Stream(bg, "BANYAN_RESULTS_V1")
	require.NoError(t, err)
	var consumer jetstream.Consumer
	for consumer == nil {
		for info := range stream.ListConsumers(bg).Info() {
			if info.NumWaiting > 0 {
				consumer, err = stream.Consumer(bg, info.Name)
				require.NoError(t, err)
			}
		}
	}
	batch, err := consumer.Fetch(1, jetstream.FetchMaxWait(time.Minute))
	require.NoError(t, err)
	require.NoError(t, conn.Flush())
	return batch
}
