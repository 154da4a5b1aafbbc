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
	// requestTimeout limits each request. Package jetstream has a limit of its own, but only for a
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
