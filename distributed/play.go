package distributed

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A pair whose games end in an error is tried mostFailures times. One that no worker finishes,
// because every worker that plays it dies or hangs, is given up after mostAttempts: more, since a
// worker may die for other reasons.
const (
	mostFailures = 3
	mostAttempts = 20
)

// allMatches is the match in the subject of an error that concerns all.
const allMatches = "all"

// subject returns the subject of a job, a result or a count.
func subject(kind, queue, match string, pair int) string {
	return fmt.Sprintf("%s.%s.%s.%d", kind, queue, match, pair)
}

// handle plays the pair of a job, publishes the result and acknowledges the job, in this order. It
// returns an error if the worker cannot continue.
func (r *working) handle(ctx context.Context, msg jetstream.Msg) error {
	j, err := decode[job](msg.Data())
	if err != nil { // It cannot be read.
		return ignore(msg.TermWithReason(err.Error()))
	}
	if reason := refusal(r.announcement(), j.Protocol, j.Version, j.Batch.Game); reason != "" {
		return r.drop(msg, j, reason)
	}
	made := result{Protocol: Protocol, Match: j.Match, Pair: j.Pair, Worker: r.Name}
	if made.Attempts, err = r.addTo(ctx, attemptsSubject, j, 1); err != nil {
		return r.giveBack(ctx, msg, j, err)
	}
	switch {
	case made.Attempts > 1 && r.isDone(ctx, j):
		return ignore(msg.Ack())
	case made.Attempts > mostAttempts:
		made.Error = fmt.Sprintf("it was begun %d times, and each time the worker was lost or the games ended in an error", mostAttempts)
		return r.finish(ctx, msg, j, made)
	}
	return r.play(ctx, msg, j, made)
}

// play plays the pair of a job, whose result made has all but what the games bring.
func (r *working) play(ctx context.Context, msg jetstream.Msg, j job, made result) error {
	defer r.keepAlive(msg)()
	begin := time.Now()
	r.count(func(s *Status) { s.Playing++ })
	records, err := r.Referee.play(ctx, j.Batch, j.Pair)
	made.Seconds = time.Since(begin).Seconds()
	r.count(func(s *Status) {
		s.Playing--
		s.Busy += made.Seconds
	})
	switch {
	case ctx.Err() != nil: // There was no time to finish.
		release, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_, _ = r.addTo(release, attemptsSubject, j, -1) // If that fails, an attempt too much is counted.
		return ignore(msg.Nak())
	case err != nil:
		return r.failed(ctx, msg, j, made, err)
	}
	r.count(func(s *Status) { s.Pairs++ })
	made.Records = records
	return r.finish(ctx, msg, j, made)
}

// failed counts an error of the games. The pair is played again, unless it has failed too often.
func (r *working) failed(ctx context.Context, msg jetstream.Msg, j job, made result, why error) error {
	r.count(func(s *Status) { s.Failed++ })
	r.Notice(fmt.Sprintf("pair %d, attempt %d: %v", j.Pair, made.Attempts, why))
	made.Error = why.Error()
	failures, err := r.addTo(ctx, failuresSubject, j, 1)
	switch {
	case err != nil:
		return r.giveBack(ctx, msg, j, err)
	case failures < mostFailures:
		return ignore(msg.Nak())
	}
	return r.finish(ctx, msg, j, made)
}

// ignore drops the error of an acknowledgement: if it is lost, the server gives the job to a worker
// again, which finds the result of the pair.
func ignore(error) error { return nil }

// drop removes a job that the worker cannot play. It is usually left over from a match of another
// version of the program: a coordinator that is there refuses the worker, and queues the pair
// again.
func (r *working) drop(msg jetstream.Msg, j job, reason string) error {
	_ = msg.TermWithReason(reason)
	r.mu.Lock()
	known := r.dropped == j.Match
	r.dropped = j.Match
	r.mu.Unlock()
	if known {
		return nil
	}
	r.Notice("jobs that are dropped: " + reason)
	r.reportError(j.Match, errors.New(reason))
	return r.announce()
}

// addTo adds to a count of a pair and returns it.
func (r *working) addTo(ctx context.Context, kind string, j job, change int) (int, error) {
	return r.add(ctx, subject(kind, r.Queue, j.Match, j.Pair), change, rand.Text())
}

// isDone reports whether there is a result of the pair.
func (r *working) isDone(ctx context.Context, j job) bool {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
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
	_, err := r.publish(ctx, to)
	switch {
	case errors.Is(err, nats.ErrMaxPayload) && made.Error == "":
		made.Records, made.Error = nil, fmt.Sprintf("the records of the games take %d bytes, and the server takes %d", len(to.Data), r.conn.MaxPayload())
		return r.finish(ctx, msg, j, made)
	case err != nil:
		return r.giveBack(ctx, msg, j, err)
	}
	return ignore(msg.Ack())
}

// giveBack returns a job to the queue. If that is because of an error of the server, it returns the
// error, because the worker cannot continue.
func (r *working) giveBack(ctx context.Context, msg jetstream.Msg, j job, err error) error {
	_ = msg.NakWithDelay(time.Second) // Without it, the server waits longer.
	if ctx.Err() != nil {
		return nil
	}
	err = fmt.Errorf("distributed: pair %d: %w", j.Pair, err)
	r.reportError(j.Match, err)
	return err
}

// reportError tells the coordinator of a match why the worker cannot continue. That needs no
// storage.
func (r *working) reportError(match string, err error) {
	_ = r.conn.Publish(errorsSubject+"."+r.Queue+"."+match, encode(workerError{Worker: r.Name, Error: err.Error(), Storage: errors.Is(err, errStorage)}))
	_ = r.conn.FlushTimeout(time.Second) // Without a server, no one needs to know.
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

// refusal returns why a worker cannot play a game for a coordinator, or nothing if it can.
func refusal(w announcement, protocol int, version, game string) string {
	switch {
	case w.Protocol != protocol:
		return fmt.Sprintf("worker %s speaks protocol %d, and the coordinator protocol %d; want the same release of both programs", w.Worker, w.Protocol, protocol)
	case !hasGame(w.Games, game):
		return fmt.Sprintf("worker %s has the games %s, and the coordinator wants %s; want the same program, or another -queue for each", w.Worker, strings.Join(w.Games, ", "), game)
	case w.Version != version:
		return fmt.Sprintf("worker %s has version %s, and the coordinator version %s; want both programs built from the same sources", w.Worker, w.Version, version)
	}
	return ""
}

// hasGame reports whether a game is one of those, or has one that ends in a colon as its prefix.
func hasGame(games []string, game string) bool {
	return slices.ContainsFunc(games, func(g string) bool {
		return g == game || strings.HasSuffix(g, ":") && strings.HasPrefix(game, g)
	})
}
