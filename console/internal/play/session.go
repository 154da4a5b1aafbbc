package play

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// session is a person's game with an opponent, or a game of the opponent against itself.
type session[S any, A comparable] struct {
	board    *Board[S, A]
	game     mcts.Game[S, A] // of the board
	rules    game.Rules[S, A]
	opponent opponent[S, A]
	random   *rng.Rand // for chance
	state    S
	paid     []float64   // the rewards of every player since the start
	history  []moment[S] // in which the person made its choices
	options  Options
	console  *Console
}

// moment is a state of a game, what was paid before, and the player that the person was.
type moment[S any] struct {
	state S
	paid  []float64
	human int
}

// play plays games until the person, the end of the input or ctx ends the session.
func (b *Board[S, A]) play(ctx context.Context, c *Console, o Options) error {
	if err := b.prepare(); err != nil {
		return err
	}
	if b.rules.Simultaneous != nil {
		return errors.New("play is for games in which the players take turns, and this one has simultaneous moves")
	}
	m := &session[S, A]{board: b, game: b.Game, rules: b.rules, options: o, console: c}
	for {
		if err := m.begin(); err != nil {
			return err
		}
		if o, ok := m.opponent.(*seated[S, A]); ok {
			if err := o.foresee(ctx); err != nil {
				return err
			}
		}
		if err := m.finish(ctx); !errors.Is(err, errNew) {
			return err
		}
		m.options.Seed++ // another game needs other random numbers
	}
}

// begin starts a game.
func (m *session[S, A]) begin() (err error) {
	m.random, m.history, m.paid = rng.New(m.options.Seed), nil, make([]float64, m.game.NumPlayers())
	m.rules.Copy(&m.state, &m.board.Start)
	m.opponent, err = m.board.newOpponent(m.options, m.random)
	if err == nil && m.options.Human != Nobody {
		if m.board.Summary != "" {
			m.console.print(m.board.Summary)
		}
		commands := "a move, or help"
		if m.board.Rules != "" {
			commands += ", or rules"
		}
		m.console.print(fmt.Sprintf("You are %s. Type %s.", m.board.playerName(m.options.Human), commands))
	}
	return err
}

// finish plays the game to its end.
func (m *session[S, A]) finish(ctx context.Context) error {
	for {
		m.chance()
		m.draw()
		over, next := len(m.actions()) == 0, m.turn
		if over {
			next = m.end
		}
		if err := next(ctx); !errors.Is(err, errChanged) && (over || err != nil) {
			return err
		}
	}
}

// end shows the result, and offers a person at a terminal another game.
func (m *session[S, A]) end(ctx context.Context) error {
	m.console.print(m.outcome())
	if m.options.Human == Nobody || !m.console.terminal() {
		return nil
	}
	return m.askAfter(ctx)
}

func (m *session[S, A]) actions() []A { return m.game.AppendActions(nil, &m.state) }

// asks reports whether the person is to move.
func (m *session[S, A]) asks() bool { return m.game.ToMove(&m.state) == m.options.Human }

// draw shows the board. In a game with hidden information it does so only when the person chooses
// and at the end.
func (m *session[S, A]) draw() {
	if !m.board.hides() || m.options.Human == Nobody || m.asks() || len(m.actions()) == 0 {
		m.console.print(m.text())
	}
}

// text is the board as the person sees it.
func (m *session[S, A]) text() string { return m.board.view(&m.state, m.options.Human) }

// chance draws outcomes until a player is to move, and shows them. What may be hidden is described
// by the method Tell, equal sentences in a row once: a whole deck may be handed out.
func (m *session[S, A]) chance() {
	var said string
	for m.game.ToMove(&m.state) == mcts.Chance {
		var before S
		m.rules.Copy(&before, &m.state)
		a := m.rules.Draw(&m.state, m.random)[0]
		m.apply(a)
		switch {
		case !m.board.hides():
			m.console.print(fmt.Sprintf("Chance: %v", a))
		case m.rules.Teller != nil:
			if told := m.rules.Teller.Tell(&before, a, &m.state); told != said {
				m.console.print(told)
				said = told
			}
		}
	}
}

