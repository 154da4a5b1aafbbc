package ggp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/rng"
)

// session is a match that a Player plays. Its methods answer messages and keep the clocks. A
// goroutine of each message thinks: the first one loads the game, and the others ask for a move.
// Then they ponder until the next message interrupts them.
type session struct {
	config Config
	start  Message
	role   int // in the order of the sheet
	ctx    context.Context
	end    context.CancelFunc

	prepared   chan struct{} // closed when the first thought has ended
	goroutines *sync.WaitGroup

	mu        sync.Mutex
	rand      *rng.Rand
	history   [][]string         // joint moves
	game      *gdl.Game          // nil until it is loaded
	state     gdl.State          // of game, after history
	unseen    [][]gdl.Action     // what the thinker was not told yet
	thoughts  int                // so far
	interrupt context.CancelFunc // ends the latest thought
	last      time.Time          // when a message came

	thinking chan struct{} // is full while a goroutine uses thinker
	thinker  *thinker

	proving sync.Mutex // held by the goroutine that uses proof
	proof   *proof
}

// newSession returns the session that a message starts, and begins to prepare it.
func newSession(c Config, seed uint64, start Message, arrival time.Time, goroutines *sync.WaitGroup) (*session, error) {
	rules, err := sheet.New(start.Rules)
	if err != nil {
		return nil, err
	}
	role := slices.Index(rules.Roles, start.Role)
	if role < 0 || start.Role == "random" {
		return nil, fmt.Errorf("ggp: START: the role is %.40q, want one of %q but random", start.Role, rules.Roles)
	}
	s := &session{
		config: c, start: start, role: role, rand: rng.New(seed), last: arrival, goroutines: goroutines,
		prepared: make(chan struct{}), thinking: make(chan struct{}, 1),
		thinker: &thinker{config: c, seed: seed, role: role}, proof: &proof{rules: rules, role: role},
	}
	s.config.Log = c.Log.With("match", start.Match)
	s.thinker.config.Log = s.config.Log
	s.ctx, s.end = context.WithCancel(context.Background())
	thought, interrupt := context.WithCancel(s.ctx)
	s.interrupt = interrupt
	s.thinking <- struct{}{} // Every other thought waits for this one.
	s.goroutines.Go(func() {
		defer func() { <-s.thinking }()
		defer close(s.prepared)
		s.prepare(thought, s.due(start.StartClock, arrival))
	})
	return s, nil
}

// close ends the session. It does not wait for the thinker.
func (s *session) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return
	}
	s.end()
	s.goroutines.Go(func() {
		s.thinking <- struct{}{}
		defer func() { <-s.thinking }()
		s.thinker.close()
	})
}

// due returns when the answer to a message has to be sent.
func (s *session) due(clock time.Duration, arrival time.Time) time.Time {
	return arrival.Add(clock - s.margin(clock))
}

// margin returns Config.Margin, or half of a short clock.
func (s *session) margin(clock time.Duration) time.Duration { return min(s.config.Margin, clock/2) }

