package gtp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// engine plays a game on a board.
type engine[S any, A comparable] struct {
	ctx      context.Context // ends with the program; commands have no separate context
	board    board[S, A]
	settings settings
	seeds    rng.Rand // for the games
	seed     uint64   // of the current game

	rules   game.Rules[S, A] // of board
	state   S
	step    step[A] // of the move in progress
	history []ply[A]
	search  *mcts.Search[S, A] // its tree follows the game
	clocks  clocks

	asked    time.Time // when the current command arrived
	own      color     // the color of the last genmove of the game
	playing  bool      // whether there was a genmove
	thinking *thinking // the search in the background, or nil
}

// ply is one move of a game. A pass that is no action is only possible after the end of the game.
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
	cfg.Seed, cfg.Playout = seeds.Uint64(), bundled.Bind(b.rules, cfg.Playout)
	search, err := mcts.New(b.rules, cfg)
	if err != nil {
		return err
	}
	rules, err := game.NewRules(b.rules)
	if err != nil {
		return err
	}
	if low, high := rules.Bounds(); rules.Rewarder != nil || low < 0 || high > 1 {
		return fmt.Errorf("the Go Text Protocol is for games that are won or lost, and %T is for points", rules.Game)
	}
	e.board, e.rules, e.search, e.seeds, e.seed = b, rules, search, seeds, cfg.Seed
	e.state, e.history, e.step = b.Start(), nil, step[A]{}
	e.playing = false
	e.clocks.reset()
	return nil
}

func (e *engine[S, A]) commands() []command {
	return slices.Concat([]command{
		{name: "boardsize", usage: "WIDTH [HEIGHT]", run: e.boardsize},
		{name: "rectangular_boardsize", usage: "WIDTH HEIGHT", run: e.boardsize},
		{name: "clear_board", run: func([]string) (string, error) { return "", e.begin(e.board) }},
		{name: "komi", usage: "KOMI", run: func(args []string) (string, error) {
			_, err := parseFloat(args[0])
			return "", err // these games have no points to add it to
		}},
		{name: "play", usage: "COLOR VERTEX", run: forColor(e.play)},
		{name: "genmove", usage: "COLOR", run: forColor(e.genmove)},
		{name: "reg_genmove", usage: "COLOR", run: forColor(e.regGenmove)},
		{name: "undo", run: e.undo},
		{name: "showboard", run: func([]string) (string, error) { return "\n" + e.board.Text(&e.state), nil }},
		{name: "final_score", run: e.finalScore},
		{name: "time_settings", usage: "MAIN PERIOD STONES", run: e.timeSettings},
		{name: "time_left", usage: "COLOR TIME STONES", run: forColor(e.timeLeft)},
		{name: "banyan-analyze", usage: "[SIMULATIONS]", run: e.found(e.describe)},
	}, e.goguiCommands(), e.viewerCommands())
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
	same := width == b.width && height == b.height || len(args) == 1 && width == max(b.width, b.height)
	if !same {
		if b, err = b.resize(width, height); err != nil {
			return "", fmt.Errorf("unacceptable size: %w", err)
		}
	}
	return "", e.begin(b)
}

func (e *engine[S, A]) over() bool { return len(e.board.AppendActions(nil, &e.state)) == 0 }

// finished reports whether the game is over and the player to move has not lost.
func (e *engine[S, A]) finished() bool {
	returns, over := e.returns()
	return over && returns[e.board.ToMove(&e.state)] > 0
}

// returns returns the results of the players, and false if the game is not over.
func (e *engine[S, A]) returns() (returns [2]float64, over bool) {
	if !e.over() {
		return returns, false
	}
	e.board.Returns(&e.state, returns[:])
	return returns, true
}

// mover returns the color to move.
func (e *engine[S, A]) mover() color { return e.board.color(e.board.ToMove(&e.state)) }

// turn returns an error if a color is not to move.
func (e *engine[S, A]) turn(who color) error {
	if mover := e.mover(); who != mover {
		return fmt.Errorf("it is the turn of %v, and in this game players alternate", mover)
	}
	return nil
}

// play implements the command.
func (e *engine[S, A]) play(who color, args []string) (string, error) {
	switch word := strings.ToLower(args[0]); {
	case word == pass && (e.finished() || !e.board.passes):
		return "", e.pass()
	case word == resign:
		return "", errors.New("illegal move: resign is not a move, the controller ends the game")
	}
	if err := e.turn(who); err != nil && !e.over() {
		return "", fmt.Errorf("illegal move: %w", err)
	}
	if e.steps() {
		return "", e.enter(args[0])
	}
	a, err := e.board.parse(&e.state, args[0])
	if err != nil {
		return "", fmt.Errorf("%w: %w", errSyntax, err)
	}
	if err := e.board.Legal(&e.state, a); err != nil { // also if the game is over
		return "", fmt.Errorf("illegal move: %w", err)
	}
	e.apply(a)
	return "", nil
}

// pass plays a pass that is no action of the game. Some controllers need two passes to notice the
// end of a game.
func (e *engine[S, A]) pass() error {
	if !e.finished() {
		return errors.New("illegal move: this game has no pass")
	}
	e.history = append(e.history, ply[A]{pass: true})
	return nil
}

// apply plays the legal action a.
func (e *engine[S, A]) apply(a A) {
	e.board.Apply(&e.state, a)
	e.history, e.step = append(e.history, ply[A]{action: a}), step[A]{}
	_, _ = e.search.Advance(a) // Without a tree to keep, the next search starts a new one.
}

// undo implements the command. The tree of the earlier position is lost, so the search starts
// again.
func (e *engine[S, A]) undo([]string) (string, error) {
	if e.step.origin != "" {
		e.step = step[A]{}
		return "", nil
	}
	if len(e.history) == 0 {
		return "", errors.New("cannot undo: no move has been played")
	}
	last := e.history[len(e.history)-1]
	e.history = e.history[:len(e.history)-1]
	e.state = e.board.Start()
	for _, p := range e.history {
		if !p.pass {
			e.board.Apply(&e.state, p.action)
		}
	}
	if !last.pass {
		if origin, target := e.split(last.action); target != "" {
			e.step.origin = origin
		}
	}
	e.search.Reset(e.seed)
	return "", nil
}

// finalScore implements the command. These games have no points, so the margin is 1.
func (e *engine[S, A]) finalScore([]string) (string, error) {
	who, drawn, err := e.winner()
	switch {
	case err != nil:
		return "", fmt.Errorf("cannot score: %w", err)
	case drawn:
		return "0", nil
	}
	return who.String()[:1] + "+1", nil
}

// winner returns the color that has won. It is an error if the game is not over.
func (e *engine[S, A]) winner() (who color, drawn bool, err error) {
	returns, over := e.returns()
	switch {
	case !over:
		return 0, false, errors.New("the game is not over")
	case returns[1] > returns[0]:
		return e.board.color(1), false, nil
	}
	return e.board.color(0), returns[0] == returns[1], nil
}

func (e *engine[S, A]) wake() {
	e.asked = e.settings.now()
	e.interrupt()
}

func (e *engine[S, A]) idle() {
	if e.settings.ponder && e.playing && e.mover() != e.own && !e.over() {
		e.ponder()
	}
}

func (e *engine[S, A]) stop() { e.interrupt() }
