package ggp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/ggp/internal/protocol"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/gdl/kif"
	"github.com/banyan-go/banyan/guard"
)

// Config describes a [Player]. The zero Config searches.
type Config struct {
	// Name is what the player answers to INFO: a name without white space and parentheses. If
	// empty, it is "banyan".
	Name string

	// NewChooser returns who chooses the moves of a match. It is called when the game is loaded,
	// and again, with MatchInfo.Replaced set, if that one cannot continue; the new chooser observes
	// what was played, and prepares. If nil, Auto makes the choosers.
	//
	// The contexts of [arena.Preparer] and Choose end when an answer is due. A search that is to
	// use all of the clock has a budget of at least this time. [arena.Ponderer] is called after the
	// start of the match and after every answer, until the next message comes.
	NewChooser func(m MatchInfo, seed uint64) (arena.Player[gdl.State, gdl.Action], error)

	// Auto makes the choosers if NewChooser is nil. If its Chosen is nil, the log has its choices.
	Auto Auto

	// Margin is how long before the end of a clock the answer is sent; it must be enough for the
	// way to the server. If zero, it is a second. It is never more than half of the clock.
	Margin time.Duration

	// Journal is a file with what has come of the match in progress. A Player that was killed and
	// is made again with the same Journal continues with its match, if it has missed no message.
	// The file belongs to one Player, which removes it at the end of the match. If empty, there is
	// no file.
	Journal string

	// Limits bound the games.
	Limits gdl.Limits

	// Origins are the origins of web pages that may send messages, like https://example.org, for
	// game managers that run in a browser. Programs need none.
	Origins []string

	// Seed is the seed of the first match. Each match has another one.
	Seed uint64

	// Log gets a record of what happens; nil discards it.
	Log *slog.Logger
}

// MatchInfo is what a player knows of a match at its start.
type MatchInfo struct {
	ID         string
	Game       *gdl.Game
	Role       string // of this player
	Seat       int    // the player of Game that has this role
	StartClock time.Duration
	PlayClock  time.Duration

	// Replaced is the chooser whose place the new one takes, after a panic or because the server
	// did not get a move. It is closed already. At the start of a match it is nil.
	Replaced arena.Player[gdl.State, gdl.Action]
}

// Player takes part in matches. [NewPlayer] makes it. Its methods may be called by several
// goroutines.
type Player struct {
	config  Config
	journal journal
	check   func(*http.Request) error // who asks

	mu      sync.Mutex
	current *session // nil if there is none
	matches uint64   // so far
	closed  bool

	goroutines sync.WaitGroup // of all matches
}

// NewPlayer returns a Player, which may be in a match by its Config.Journal. Close ends it.
func NewPlayer(c Config) (*Player, error) {
	c.Name = cmp.Or(c.Name, "banyan")
	c.Margin = cmp.Or(c.Margin, time.Second)
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Auto.Chosen == nil {
		c.Auto.Chosen = func(m MatchInfo, f Figures, s Strategies) {
			c.Log.Info("strategies", "match", m.ID, "chosen", s, "measured", f)
		}
	}
	if c.NewChooser == nil {
		c.NewChooser = c.Auto.NewChooser
	}
	switch {
	case !protocol.IsName(c.Name):
		return nil, fmt.Errorf("ggp: Config.Name is %q, want a name without white space and parentheses", c.Name)
	case c.Margin < 0:
		return nil, fmt.Errorf("ggp: Config.Margin is %v, want 0 or more", c.Margin)
	}
	// A tournament may know the player by any name, and no program has an origin.
	g := guard.Guard{AnyHost: true, Origins: c.Origins}
	if err := g.Validate(); err != nil {
		return nil, fmt.Errorf("ggp: Config.Origins: %w", err)
	}
	p := &Player{config: c, journal: journal{path: c.Journal, log: c.Log}, check: g.Checker()}
	p.resume()
	return p, nil
}

// Close ends the match that is in progress, and leaves its journal. It waits until the choosers of
// all matches have returned, even one that does not heed its context. Then the Player refuses every
// match.
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

var (
	// ErrUnknownMatch is the error of a message about a match that is not in progress.
	ErrUnknownMatch = errors.New("ggp: no such match is under way")

	// ErrLate is the error of PLAY if not even a random legal move was found in time.
	ErrLate = errors.New("ggp: PLAY: no legal move was found in time")
)

// answer answers a message that came at the time of arrival. It returns before the clock of the
// message runs out, or when ctx is done.
func (p *Player) answer(ctx context.Context, message protocol.Message, arrival time.Time) (string, error) {
	switch message.Kind {
	case protocol.Info:
		status := "available"
		if p.busy("") {
			status = "busy"
		}
		return fmt.Sprintf("((name %s) (status %s))", p.config.Name, status), nil
	case protocol.Preview:
		return "ready", nil
	case protocol.Start:
		return p.start(ctx, message, arrival)
	case protocol.Play, protocol.Stop, protocol.Abort:
		return p.proceed(ctx, message, arrival)
	}
	return "", fmt.Errorf("ggp: the kind of the message is %q", message.Kind)
}

