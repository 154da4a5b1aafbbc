package inspect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	"github.com/banyan-go/banyan/mcts"
)

// Play is a game that the user of a page plays against its searches. If there are several, all of
// them search every position; the first one answers the user, and if the user plays no side, they
// take turns.
type Play[S any] struct {
	Start  S
	Budget mcts.Budget // of one action; it must limit simulations or time
}

// command is what the user of a page does.
type command struct {
	Do string `json:"do"`

	// The game and the number of its plies when the user saw the position, so that a command which
	// comes late, or twice, does nothing. A game that the searches play continues in the meantime;
	// then stop and new do not name the ply.
	Game uint64 `json:"game"`
	Ply  int    `json:"ply"`

	Action int `json:"action"` // of play: the number of the action
	Human  int `json:"human"`  // of new: the player whose actions the user chooses, or -1
}

// gameJSON is the game as the page shows it.
type gameJSON struct {
	boardJSON
	Names    []string   `json:"names"`
	Human    int        `json:"human"`
	Game     uint64     `json:"game"` // its number
	Ply      int        `json:"ply"`
	Thinking bool       `json:"thinking"`
	Moving   bool       `json:"moving"`  // the searches choose the next action
	Actions  []string   `json:"actions"` // legal ones, if the user chooses
	Moves    []moveJSON `json:"moves"`
}

type moveJSON struct {
	Action string `json:"action"`
	Player int    `json:"player"`
}

var errCommand = errors.New("the game has gone on, or there is no such command")

const maxCommand = 4 << 10 // bytes

// serve executes a command of the page.
func (m *match[S, A]) serve(w http.ResponseWriter, r *http.Request) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		fail(w, http.StatusUnsupportedMediaType, errors.New("want application/json"))
		return
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxCommand))
	if err != nil {
		fail(w, http.StatusRequestEntityTooLarge, err)
		return
	}
	var c command
	if err := json.Unmarshal(text, &c); err != nil {
		fail(w, http.StatusBadRequest, errors.New("the command is malformed"))
		return
	}
	if err := m.do(c); err != nil {
		writeJSON(w, http.StatusOK, stale{true, err.Error()})
		return
	}
	writeJSON(w, http.StatusOK, m.show())
}

// do executes one command after the other.
func (m *match[S, A]) do(c command) error {
	m.commands.Lock()
	defer m.commands.Unlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	watched := m.human < 0 && (c.Do == "new" || c.Do == "stop")
	switch {
	case m.problem != nil && c.Do != "new":
		return m.problem
	case c.Game != m.games || c.Ply != len(m.moves) && !watched:
		return errCommand
	case c.Do == "play" && m.isHuman() && c.Action >= 0 && c.Action < len(m.actions()):
		action := m.actions()[c.Action]
		m.interrupt()
		m.apply(action)
	case c.Do == "undo" && len(m.moves) > 0:
		m.interrupt()
		m.undo()
	case c.Do == "new" && c.Human >= -1 && c.Human < m.rules.NumPlayers():
		m.interrupt()
		m.human = c.Human
		m.begin()
	case c.Do == "move" && !m.over():
		m.interrupt()
		m.think(true)
		return nil
	case c.Do == "stop":
		if m.thought != nil {
			m.thought.cancel()
		}
		return nil
	default:
		return errCommand
	}
	m.proceed()
	return nil
}

// show returns the game as the page shows it.
func (m *match[S, A]) show() gameJSON {
	m.mu.Lock()
	defer m.mu.Unlock()
	g := gameJSON{
		boardJSON: boardJSON{Chooser: -1, Player: -2, Steps: []step{}},
		Names:     playerNames(&m.rules), Human: m.human, Game: m.games, Ply: len(m.moves), Thinking: m.thought != nil,
		Moving: m.thought != nil && m.thought.moves, Actions: []string{}, Moves: []moveJSON{},
	}
	err := safely(func() error {
		show(&g.boardJSON, &m.rules, &m.state, m.paid, m.human)
		if !g.Over {
			g.Player = max(m.chooser(), -1)
		}
		return m.problem
	})
	if err != nil {
		g.Problem = err.Error()
		return g
	}
	for i, played := range m.moves {
		g.Moves = append(g.Moves, moveJSON{m.tell(i), played.player})
	}
	if m.isHuman() {
		for _, a := range m.actions() {
			g.Actions = append(g.Actions, fmt.Sprint(a))
		}
	}
	return g
}

// tell describes a move to the user: in a game with hidden information, without what others do not
// see, unless it is the user's own move.
func (m *match[S, A]) tell(move int) string {
	p := &m.moves[move]
	if m.rules.Determinizer == nil || m.human == allSeeing || p.player == m.human {
		return fmt.Sprint(p.action)
	}
	after := &m.state
	if move+1 < len(m.moves) {
		after = &m.moves[move+1].before
	}
	if m.rules.Teller == nil || m.rules.ToMove(&p.before) == mcts.Simultaneous {
		return "hidden"
	}
	return m.rules.Teller.Tell(&p.before, p.action, after)
}

// newMatch begins a game in which the user moves first.
func newMatch[S any, A comparable](ctx context.Context, p Page[S, A]) *match[S, A] {
	m := &match[S, A]{ctx: ctx, searches: p.Searches, play: p.Play}
	err := p.Searches[0].Inspect(ctx, func(now mcts.Snapshot[S, A]) { m.rules = *now.Rules })
	if err != nil {
		m.problem = err
		return m
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.begin()
	m.proceed()
	return m
}
