package distributed

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Worker plays the pairs of games that coordinators put into a queue.
type Worker struct {
	Address Address
	Queue   string   // if it is empty, DefaultQueue is used
	Games   []string // the names of the games that Referee knows; one that ends in a colon is a prefix
	Referee Referee

	// Searcher, if not nil, lets the worker take shares of a [Search] too. They do not count among
	// its Slots.
	Searcher Searcher

	// Version is compared with the version of the coordinator, which refuses the worker if they
	// differ. If it is empty, BuildVersion is used.
	Version string

	// Name must be one that no other worker has, of 1 to 100 letters, digits, - or _. If it is
	// empty, it is made of the name of the machine and a random text.
	Name string

	Slots int // pairs that are played concurrently; if it is 0, one

	// Drain is how long the pairs and shares that the worker has begun may continue when the
	// context of Run ends. Pairs that are not finished then go back to the queue. If it is 0, 20
	// seconds are used.
	Drain time.Duration

	// Patience is how long the server waits for a sign of life before it gives a pair to another
	// worker. It should be the same for all workers of a queue. If it is 0, 10 seconds are used.
	Patience time.Duration

	Report func(Status)      // if not nil, is called about once a second
	Now    func() time.Time  // the clock that is announced; if nil, time.Now is used
	Notice func(text string) // if not nil, receives notices for people, from several goroutines
}

// ErrRefused reports that a coordinator cannot use a worker. The error gives the reason.
var ErrRefused = errors.New("distributed: the worker is refused")

const (
	defaultDrain    = 20 * time.Second
	defaultPatience = 10 * time.Second
	statusInterval  = time.Second
	helloTimeout    = 2 * time.Second

	// secondOpinion is how long a worker that is refused waits for a coordinator that admits it.
	secondOpinion = 250 * time.Millisecond
)

func (w Worker) completed() (Worker, error) {
	if w.Referee == nil {
		return w, errors.New("distributed: Worker.Referee is nil")
	}
	if w.Slots < 0 || w.Drain < 0 || w.Patience < 0 {
		return w, fmt.Errorf("distributed: Worker.Slots is %d, Drain %v and Patience %v, want all >= 0", w.Slots, w.Drain, w.Patience)
	}
	var err error
	if w.Queue, err = queueName(w.Queue); err != nil {
		return w, err
	}
	w.Slots, w.Drain, w.Patience = max(1, w.Slots), cmp.Or(w.Drain, defaultDrain), cmp.Or(w.Patience, defaultPatience)
	w.Version = cmp.Or(w.Version, BuildVersion())
	if w.Now == nil {
		w.Now = time.Now
	}
	if w.Notice == nil {
		w.Notice = func(string) {}
	}
	if w.Name == "" {
		host, _ := os.Hostname() // an empty name is as good
		w.Name = notOfNames.ReplaceAllString(cmp.Or(host, "worker"), "-") + "-" + rand.Text()[:8]
	}
	if !workerNames.MatchString(w.Name) {
		return w, fmt.Errorf("distributed: Worker.Name is %q, want 1 to 100 letters, digits, - or _", w.Name)
	}
	return w, nil
}

// Run works until ctx ends. Then it takes no more pairs, finishes those that it has begun, as long
// as Drain allows, and returns nil. It returns an error if there is no server, if a coordinator
// refuses the worker ([ErrRefused]), or if the server cannot store results. While the server is
// away, it waits.
func (w Worker) Run(ctx context.Context) error {
	w, err := w.completed()
	if err != nil {
		return err
	}
	conn, err := w.Address.connect(ctx, "banyan worker "+w.Name)
	if ctx.Err() != nil && err != nil {
		return nil //nolint:nilerr // The worker has nothing to finish.
	}
	if err != nil {
		return err
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		return fmt.Errorf("distributed: %w", err)
	}
	r := &working{
		Worker: w, client: client{conn, js}, begin: time.Now(),
		sessions: &sessions{searcher: w.Searcher, open: map[string]*openSession{}},
	}
	r.ctx, r.fail = context.WithCancelCause(ctx)
	defer r.fail(nil)
	r.playing, r.stop = context.WithCancel(context.WithoutCancel(ctx))
	defer func() { // Shares may come before an error of join.
		r.stop()
		r.sessions.close()
		r.sessions.requests.Wait()
	}()
	if err := r.join(ctx); ctx.Err() != nil {
		return nil
	} else if err != nil {
		return err
	}
	r.serve()
	if err := context.Cause(r.ctx); ctx.Err() == nil && err != nil {
		return err
	}
	return nil
}

// working is a worker that runs.
type working struct {
	Worker
	client
	ctx      context.Context // until it takes no more pairs and shares
	fail     context.CancelCauseFunc
	playing  context.Context // until those that it has begun must end
	stop     context.CancelFunc
	begin    time.Time
	sessions *sessions

	mu      sync.Mutex
	status  Status
	dropped string // the match of the last job that was dropped
}

// join makes what is missing on the server, and announces the worker.
func (r *working) join(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	if err := r.makeStreams(limited); err != nil {
		return err
	}
	if _, err := r.jobsConsumer(limited, r.Queue, r.Patience); err != nil {
		return err
	}
	if err := r.serveSearches(); err != nil {
		return err
	}
	if err := r.announce(); err != nil {
		return err
	}
	_, err := r.conn.Subscribe(announceSubject+"."+r.Queue, func(*nats.Msg) {
		go func() { // A callback must not wait for a response.
			if err := r.announce(); err != nil {
				r.fail(err)
			}
		}()
	})
	if err != nil {
		return fmt.Errorf("distributed: %w", err)
	}
	r.Notice(fmt.Sprintf("worker %s plays %s for the queue %s", r.Name, strings.Join(r.Games, ", "), r.Queue))
	return nil
}