// timer returns a timer that fires when an answer that was due is too late.
func (s *session) timer(clock time.Duration, arrival time.Time) *time.Timer {
	return time.NewTimer(time.Until(s.due(clock, arrival)) + s.margin(clock)/4)
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

// prepare loads the game, and lets the thinker prepare and ponder.
func (s *session) prepare(ctx context.Context, due time.Time) {
	g, err := gdl.LoadRules(s.ctx, s.start.Rules, s.config.Limits)
	if err != nil {
		s.config.Log.Error("the game cannot be loaded", "error", err)
		return
	}
	state, err := s.open(g)
	if err != nil {
		s.config.Log.Error("the moves so far are not legal", "error", err)
		return
	}
	s.config.Log.Info("loaded", "role", s.start.Role, "left", time.Until(due))
	ctx, stop := context.WithDeadline(ctx, due)
	defer stop()
	s.thinker.prepare(ctx, Table{
		Match: s.start.Match, Game: g, Role: s.start.Role, Seat: slices.Index(players(g), s.start.Role),
		StartClock: s.start.StartClock, PlayClock: s.start.PlayClock,
	}, &state)
}

// open makes the game known, and returns a copy of its present state.
func (s *session) open(g *gdl.Game) (gdl.State, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	state := g.Start()
	for _, moves := range s.history {
		if _, err := next(g, &state, moves); err != nil {
			return state, err
		}
	}
	s.game, s.state = g, state
	return clone(g, &state), nil
}

// players returns the roles that are players.
func players(g *gdl.Game) (names []string) {
	for i := range g.NumPlayers() {
		names = append(names, g.PlayerName(i))
	}
	return names
}

// next plays a joint move.
func next(g *gdl.Game, state *gdl.State, texts []string) ([][]gdl.Action, error) {
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

func clone(g *gdl.Game, state *gdl.State) gdl.State {
	var c gdl.State
	g.Copy(&c, state)
	return c
}

var errLate = errors.New("ggp: PLAY: no legal move was found in time")

// play answers PLAY.
func (s *session) play(ctx context.Context, moves []string, arrival time.Time) (string, error) {
	chosen, random, err := s.proceed(moves, arrival)
	if err != nil {
		return "", err
	}
	late := s.timer(s.start.PlayClock, arrival)
	defer late.Stop()
	var instead <-chan string // random, once the thinker has failed
	for {
		select {
		case move, ok := <-chosen:
			if ok {
				return move, nil
			}
			s.config.Log.Warn("a random move")
			chosen, instead = nil, random
		case move := <-instead:
			return move, nil
		case <-late.C:
			s.config.Log.Warn("late: a random move")
			select {
			case move := <-random:
				return move, nil
			default:
				return "", errLate
			}
		case <-s.ctx.Done():
			return "", errUnknown
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// proceed notes a joint move, interrupts the thought before, and begins the next one. It returns
// where the chosen move will come from, which is closed if there is none, and a random one.
func (s *session) proceed(moves []string, arrival time.Time) (chosen, random <-chan string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return nil, nil, errUnknown
	}
	s.last = arrival
	if err := s.note(moves); err != nil {
		return nil, nil, err
	}
	s.interrupt()
	thought, interrupt := context.WithCancel(s.ctx)
	s.interrupt = interrupt
	s.thoughts++
	number, found := s.thoughts, make(chan string, 1)
	s.goroutines.Go(func() { s.think(thought, number, s.due(s.start.PlayClock, arrival), found) })
	return found, s.random(), nil
}

// note adds a joint move to the history.
func (s *session) note(moves []string) error {
	switch {
	case len(moves) == 0:
		return nil
	case len(moves) != len(s.proof.rules.Roles):
		return fmt.Errorf("ggp: there are %d moves, want %d, one of each role", len(moves), len(s.proof.rules.Roles))
	case s.game != nil:
		steps, err := next(s.game, &s.state, moves)
		if err != nil {
			return err
		}
		s.unseen = append(s.unseen, steps...)
	}
	s.history = append(s.history, moves)
	return nil
}

// think has a move chosen, and the thinker ponder. If no move is chosen, found is closed.
func (s *session) think(ctx context.Context, number int, due time.Time, found chan<- string) {
	s.thinking <- struct{}{}
	defer func() { <-s.thinking }()
	s.mu.Lock()
	g, latest := s.game, s.thoughts == number
	var state gdl.State
	var steps [][]gdl.Action
	if g != nil && latest {
		state, steps = clone(g, &s.state), s.unseen
		s.unseen = nil
	}
	s.mu.Unlock()
	if g == nil || !latest {
		close(found)
		return
	}
	s.thinker.observe(steps)
	if move, ok := s.thinker.choose(ctx, &state, due); ok {
		found <- move.String()
	} else {
		close(found)
	}
	s.thinker.ponder(ctx, &state)
}

// random returns a random legal move, as soon as it is found.
func (s *session) random() <-chan string {
	found := make(chan string, 1)
	k := s.rand.Uint64()
	draw := func(legal []string) {
		if len(legal) > 0 {
			found <- legal[k%uint64(len(legal))]
		}
	}
	if s.game != nil {
		var legal []string
		for _, a := range s.game.Legal(&s.state, s.role) {
			legal = append(legal, a.String())
		}
		draw(legal)
		return found
	}
	history := slices.Clone(s.history)
	s.goroutines.Go(func() {
		s.proving.Lock()
		defer s.proving.Unlock()
		legal, err := s.proof.legal(history)
		if err != nil {
			s.config.Log.Error("no legal move is found", "error", err)
		}
		draw(legal)
	})
	return found
}

// begun reports whether a move was asked for.
func (s *session) begun() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.thoughts > 0
}

// abandoned reports whether nothing has come for long.
func (s *session) abandoned() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Since(s.last) > 30*time.Second+3*(s.start.StartClock+s.start.PlayClock)
}

// stop ends the session after a last joint move.
func (s *session) stop(moves []string) {
	defer s.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.note(moves); err != nil {
		s.config.Log.Warn("the last move is not legal", "error", err)
		return
	}
	if s.game != nil && s.game.Legal(&s.state, s.role) == nil {
		returns := make([]float64, s.game.NumPlayers())
		s.game.Returns(&s.state, returns)
		s.config.Log.Info("the match is over", "returns", returns)
	}
}