// proceed answers a message about the current match.
func (p *Player) proceed(ctx context.Context, message protocol.Message, arrival time.Time) (string, error) {
	p.mu.Lock()
	s := p.current
	p.mu.Unlock()
	if s == nil || !isSame(s.start.MatchID, message.MatchID) {
		return "", ErrUnknownMatch
	}
	if message.Kind == protocol.Play {
		return s.play(ctx, message.Moves, arrival)
	}
	s.stop(message.Moves)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current == s {
		p.drop()
	}
	if message.Kind == protocol.Stop {
		return "done", nil
	}
	return "aborted", nil
}

// busy reports whether a match with this name could not begin, because another one is in progress.
func (p *Player) busy(match string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.live()
	return p.closed || s != nil && !isSame(s.start.MatchID, match)
}

// live returns the current match. If nothing has come of it for long, it is over.
func (p *Player) live() *session {
	if p.current != nil && p.current.abandoned() {
		p.config.Log.Warn("nothing has come for long", "match", p.current.start.MatchID)
		p.current.close()
		p.drop()
	}
	return p.current
}

// drop forgets the current match. p.mu is locked.
func (p *Player) drop() {
	p.current = nil
	p.journal.end()
}

// start begins a match, and returns when it is prepared or the answer is due.
func (p *Player) start(ctx context.Context, message protocol.Message, arrival time.Time) (string, error) {
	if p.busy(message.MatchID) {
		return "busy", nil
	}
	rules, err := readStart(&message)
	if err != nil {
		return "", err
	}
	s := p.open(message, rules, arrival)
	if s == nil {
		return "busy", nil
	}
	s.await(ctx, arrival)
	return "ready", nil
}

// isSame reports whether two names are the same, however they are spelled.
func isSame(a, b string) bool { return kif.Fold(a) == kif.Fold(b) }

// readStart returns the rules of START, and spells the role as they do. An error describes what is
// wrong with them or with the role.
func readStart(message *protocol.Message) (*sheet.Sheet, error) {
	rules, err := sheet.New(message.Rules)
	if err != nil {
		return nil, err
	}
	role := slices.IndexFunc(rules.Roles, func(name string) bool { return isSame(name, message.Role) })
	if role < 0 || rules.Roles[role] == "random" {
		return nil, fmt.Errorf("ggp: START: the role is %.40q, want one of %q but random", message.Role, rules.Roles)
	}
	message.Role = rules.Roles[role]
	return rules, nil
}

// open begins a match and returns it, or returns nil if another one is in progress. One with the
// same name is the same if no move was asked for; otherwise its server has begun again.
func (p *Player) open(message protocol.Message, rules *sheet.Sheet, arrival time.Time) *session {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.live()
	switch {
	case p.closed, s != nil && !isSame(s.start.MatchID, message.MatchID):
		return nil
	case s != nil && !s.begun():
		if !isSame(s.start.String(), message.String()) {
			return nil
		}
		return s
	case s != nil:
		s.close()
	}
	p.begin(message, rules, arrival)
	p.journal.begin(message)
	p.current.keep(p.journal)
	return p.current
}

// begin makes a match the current one. p.mu is locked.
func (p *Player) begin(message protocol.Message, rules *sheet.Sheet, arrival time.Time) {
	p.current = newSession(p.config, p.config.Seed+p.matches, message, rules, arrival, &p.goroutines)
	p.matches++
}

// resume continues with the match of the journal.
func (p *Player) resume() {
	p.mu.Lock()
	defer p.mu.Unlock()
	messages, last := p.journal.read()
	if len(messages) == 0 || messages[0].Kind != protocol.Start {
		return
	}
	rules, err := readStart(&messages[0])
	if err == nil {
		p.begin(messages[0], rules, last)
		err = p.current.replay(messages[1:])
	}
	if err != nil {
		p.config.Log.Warn("the match of the journal cannot go on", "error", err)
		if p.current != nil {
			p.current.close()
		}
		p.drop()
		return
	}
	if s := p.live(); s != nil {
		s.keep(p.journal)
	}
}

// ServeHTTP implements [http.Handler]. A message is the body of a POST request; INFO, which changes
// nothing, may be the path of a GET request. OPTIONS and the headers of the answers let the web
// pages of Config.Origins ask.
//
// The status is 400 for a message that is wrong, 403 for one of another web page, 404 for one about
// a match that is not in progress, and 503 if there is no move in time.
func (p *Player) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	arrival := time.Now()
	h := w.Header()
	if err := p.check(r); err != nil {
		p.config.Log.Warn("message refused", "error", err)
		http.Error(w, "ggp: "+err.Error(), http.StatusForbidden)
		return
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Methods", "POST, GET, OPTIONS")
		h.Set("Access-Control-Allow-Headers", "Content-Type")
		h.Set("Vary", "Origin")
	}
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
	message, err := protocol.Parse(text)
	if err == nil && r.Method == http.MethodGet && message.Kind != protocol.Info {
		err = fmt.Errorf("ggp: %s by GET, want POST; GET is for INFO", message.Kind)
	}
	answer := ""
	if err == nil {
		answer, err = p.answer(r.Context(), message, arrival)
	}
	if err != nil {
		p.config.Log.Warn("message refused", "error", err)
		status := http.StatusBadRequest
		switch {
		case errors.Is(err, ErrUnknownMatch):
			status = http.StatusNotFound
		case errors.Is(err, ErrLate), errors.Is(err, context.Canceled):
			status = http.StatusServiceUnavailable
		}
		http.Error(w, err.Error(), status)
		return
	}
	_, _ = io.WriteString(w, answer)
}