// announcement identifies the worker.
func (r *working) announcement() announcement {
	return announcement{Protocol: Protocol, Version: r.Version, Games: r.Games, Worker: r.Name, Time: r.Now()}
}

// announce registers the worker with the coordinators. It is refused if one refuses it and none
// admits it. A coordinator that comes later asks for it.
func (r *working) announce() error {
	inbox := r.conn.NewInbox()
	responses, err := r.conn.SubscribeSync(inbox)
	if err != nil {
		return fmt.Errorf("distributed: %w", err)
	}
	defer func() { _ = responses.Unsubscribe() }() // of a connection that is closed, perhaps
	_ = r.conn.PublishRequest(helloSubject+"."+r.Queue, inbox, encode(r.announcement()))
	refused, until := "", time.Now().Add(helloTimeout)
	for {
		response, err := responses.NextMsg(time.Until(until))
		if err != nil { // No coordinator is there yet, or no other one.
			break
		}
		admitted, err := decode[admission](response.Data)
		switch {
		case err != nil:
			return err
		case admitted.Refused == "" && refused != "":
			r.Notice("another coordinator refuses the worker; want a queue for each: " + refused)
			return nil
		case admitted.Refused == "":
			return nil
		}
		refused, until = admitted.Refused, time.Now().Add(secondOpinion)
	}
	if refused != "" {
		return fmt.Errorf("%w: %s", ErrRefused, refused)
	}
	return nil
}

// serve plays pairs until the worker has to stop, and until what it has begun is done.
func (r *working) serve() {
	var slots, signs sync.WaitGroup
	for range r.Slots {
		slots.Go(r.slot)
	}
	signs.Go(r.report)
	<-r.ctx.Done()
	r.sessions.close()
	r.Notice("worker " + r.Name + " finishes what it has begun")
	limit := time.AfterFunc(r.Drain, r.stop)
	slots.Wait()
	r.sessions.requests.Wait()
	limit.Stop()
	r.stop()
	signs.Wait()
	_ = r.conn.FlushTimeout(time.Second) // The acknowledgements; without them, pairs are only played twice.
}

// slot plays one pair after the other.
func (r *working) slot() {
	var jobs jetstream.MessagesContext // nil until there is a server
	var f fault
	for r.ctx.Err() == nil {
		msg, err := r.next(&jobs)
		switch {
		case r.ctx.Err() != nil && err != nil:
		case err != nil:
			if err := f.lasting(r.conn, err); err != nil {
				r.reportError(allMatches, err)
				r.fail(fmt.Errorf("distributed: no jobs: %w", err))
			}
			wait(r.ctx, reconnectWait)
		case msg != nil:
			f = fault{}
			if err := r.handle(r.playing, msg); err != nil {
				r.fail(err)
			}
		}
	}
	if jobs == nil {
		return
	}
	defer jobs.Stop()
	jobs.Drain()
	for { // what has arrived since
		msg, err := jobs.Next(jetstream.NextMaxWait(time.Second))
		if err != nil {
			return
		}
		_ = msg.Nak() // Without it, the server waits longer.
	}
}

// next returns the next job, or nil if it should be called again. It asks the server for one job at
// a time, so that none waits here while another one is played, and never gives up a request: a job
// that came later would be lost until the server gives it to another worker.
func (r *working) next(jobs *jetstream.MessagesContext) (jetstream.Msg, error) {
	if *jobs == nil {
		consumer, err := r.consumer()
		if err != nil {
			return nil, err
		}
		*jobs, err = consumer.Messages(append(pulling(), jetstream.PullMaxMessages(1))...)
		if err != nil {
			return nil, err
		}
	}
	msg, err := (*jobs).Next(jetstream.NextContext(r.ctx))
	switch {
	case err == nil, r.ctx.Err() != nil:
	case errors.Is(err, jetstream.ErrNoHeartbeat): // The server may have lost the consumer.
		_, err = r.consumer()
	default:
		(*jobs).Stop()
		*jobs = nil
	}
	return msg, err
}

// consumer returns the consumer of the queue.
func (r *working) consumer() (jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(r.ctx, requestTimeout)
	defer cancel()
	consumer, err := r.js.Consumer(ctx, jobsStream, workersConsumer+r.Queue)
	if errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) {
		// The server has lost its files. The coordinator queues again what is missing.
		if err = r.makeStreams(ctx); err == nil {
			consumer, err = r.jobsConsumer(ctx, r.Queue, r.Patience)
		}
	}
	return consumer, err
}

// wait waits for a time or until ctx ends.
func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// report publishes the status of the worker until it has ended, and once more then.
func (r *working) report() {
	ticker := time.NewTicker(statusInterval)
	defer ticker.Stop()
	for {
		r.mu.Lock()
		status := r.status
		r.mu.Unlock()
		status.Worker, status.Seconds, status.Leaving = r.Name, time.Since(r.begin).Seconds(), r.ctx.Err() != nil
		if r.Report != nil {
			r.Report(status)
		}
		_ = r.conn.Publish(workersSubject+"."+r.Queue+"."+r.Name, encode(status)) // The next one may arrive.
		if r.playing.Err() != nil {
			return
		}
		r.sessions.dropIdle(time.Now())
		select {
		case <-r.playing.Done():
		case <-r.ctx.Done():
			wait(r.playing, statusInterval)
		case <-ticker.C:
		}
	}
}

func (r *working) count(change func(*Status)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change(&r.status)
}
