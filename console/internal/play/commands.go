package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/banyan-go/banyan/mcts"
)

// Some commands end the question that they answer. They return one of these errors.
var (
	errQuit = errors.New("quit")
	errNew  = errors.New("new game")

	// errChanged says that the state has changed, or the player that the person is.
	errChanged = errors.New("changed")
)

const commandsText = `Commands:
  help        this text
  rules       the rules of the game
  board       show the board again
  hint        what the opponent would play, and what the best moves are worth
  undo        take back your last move
  new         start a new game
  swap        change sides with the opponent
  level N     let the opponent play at a level of strength, from 1 to 10; level lists them
  resize WxH  start a new game on a board of another size, like 6x6, if the game has such boards
  quit        leave the program, like q and exit`

// find returns what the command does that line names, or nil if line is not a command.
func (m *session[S, A]) find(line string) func(ctx context.Context) error {
	name, argument, _ := strings.Cut(strings.Join(strings.Fields(strings.ToLower(line)), " "), " ")
	does := func(f func() error) func(context.Context) error { return func(context.Context) error { return f() } }
	shows := func(text func() string) func(context.Context) error {
		return does(func() error { m.console.print(text()); return nil })
	}
	switch name {
	case "level":
		return does(func() error { return m.level(argument) })
	case "resize":
		return does(func() error { return m.resize(argument) })
	}
	if argument != "" {
		return nil
	}
	switch name {
	case "":
		return does(func() error { return nil })
	case "help", "?":
		return shows(m.help)
	case "rules":
		return shows(m.board.howTo)
	case "board":
		return shows(m.text)
	case "hint":
		return m.hint
	case "undo":
		return does(m.undo)
	case "new":
		return does(func() error { return errNew })
	case "swap":
		return does(m.swap)
	case "quit", "exit", "q":
		return does(func() error { return errQuit })
	}
	return nil
}

// ask reads lines until one of them is a legal move, and runs the commands among them.
func (m *session[S, A]) ask(ctx context.Context) (A, error) {
	var none A
	if m.board.hides() || m.board.rules.Parser == nil {
		m.console.print(m.moves(shownMoves))
	}
	for {
		line, err := m.console.ask(ctx, fmt.Sprintf("Your move, %s: ", m.mover()))
		if err != nil {
			return none, err
		}
		command := m.find(line)
		if a, err := pick(m.actions(), line); err == nil && fmt.Sprint(a) == line {
			if command == nil {
				return a, nil
			}
			plays, err := m.confirm(ctx, fmt.Sprintf("%q is a move, and a command of this program. Play the move?", line))
			if plays || err != nil {
				return a, err
			}
		} else if command != nil && m.isMoveElsewhere(line) {
			runs, err := m.confirm(ctx, fmt.Sprintf("%q is a move of this game that is not legal now, and a command of this program. Run the command?", line))
			if err != nil {
				return none, err
			}
			if !runs {
				continue
			}
		}
		if command != nil {
			if err := command(ctx); err != nil {
				return none, err
			}
			continue
		}
		a, err := m.board.parse(&m.state, line)
		if err == nil {
			return a, nil
		}
		m.console.print(err.Error())
	}
}

// isMoveElsewhere reports whether the game knows a move of that name.
func (m *session[S, A]) isMoveElsewhere(line string) bool {
	if m.board.rules.Parser == nil || line == "" {
		return false
	}
	_, err := m.board.rules.Parser.Parse(line)
	return err == nil
}

// confirm asks a question until the answer is yes or no.
func (m *session[S, A]) confirm(ctx context.Context, question string) (yes bool, err error) {
	for {
		answer, err := m.console.ask(ctx, question+" (yes or no) ")
		if err != nil {
			return false, err
		}
		switch strings.ToLower(answer) {
		case "y", "yes":
			return true, nil
		case "n", "no":
			return false, nil
		}
	}
}

// askAfter offers another game at the end of one. It returns nil if the person has nothing to add.
func (m *session[S, A]) askAfter(ctx context.Context) error {
	for {
		line, err := m.console.ask(ctx, "Type new, swap, undo or quit: ")
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		command := m.find(line)
		if command == nil {
			m.console.print("The game is over.")
		} else if err := command(ctx); err != nil {
			return err
		}
	}
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

// shownHints is how many actions a hint compares.
const shownHints = 5

// hint shows what the opponent would play, and leaves the choice to the person.
func (m *session[S, A]) hint(ctx context.Context) error {
	if len(m.actions()) == 0 {
		m.console.print("The game is over.")
		return nil
	}
	a, opinion, err := m.opponent.choose(ctx, &m.state, m.console)
	if err != nil {
		return err
	}
	opinion.advice = cmp.Or(opinion.advice, fmt.Sprint(a))
	m.console.print("Hint: " + opinion.advice)
	if opinion.shares != "" {
		m.console.print(opinion.shares)
	}
	if opinion.line != "" {
		m.console.print("Best line: " + opinion.line)
	}
	return nil
}

// opinion is what a search thinks of its action, to be shown to people. It is zero for players that
// have none.
type opinion struct {
	judgement string // of the action that it chose
	advice    string // the best action and a judgement of it; a weak search may choose another
	shares    string // the values of the best actions, as lines
	line      string // the best line found and its return, or empty
}

// suffix is the opinion as it follows the text of the action.
func (o opinion) suffix() string {
	if o.judgement == "" {
		return ""
	}
	return ": " + o.judgement
}

// shares lists the actions with the most simulations and their values, as lines.
func shares[A comparable](r mcts.Result[A], w worth) string {
	children := slices.DeleteFunc(slices.Clone(r.Children), func(c mcts.Child[A]) bool { return c.Visits == 0 })
	shown := children[:min(len(children), shownHints)]
	width, digits := 0, 3
	for _, c := range shown {
		width = max(width, utf8.RuneCountInString(fmt.Sprint(c.Action)))
		if !w.isShare() {
			digits = max(digits, len(w.points(c.Mean)))
		}
	}
	var lines []string
	for _, c := range shown {
		lines = append(lines, fmt.Sprintf("  %-*s  %s, %s simulations", width, fmt.Sprint(c.Action), w.text(c.Mean, digits), count(c.Visits)))
	}
	return strings.Join(lines, "\n")
}
