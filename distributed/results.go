package distributed

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// resultReader reads the results of a match from the first one on. It goes on after an error of the
// connection, and from the beginning if the server has lost its files.
type resultReader struct {
	js     jetstream.JetStream
	filter string
	next   uint64 // the sequence number from which on it reads
}

// arrival is a result, or the news that all results of before the reader have arrived.
type arrival struct {
	result   *result // nil for only that news
	sequence uint64
	complete bool
}

const (
	readBatch        = 256
	readerInactivity = time.Minute // after which the server forgets a reader
	readerIdle       = 10 * time.Second
	pullTime         = 10 * time.Second
)

// run sends results until ctx ends.
func (r resultReader) run(ctx context.Context, to chan<- arrival) {
	r.next = 1
	for ctx.Err() == nil {
		if consumer, err := r.consumer(ctx); err == nil {
			r.read(ctx, consumer, to)
			r.forget(ctx, consumer)
		}
		wait(ctx, reconnectWait)
	}
}

// consumer makes a consumer that begins with the next result.
func (r *resultReader) consumer(ctx context.Context) (jetstream.Consumer, error) {
	stream, err := r.js.Stream(ctx, resultsStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		err = makeStreams(ctx, r.js)
		if err == nil {
			stream, err = r.js.Stream(ctx, resultsStream)
		}
	}
	if err != nil {
		return nil, err
	}
	if stream.CachedInfo().State.LastSeq < r.next-1 {
		r.next = 1
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
	send := func(a arrival) {
		select {
		case to <- a:
		case <-ctx.Done():
		}
	}
	if consumer.CachedInfo().NumPending == 0 {
		send(arrival{complete: true})
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
		send(a)
	}
}

// pulling says how messages are asked for: a request is renewed after a while, and a server that is
// silent for half of that counts as lost.
func pulling() []jetstream.PullMessagesOpt {
	return []jetstream.PullMessagesOpt{jetstream.PullExpiry(pullTime), jetstream.PullHeartbeat(pullTime / 4)}
}
