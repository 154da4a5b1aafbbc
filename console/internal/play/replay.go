package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/console/internal/record"
	"github.com/banyan-go/banyan/mcts"
)

// Replay shows the positions of a recorded game to a person who steps through them, or all of them
// if the input is no terminal. Everything is shown, also what is hidden from the players. Before it
// shows anything, Replay plays the whole game; the error is a *record.Error if that is impossible.
func (b *Board[S, A]) Replay(ctx context.Context, c *Console, g record.Game) error {
	if err := b.prepare(); err != nil {
		return err
	}
	r := &replay[S, A]{board: b, console: c, game: g}
	if err := r.play(); err != nil {
		return err
	}
	c.print(r.title())
	if !c.terminal() {
		return r.all(ctx)
	}
	switch err := r.step(ctx); {
	case errors.Is(err, context.Canceled):
		c.print("Stopped.")
	case !errors.Is(err, io.EOF) && !errors.Is(err, errQuit):
		return err
	}
	return nil
}

// replay is a recorded game and its positions.
type replay[S any, A comparable] struct {
	board        *Board[S, A]
	console      *Console
	game         record.Game
	states       []S
	descriptions []string // what leads to each of the states but the first
}

// play plays the game, and checks that it suits the rules.
func (r *replay[S, A]) play() error {
	fail := func(ply int, format string, args ...any) error {
		return &record.Error{Line: r.game.Line(ply), Err: fmt.Errorf(format, args...)}
	}
	rules := &r.board.rules
	if n, want := len(r.game.Players), rules.NumPlayers(); n != want {
		return fail(-1, "the game of the record has %d players, want %d", n, want)
	}
	var s S
	rules.Copy(&s, &r.board.Start)
	r.keep(&s)
	returns := make([]float64, rules.NumPlayers())
	for i, text := range r.game.Plies {
		if r.over(&s) {
			return fail(i, "ply %d: the game was over before it", i+1)
		}
		description := r.description(&s, i, text)
		if err := Apply(rules, &s, text); err != nil {
			return fail(i, "ply %d: %w", i+1, err)
		}
		rules.AddRewards(&s, returns)
		r.descriptions = append(r.descriptions, description)
		r.keep(&s)
	}
	if r.game.End != record.ByRules {
		return nil
	}
	last := len(r.game.Plies)
	if !r.over(&s) {
		return fail(last, "the record ends with ply %d, and the game is not over, want more plies or another tag End", last)
	}
	rules.AddReturns(&s, returns)
	if !slices.Equal(returns, r.game.Result) {
		return fail(-1, "the tag Result is %q, and the plies lead to %q", record.Score(r.game.Result), record.Score(returns))
	}
	return nil
}

func (r *replay[S, A]) keep(s *S) {
	var own S
	r.board.rules.Copy(&own, s)
	r.states = append(r.states, own)
}

// over reports whether s is terminal.
func (r *replay[S, A]) over(s *S) bool {
	by := r.board.rules.ToMove(s)
	return by >= 0 && len(r.board.rules.AppendActions(nil, s)) == 0
}

// description describes a ply at s.
func (r *replay[S, A]) description(s *S, i int, text string) string {
	description := ""
	switch by := r.board.rules.ToMove(s); by {
	case mcts.Chance:
		description = "Chance: " + text
	case mcts.Simultaneous:
		description = "All players: " + strings.ReplaceAll(text, "|", " | ")
	default:
		description = fmt.Sprintf("%s plays %s", r.board.playerName(by), text)
	}
	if i < r.game.Opening {
		description += " (random opening)"
	}
	return fmt.Sprintf("%d. %s", i+1, description)
}

// title names the game and who played it.
func (r *replay[S, A]) title() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, game %d, %d plies\n", strings.TrimSpace(r.game.Name+" "+r.game.Size), r.game.Number, len(r.descriptions))
	for seat, player := range r.game.Players {
		fmt.Fprintf(&b, "  %s: %s\n", r.board.playerName(seat), player)
	}
	return b.String()
}

// show shows the position after a number of plies, and the result after the last one.
func (r *replay[S, A]) show(at int) {
	if at > 0 {
		r.console.print("\n" + r.descriptions[at-1])
	}
	r.console.print(r.board.text(&r.states[at]))
	if at == len(r.descriptions) {
		r.console.print(r.result())
	}
}

// result describes how the game ended.
func (r *replay[S, A]) result() string {
	how := map[record.End]string{
		record.ByRules: "The game is over", record.ByPlies: "The limit of plies ended the game", record.ByTime: "The clock ended the game",
	}[r.game.End]
	var scores []string
	for seat, v := range r.game.Result {
		scores = append(scores, fmt.Sprintf("%s %g", r.board.playerName(seat), v))
	}
	return how + ": " + strings.Join(scores, ", ") + "."
}

// all shows all positions.
func (r *replay[S, A]) all(ctx context.Context) error {
	for at := range r.states {
		if err := ctx.Err(); err != nil {
			r.console.print("Stopped.")
			return nil
		}
		r.show(at)
	}
	return nil
}

// step lets a person go from position to position.
func (r *replay[S, A]) step(ctx context.Context) error {
	at, last := 0, len(r.descriptions)
	r.show(at)
	for {
		line, err := r.console.ask(ctx, fmt.Sprintf("Ply %d of %d (Enter next, b back, a number, q quit): ", at, last))
		if err != nil {
			return err
		}
		to, err := r.target(strings.ToLower(line), at)
		switch {
		case errors.Is(err, errQuit):
			return err
		case err != nil:
			r.console.print(sentence(err.Error()))
		default:
			at = to
			r.show(at)
		}
	}
}

// target returns the number of plies that a line leads to from at. Its errors other than errQuit
// are for the person.
func (r *replay[S, A]) target(line string, at int) (int, error) {
	last := len(r.descriptions)
	switch line {
	case "q", "quit", "exit":
		return at, errQuit
	case "", "n", "next":
		if at == last {
			return at, errors.New("this is the last position")
		}
		return at + 1, nil
	case "b", "back":
		if at == 0 {
			return at, errors.New("this is the first position")
		}
		return at - 1, nil
	}
	to, err := strconv.Atoi(line)
	if err != nil || to < 0 || to > last {
		return at, fmt.Errorf("%q is not a position: want Enter, b, q or a number from 0 to %d", line, last)
	}
	return to, nil
}
