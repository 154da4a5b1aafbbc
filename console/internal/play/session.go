package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

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
	history  []moment[S] // in which the person made its choices
	options  Options
	console  *Console
}

// moment is a state of a game and the player that the person was.
type moment[S any] struct {
	state S
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
		if err := m.finish(ctx); !errors.Is(err, errNew) {
			return err
		}
		m.options.Seed++ // another game needs other random numbers
	}
}

// begin starts a game.
func (m *session[S, A]) begin() (err error) {
	m.random, m.history = rng.New(m.options.Seed), nil
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

// chance draws outcomes until a player is to move, and shows them unless they may be hidden.
func (m *session[S, A]) chance() {
	for m.game.ToMove(&m.state) == mcts.Chance {
		a := m.rules.Draw(&m.state, m.random)[0]
		m.apply(a)
		if !m.board.hides() {
			m.console.print(fmt.Sprintf("Chance: %v", a))
		}
	}
}

func (m *session[S, A]) apply(a A) {
	m.game.Apply(&m.state, a)
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
		m.history = append(m.history, moment[S]{before, m.options.Human})
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
	returns := make([]float64, m.game.NumPlayers())
	m.game.Returns(&m.state, returns)
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
