package ggp

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/ggp/internal/protocol"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/rng"
)

// session is a match that a Player plays. Its methods answer messages and keep the clocks. Every
// message starts a goroutine: after START it loads the game, after PLAY it has a move chosen. Then
// it ponders until the next message interrupts it.
type session struct {
	config Config
	start  protocol.Message
	role   int // in the order of the sheet
	ctx    context.Context
	end    context.CancelFunc

	prepared   chan struct{} // closed when the chooser is prepared, or cannot be
	goroutines *sync.WaitGroup

	mu        sync.Mutex
	rand      *rng.Rand
	history   [][]string // joint moves
	game      *gdl.Game  // nil until it is loaded
	state     gdl.State  // of game, after history
	untold    []joint    // what the thinker was not told yet
	turn      *turn      // the latest, nil before the first
	interrupt context.CancelFunc
	last      time.Time // when a message came
	journal   journal

	thinking chan struct{} // is full while a goroutine uses thinker
	thinker  *thinker
	lag      time.Duration // how long before an answer is due its choice has to end; used with thinker

	proving  sync.Mutex // held by the goroutine that uses fallback
	fallback *fallback
}

// newSession returns the session that a message starts, and begins to prepare it.
func newSession(c Config, seed uint64, start protocol.Message, rules *sheet.Sheet, arrival time.Time, goroutines *sync.WaitGroup) *session {
	role := slices.Index(rules.Roles, start.Role)
	c.Log = c.Log.With("match", start.MatchID)
	s := &session{
		config: c, start: start, role: role, rand: rng.New(seed), last: arrival, goroutines: goroutines,
		prepared: make(chan struct{}), thinking: make(chan struct{}, 1),
		thinker: &thinker{config: c, seed: seed, role: role},
	}
	s.ctx, s.end = context.WithCancel(context.Background())
	s.fallback = newFallback(s.ctx, rules, c.Limits)
	ctx, interrupt := context.WithCancel(s.ctx)
	s.interrupt = interrupt
	s.thinking <- struct{}{} // What thinks about a move waits for this.
	s.goroutines.Go(func() {
		defer func() { <-s.thinking }()
		s.prepare(ctx, s.deadline(start.StartClock, arrival))
	})
	return s
}

// close ends the session. It does not wait for the thinker.
func (s *session) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return
	}
	s.end()
	untold := s.untold
	s.goroutines.Go(func() {
		s.thinking <- struct{}{}
		defer func() { <-s.thinking }()
		s.thinker.tell(untold)
		s.thinker.close()
	})
}

// deadline returns when the answer to a message has to be sent.
func (s *session) deadline(clock time.Duration, arrival time.Time) time.Time {
	return arrival.Add(clock - s.margin(clock))
}

// margin returns Config.Margin, or half of a short clock.
func (s *session) margin(clock time.Duration) time.Duration { return min(s.config.Margin, clock/2) }

// timer returns a timer that fires when an answer is late, though there is time to send another.
func (s *session) timer(clock time.Duration, arrival time.Time) *time.Timer {
	return time.NewTimer(time.Until(s.deadline(clock, arrival)) + s.margin(clock)/4)
}

// await returns when the session is prepared, or the answer to START cannot wait.
func (s *session) await(ctx context.Context, arrival time.Time) {
	late := s.timer(s.start.StartClock, arrival)
	defer late.Stop()
	select {
	case <-s.prepared:
	case <-late.C:
	case <-s.ctx.Done():
	case <-ctx.Done():
	}
}

// prepare loads the game, and lets the thinker prepare until an answer is due, and ponder.
func (s *session) prepare(ctx context.Context, due time.Time) {
	prepared := sync.OnceFunc(func() { close(s.prepared) })
	defer prepared()
	g, err := s.load()
	if err != nil {
		s.config.Log.Error("the game cannot be loaded", "error", err)
		return
	}
	state, err := s.open(g)
	if err != nil {
		s.config.Log.Error("the moves so far cannot be played", "error", err)
		return
	}
	s.config.Log.Info("loaded", "role", s.start.Role, "left", time.Until(due))
	s.thinker.match = MatchInfo{
		ID: s.start.MatchID, Game: g, Role: s.start.Role, Seat: slices.Index(g.PlayerNames(), s.start.Role),
		StartClock: s.start.StartClock, PlayClock: s.start.PlayClock,
	}
	clock, stop := context.WithDeadline(ctx, due)
	defer stop()
	s.thinker.prepare(clock, &state)
	s.thinker.ponder(clock, &state, gdl.Action{})
	prepared()
	s.ponder(ctx, &state, gdl.Action{})
}

