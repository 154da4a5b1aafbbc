package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/console/bundled"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// engine plays a game on a board.
type engine[S any, A comparable] struct {
	ctx      context.Context // ends with the program; a command has no context of its own
	board    board[S, A]
	settings settings
	seeds    rng.Rand // for the games
	seed     uint64   // of the current game

	rules   mcts.Rules[S, A] // of board
	state   S
	history []ply[A]
	search  *mcts.Search[S, A] // its tree follows the game
	clocks  clocks

	asked    time.Time // when the current command arrived
	own      colour    // the colour of the last genmove of the game
	playing  bool      // whether there was a genmove
	thinking *thinking // the search in the opponent's time, or nil
}

// ply is one move of a game. Passes are only possible after the end of a drawn game.
type ply[A comparable] struct {
	action A
	pass   bool
}

func newEngine[S any, A comparable](ctx context.Context, b board[S, A], s settings) (*engine[S, A], error) {
	e := &engine[S, A]{ctx: ctx, settings: s, seeds: *rng.New(s.seed)}
	e.clocks.margin = s.lag
	e.clocks.set(s.clock, s.limited)
	return e, e.begin(b)
}

// begin starts a game on b. Each game has its own random stream, so that games of the same moves
// are not repeated. If b cannot be searched, nothing changes.
func (e *engine[S, A]) begin(b board[S, A]) error {
	seeds, cfg := e.seeds, e.settings.search
	cfg.Seed, cfg.Playout = seeds.Uint64(), bundled.Bind[S, A](b, cfg.Playout)
	search, err := mcts.New[S, A](b, cfg)
	if err != nil {
		return err
	}
	rules, err := mcts.NewRules[S, A](b)
	if err != nil {
		return err
	}
	e.board, e.rules, e.search, e.seeds, e.seed = b, rules, search, seeds, cfg.Seed
	e.state, e.history = b.Start(), nil
	e.playing = false
	e.clocks.reset()
	return nil
}

func (e *engine[S, A]) commands() []command {
	return append([]command{
		{"boardsize", "WIDTH [HEIGHT]", e.boardsize},
		{"clear_board", "", func([]string) (string, error) { return "", e.begin(e.board) }},
		{"komi", "KOMI", func(args []string) (string, error) {
			_, err := parseFloat(args[0])
			return "", err // these games have no points to add it to
		}},
		{"play", "COLOR VERTEX", e.play},
		{"genmove", "COLOR", e.genmove},
		{"reg_genmove", "COLOR", e.regGenmove},
		{"undo", "", e.undo},
		{"showboard", "", func([]string) (string, error) { return "\n" + e.board.Text(&e.state), nil }},
		{"final_score", "", e.finalScore},
		{"time_settings", "MAIN PERIOD STONES", e.timeSettings},
		{"time_left", "COLOR TIME STONES", e.timeLeft},
		{"gogui-analyze_commands", "", answer(analyzeCommands)},
		{"banyan-analyze", "[SIMULATIONS]", e.analyze},
	}, e.goguiCommands()...)
}

// boardsize implements the command. A single number is the length of both sides, or the size of the
// current board.
func (e *engine[S, A]) boardsize(args []string) (string, error) {
	width, err := parseInt(args[0])
	if err != nil {
		return "", err
	}
	height := width
	if len(args) == 2 {
		if height, err = parseInt(args[1]); err != nil {
			return "", err
		}
	}
	b := e.board
	w, h := b.size()
	same := width == w && height == h || len(args) == 1 && width == max(w, h)
	if !same {
		if b, err = b.resize(width, height); err != nil {
			return "", fmt.Errorf("unacceptable size: %w", err)
		}
	}
	return "", e.begin(b)
}

func (e *engine[S, A]) over() bool { return len(e.board.AppendActions(nil, &e.state)) == 0 }

// drawn reports whether the game is over without a winner.
func (e *engine[S, A]) drawn() bool {
	returns, over := e.returns()
	return over && returns[0] == returns[1]
}

// returns returns the results of the players, and false if the game is not over.
func (e *engine[S, A]) returns() (returns [2]float64, over bool) {
	if !e.over() {
		return returns, false
	}
	e.board.Returns(&e.state, returns[:])
	return returns, true
}

// mover returns the colour to move.
func (e *engine[S, A]) mover() colour { return e.board.colour(e.board.ToMove(&e.state)) }

// turn returns an error if a colour is not to move.
func (e *engine[S, A]) turn(who colour) error {
	if mover := e.mover(); who != mover {
		return fmt.Errorf("it is the turn of %v, and in this game players alternate", mover)
	}
	return nil
}

