package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/mcts"
)

// board is a game that people can play: the rules, and their view of them.
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

// errQuit is how a person leaves.
var errQuit = errors.New("quit")

// match is one game of a person and the search, or of the search alone.
type match[S any, A move] struct {
	game    board[S, A]
	search  *mcts.Search[S, A]
	state   S
	options options
	console *console
}

// play plays a game to its end, or until ctx, the input or the person ends it.
func play[S any, A move](ctx context.Context, g board[S, A], c *console, o options) error {
	if n := g.NumPlayers(); o.human >= n {
		return fmt.Errorf("-human is %d, want 1 to %d or none", o.human+1, n)
	}
	o.search.Seed = o.seed
	search, err := mcts.New[S, A](g, o.search)
	if err != nil {
		return err
	}
	m := &match[S, A]{game: g, search: search, state: g.Start(), options: o, console: c}
	if o.human != nobody {
		c.print(fmt.Sprintf("You are %s. Type a move, or help.", g.PlayerName(o.human)))
	}
	c.print(g.Text(&m.state))
	for len(m.actions()) > 0 {
		if err := m.turn(ctx); err != nil {
			return err
		}
		c.print(g.Text(&m.state))
	}
	c.print(m.outcome())
	return nil
}

func (m *match[S, A]) actions() []A { return m.game.AppendActions(nil, &m.state) }

// turn plays one action of whoever is to move.
func (m *match[S, A]) turn(ctx context.Context) error {
	next := m.think
	if m.game.ToMove(&m.state) == m.options.human {
		next = m.ask
	}
	a, err := next(ctx)
	if err != nil {
		return err
	}
	m.game.Apply(&m.state, a)
	m.search.Advance(a)
	return nil
}

// ask reads lines until one of them is a legal move, and answers the commands among them.
func (m *match[S, A]) ask(ctx context.Context) (A, error) {
	var none A
	for {
		line, err := m.console.ask(ctx, "Your move: ")
		if err != nil {
			return none, err
		}
		switch strings.ToLower(line) {
		case "":
		case "help":
			m.console.print(m.help())
		case "board":
			m.console.print(m.game.Text(&m.state))
		case "hint":
			if err := m.hint(ctx); err != nil {
				return none, err
			}
		case "quit":
			return none, errQuit
		default:
			a, err := m.parse(line)
			if err == nil {
				return a, nil
			}
			m.console.print(err.Error())
		}
	}
}

// parse returns the action that line names, or an error for the person who typed it.
func (m *match[S, A]) parse(line string) (A, error) {
	a, err := m.game.Parse(line)
	if err != nil {
		return a, fmt.Errorf("%w\n(help lists the moves and commands)", err)
	}
	return a, m.game.Legal(&m.state, a)
}

func (m *match[S, A]) mover() string { return m.game.PlayerName(m.game.ToMove(&m.state)) }

func (m *match[S, A]) help() string {
	return "Moves: " + join(m.actions(), math.MaxInt) + `
Commands:
  help   this text
  board  draws the board again
  hint   what the search would play
  quit   leaves the game`
}

// outcome says how the finished game ended.
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

// join lists the first few actions.
func join[A fmt.Stringer](actions []A, limit int) string {
	var words []string
	for _, a := range actions[:min(len(actions), limit)] {
		words = append(words, a.String())
	}
	return strings.Join(words, " ")
}
