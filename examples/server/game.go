package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/pool"
)

// The game of this server. To serve another one, change these types and newServer.
type (
	rules  = connect4.Game
	state  = connect4.State
	action = connect4.Drop
)

// Errors of the methods of a game.
var (
	errBusy = errors.New("the game is busy with another request")
	errOver = errors.New("the game is over")
)

// errGoneOn says that a request is for another position: it comes late, or for a second time.
type errGoneOn struct{ plies, asked int }

func (e errGoneOn) Error() string {
	return fmt.Sprintf("the game has %d plies, and the request is for ply %d", e.plies, e.asked)
}

// game is a game in play. It answers one request at a time.
type game struct {
	id      string
	rules   rules
	session *pool.Session[state, action]

	mu    sync.Mutex // of a request
	state state
	plies int

	// These are guarded by the mutex of the server.
	requests int                         // in progress
	used     time.Time                   // when the last one ended
	shown    *mcts.Search[state, action] // by page; nil if no one has looked at the search
	page     http.Handler
}

// view is a position for clients.
type view struct {
	ID      string    `json:"id"`
	Ply     int       `json:"ply"` // that is played next; what plays an action has to name it
	Board   string    `json:"board"`
	ToMove  string    `json:"toMove,omitempty"`
	Actions []string  `json:"actions"`
	Over    bool      `json:"over"`
	Returns []float64 `json:"returns,omitempty"` // of every player, if the game is over
}

// view returns the position.
func (g *game) view() view {
	v := view{ID: g.id, Ply: g.plies, Board: g.rules.Text(&g.state), Actions: []string{}}
	for _, a := range g.rules.AppendActions(nil, &g.state) {
		v.Actions = append(v.Actions, fmt.Sprint(a))
	}
	if v.Over = len(v.Actions) == 0; v.Over {
		v.Returns = make([]float64, g.rules.NumPlayers())
		g.rules.Returns(&g.state, v.Returns)
	} else {
		v.ToMove = g.rules.PlayerName(g.rules.ToMove(&g.state))
	}
	return v
}

// play plays an action.
func (g *game) play(text string, ply int) (view, error) {
	if !g.mu.TryLock() {
		return view{}, errBusy
	}
	defer g.mu.Unlock()
	if ply != g.plies {
		return view{}, errGoneOn{g.plies, ply}
	}
	if len(g.rules.AppendActions(nil, &g.state)) == 0 {
		return view{}, errOver
	}
	a, err := g.rules.Parse(text)
	if err != nil {
		return view{}, errClient{err}
	}
	if err := g.rules.Legal(&g.state, a); err != nil {
		return view{}, errClient{err}
	}
	g.apply(a)
	return g.view(), nil
}

func (g *game) apply(a action) {
	g.rules.Apply(&g.state, a)
	g.session.Advance(a)
	g.plies++
}

// searchRequest is a request for a search.
type searchRequest struct {
	time     time.Duration // of the search, without waiting
	deadline time.Duration // from now, waiting included; 0: none
	play     bool          // whether the action is played, too
	ply      int           // then
}

// searchReply is what a search has found.
type searchReply struct {
	Action      string  `json:"action"`
	Mean        float64 `json:"mean"` // of the action, for the player who chooses
	Simulations int     `json:"simulations"`
	Stop        string  `json:"stop"`
	Waited      float64 `json:"waited"`   // in seconds, until the search began
	Searched    float64 `json:"searched"` // in seconds
	Game        view    `json:"game"`
}

// search looks for the best action, until ctx is done at the latest.
func (g *game) search(ctx context.Context, o searchRequest) (searchReply, error) {
	if !g.mu.TryLock() {
		return searchReply{}, errBusy
	}
	defer g.mu.Unlock()
	if o.play && o.ply != g.plies {
		return searchReply{}, errGoneOn{g.plies, o.ply}
	}
	request := pool.Request{Budget: mcts.Budget{Time: o.time}}
	if o.deadline > 0 {
		request.Deadline = time.Now().Add(o.deadline)
	}
	result, err := g.session.Run(ctx, &g.state, request)
	switch {
	case errors.Is(err, mcts.ErrTerminal):
		return searchReply{}, errOver
	case err != nil && result.Simulations == 0: // An interrupted search has an answer, too.
		if errors.Is(err, context.Canceled) {
			err = context.Cause(ctx)
		}
		return searchReply{}, err
	}
	a := searchReply{
		Action: fmt.Sprint(result.Action), Simulations: result.Simulations, Stop: result.Stop.String(),
		Waited: result.Waited.Seconds(), Searched: result.Elapsed.Seconds(),
	}
	for _, c := range result.Children {
		if c.Action == result.Action {
			a.Mean = c.Mean
		}
	}
	if o.play && (err == nil || errors.Is(context.Cause(ctx), errStopping)) { // but not for a client that is gone
		g.apply(result.Action)
	}
	a.Game = g.view()
	return a, nil
}

// look returns the position.
func (g *game) look() (view, error) {
	if !g.mu.TryLock() {
		return view{}, errBusy
	}
	defer g.mu.Unlock()
	return g.view(), nil
}

// Errors that clients see, in addition to the errors of games.
var (
	errNotFound = errors.New("there is no such game; it may have been closed")
	errNoTree   = errors.New("there is no search of the game at this time")
	errTooMany  = errors.New("too many games are open")
	errStopping = errors.New("the server is stopping")
)

// errClient is a mistake in a request.
type errClient struct{ error }

// errNoPly is a request that would play for the other side if a proxy sent it twice.
var errNoPly = errClient{errors.New("want the ply of the position, so that nothing is played twice")}

// read decodes the body of a request. An empty one leaves v as it is.
func read(r *http.Request, v any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	switch err := d.Decode(v); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return errClient{fmt.Errorf("the body of the request: %w", err)}
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errClient{errors.New("the body of the request: want one JSON object")}
	}
	return nil
}

// reply writes v as JSON, or the error.
func (s *server) reply(w http.ResponseWriter, v any, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if err != nil {
		code := status(err)
		if code == http.StatusServiceUnavailable {
			w.Header().Set("Retry-After", "1")
		}
		s.refuse(code)
		w.WriteHeader(code)
		v = map[string]string{"error": err.Error()}
	}
	_ = json.NewEncoder(w).Encode(v) // A client that is gone needs no answer.
}

// status returns the status code of an error.
func status(err error) int {
	switch {
	case errors.As(err, new(errClient)):
		return http.StatusBadRequest
	case errors.Is(err, errNotFound), errors.Is(err, errNoTree), errors.Is(err, pool.ErrClosed):
		return http.StatusNotFound
	case errors.Is(err, errBusy), errors.Is(err, errOver), errors.As(err, new(errGoneOn)):
		return http.StatusConflict
	case errors.Is(err, pool.ErrFull), errors.Is(err, pool.ErrLate), errors.Is(err, errTooMany),
		errors.Is(err, errStopping), errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}
