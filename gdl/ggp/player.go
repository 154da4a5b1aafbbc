package ggp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/kif"
	"github.com/banyan-go/banyan/mcts"
)

// Config describes a [Player]. The zero Config searches.
type Config struct {
	// Name is what the player answers to INFO. If empty, it is "banyan".
	Name string

	// Entrant returns who chooses the moves of a match. It is called when the game is loaded, and
	// again after a panic. The contexts of [arena.Preparer] and Choose end when an answer is due; a
	// [arena.SearchPlayer] with t.PlayClock as the time of its budget uses all of the clock.
	// [arena.Ponderer] is called after the start of a match, and after every answer until the next
	// message comes. If nil, [Search] is used.
	Entrant func(t Table) (arena.Entrant[gdl.State, gdl.Action], error)

	// Margin is how long before the end of a clock the answer is sent; it must be enough for the
	// way to the server. If zero, it is a second, and never more than half of the clock.
	Margin time.Duration

	// Limits bound the games.
	Limits gdl.Limits

	// Seed is that of the first match; each match has another one.
	Seed uint64

	// Log gets a record of what happens; nil discards it.
	Log *slog.Logger
}

// Table is a match from the view of a player.
type Table struct {
	Match      string
	Game       *gdl.Game
	Role       string
	Seat       int // the player of Game that has the role
	StartClock time.Duration
	PlayClock  time.Duration
}

// Search returns an entrant that searches with the default configuration and ponders.
func Search(t Table) (arena.Entrant[gdl.State, gdl.Action], error) {
	const memory = 1 << 30
	return arena.SearchPlayer[gdl.State, gdl.Action]{
		Game: t.Game, Config: mcts.Config{MaxBytes: memory}, Budget: mcts.Budget{Time: t.PlayClock}, Ponder: true,
	}.Entrant("search"), nil
}

// Player takes part in matches. [NewPlayer] makes it. Its methods may be called by several
// goroutines.
type Player struct {
	config Config

	mu      sync.Mutex
	current *session // nil if there is none
	matches uint64   // so far
	closed  bool

	goroutines sync.WaitGroup // of all matches
}

// NewPlayer returns a Player. Close ends it.
func NewPlayer(c Config) *Player {
	c.Name = cmp.Or(c.Name, "banyan")
	c.Margin = cmp.Or(c.Margin, time.Second)
	if c.Entrant == nil {
		c.Entrant = Search
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &Player{config: c}
}

// Close ends the match that is under way, and waits until the choosers of all matches have returned.
func (p *Player) Close() {
	p.mu.Lock()
	if p.current != nil {
		p.current.close()
		p.current = nil
	}
	p.closed = true
	p.mu.Unlock()
	p.goroutines.Wait()
}

// errUnknown is the answer to a message of a match that is not under way.
var errUnknown = errors.New("ggp: no such match is under way")

// Answer answers a message that has just come. It returns before the clock of the message runs out,
// or when ctx is done.
func (p *Player) Answer(ctx context.Context, message Message) (string, error) {
	return p.answer(ctx, message, time.Now())
}

// answer answers a message that came at the time of arrival.
func (p *Player) answer(ctx context.Context, message Message, arrival time.Time) (string, error) {
	switch message.Kind {
	case Info:
		status := "available"
		if p.find("") != nil {
			status = "busy"
		}
		return fmt.Sprintf("((name %s) (status %s))", p.config.Name, status), nil
	case Preview:
		return "ready", nil
	case Start:
		return p.start(ctx, message, arrival)
	case Play, Stop, Abort:
		m := p.find(message.Match)
		switch {
		case m == nil:
			return "", errUnknown
		case message.Kind == Play:
			return m.play(ctx, message.Moves, arrival)
		}
		p.mu.Lock()
		if p.current == m {
			p.current = nil
		}
		p.mu.Unlock()
		m.stop(message.Moves)
		if message.Kind == Stop {
			return "done", nil
		}
		return "aborted", nil
	}
	return "", fmt.Errorf("ggp: Answer: the kind of the message is %q", message.Kind)
}

// find returns the match that is under way if it has this name, or any if the name is empty.
func (p *Player) find(name string) *session {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.live()
	if s == nil || name != "" && s.start.Match != name {
		return nil
	}
	return s
}

// live returns the current match. If nothing has come of it for long, it is over.
func (p *Player) live() *session {
	if p.current != nil && p.current.abandoned() {
		p.config.Log.Warn("nothing has come for long", "match", p.current.start.Match)
		p.current.close()
		p.current = nil
	}
	return p.current
}

// start begins a match, and returns when it is prepared or the answer is due.
func (p *Player) start(ctx context.Context, message Message, arrival time.Time) (string, error) {
	s, err := p.open(message, arrival)
	if s == nil {
		return "busy", err
	}
	s.await(ctx, arrival)
	return "ready", nil
}

// open begins a match and returns it, unless there is another one.
func (p *Player) open(message Message, arrival time.Time) (*session, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.live()
	switch {
	case p.closed:
		return nil, errors.New("ggp: the player is closed")
	case s != nil && s.start.Match != message.Match:
		return nil, nil
	case s != nil && !s.begun():
		return s, nil // The message has come twice.
	}
	opened, err := newSession(p.config, p.config.Seed+p.matches, message, arrival, &p.goroutines)
	if err != nil {
		return nil, err
	}
	if s != nil { // The server has lost it.
		s.close()
	}
	p.current = opened
	p.matches++
	return opened, nil
}

// ServeHTTP implements [http.Handler]. A message is the body of a POST request, or the path of a
// GET request. OPTIONS and the headers of the answers let web pages of other origins ask.
func (p *Player) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	arrival := time.Now()
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Methods", "POST, GET, OPTIONS")
	h.Set("Access-Control-Allow-Headers", "Content-Type")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "text/acl")
	var text []byte
	switch r.Method {
	case http.MethodOptions:
		w.WriteHeader(http.StatusNoContent)
		return
	case http.MethodGet:
		text = []byte(strings.TrimPrefix(r.URL.Path, "/"))
	case http.MethodPost:
		var err error
		if text, err = io.ReadAll(http.MaxBytesReader(w, r.Body, kif.MaxBytes)); err != nil {
			http.Error(w, "ggp: "+err.Error(), http.StatusBadRequest)
			return
		}
	default:
		http.Error(w, fmt.Sprintf("ggp: the method is %s, want POST", r.Method), http.StatusMethodNotAllowed)
		return
	}
	message, err := ParseMessage(text)
	answer := ""
	if err == nil {
		answer, err = p.answer(r.Context(), message, arrival)
	}
	if err != nil {
		p.config.Log.Warn("message refused", "error", err)
		status := http.StatusBadRequest
		if errors.Is(err, errUnknown) {
			status = http.StatusNotFound
		}
		http.Error(w, err.Error(), status)
		return
	}
	_, _ = io.WriteString(w, answer)
}
