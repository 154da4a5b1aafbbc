package play

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/arena/spec"
)

// undo returns to the position in which the person made its last choice, and to the side that it
// had.
func (m *session[S, A]) undo() error {
	last := len(m.history) - 1
	if last < 0 {
		m.console.print("You have not made a move yet.")
		return nil
	}
	m.state = m.history[last].state
	m.sit(m.history[last].human)
	m.history = m.history[:last]
	return errChanged
}

// sit makes the person the player human, and says so if it was another one.
func (m *session[S, A]) sit(human int) {
	if human != m.options.Human {
		m.options.Human = human
		m.console.print(fmt.Sprintf("You are %s now.", m.board.playerName(human)))
	}
}

// swap gives the person the side of the next player. The other side would show hidden information,
// and a game that is over has no sides to swap, so that these games are followed by another one.
func (m *session[S, A]) swap() error {
	next := (m.options.Human + 1) % m.game.NumPlayers()
	if m.board.hides() || len(m.actions()) == 0 {
		m.options.Human = next // the new game says who the person is
		return errNew
	}
	m.sit(next)
	return errChanged
}

// level changes the strength of the opponent, or lists the levels if there is no argument.
func (m *session[S, A]) level(argument string) error {
	if argument == "" {
		m.console.print(m.levels())
		return nil
	}
	n, err := strconv.Atoi(argument)
	if err != nil {
		m.console.print(fmt.Sprintf("%q is not a level: want 1 to %d, like level 3.", argument, len(spec.Levels())))
		return nil
	}
	p, err := m.options.Player.AtLevel(n)
	if err != nil {
		m.console.print(sentence(Plain(err)))
		return nil
	}
	o := m.options
	o.Player = p
	opponent, err := m.board.newOpponent(o, m.random)
	if err != nil {
		m.console.print(sentence(Plain(err)))
		return nil
	}
	m.options, m.opponent = o, opponent
	m.console.print(fmt.Sprintf("The opponent plays at level %d now: %v.", n, spec.Levels()[n-1]))
	return nil
}

// levels lists the levels of strength.
func (m *session[S, A]) levels() string {
	var text strings.Builder
	fmt.Fprintf(&text, "The opponent is %v. Type level and one of these numbers to change its strength:\n", m.options.Player)
	for i, l := range spec.Levels() {
		fmt.Fprintf(&text, "  %2d  %v\n", i+1, l)
	}
	return text.String()
}

// resize starts a new game on a board of another size.
func (m *session[S, A]) resize(size string) error {
	switch {
	case m.options.Resize == nil:
		m.console.print("This game has only one board.")
		return nil
	case size == "":
		m.console.print("Which size? Type resize and the size, like resize 6x6.")
		return nil
	}
	if err := m.options.Resize(size); err != nil {
		m.console.print(sentence(Plain(err)))
		return nil
	}
	o := m.options
	o.Seed++ // as for another game on the same board
	return Resized{o}
}