// load loads the game. The sheet may be such that the program has not foreseen it.
func (s *session) load() (g *gdl.Game, err error) {
	defer recovered(&err)
	return gdl.LoadRules(s.ctx, s.start.Rules, s.config.Limits)
}

// open makes the game known, and returns a copy of its present state.
func (s *session) open(g *gdl.Game) (gdl.State, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	state := g.Start()
	for _, moves := range s.history {
		j, err := next(g, &state, moves)
		if err != nil {
			return state, err
		}
		s.untold = append(s.untold, j)
	}
	s.game, s.state = g, state
	return clone(g, &state), nil
}

// next plays a joint move.
func next(g *gdl.Game, state *gdl.State, texts []string) (j joint, err error) {
	defer recovered(&err)
	var moves []gdl.Action
	for _, text := range texts {
		a, err := g.Parse(text)
		if err != nil {
			return nil, err
		}
		moves = append(moves, a)
	}
	return g.Next(state, moves)
}

// note adds a joint move to the history.
func (s *session) note(moves []string) error {
	n, roles := len(s.history), len(s.fallback.rules.Roles)
	switch {
	case len(moves) == 0 && n == 0:
		return nil
	case len(moves) != roles:
		return fmt.Errorf("ggp: after %d joint moves, there are %d moves, want %d, one of each role", n, len(moves), roles)
	case s.game != nil:
		j, err := next(s.game, &s.state, moves)
		if err != nil {
			return err
		}
		s.untold = append(s.untold, j)
	}
	s.history = append(s.history, moves)
	return nil
}

// keep lets the messages that come from now on go to a journal.
func (s *session) keep(j journal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.journal = j
}

// replay plays on with messages that have come before. The answer to the last one may be missing.
func (s *session) replay(messages []protocol.Message) error {
	for i, m := range messages {
		if m.Kind != protocol.Play || !isSame(m.MatchID, s.start.MatchID) {
			return fmt.Errorf("ggp: journal: %s %s in the match %s", m.Kind, m.MatchID, s.start.MatchID)
		}
		if i == len(messages)-1 {
			_, err := s.proceed(m.Moves, s.last)
			return err
		}
		s.mu.Lock()
		err := s.note(m.Moves)
		s.mu.Unlock()
		if err != nil {
			return err
		}
	}
	return nil
}

// over reports whether the game is known to be over.
func (s *session) over() bool { return s.game != nil && s.game.Legal(&s.state, s.role) == nil }

// ponder lets the thinker think about the time after a move, until ctx is done or the match is
// abandoned.
func (s *session) ponder(ctx context.Context, state *gdl.State, move gdl.Action) {
	ctx, stop := context.WithTimeout(ctx, s.patience())
	defer stop()
	s.thinker.ponder(ctx, state, move)
}

// begun reports whether a move was asked for.
func (s *session) begun() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.turn != nil
}

// patience is how long a match without messages is kept.
func (s *session) patience() time.Duration {
	return 30*time.Second + 3*(s.start.StartClock+s.start.PlayClock)
}

// abandoned reports whether nothing has come for long.
func (s *session) abandoned() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Since(s.last) > s.patience()
}

// stop ends the session after a last joint move.
func (s *session) stop(moves []string) {
	defer s.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(moves) > 0 {
		if err := s.note(moves); err != nil {
			s.config.Log.Warn("the last joint move cannot be played", "error", err)
			return
		}
	}
	if s.over() {
		returns := make([]float64, s.game.NumPlayers())
		s.game.Returns(&s.state, returns) // They are known to be right after Next.
		s.config.Log.Info("the match is over", "returns", returns)
	}
}
