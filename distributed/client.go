package distributed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// client is a connection to a server with JetStream.
type client struct {
	conn *nats.Conn
	js   jetstream.JetStream
}

const (
	// requestTimeout limits each request. Package jetstream provides a limit, but only for a
	// context without a deadline.
	requestTimeout = 2 * time.Second

	retryWait = 250 * time.Millisecond
)

// persist calls do, each time with requestTimeout, until it succeeds, ctx ends, or it fails for
// longer than a restart of the server explains. It makes the streams if they are gone.
func (c client) persist(ctx context.Context, do func(context.Context) error) error {
	var f fault
	for {
		one, cancel := context.WithTimeout(ctx, requestTimeout)
		err := do(one)
		if isStreamLost(err) {
			err = errors.Join(err, c.makeStreams(one))
		}
		cancel()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return errors.Join(ctx.Err(), err)
		}
		if err := f.lasting(c.conn, err); err != nil {
			return err
		}
		wait(ctx, retryWait)
	}
}

// publish publishes a message until the server confirms it. A message that is there already counts
// as confirmed.
func (c client) publish(ctx context.Context, msg *nats.Msg, options ...jetstream.PublishOpt) (ack *jetstream.PubAck, err error) {
	options = append(slices.Clip(options), jetstream.WithRetryAttempts(0))
	err = c.persist(ctx, func(ctx context.Context) (err error) {
		ack, err = c.js.PublishMsg(ctx, msg, options...)
		if isRepeated(err) {
			ack, err = &jetstream.PubAck{Duplicate: true}, nil
		}
		return err
	})
	return ack, err
}

// add adds to a counter and returns the sum. The server recognizes the id of a message that is
// published again because its confirmation was lost, and does not add a second time.
func (c client) add(ctx context.Context, subject string, change int, id string) (int, error) {
	msg := nats.NewMsg(subject)
	msg.Header.Set("Nats-Incr", strconv.Itoa(change))
	ack, err := c.publish(ctx, msg, jetstream.WithMsgID(id))
	if err != nil {
		return 0, err
	}
	if ack.Duplicate { // Its confirmation has no sum.
		return c.sum(ctx, subject)
	}
	return number(ack.Value)
}

// sum returns the sum of a counter.
func (c client) sum(ctx context.Context, subject string) (int, error) {
	var last struct {
		Value string `json:"val"`
	}
	err := c.persist(ctx, func(ctx context.Context) error {
		stream, err := c.js.Stream(ctx, attemptsStream)
		if err != nil {
			return err
		}
		msg, err := stream.GetLastMsgForSubject(ctx, subject)
		if err != nil {
			return err
		}
		return json.Unmarshal(msg.Data, &last)
	})
	if err != nil {
		return 0, err
	}
	return number(last.Value)
}

func number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("distributed: a counter of the server is %q, want a number", text)
	}
	return n, nil
}

// resultAge is how long the server keeps results and the counts of attempts.
const resultAge = 30 * 24 * time.Hour

// streamConfigs are the streams. In the streams of jobs and results, a subject has at most one
// message, and the server refuses a second one. So a job that is queued is not queued again, and
// the first result of a pair is the only one, however much later another one comes. (The server
// would recognize equal message ids for two minutes only.) A job is removed when it is
// acknowledged.
//
// Attempts are counted in a stream, because the count of deliveries that the server keeps belongs
// to a consumer and is gone with it.
func streamConfigs() []jetstream.StreamConfig {
	once := jetstream.StreamConfig{MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, Storage: jetstream.FileStorage}
	jobs, results := once, once
	jobs.Name, jobs.Subjects, jobs.Retention = jobsStream, []string{jobsSubject + ".*.*.*"}, jetstream.WorkQueuePolicy
	results.Name, results.Subjects, results.MaxAge, results.AllowDirect = resultsStream, []string{resultsSubject + ".*.*.*"}, resultAge, true
	attempts := jetstream.StreamConfig{
		Name: attemptsStream, Subjects: []string{attemptsSubject + ".*.*.*", failuresSubject + ".*.*.*"}, Storage: jetstream.FileStorage,
		AllowMsgCounter: true, AllowDirect: true, MaxMsgsPerSubject: 1, MaxAge: resultAge,
	}
	return []jetstream.StreamConfig{jobs, results, attempts}
}

// makeStreams makes the streams that do not exist. It refuses existing ones with another
// configuration; their replicas, age and size may differ.
func (c client) makeStreams(ctx context.Context) error {
	for _, want := range streamConfigs() {
		stream, err := c.js.CreateStream(ctx, want)
		if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			stream, err = c.js.Stream(ctx, want.Name)
		}
		if isStorage(err) {
			err = fmt.Errorf("%w (%w)", errStorage, err)
		}
		if err != nil {
			return fmt.Errorf("distributed: the stream %s: %w", want.Name, err)
		}
		switch have := stream.CachedInfo().Config; {
		case have.AllowMsgCounter != want.AllowMsgCounter:
			return fmt.Errorf("distributed: the stream %s of the server has no counters, want NATS 2.12 or later", want.Name)
		case have.Retention != want.Retention, have.MaxMsgsPerSubject != 1, have.DiscardNewPerSubject != want.DiscardNewPerSubject,
			!slices.Equal(have.Subjects, want.Subjects):
			return fmt.Errorf("distributed: the stream %s of the server was made by another program; delete it, or use another server", want.Name)
		}
	}
	return nil
}

// jobsConsumer is how all workers of a queue share its jobs.
func (c client) jobsConsumer(ctx context.Context, queue string, ackWait time.Duration) (jetstream.Consumer, error) {
	made, err := c.js.CreateOrUpdateConsumer(ctx, jobsStream, jetstream.ConsumerConfig{
		Durable: workersConsumer + queue, FilterSubject: jobsSubject + "." + queue + ".>",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: -1, MaxAckPending: mostPending,
	})
	if err != nil {
		return nil, fmt.Errorf("distributed: the consumer of the queue %s: %w", queue, err)
	}
	return made, nil
}

// workersConsumer precedes the name of the queue in the name of its consumer.
const workersConsumer = "workers-"

// mostPending limits the pairs that are being played at the same moment by all workers of a queue.
const mostPending = 10_000
