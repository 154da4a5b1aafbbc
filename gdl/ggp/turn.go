package ggp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/ggp/internal/protocol"
	"github.com/banyan-go/banyan/gdl/internal/prover"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

// turn is a move that the server asks for.
type turn struct {
	moves  []string  // the joint move before
	due    time.Time // when the answer has to be sent
	chosen result
	random result
	answer string // empty until it is decided
}

// result is a move that a goroutine finds.
type result struct {
	done chan struct{} // closed when move may be read
	move string        // empty if there is none
}

// play answers PLAY.
func (s *session) play(ctx context.Context, moves []string, arrival time.Time) (string, error) {
	t, err := s.proceed(moves, arrival)
	if err != nil {
		return "", err
	}
	late := s.timer(s.start.PlayClock, arrival)
	defer late.Stop()
	var random chan struct{} // t.random.done, once the thinker has failed
	chosen := t.chosen.done
	for {
		select {
		case <-chosen:
			if t.chosen.move != "" {
				return s.decide(t, t.chosen.move), nil
			}
			s.config.Log.Warn("a random move")
			chosen, random = nil, t.random.done
		case <-random:
			return s.instead(t)
		case <-late.C:
			s.config.Log.Warn("late: a random move")
			return s.instead(t)
		case <-s.ctx.Done():
			return "", ErrUnknownMatch
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// instead decides for the random move, if it is found.
func (s *session) instead(t *turn) (string, error) {
	select {
	case <-t.random.done:
		if t.random.move != "" {
			return s.decide(t, t.random.move), nil
		}
	default:
	}
	return "", ErrLate
}

// decide makes a move the answer, unless another one is, and returns the answer.
func (s *session) decide(t *turn, move string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.answer = cmp.Or(t.answer, move)
	return t.answer
}

// proceed plays a joint move, interrupts what thinks about the move before, and has the next move
// chosen. If the message has come before, it returns the same turn again.
func (s *session) proceed(moves []string, arrival time.Time) (*turn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return nil, ErrUnknownMatch
	}
	s.last = arrival
	again := s.turn != nil && slices.EqualFunc(moves, s.turn.moves, isSame)
	if again && (len(moves) == 0 || s.turn.answer == "" && arrival.Before(s.turn.due)) {
		return s.turn, nil
	}
	switch err := s.note(moves); {
	case err != nil && again: // It is legal no longer.
		return s.turn, nil
	case err != nil:
		return nil, err
	case s.over():
		return nil, errors.New("ggp: PLAY: the game is over")
	}
	s.journal.add(protocol.Message{Kind: protocol.Play, MatchID: s.start.MatchID, Moves: moves})
	s.interrupt()
	ctx, interrupt := context.WithCancel(s.ctx)
	s.interrupt = interrupt
	t := &turn{
		moves: moves, due: s.deadline(s.start.PlayClock, arrival),
		chosen: result{done: make(chan struct{})}, random: result{done: make(chan struct{})},
	}
	s.turn = t
	s.drawMove(&t.random)
	s.goroutines.Go(func() { s.think(ctx, t) })
	return t, nil
}

// think has the move of a turn chosen. Then the thinker ponders.
func (s *session) think(ctx context.Context, t *turn) {
	ended := sync.OnceFunc(func() { close(t.chosen.done) })
	defer ended()
	select {
	case s.thinking <- struct{}{}:
	case <-ctx.Done():
		return
	}
	defer func() { <-s.thinking }()
	state, untold, ok := s.latest(t)
	if !ok {
		return
	}
	s.thinker.tell(untold)
	end := t.due.Add(-s.lag)
	move, ok := s.thinker.choose(ctx, &state, end)
	s.adjust(time.Since(end))
	if ok {
		t.chosen.move = move.String()
	}
	ended()
	s.ponder(ctx, &state, move)
}

// adjust changes the lag after a choice that ended so much later than it was to end. On a busy
// machine, another program may have the processor when a search has to end.
func (s *session) adjust(late time.Duration) {
	const slowly = 8
	s.lag = min(max(s.lag-s.lag/slowly, late), s.start.PlayClock/4)
}

// latest returns the state and what the thinker was not told, unless there is a later turn or the
// game is not loaded.
func (s *session) latest(t *turn) (state gdl.State, untold []joint, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.game == nil || s.turn != t {
		return state, nil, false
	}
	untold = s.untold
	s.untold = nil
	return clone(s.game, &s.state), untold, true
}

// drawMove draws a random legal move: at once if the game is loaded.
func (s *session) drawMove(found *result) {
	k := s.rand.Uint64()
	draw := func(legal []string) {
		if len(legal) > 0 {
			found.move = legal[k%uint64(len(legal))]
		}
		close(found.done)
	}
	if s.game != nil {
		var legal []string
		for _, a := range s.game.Legal(&s.state, s.role) {
			legal = append(legal, a.String())
		}
		draw(legal)
		return
	}
	history := slices.Clone(s.history)
	s.goroutines.Go(func() {
		s.proving.Lock()
		defer s.proving.Unlock()
		legal, err := s.fallback.legal(s.start.Role, history)
		if err != nil {
			s.config.Log.Error("no legal move is found", "error", err)
		}
		draw(legal)
	})
}

// fallback finds legal moves by the rules themselves while the game is not loaded. It is for one
// goroutine at a time.
type fallback struct {
	rules    *sheet.Sheet
	check    func(letters int) error // of the prover
	prover   *prover.Prover          // nil at first
	position *prover.Position
	moves    int // joint moves that led to it
}

// newFallback returns a fallback that gives up when ctx is done or a state is too large.
func newFallback(ctx context.Context, rules *sheet.Sheet, limits gdl.Limits) *fallback {
	most := 16 * cmp.Or(limits.Atoms, 4<<20)
	return &fallback{rules: rules, check: func(letters int) error {
		if letters > most {
			return fmt.Errorf("ggp: what holds in a state has more than %d letters", most)
		}
		return context.Cause(ctx)
	}}
}

// legal returns the legal moves of a role after a history, which begins with the history of the
// previous call.
func (f *fallback) legal(role string, history [][]string) (moves []string, err error) {
	defer recovered(&err)
	if f.position == nil {
		if f.prover, err = prover.New(f.rules, f.check); err != nil {
			return nil, err
		}
		if f.position, err = f.prover.Start(); err != nil {
			return nil, err
		}
	}
	for ; f.moves < len(history); f.moves++ {
		next, err := f.prover.Next(f.position, history[f.moves])
		if err != nil {
			return nil, err
		}
		f.position = next
	}
	return f.prover.Legal(f.position, role), nil
}

var errPanic = errors.New("panic")

// recovered makes a panic of the function that defers it an error.
func recovered(err *error) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("%w: %v", errPanic, v)
	}
}
