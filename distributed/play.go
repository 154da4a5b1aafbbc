package distributed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A pair whose games end in an error is tried mostAttempts times. One that nobody brings to an end,
// because every worker that plays it dies or stands still, is given up after mostLosses attempts:
// more, since a worker may die for other reasons.
const (
	mostAttempts = 3
	mostLosses   = 20
)

// storageTries is how often a message is published that the server cannot store.
const storageTries = 3

// defaultTrouble is the match in the subject of a trouble that concerns all.
const defaultTrouble = "all"

// subject returns the subject of a job, a result or a count.
func subject(kind, queue, match string, pair int) string {
	return fmt.Sprintf("%s.%s.%s.%d", kind, queue, match, pair)
}

// handle plays the pair of a job, publishes the result and acknowledges the job, in this order. It
// returns an error if the worker cannot go on.
func (r *working) handle(ctx context.Context, msg jetstream.Msg) error {
	j, err := decode[job](msg.Data())
	if err != nil { // Nobody can read it.
		return ignore(msg.TermWithReason(err.Error()))
	}
	if reason := refusal(announcement{Protocol: Protocol, Version: r.Version, Games: r.Games, Worker: r.Name}, j.Protocol, j.Version, j.Batch.Game); reason != "" {
		r.trouble(j.Match, errors.New(reason))
		return errors.Join(fmt.Errorf("%w: %s", ErrRefused, reason), ignore(msg.NakWithDelay(time.Second)))
	}
	attempt, err := r.attempt(ctx, j, 1)
	if err != nil {
		return r.giveBack(msg, j, err)
	}
	if attempt > 1 && r.isDone(ctx, j) {
		return ignore(msg.Ack())
	}
	made := result{Protocol: Protocol, Match: j.Match, Pair: j.Pair, Attempts: attempt, Worker: r.Name}
	if attempt > mostLosses {
		made.Error = fmt.Sprintf("the worker was lost in each of %d attempts", attempt-1)
		return r.finish(ctx, msg, j, made)
	}
	alive := r.keepAlive(msg)
	defer alive()
	begin := time.Now()
	r.count(func(s *Status) { s.Playing++ })
	made.Records, err = safely(ctx, r.Referee, j.Batch, j.Pair)
	made.Seconds = time.Since(begin).Seconds()
	r.count(func(s *Status) {
		s.Playing--
		s.Busy += made.Seconds
	})
	switch {
	case ctx.Err() != nil: // There was no time to finish.
		release, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_, _ = r.attempt(release, j, -1) // If that fails, an attempt too much is counted.
		return ignore(msg.Nak())
	case err != nil && attempt < mostAttempts:
		r.count(func(s *Status) { s.Failed++ })
		r.Notice(fmt.Sprintf("pair %d, attempt %d: %v", j.Pair, attempt, err))
		return ignore(msg.Nak())
	case err != nil:
		r.count(func(s *Status) { s.Failed++ })
		made.Records, made.Error = nil, err.Error()
	default:
		r.count(func(s *Status) { s.Pairs++ })
	}
	return r.finish(ctx, msg, j, made)
}

// ignore drops the error of an acknowledgement: if it is lost, the server gives the job to a worker
// again, which finds the result of the pair.
func ignore(error) error { return nil }

// attempt adds to the count of attempts of a pair and returns it.
func (r *working) attempt(ctx context.Context, j job, change int) (int, error) {
	msg := nats.NewMsg(subject(attemptsSubject, r.Queue, j.Match, j.Pair))
	msg.Header.Set("Nats-Incr", strconv.Itoa(change))
	ack, err := publish(ctx, r.js, msg)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(ack.Value)
	if err != nil {
		return 0, fmt.Errorf("distributed: the server counts no attempts, want NATS 2.12 or later: %w", err)
	}
	return n, nil
}

// isDone reports whether there is a result of the pair.
func (r *working) isDone(ctx context.Context, j job) bool {
	stream, err := r.js.Stream(ctx, resultsStream)
	if err != nil {
		return false
	}
	_, err = stream.GetLastMsgForSubject(ctx, subject(resultsSubject, r.Queue, j.Match, j.Pair))
	return err == nil
}

