package inspect

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// match is the game of a page. It runs the searches, in one goroutine for each.
type match[S any, A comparable] struct {
	ctx      context.Context
	searches []*mcts.Search[S, A]
	rules    game.Rules[S, A]
	play     *Play[S]

	commands sync.Mutex // held during a command
	mu       sync.Mutex // guards what follows
	state    S
	paid     []float64 // the rewards of every player since the start
	chosen   []A       // at simultaneous moves, the actions chosen so far, in the order of chooser
	moves    []played[S, A]
	rand     *rng.Rand // for chance
	games    uint64
	human    int      // the player whose actions the user chooses, or -1
	thought  *thought // nil if the searches do not run
	problem  error    // why the game cannot continue
}

// played is an action with what was before it.
type played[S any, A comparable] struct {
	before S
	paid   []float64
	chosen []A
	action A
	player int
}

// thought is a search that is in progress.
type thought struct {
	cancel    context.CancelFunc
	done      chan struct{}
	moves     bool // its result is played
	discarded bool
}

// begin starts a game.
func (m *match[S, A]) begin() {
	m.games++
	m.moves, m.chosen, m.rand, m.problem = nil, nil, rng.New(m.games), nil
	var state S
	m.rules.Copy(&state, &m.play.Start)
	m.state, m.paid = state, make([]float64, m.rules.NumPlayers())
}

// chooser returns the player who chooses the next action, or Chance. At simultaneous moves
// the user chooses first, so that nothing is given away.
func (m *match[S, A]) chooser() int {
	player, next := m.rules.ToMove(&m.state), len(m.chosen)
	switch {
	case player != mcts.Simultaneous:
		return player
	case m.human >= 0 && next == 0:
		return m.human
	case m.human >= next:
		return next - 1
	default:
		return next
	}
}

func (m *match[S, A]) actions() []A {
	lists := m.rules.Choices(nil, &m.state)
	switch by := m.rules.ToMove(&m.state); {
	case by == mcts.Chance || len(lists) == 0:
		return nil
	case by == mcts.Simultaneous:
		return lists[m.chooser()]
	default:
		return lists[0]
	}
}

func (m *match[S, A]) over() bool { return len(m.actions()) == 0 }

// isHuman reports whether the user chooses the next action.
func (m *match[S, A]) isHuman() bool { return m.chooser() == m.human && !m.over() }

// apply plays an action of the chooser.
func (m *match[S, A]) apply(a A) {
	p := played[S, A]{action: a, player: max(m.chooser(), -1), chosen: m.chosen, paid: slices.Clone(m.paid)}
	m.rules.Copy(&p.before, &m.state)
	if m.rules.ToMove(&m.state) != mcts.Simultaneous {
		m.rules.Apply(&m.state, a)
		m.rules.AddRewards(&m.state, m.paid)
		m.advance(a)
	} else if m.chosen = append(slices.Clip(m.chosen), a); len(m.chosen) == m.rules.NumPlayers() {
		m.applyJoint()
	}
	m.moves = append(m.moves, p)
}

// applyJoint plays the simultaneous moves that the players have chosen.
func (m *match[S, A]) applyJoint() {
	joint, all := make([]A, len(m.chosen)), m.chosen
	for i, a := range all {
		m.chosen = all[:i]
		joint[m.chooser()] = a
	}
	m.chosen = nil
	m.rules.Simultaneous.ApplyJoint(&m.state, joint)
	m.rules.AddRewards(&m.state, m.paid)
	m.advance(joint...)
}

// advance tells the searches, which do not run, what was played.
func (m *match[S, A]) advance(actions ...A) {
	for _, search := range m.searches {
		_, _ = search.Advance(actions...) // A search that cannot continue from there starts a new tree.
	}
}

// undo takes back the last action of the user and what followed, or one action if there was none.
func (m *match[S, A]) undo() {
	for last := len(m.moves) - 1; last >= 0; last-- {
		p := &m.moves[last]
		m.state, m.paid, m.chosen, m.moves = p.before, p.paid, p.chosen, m.moves[:last]
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
			m.apply(m.rules.Draw(&m.state, m.rand)[0])
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
		mover = m.chooser() % len(m.searches)
	}
	budget := m.play.Budget
	budget.Player = max(m.chooser(), 0)
	var state S
	m.rules.Copy(&state, &m.state)
	go func() {
		action, err := m.search(ctx, &state, budget, mover)
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
func (m *match[S, A]) search(ctx context.Context, state *S, b mcts.Budget, mover int) (action A, err error) {
	errs := make([]error, len(m.searches))
	actions := make([]A, len(m.searches))
	var all sync.WaitGroup
	for i, search := range m.searches {
		all.Go(func() {
			errs[i] = safely(func() (err error) {
				actions[i], err = run(ctx, search, state, b)
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
