package inspect

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// match is the game of a page. It runs the searches, in one goroutine for each.
type match[S any, A comparable] struct {
	ctx      context.Context
	searches []*mcts.Search[S, A]
	rules    mcts.Rules[S, A]
	play     *Play[S]

	commands sync.Mutex // held during a command
	mu       sync.Mutex // guards what follows
	state    S
	moves    []played[S, A]
	rand     *rng.Rand // for chance
	games    uint64
	human    int      // the player whose actions the user chooses, or -1
	thought  *thought // nil if the searches do not run
	problem  error    // why the game cannot go on
}

// played is an action with the state before it.
type played[S any, A comparable] struct {
	before S
	action A
	player int
}

// thought is a search that is under way.
type thought struct {
	cancel    context.CancelFunc
	done      chan struct{}
	moves     bool // its result is played
	discarded bool
}

var errSimultaneous = errors.New("games with simultaneous moves cannot be played here")

// begin starts a game.
func (m *match[S, A]) begin() {
	m.games++
	m.moves, m.rand, m.problem = nil, rng.New(m.games), nil
	var state S
	m.rules.Copy(&state, &m.play.Start)
	m.state = state
}

func (m *match[S, A]) actions() []A {
	if m.rules.ToMove(&m.state) < 0 {
		return nil
	}
	return m.rules.AppendActions(nil, &m.state)
}

func (m *match[S, A]) over() bool { return len(m.actions()) == 0 }

// isHuman reports whether the user chooses the next action.
func (m *match[S, A]) isHuman() bool { return m.rules.ToMove(&m.state) == m.human && !m.over() }

// apply plays an action and tells it to the searches, which do not run.
func (m *match[S, A]) apply(a A) {
	p := played[S, A]{action: a, player: max(m.rules.ToMove(&m.state), -1)}
	m.rules.Copy(&p.before, &m.state)
	m.moves = append(m.moves, p)
	m.rules.Apply(&m.state, a)
	for _, search := range m.searches {
		_, _ = search.Advance(a) // A search that cannot go on from there starts a new tree.
	}
}

// undo takes back the last action of the user and what followed, or one action if there was none.
func (m *match[S, A]) undo() {
	for last := len(m.moves) - 1; last >= 0; last-- {
		p := &m.moves[last]
		m.state, m.moves = p.before, m.moves[:last]
		if m.human < 0 && p.player >= 0 || p.player == m.human {
			return
		}
	}
}

// proceed draws what chance decides, and lets the searches think: for the next action, or to show
// the user what they would play.
func (m *match[S, A]) proceed() {
	m.problem = safely(func() error {
		for m.rules.ToMove(&m.state) == mcts.Chance {
			outcomes := m.rules.Chance.AppendOutcomes(nil, &m.state)
			m.apply(outcomes[mcts.DrawOutcome(outcomes, m.rand)].Action)
		}
		if m.rules.ToMove(&m.state) == mcts.Simultaneous {
			return errSimultaneous
		}
		if !m.over() {
			m.think(!m.isHuman())
		}
		return nil
	})
}

// think starts the searches at the current state.
func (m *match[S, A]) think(moves bool) {
	ctx, cancel := context.WithCancel(m.ctx)
	t := &thought{cancel: cancel, done: make(chan struct{}), moves: moves}
	m.thought = t
	mover := 0
	if m.human < 0 {
		mover = m.rules.ToMove(&m.state) % len(m.searches)
	}
	var state S
	m.rules.Copy(&state, &m.state)
	go func() {
		action, err := m.search(ctx, &state, mover)
		cancel()
		m.mu.Lock()
		defer m.mu.Unlock()
		defer close(t.done)
		m.thought = nil
		switch {
		case t.discarded || m.ctx.Err() != nil:
		case err != nil:
			m.problem = err
		case moves:
			m.apply(action)
			m.proceed()
		}
	}()
}

// interrupt ends the searches without a result.
func (m *match[S, A]) interrupt() {
	for m.thought != nil {
		t := m.thought
		t.discarded = true
		t.cancel()
		m.mu.Unlock()
		<-t.done
		m.mu.Lock()
	}
}

// search runs all searches and returns what one of them chose.
func (m *match[S, A]) search(ctx context.Context, state *S, mover int) (action A, err error) {
	errs := make([]error, len(m.searches))
	actions := make([]A, len(m.searches))
	var all sync.WaitGroup
	for i, search := range m.searches {
		all.Go(func() {
			errs[i] = safely(func() (err error) {
				actions[i], err = run(ctx, search, state, m.play.Budget)
				return err
			})
		})
	}
	all.Wait()
	for i, err := range errs {
		if err != nil && ctx.Err() == nil {
			return action, fmt.Errorf("search %d: %w", i+1, err)
		}
	}
	return actions[mover], nil
}

// breath is how often a search in a browser lets the page answer. The browser has one thread.
const breath = 30 * time.Millisecond

func run[S any, A comparable](ctx context.Context, search *mcts.Search[S, A], state *S, b mcts.Budget) (A, error) {
	if runtime.GOOS != "js" {
		r, err := search.Run(ctx, state, b)
		return r.Action, err
	}
	var last mcts.Result[A]
	var failed error
	for r, err := range search.Watch(ctx, state, b, breath) {
		last, failed = r, err
		time.Sleep(time.Millisecond)
	}
	return last.Action, failed
}
