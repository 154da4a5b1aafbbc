package distributed

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// resultReader reads the results of a match from the first one on. It continues after an error of
// the connection, and from the beginning if the server has lost its files.
type resultReader struct {
	client
	filter string
	next   uint64    // the sequence number from which on it reads
	made   time.Time // when the stream was made in which that is a sequence number
}

// arrival is what a reader has found.
type arrival struct {
	result   *result // nil for none
	sequence uint64
	complete bool  // no more results are stored at the moment
	err      error // why the reader has ended
}

const (
	readBatch        = 256
	readerInactivity = time.Minute // after which the server deletes the consumer of a reader
	readerIdle       = 10 * time.Second
	pullTime         = 10 * time.Second
)

// run sends results until ctx ends, or until the server cannot be read from.
func (r resultReader) run(ctx context.Context, to chan<- arrival) {
	for ctx.Err() == nil {
		var consumer jetstream.Consumer
		err := r.persist(ctx, func(ctx context.Context) (err error) {
			consumer, err = r.consumer(ctx)
			return err
		})
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			send(ctx, to, arrival{err: fmt.Errorf("distributed: the results cannot be read: %w", err)})
			return
		}
		r.read(ctx, consumer, to)
		r.forget(ctx, consumer)
		wait(ctx, reconnectWait)
	}
}

func send(ctx context.Context, to chan<- arrival, a arrival) {
	select {
	case to <- a:
	case <-ctx.Done():
	}
}

// consumer makes a consumer that begins with the next result.
func (r *resultReader) consumer(ctx context.Context) (jetstream.Consumer, error) {
	stream, err := r.js.Stream(ctx, resultsStream)
	if err != nil {
		return nil, err
	}
	if info := stream.CachedInfo(); !info.Created.Equal(r.made) || info.State.LastSeq < r.next-1 {
		r.next, r.made = 1, info.Created // The server has lost its files, or has older ones.
	}
	return stream.CreateConsumer(ctx, jetstream.ConsumerConfig{
		FilterSubject: r.filter, AckPolicy: jetstream.AckNonePolicy, DeliverPolicy: jetstream.DeliverByStartSequencePolicy,
		OptStartSeq: r.next, MemoryStorage: true, InactiveThreshold: readerInactivity, Replicas: 1,
	})
}

// forget deletes a consumer. If that fails, the server forgets it later.
func (r *resultReader) forget(ctx context.Context, consumer jetstream.Consumer) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = r.js.DeleteConsumer(ctx, resultsStream, consumer.CachedInfo().Name)
}

// read sends what the consumer has until there is an error, until a result was lost on the way, or
// until nothing has arrived for a while, as when the last result was lost.
func (r *resultReader) read(ctx context.Context, consumer jetstream.Consumer, to chan<- arrival) {
	if consumer.CachedInfo().NumPending == 0 {
		send(ctx, to, arrival{complete: true})
	}
	results, err := consumer.Messages(append(pulling(), jetstream.PullMaxMessages(readBatch))...)
	if err != nil {
		return
	}
	defer results.Stop()
	for number := uint64(1); ; number++ {
		idle, cancel := context.WithTimeout(ctx, readerIdle)
		msg, err := results.Next(jetstream.NextContext(idle))
		cancel()
		if err != nil {
			return
		}
		meta, err := msg.Metadata()
		if err != nil || meta.Sequence.Consumer != number {
			return
		}
		r.next = meta.Sequence.Stream + 1
		a := arrival{sequence: meta.Sequence.Stream, complete: meta.NumPending == 0}
		if made, err := decode[result](msg.Data()); err == nil {
			a.result = &made
		}
		send(ctx, to, a)
	}
}

// pulling determines how messages are pulled: a request is renewed after a while, and a server that
// is silent for half of that counts as lost.
func pulling() []jetstream.PullMessagesOpt {
	return []jetstream.PullMessagesOpt{jetstream.PullExpiry(pullTime), jetstream.PullHeartbeat(pullTime / 4)}
}
