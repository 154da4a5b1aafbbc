package distributed

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// resultAge is how long the server keeps results and the counts of attempts.
const resultAge = 30 * 24 * time.Hour

// streamConfigs are the streams. In those of jobs and results a subject has one message at most,
// and the server refuses a second one. So a job that is queued is not queued again, and the first
// result of a pair is the only one, however much later another one comes. A job is removed when it
// is acknowledged.
func streamConfigs() []jetstream.StreamConfig {
	once := jetstream.StreamConfig{MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, Storage: jetstream.FileStorage}
	jobs, results := once, once
	jobs.Name, jobs.Subjects, jobs.Retention = jobsStream, []string{jobsSubject + ".*.*.*"}, jetstream.WorkQueuePolicy
	results.Name, results.Subjects, results.MaxAge, results.AllowDirect = resultsStream, []string{resultsSubject + ".*.*.*"}, resultAge, true
	attempts := jetstream.StreamConfig{
		Name: attemptsStream, Subjects: []string{attemptsSubject + ".*.*.*"}, Storage: jetstream.FileStorage,
		AllowMsgCounter: true, AllowDirect: true, MaxMsgsPerSubject: 1, MaxAge: resultAge,
	}
	return []jetstream.StreamConfig{jobs, results, attempts}
}

// makeStreams makes the streams that do not exist.
func makeStreams(ctx context.Context, js jetstream.JetStream) error {
	for _, c := range streamConfigs() {
		if _, err := js.CreateStream(ctx, c); err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			return fmt.Errorf("distributed: the stream %s: %w", c.Name, storageError(err))
		}
	}
	return nil
}

// jobsConsumer is how all workers of a queue share its jobs.
func jobsConsumer(ctx context.Context, js jetstream.JetStream, queue string, ackWait time.Duration) (jetstream.Consumer, error) {
	c, err := js.CreateOrUpdateConsumer(ctx, jobsStream, jetstream.ConsumerConfig{
		Durable: "workers-" + queue, FilterSubject: jobsSubject + "." + queue + ".>",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: -1, MaxAckPending: mostPending,
	})
	if err != nil {
		return nil, fmt.Errorf("distributed: the consumer of the queue %s: %w", queue, storageError(err))
	}
	return c, nil
}

// mostPending limits the pairs that are being played at the same moment by all workers of a queue.
const mostPending = 10_000

// isRepeated reports whether a message was refused because there is one with its subject.
func isRepeated(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && strings.Contains(api.Description, "per subject")
}

// errStorage reports that the server cannot store messages.
var errStorage = errors.New("the server cannot store messages: is its disk full, or a limit of JetStream reached?")

// storageError adds to an error of the server that it means a lack of storage, if it does.
func storageError(err error) error {
	if isStorage(err) {
		return fmt.Errorf("%w (%w)", errStorage, err)
	}
	return err
}

// isStorage reports whether err says that the server has no room for a message, or has given up
// JetStream, which it does after an error of its disk.
func isStorage(err error) bool {
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) {
		return true
	}
	var api *jetstream.APIError
	if !errors.As(err, &api) || isRepeated(err) {
		return false
	}
	switch api.ErrorCode {
	case codeInsufficientResources, codeStorageExceeded, codeMemoryExceeded, codeStoreFailed:
		return true
	}
	return false
}

// Error codes of the server that package jetstream has no names for.
const (
	codeInsufficientResources jetstream.ErrorCode = 10023
	codeMemoryExceeded        jetstream.ErrorCode = 10028
	codeStorageExceeded       jetstream.ErrorCode = 10047
	codeStoreFailed           jetstream.ErrorCode = 10077
)
