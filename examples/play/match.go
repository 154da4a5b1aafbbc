package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/console/bundled"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// board is a game that people can play: the rules, and moves and positions as text.
type board[S any, A move] interface {
	mcts.Game[S, A]
	Start() S
	Text(s *S) string
	Parse(text string) (A, error)
	Legal(s *S, a A) error
	PlayerName(player int) string
}

type move interface {
	comparable
	fmt.Stringer
}

// hiddenGame is a board game with hidden information. A person sees only View and Tell.
type hiddenGame[S any, A move] interface {
	// View is the Text of what observer sees.
	View(s *S, observer int) string

	// Tell describes the action a, which leads from one state to another. It reveals nothing that
	// is hidden from any player.
	Tell(before *S, a A, after *S) string
}

// match is a person's session with an opponent, or a game of the opponent against itself.
type match[S any, A move] struct {
	game     board[S, A]
	rules    mcts.Rules[S, A]
	hidden   hiddenGame[S, A] // the game if it has hidden information, or nil
	players  bundled.Players[S, A]
	opponent opponent[S, A]
	random   *rng.Rand // for chance
	state    S
	history  []S // the states in which the person made its choices
	options  options
	console  *console
}

// play plays games until the person, the end of the input or ctx ends the session.
func play[S any, A move](ctx context.Context, g board[S, A], p bundled.Players[S, A], c *console, o options) error {
	if n := g.NumPlayers(); o.human >= n {
		return fmt.Errorf("-human is %d, want 1 to %d or none", o.human+1, n)
	}
	rules, err := mcts.NewRules[S, A](g)
	if err != nil {
		return err
	}
	m := &match[S, A]{game: g, rules: rules, players: p, options: o, console: c}
	m.hidden, _ = g.(hiddenGame[S, A])
	for {
		if err := m.begin(); err != nil {
			return err
		}
		if err := m.finish(ctx); !errors.Is(err, errNew) {
			return err
		}
		m.options.seed++ // another game needs other random numbers
	}
}

// begin starts a game.
func (m *match[S, A]) begin() (err error) {
	m.random, m.state, m.history = rng.New(m.options.seed), m.game.Start(), nil
	m.opponent, err = newOpponent(m.game, m.rules, m.players, m.options, m.random)
	if err == nil && m.options.human != nobody {
		m.console.print(fmt.Sprintf("You are %s. Type a move, or help, or rules.", m.game.PlayerName(m.options.human)))
	}
	return err
}

// finish plays the game to its end.
func (m *match[S, A]) finish(ctx context.Context) error {
	for {
		m.chance()
		m.draw()
		over, next := len(m.actions()) == 0, m.turn
		if over {
			next = m.end
		}
		if err := next(ctx); !errors.Is(err, errUndo) && (over || err != nil) {
			return err
		}
	}
}

// end shows the result, and offers a person at a terminal another game.
func (m *match[S, A]) end(ctx context.Context) error {
	m.console.print(m.outcome())
	if m.options.human == nobody || !m.console.terminal() {
		return nil
	}
	return m.askAfter(ctx)
}

func (m *match[S, A]) actions() []A { return m.game.AppendActions(nil, &m.state) }

// asks reports whether the person is to move.
func (m *match[S, A]) asks() bool { return m.game.ToMove(&m.state) == m.options.human }

// draw shows the board. In a game with hidden information, in which Tell describes every action, it
// does so only when the person chooses and at the end.
func (m *match[S, A]) draw() {
	if m.hidden == nil || m.options.human == nobody || m.asks() || len(m.actions()) == 0 {
		m.console.print(m.text())
	}
}

// text is the board as the person sees it.
func (m *match[S, A]) text() string {
	if m.hidden == nil || m.options.human == nobody {
		return m.game.Text(&m.state)
	}
	return m.hidden.View(&m.state, m.options.human)
}

// chance draws chance outcomes until a player is to move.
func (m *match[S, A]) chance() {
	for m.game.ToMove(&m.state) == mcts.Chance {
		outcomes := m.rules.Chance.AppendOutcomes(nil, &m.state)
		m.apply(outcomes[mcts.DrawOutcome(outcomes, m.random)].Action)
	}
}

func (m *match[S, A]) apply(a A) {
	m.game.Apply(&m.state, a)
	m.opponent.observe(a)
}

// turn plays one action of the player to move.
func (m *match[S, A]) turn(ctx context.Context) error {
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
		m.history = append(m.history, before)
	}
	m.apply(a)
	if m.hidden != nil {
		m.console.print(m.hidden.Tell(&before, a, &m.state))
	}
	return nil
}

// think lets the opponent choose, and shows its choice.
func (m *match[S, A]) think(ctx context.Context) (A, error) {
	a, opinion, err := m.opponent.choose(ctx, &m.state, m.console)
	if err == nil && m.hidden == nil {
		m.console.print(fmt.Sprintf("%s plays %v%s", m.mover(), a, opinion))
	}
	return a, err
}

func (m *match[S, A]) mover() string { return m.game.PlayerName(m.game.ToMove(&m.state)) }

// outcome describes the result of the finished game.
func (m *match[S, A]) outcome() string {
	returns := make([]float64, m.game.NumPlayers())
	m.game.Returns(&m.state, returns)
	best := slices.Max(returns)
	if slices.Min(returns) == best {
		return "The game is a draw."
	}
	var winners []string
	for player, value := range returns {
		if value == best {
			winners = append(winners, m.game.PlayerName(player))
		}
	}
	switch {
	case len(winners) > 1:
		return strings.Join(winners, " and ") + " share the win."
	case m.options.human != nobody && returns[m.options.human] == best:
		return winners[0] + " wins. Well played!"
	}
	return winners[0] + " wins."
}

// join lists the first actions, separated by commas if an action has more than one word.
func join[A fmt.Stringer](actions []A, limit int) string {
	var words []string
	separator := " "
	for _, a := range actions[:min(len(actions), limit)] {
		words = append(words, a.String())
		if strings.Contains(a.String(), " ") {
			separator = ", "
		}
	}
	return strings.Join(words, separator)
}