func (m *session[S, A]) apply(a A) {
	m.game.Apply(&m.state, a)
	m.rules.AddRewards(&m.state, m.paid)
	m.opponent.observe(a)
}

// turn plays one action of the player to move.
func (m *session[S, A]) turn(ctx context.Context) error {
	next := m.think
	if m.asks() {
		next = m.ask
	}
	a, err := next(ctx)
	if err != nil {
		return err
	}
	var before S
	m.rules.Copy(&before, &m.state)
	if m.asks() {
		m.history = append(m.history, moment[S]{before, slices.Clone(m.paid), m.options.Human})
	}
	m.apply(a)
	if m.board.hides() {
		m.console.print(m.board.tell(&before, a, &m.state, m.options.Human))
	}
	return nil
}

// think lets the opponent choose, and shows its choice.
func (m *session[S, A]) think(ctx context.Context) (A, error) {
	a, opinion, err := m.opponent.choose(ctx, &m.state, m.console)
	if err == nil && !m.board.hides() {
		m.console.print(fmt.Sprintf("%s plays %v%s", m.mover(), a, opinion.suffix()))
	}
	return a, err
}

func (m *session[S, A]) mover() string { return m.board.playerName(m.game.ToMove(&m.state)) }

// outcome describes the result of the finished game.
func (m *session[S, A]) outcome() string {
	returns := slices.Clone(m.paid)
	m.rules.AddReturns(&m.state, returns)
	if len(returns) == 1 {
		return fmt.Sprintf("The game is over: %s.", number(returns[0]))
	}
	text := m.winners(returns)
	if m.countsPoints(returns) && !m.winsAreAll() {
		var points []string
		for player, v := range returns {
			points = append(points, m.board.playerName(player)+" "+number(v))
		}
		text += " Points: " + strings.Join(points, ", ") + "."
	}
	return text
}

// countsPoints reports whether returns are not shares of a win.
func (m *session[S, A]) countsPoints(returns []float64) bool {
	return m.board.Points || slices.Min(returns) < 0 || slices.Max(returns) > 1
}

// winsAreAll reports whether returns only show the winner: they are -1, 0 and 1.
func (m *session[S, A]) winsAreAll() bool {
	low, high := m.rules.Bounds()
	return m.rules.Rewarder == nil && low == -1 && high == 1
}

// number formats the result of a game. Sums of rewards are rounded.
func number(v float64) string {
	const digits = 1e6
	return strconv.FormatFloat(math.Round(v*digits)/digits+0, 'f', -1, 64)
}

// winners names who has won.
func (m *session[S, A]) winners(returns []float64) string {
	best := slices.Max(returns)
	if slices.Min(returns) == best {
		return "The game is a draw."
	}
	var winners []string
	for player, value := range returns {
		if value == best {
			winners = append(winners, m.board.playerName(player))
		}
	}
	switch {
	case len(winners) > 1:
		return strings.Join(winners, " and ") + " share the win."
	case m.options.Human != Nobody && returns[m.options.Human] == best:
		return winners[0] + " wins. Well played!"
	}
	return winners[0] + " wins."
}

// join lists the first actions, separated by commas if an action has more than one word.
func join[A any](actions []A, limit int) string {
	var words []string
	separator := " "
	for _, a := range actions[:min(len(actions), limit)] {
		words = append(words, fmt.Sprint(a))
		if strings.Contains(words[len(words)-1], " ") {
			separator = ", "
		}
	}
	return strings.Join(words, separator)
}

// undo returns to the position in which the person made its last choice, and to the side that it
// had.
func (m *session[S, A]) undo() error {
	last := len(m.history) - 1
	if last < 0 {
		m.console.print("You have not made a move yet.")
		return nil
	}
	m.state, m.paid = m.history[last].state, m.history[last].paid
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
	if m.game.NumPlayers() == 1 {
		m.console.print("This game has one player, and so no sides to change.")
		return nil
	}
	next := (m.options.Human + 1) % m.game.NumPlayers()
	if m.board.hides() || len(m.actions()) == 0 {
		m.options.Human = next // the new game determines the person's seat
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
