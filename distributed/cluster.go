package distributed

import (
	"cmp"
	"context"
	"errors"
	"expvar"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/banyan-go/banyan/arena"
)

// Cluster describes how a match is played by the workers of a queue.
type Cluster struct {
	Address Address
	Queue   string // if it is empty, DefaultQueue is used

	// Version is compared with the version of each worker, which is refused if they differ. If it
	// is empty, BuildVersion is used.
	Version string

	// Window limits the number of pairs that are queued at the same moment. If it is 0, 2,000 is
	// used.
	Window int

	// Progress, if not nil, is called about once a second while Play waits, and at its end. If
	// several goroutines play, it is called by all of them, for their pairs alone.
	Progress func(Progress)

	Notice func(text string) // if not nil, receives notices for people, from several goroutines
	Now    func() time.Time  // the reference for the clocks of server and workers; if nil, time.Now is used
}

// Coordinator is a connection to a cluster. It implements [PairRunner]. Several goroutines may use
// it.
type Coordinator struct {
	Cluster
	client
	vars  *expvar.Map
	since time.Time

	settled func() // is called for every result; nil for none

	mu        sync.Mutex
	requested map[string]time.Time // by game: when the workers were asked to announce themselves

	workers workers
}

var _ PairRunner = (*Coordinator)(nil)

const (
	defaultWindow = 2000
	asyncTimeout  = 5 * time.Second
)

// Connect connects to the server and makes the streams that it lacks. The caller closes the
// Coordinator.
func (c Cluster) Connect(ctx context.Context) (*Coordinator, error) {
	var err error
	if c.Queue, err = queueName(c.Queue); err != nil {
		return nil, err
	}
	if c.Window < 0 {
		return nil, fmt.Errorf("distributed: Cluster.Window is %d, want >= 0", c.Window)
	}
	c.Version, c.Window = cmp.Or(c.Version, BuildVersion()), cmp.Or(c.Window, defaultWindow)
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Notice == nil {
		c.Notice = func(string) {}
	}
	made := &Coordinator{Cluster: c, since: time.Now(), requested: map[string]time.Time{}}
	made.vars = made.newVars()
	if made.conn, err = c.Address.connect(ctx, "banyan coordinator"); err != nil {
		return nil, err
	}
	made.js, err = jetstream.New(made.conn, jetstream.WithPublishAsyncTimeout(asyncTimeout), jetstream.WithPublishAsyncMaxPending(2*c.Window))
	if err == nil {
		limited, cancel := context.WithTimeout(ctx, connectTimeout)
		defer cancel()
		err = made.makeStreams(limited)
	}
	if err != nil {
		made.conn.Close()
		return nil, err
	}
	return made, nil
}

// Close ends the connection. It must not be called during a Play.
func (c *Coordinator) Close() error {
	c.conn.Close()
	return nil
}

// requestAnnouncements asks all workers to announce themselves, at most once a second for a game.
// Those that come later do so by themselves.
func (c *Coordinator) requestAnnouncements(game string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := time.Now(); now.Sub(c.requested[game]) > time.Second {
		c.requested[game] = now
		_ = c.conn.Publish(announceSubject+"."+c.Queue, nil) // Without a server there are no workers.
	}
}

// Play implements [PairRunner]. It first reads the results that the server has for the same match,
// and queues the missing pairs: an interrupted match continues. Pairs that failed are tried again.
// It then waits for the results. If it ends early, it removes the pairs that no worker has begun
// from the queue.
//
// While the server is away, Play waits for it. It returns an error if the clock of the server is
// wrong, or if the server cannot store messages.
//
// Two equal matches share jobs and results. If one of them is interrupted, the other one queues the
// pairs that are missing again when no result has arrived for ten seconds.
func (c *Coordinator) Play(ctx context.Context, b Batch, pairs []int, finished func([]arena.Record) bool) error {
	p, err := c.newPlaying(b, pairs)
	if err != nil {
		return err
	}
	p.ctx, p.finished = ctx, finished
	defer p.withdraw()
	defer func() { p.vars.Add("pairs_queued", -int64(p.published.queued)) }()
	if err := p.checkClock(); err != nil {
		return err
	}
	err = p.run()
	p.report()
	switch {
	case p.stopped:
		return nil
	case err != nil:
		return err
	case ctx.Err() != nil:
		return fmt.Errorf("distributed: stopped after %d of %d pairs: %w", p.done, p.total, ctx.Err())
	}
	return p.failed.err()
}

func (c *Coordinator) newPlaying(b Batch, pairs []int) (*playing, error) {
	if err := b.validate(); err != nil {
		return nil, err
	}
	p := &playing{
		Coordinator: c, batch: b, match: b.id(c.Version), begin: time.Now(), order: pairs, total: len(pairs), missing: map[int]bool{},
	}
	for _, pair := range pairs {
		if pair < 0 || p.missing[pair] {
			return nil, fmt.Errorf("distributed: pair %d is negative or given twice", pair)
		}
		p.missing[pair] = true
	}
	return p, nil
}

// mostSkew is how far two clocks may be apart.
const mostSkew = time.Minute

// checkClock compares the clock of the server with the own one. The server keeps results for a
// time, by its clock.
func (p *playing) checkClock() error {
	var stream jetstream.Stream
	err := p.persist(p.ctx, func(ctx context.Context) (err error) {
		stream, err = p.js.Stream(ctx, resultsStream)
		return err
	})
	if err != nil {
		return fmt.Errorf("distributed: the stream %s: %w", resultsStream, err)
	}
	there, here := stream.CachedInfo().TimeStamp, p.Now()
	if skew := skewOf(there, here); skew != "" {
		return fmt.Errorf("distributed: the clock of the NATS server is %s that of this machine (%s there, %s here); set the clocks: "+
			"the server drops results after a time", skew, there.UTC().Format(time.RFC3339), here.UTC().Format(time.RFC3339))
	}
	return nil
}

// skewOf describes how far a clock is from the local one; it is empty if they agree.
func skewOf(there, here time.Time) string {
	switch d := there.Sub(here); {
	case d > mostSkew:
		return fmt.Sprintf("%v ahead of", d.Round(time.Second))
	case d < -mostSkew:
		return fmt.Sprintf("%v behind", -d.Round(time.Second))
	}
	return ""
}

// withdraw removes the jobs of the match that no worker has begun from the queue.
func (p *playing) withdraw() {
	if !p.posted || len(p.missing) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(p.ctx), 2*time.Second)
	defer cancel()
	select { // What is on its way would come after.
	case <-p.js.PublishAsyncComplete():
	case <-ctx.Done():
	}
	stream, err := p.js.Stream(ctx, jobsStream)
	if err == nil {
		err = stream.Purge(ctx, jetstream.WithPurgeSubject(fmt.Sprintf("%s.%s.%s.*", jobsSubject, p.Queue, p.match)))
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		p.Notice(fmt.Sprintf("the pairs that are queued cannot be withdrawn: %v", err))
	}
}
