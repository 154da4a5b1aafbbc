package distributed

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/banyan-go/banyan/arena"
)

// playing is the state of one Play. It belongs to the goroutine of the caller; the others only send
// it what they receive.
type playing struct {
	*Coordinator
	ctx      context.Context
	batch    Batch
	match    string
	finished func([]arena.Record) bool
	begin    time.Time

	order   []int        // the pairs that are not queued yet are among these, in this order
	missing map[int]bool // the pairs without a result
	queued  map[int]bool // those among them that are in the queue, or were
	total   int
	done    int
	played  int // the part of done played since the beginning of this Play
	games   int // of those
	failed  failures
	posted  bool  // jobs have been published
	stopped bool  // finished wants no more
	fault   fault // of publishing jobs

	published counts
}

const (
	progressInterval = time.Second

	// requeueInterval is how long nothing may arrive until all pairs without a result are queued
	// again. The server refuses those that it has, so this only helps if it has lost some.
	requeueInterval = 10 * time.Second
)

// run plays the match to its end.
func (p *playing) run() error {
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	p.ctx = ctx
	messages := make(chan *nats.Msg, 256)
	for _, subject := range []string{
		helloSubject + "." + p.Queue, workersSubject + "." + p.Queue + ".*",
		errorsSubject + "." + p.Queue + "." + p.match, errorsSubject + "." + p.Queue + "." + allMatches,
	} {
		sub, err := p.conn.ChanSubscribe(subject, messages)
		if err != nil {
			return fmt.Errorf("distributed: %w", err)
		}
		defer func() { _ = sub.Unsubscribe() }() // of a connection that is closed, perhaps
	}
	p.requestAnnouncements(p.batch.Game)
	results := make(chan arrival)
	reader := make(chan struct{})
	go func() {
		defer close(reader)
		resultReader{client: p.client, filter: fmt.Sprintf("%s.%s.%s.*", resultsSubject, p.Queue, p.match)}.run(ctx, results)
	}()
	defer func() {
		cancel()
		<-reader
	}()
	return p.loop(messages, results)
}

// loop takes what arrives until the match is over.
func (p *playing) loop(messages <-chan *nats.Msg, results <-chan arrival) error {
	ticker := time.NewTicker(progressInterval)
	defer ticker.Stop()
	complete, last := false, time.Now() // complete: all results of an earlier Play have arrived
	for (len(p.missing) > 0 || !complete) && !p.stopped {
		select {
		case <-p.ctx.Done():
			return nil // Play returns the error of the context.
		case a := <-results:
			if a.result != nil {
				last = time.Now()
			}
			if err := p.take(a, complete); err != nil {
				return err
			}
			complete = complete || a.complete
		case msg := <-messages:
			if err := p.hear(msg); err != nil {
				return err
			}
		case <-ticker.C:
			p.report()
			if time.Since(last) > requeueInterval {
				last = time.Now()
				p.queued = nil
			}
		}
		if err := p.refill(complete); err != nil {
			return err
		}
	}
	return nil
}

// take takes a result. Those that came before the reader was complete are of an earlier Play, whose
// failures do not count.
func (p *playing) take(a arrival, complete bool) error {
	r := a.result
	if r == nil || !p.missing[r.Pair] {
		return a.err
	}
	if r.Error == "" && len(r.Records) == 0 {
		r.Error = "the result has no records"
	}
	if r.Error != "" && !complete {
		return p.retry(r.Pair, a.sequence)
	}
	delete(p.missing, r.Pair)
	delete(p.queued, r.Pair)
	p.done++
	if p.settled != nil {
		p.settled()
	}
	if r.Error != "" {
		p.failed.add(r.Pair, fmt.Sprintf("after %d attempts, the last one by worker %s: %s", r.Attempts, r.Worker, r.Error))
		return nil
	}
	if complete {
		p.played++
		p.games += len(r.Records)
	}
	p.stopped = !p.finished(r.Records)
	return nil
}

