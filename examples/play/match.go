package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
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

// veiled is a game in which players do not see everything. Nothing else tells a person what another plays.
type veiled[S any, A move] interface {
	// View is the Text of what observer sees.
	View(s *S, observer int) string

	// Tell says in words what a does that leads from one state to another, and shows nothing that is hidden from anybody.
	Tell(before *S, a A, after *S) string
}

// errQuit is how a person leaves.
var errQuit = errors.New("quit")

// match is one game of a person and an opponent, or of the opponent alone.
type match[S any, A move] struct {
	game     board[S, A]
	veil     veiled[S, A] // the game, if it is one; else nil
	opponent opponent[S, A]
	random   *rng.Rand // of chance
	state    S
	options  options
	console  *console
}

// play plays a game to its end, or until ctx, the input or the person ends it.
func play[S any, A move](ctx context.Context, g board[S, A], k kinds[S, A], c *console, o options) error {
	if n := g.NumPlayers(); o.human >= n {
		return fmt.Errorf("-human is %d, want 1 to %d or none", o.human+1, n)
	}
	m := &match[S, A]{game: g, random: rng.New(o.seed), state: g.Start(), options: o, console: c}
	m.veil, _ = g.(veiled[S, A])
	var err error
	if m.opponent, err = newOpponent(g, k, o, m.random); err != nil {
		return err
	}
	if o.human != nobody {
		c.print(fmt.Sprintf("You are %s. Type a move, or help.", g.PlayerName(o.human)))
	}
	m.chance()
	m.draw()
	for len(m.actions()) > 0 {
		if err := m.turn(ctx); err != nil {
			return err
		}
		m.chance()
		m.draw()
	}
	c.print(m.outcome())
	return nil
}

func (m *match[S, A]) actions() []A { return m.game.AppendActions(nil, &m.state) }

// asks reports whether the person is to move.
func (m *match[S, A]) asks() bool { return m.game.ToMove(&m.state) == m.options.human }

// draw shows the board: in a veiled game, where moves are told, only when a person needs it.
func (m *match[S, A]) draw() {
	if m.veil == nil || m.options.human == nobody || m.asks() || len(m.actions()) == 0 {
		m.console.print(m.text())
	}
}

// text is the board, as the person sees it.
func (m *match[S, A]) text() string {
	if m.veil == nil || m.options.human == nobody {
		return m.game.Text(&m.state)
	}
	return m.veil.View(&m.state, m.options.human)
}

// chance plays for nature, as long as it is to move.
func (m *match[S, A]) chance() {
	nature, _ := m.game.(mcts.ChanceGame[S, A])
	for m.game.ToMove(&m.state) == mcts.Chance {
		outcomes := nature.AppendOutcomes(nil, &m.state)
		x, i := m.random.Float64(), 0
		for ; i < len(outcomes)-1 && x >= outcomes[i].Prob; i++ {
			x -= outcomes[i].Prob
		}
		m.apply(outcomes[i].Action)
	}
}

func (m *match[S, A]) apply(a A) {
	m.game.Apply(&m.state, a)
	m.opponent.observe(a)
}

// turn plays one action of whoever is to move.
func (m *match[S, A]) turn(ctx context.Context) error {
	next := m.think
	if m.asks() {
		next = m.ask
	}
	a, err := next(ctx)
	if err != nil {
		return err
	}
	before := m.state
	m.apply(a)
	if m.veil != nil {
		m.console.print(m.veil.Tell(&before, a, &m.state))
	}
	return nil
}

// think lets the opponent choose, and says what it plays.
func (m *match[S, A]) think(ctx context.Context) (A, error) {
	a, opinion, err := m.opponent.choose(ctx, &m.state, m.console)
	if err == nil && m.veil == nil {
		m.console.print(fmt.Sprintf("%s plays %v%s", m.mover(), a, opinion))
	}
	return a, err
}

// hint says what the opponent would play, and leaves the choice to the person.
func (m *match[S, A]) hint(ctx context.Context) error {
	a, opinion, err := m.opponent.choose(ctx, &m.state, m.console)
	if err == nil {
		m.console.print(fmt.Sprintf("Hint: %v%s", a, opinion))
	}
	return err
}

// ask reads lines until one of them is a legal move, and answers the commands among them.
func (m *match[S, A]) ask(ctx context.Context) (A, error) {
	var none A
	if m.veil != nil {
		m.console.print(m.moves(shownMoves))
	}
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
			m.console.print(m.text())
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

// shownMoves is how many moves a person is shown without asking.
const shownMoves = 12

// moves lists the legal moves, or the first few.
func (m *match[S, A]) moves(limit int) string {
	actions := m.actions()
	text := "Moves: " + join(actions, limit)
	if more := len(actions) - limit; more > 0 {
		text += fmt.Sprintf(" and %d more (help lists all)", more)
	}
	return text
}

func (m *match[S, A]) help() string {
	return m.moves(math.MaxInt) + `
Commands:
  help   this text
  board  draws the board again
  hint   what your opponent would play in your place
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

// join lists the first few actions, with commas where they are of several words.
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