// play implements the command.
func (e *engine[S, A]) play(args []string) (string, error) {
	who, err := parseColour(args[0])
	if err != nil {
		return "", err
	}
	switch strings.ToLower(args[1]) {
	case pass:
		return "", e.pass()
	case resign:
		return "", errors.New("illegal move: resign is not a move, the controller ends the game")
	}
	if err := e.turn(who); err != nil && !e.over() {
		return "", fmt.Errorf("illegal move: %w", err)
	}
	a, err := e.board.parse(&e.state, args[1])
	if err != nil {
		return "", fmt.Errorf("%w: %w", errSyntax, err)
	}
	if err := e.board.Legal(&e.state, a); err != nil { // also if the game is over
		return "", fmt.Errorf("illegal move: %w", err)
	}
	e.apply(a)
	return "", nil
}

// pass plays a pass. Some controllers need two passes to notice the end of a drawn game.
func (e *engine[S, A]) pass() error {
	if !e.drawn() {
		return errors.New("illegal move: this game has no pass")
	}
	e.history = append(e.history, ply[A]{pass: true})
	return nil
}

// apply plays the legal action a.
func (e *engine[S, A]) apply(a A) {
	e.board.Apply(&e.state, a)
	e.history = append(e.history, ply[A]{action: a})
	_, _ = e.search.Advance(a) // Without a tree to keep, the next search starts a new one.
}

// undo implements the command. The tree of the earlier position is lost, so the search starts
// again.
func (e *engine[S, A]) undo([]string) (string, error) {
	if len(e.history) == 0 {
		return "", errors.New("cannot undo: no move has been played")
	}
	e.history = e.history[:len(e.history)-1]
	e.state = e.board.Start()
	for _, p := range e.history {
		if !p.pass {
			e.board.Apply(&e.state, p.action)
		}
	}
	e.search.Reset(e.seed)
	return "", nil
}

// genmove implements the command.
func (e *engine[S, A]) genmove(args []string) (string, error) {
	who, err := parseColour(args[0])
	if err != nil {
		return "", err
	}
	text, r, err := e.choose(who)
	switch {
	case err != nil:
		return "", err
	case r == nil && text == pass:
		return text, e.pass()
	case r == nil:
		return text, nil
	}
	e.apply(r.Action)
	e.own, e.playing = who, true
	e.clocks.spend(who, e.settings.now().Sub(e.asked), r.Simulations)
	return text, nil
}

// regGenmove implements the command: genmove, but the move is not played and takes no time from the
// clock.
func (e *engine[S, A]) regGenmove(args []string) (string, error) {
	who, err := parseColour(args[0])
	if err != nil {
		return "", err
	}
	text, _, err := e.choose(who)
	return text, err
}

// The answers to genmove without an action.
const (
	pass   = "pass"
	resign = "resign"
)

// choose returns the answer to genmove and the result of the search. The result is nil if the game
// is over: a colour that has lost resigns, and a drawn game is answered by a pass. It is an error
// if the colour is not to move.
func (e *engine[S, A]) choose(who colour) (string, *mcts.Result[A], error) {
	if e.drawn() {
		return pass, nil, nil
	}
	if err := e.turn(who); err != nil {
		return "", nil, err
	}
	if e.over() {
		return resign, nil, nil // without a legal move the colour to move has lost
	}
	r, err := e.search.Run(e.ctx, &e.state, e.budget(who))
	if err != nil {
		return "", nil, err
	}
	return e.board.vertex(&e.state, r.Action), &r, nil
}

// budget returns the budget of the next move.
func (e *engine[S, A]) budget(who colour) mcts.Budget {
	return e.clocks.budget(who, e.settings.manager, e.settings.budget, len(e.history), e.playout)
}

// playout returns the mean number of plies to the end of the game in a few random playouts.
func (e *engine[S, A]) playout() float64 {
	const games = 16
	r := rng.New(uint64(len(e.history)))
	return arena.PlayoutLength[S, A](e.board, &e.state, e.board.ToMove(&e.state), games, r)
}

// finalScore implements the command. These games have no points, so the margin is 1.
func (e *engine[S, A]) finalScore([]string) (string, error) {
	returns, over := e.returns()
	switch {
	case !over:
		return "", errors.New("cannot score: the game is not over")
	case returns[0] == returns[1]:
		return "0", nil
	}
	winner := 0
	if returns[1] > returns[0] {
		winner = 1
	}
	return e.board.colour(winner).String()[:1] + "+1", nil
}

func (e *engine[S, A]) wake() {
	e.asked = e.settings.now()
	e.interrupt()
}

func (e *engine[S, A]) idle() {
	if e.settings.ponder && e.playing && e.mover() != e.own && !e.over() {
		e.think()
	}
}

func (e *engine[S, A]) stop() { e.interrupt() }