// retry forgets that a pair failed in an earlier Play.
func (p *playing) retry(pair int, sequence uint64) error {
	messages := func(kind string) jetstream.StreamPurgeOpt {
		return jetstream.WithPurgeSubject(subject(kind, p.Queue, p.match, pair))
	}
	for _, forget := range []struct {
		stream  string
		options []jetstream.StreamPurgeOpt
	}{
		{resultsStream, []jetstream.StreamPurgeOpt{messages(resultsSubject), jetstream.WithPurgeSequence(sequence + 1)}},
		{attemptsStream, []jetstream.StreamPurgeOpt{messages(attemptsSubject)}},
		{attemptsStream, []jetstream.StreamPurgeOpt{messages(failuresSubject)}},
	} {
		err := p.persist(p.ctx, func(ctx context.Context) error {
			stream, err := p.js.Stream(ctx, forget.stream)
			if errors.Is(err, jetstream.ErrStreamNotFound) { // The server has lost its files.
				return nil
			}
			if err != nil {
				return err
			}
			return stream.Purge(ctx, forget.options...)
		})
		if err != nil && p.ctx.Err() == nil {
			return fmt.Errorf("distributed: forgetting that pair %d failed: %w", pair, err)
		}
	}
	return nil
}

// refill queues pairs if fewer than half of the window are queued.
func (p *playing) refill(complete bool) error {
	if !complete || len(p.queued) > p.Window/2 || len(p.queued) == len(p.missing) || p.stopped || !p.conn.IsConnected() {
		return nil
	}
	if p.queued == nil { // at the beginning, and when all are queued again
		p.queued = map[int]bool{}
	}
	var next []int
	for _, pair := range p.order {
		if len(p.queued)+len(next) == p.Window {
			break
		}
		if p.missing[pair] && !p.queued[pair] {
			next = append(next, pair)
		}
	}
	return p.queue(next)
}

// queue publishes jobs, all before it waits for the first confirmation. Those that the server does
// not confirm are queued again later.
func (p *playing) queue(pairs []int) error {
	p.posted = true
	futures, err := p.publishJobs(pairs)
	if err != nil {
		return err
	}
	var failed error
	for i, f := range futures {
		select {
		case <-f.Ok():
			err = nil
		case err = <-f.Err():
		case <-p.ctx.Done():
			return nil
		}
		if err == nil || isRepeated(err) {
			p.queued[pairs[i]], p.fault = true, fault{}
		} else {
			failed = err
		}
	}
	if failed == nil {
		return nil
	}
	if isStreamLost(failed) {
		ctx, cancel := context.WithTimeout(p.ctx, requestTimeout)
		defer cancel()
		failed = errors.Join(failed, p.makeStreams(ctx))
	}
	if err := p.fault.lasting(p.conn, failed); err != nil {
		return fmt.Errorf("distributed: pairs cannot be queued: %w", err)
	}
	return nil
}

// publishJobs publishes jobs of the pairs, or of the first ones if the connection breaks.
func (p *playing) publishJobs(pairs []int) (futures []jetstream.PubAckFuture, err error) {
	for _, pair := range pairs {
		msg := nats.NewMsg(subject(jobsSubject, p.Queue, p.match, pair))
		msg.Data = encode(job{Protocol: Protocol, Version: p.Version, Match: p.match, Batch: p.batch, Pair: pair})
		f, err := p.js.PublishMsgAsync(msg)
		switch {
		case errors.Is(err, nats.ErrMaxPayload):
			return nil, fmt.Errorf("distributed: the players of the match take more than the %d bytes of a message", p.conn.MaxPayload())
		case err != nil:
			return futures, nil //nolint:nilerr // The others are queued when there is a connection again.
		}
		futures = append(futures, f)
	}
	return futures, nil
}

// hear takes what workers tell of themselves.
func (p *playing) hear(msg *nats.Msg) error {
	switch {
	case strings.HasPrefix(msg.Subject, helloSubject):
		if w, err := decode[announcement](msg.Data); err == nil {
			p.admit(msg, w)
		}
	case strings.HasPrefix(msg.Subject, workersSubject):
		if s, err := decode[Status](msg.Data); err == nil {
			p.workers.heard(s, time.Now())
		}
	default:
		switch t, err := decode[workerError](msg.Data); {
		case err != nil:
			p.Notice(err.Error())
		case t.Storage:
			return fmt.Errorf("distributed: worker %s: %s", t.Worker, strings.TrimPrefix(t.Error, "distributed: "))
		default:
			p.Notice(t.Error)
		}
	}
	return nil
}

// admit admits or refuses a worker.
func (p *playing) admit(msg *nats.Msg, w announcement) {
	reason := refusal(w, Protocol, p.Version, p.batch.Game)
	if skew := skewOf(w.Time, p.Now()); reason == "" && skew != "" {
		reason = fmt.Sprintf("the clock of worker %s is %s that of the coordinator; set the clocks", w.Worker, skew)
	}
	if reason != "" {
		p.Notice("refused: " + reason)
		p.queued = nil // It may have dropped jobs.
	}
	_ = msg.Respond(encode(admission{Refused: reason})) // A worker that is gone needs no response.
}
