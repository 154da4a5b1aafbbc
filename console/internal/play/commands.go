package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

// Some commands end the question that they answer. They return one of these errors.
var (
	errQuit = errors.New("quit")
	errNew  = errors.New("new game")
	errUndo = errors.New("undo") // the state has changed
)

const commandsText = `Commands:
  help   this text
  rules  the rules of the game
  board  show the board again
  hint   what the opponent would play
  undo   take back your last move
  new    start a new game
  quit   leave the program`

// command runs the command that line names. It returns false if line is not a command.
func (m *session[S, A]) command(ctx context.Context, line string) (known bool, err error) {
	switch strings.ToLower(line) {
	case "":
	case "help", "?":
		m.console.print(m.help())
	case "rules":
		m.console.print(m.board.howTo())
	case "board":
		m.console.print(m.text())
	case "hint":
		err = m.hint(ctx)
	case "undo":
		err = m.undo()
	case "new":
		err = errNew
	case "quit", "exit", "q":
		err = errQuit
	default:
		return false, nil
	}
	return true, err
}

// ask reads lines until one of them is a legal move, and runs the commands among them.
func (m *session[S, A]) ask(ctx context.Context) (A, error) {
	var none A
	if m.board.hides() || m.board.Parser == nil {
		m.console.print(m.moves(shownMoves))
	}
	for {
		line, err := m.console.ask(ctx, "Your move: ")
		if err != nil {
			return none, err
		}
		known, err := m.command(ctx, line)
		if err != nil {
			return none, err
		}
		if known {
			continue
		}
		a, err := m.board.parse(&m.state, line)
		if err == nil {
			return a, nil
		}
		m.console.print(err.Error())
	}
}

// askAfter offers another game at the end of one. It returns nil if the person has nothing to add.
func (m *session[S, A]) askAfter(ctx context.Context) error {
	for {
		line, err := m.console.ask(ctx, "Type new, undo or quit: ")
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		known, err := m.command(ctx, line)
		if err != nil {
			return err
		}
		if !known {
			m.console.print("The game is over.")
		}
	}
}

// undo returns to the position in which the person made its last choice.
func (m *session[S, A]) undo() error {
	last := len(m.history) - 1
	if last < 0 {
		m.console.print("You have not made a move yet.")
		return nil
	}
	m.state, m.history = m.history[last], m.history[:last]
	return errUndo
}

// hint shows what the opponent would play, and leaves the choice to the person.
func (m *session[S, A]) hint(ctx context.Context) error {
	if len(m.actions()) == 0 {
		m.console.print("The game is over.")
		return nil
	}
	a, opinion, err := m.opponent.choose(ctx, &m.state, m.console)
	if err == nil {
		m.console.print(fmt.Sprintf("Hint: %v%s", a, opinion))
	}
	return err
}

// shownMoves is how many moves are listed without the command help.
const shownMoves = 12

// moves lists the legal moves, but not more than limit.
func (m *session[S, A]) moves(limit int) string {
	actions := m.actions()
	if len(actions) == 0 {
		return "The game is over."
	}
	text := "Moves: " + m.board.list(actions, limit)
	if more := len(actions) - limit; more > 0 {
		text += fmt.Sprintf(" and %d more (help lists all)", more)
	}
	return text
}

func (m *session[S, A]) help() string { return m.moves(math.MaxInt) + "\n" + commandsText }