// finish publishes the result of a pair and acknowledges its job.
func (r *working) finish(ctx context.Context, msg jetstream.Msg, j job, made result) error {
	to := nats.NewMsg(subject(resultsSubject, r.Queue, j.Match, j.Pair))
	to.Data = encode(made)
	id := fmt.Sprintf("%s.%d", j.Match, j.Pair)
	if made.Error != "" {
		id += ".failed" // A pair that failed may be played again by another run of the match.
	}
	if _, err := publish(ctx, r.js, to, jetstream.WithMsgID(id)); errors.Is(err, nats.ErrMaxPayload) && made.Error == "" {
		made.Records, made.Error = nil, fmt.Sprintf("the records of the games take %d bytes, and the server takes %d", len(to.Data), r.conn.MaxPayload())
		return r.finish(ctx, msg, j, made)
	} else if err != nil {
		return r.giveBack(msg, j, err)
	}
	return ignore(msg.Ack())
}

// giveBack returns a job to the queue because of an error of the server. If that is a lack of
// storage, it returns the error, because the worker cannot go on.
func (r *working) giveBack(msg jetstream.Msg, j job, err error) error {
	_ = msg.NakWithDelay(time.Second) // Without it, the server waits longer.
	if !errors.Is(err, errStorage) {
		return nil
	}
	err = fmt.Errorf("distributed: pair %d: %w", j.Pair, err)
	r.trouble(j.Match, err)
	return err
}

// trouble tells the coordinator of a match why the worker cannot go on. That needs no storage.
func (r *working) trouble(match string, err error) {
	_ = r.conn.Publish(troubleSubject+"."+r.Queue+"."+match, encode(trouble{Worker: r.Name, Error: err.Error(), Storage: isStorage(err) || errors.Is(err, errStorage)}))
	_ = r.conn.FlushTimeout(time.Second) // Without a server there is nobody to tell.
}

// keepAlive tells the server regularly that the job is being worked on, until the returned function
// is called.
func (r *working) keepAlive(msg jetstream.Msg) (stop func()) {
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(r.Patience / 4)
		defer ticker.Stop()
		for {
			select {
			case <-quit:
				return
			case <-ticker.C:
				_ = msg.InProgress() // The next one may arrive.
			}
		}
	}()
	return func() {
		close(quit)
		<-done
	}
}

// publish publishes a message until the server confirms it or ctx ends. A message that is there
// already counts as confirmed. It gives up if the server cannot store it, or finds it too long.
func publish(ctx context.Context, js jetstream.JetStream, msg *nats.Msg, options ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	for tries := 0; ; {
		one, cancel := context.WithTimeout(ctx, publishTimeout)
		ack, err := js.PublishMsg(one, msg, append(slices.Clip(options), jetstream.WithRetryAttempts(0))...)
		cancel()
		switch {
		case err == nil:
			return ack, nil
		case isRepeated(err):
			return &jetstream.PubAck{Duplicate: true}, nil
		case errors.Is(err, nats.ErrMaxPayload):
			return nil, err
		case isStorage(err):
			if tries++; tries >= storageTries {
				return nil, storageError(err)
			}
		}
		if wait(ctx, publishWait); ctx.Err() != nil {
			return nil, errors.Join(ctx.Err(), err)
		}
	}
}

const (
	publishTimeout = 2 * time.Second
	publishWait    = 250 * time.Millisecond
)

// refusal returns why a worker cannot play a game for a coordinator, or nothing if it can.
func refusal(w announcement, protocol int, version, game string) string {
	switch {
	case w.Protocol != protocol:
		return fmt.Sprintf("worker %s speaks protocol %d, and the match protocol %d; want the same release of both programs", w.Worker, w.Protocol, protocol)
	case !hasGame(w.Games, game):
		return fmt.Sprintf("worker %s has the games %s, and the match is of %s; want the same program, or another -queue for each", w.Worker, strings.Join(w.Games, ", "), game)
	case w.Version != version:
		return fmt.Sprintf("worker %s has version %s, and the match version %s; want both programs built from the same sources", w.Worker, w.Version, version)
	}
	return ""
}

// hasGame reports whether a game is one of those, or has one that ends in a colon as its prefix.
func hasGame(games []string, game string) bool {
	return slices.ContainsFunc(games, func(g string) bool {
		return g == game || strings.HasSuffix(g, ":") && strings.HasPrefix(game, g)
	})
}
