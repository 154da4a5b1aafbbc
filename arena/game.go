package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/timing"
)

// game is one game under way.
type game[S any, A comparable] struct {
	*rules[S, A]
	entrants []Entrant[S, A]
	players  []Player[S, A] // per seat
	clocks   []timing.Clock // per seat; empty if there are none
	state    S
	view     S // what players are shown, so that none can change the state
	plies    int
	nature   *rng.Rand
	record   Record
}

// play plays the game of a slot to its end.
func (m Match[S, A]) play(ctx context.Context, r *rules[S, A], at slot) (_ Record, err error) {
	g := &game[S, A]{rules: r, entrants: m.Entrants, nature: rng.New(derive(at.seed, natureStream))}
	seats := len(at.seats)
	if m.Clock != (timing.Clock{}) {
		g.clocks = slices.Repeat([]timing.Clock{m.Clock}, seats)
	}
	g.record = Record{
		Game: at.game, Pair: at.pair, Seed: at.seed, Seats: at.seats, Opening: []string{}, Actions: []string{},
		Simulations: make([]int, seats), Seconds: make([]float64, seats),
	}
	defer func() {
		err = errors.Join(err, g.leave())
		if err != nil {
			err = fmt.Errorf("arena: game %d, ply %d: %w", at.game, g.plies, err)
		}
	}()
	if err := g.sit(); err != nil {
		return Record{}, err
	}
	if err := g.open(&m.Start, m.OpeningPlies, m.maxPlies()); err != nil {
		return Record{}, err
	}
	if err := g.finish(ctx, m.maxPlies()); err != nil {
		return Record{}, err
	}
	return g.record, nil
}

// sit makes the players.
func (g *game[S, A]) sit() error {
	for seat := range g.record.Seats {
		player, err := g.entrant(seat).New(derive(g.record.Seed, seatStream+uint64(seat)))
		if err == nil && player == nil {
			err = errors.New("Entrant.New returned nil")
		}
		if err != nil {
			return g.blame(seat, err)
		}
		g.players = append(g.players, player)
	}
	return nil
}

// leave closes the players that want to be.
func (g *game[S, A]) leave() error {
	var errs []error
	for seat, p := range g.players {
		if c, ok := p.(io.Closer); ok {
			if err := c.Close(); err != nil {
				errs = append(errs, g.blame(seat, err))
			}
		}
	}
	return errors.Join(errs...)
}

func (g *game[S, A]) entrant(seat int) Entrant[S, A] { return g.entrants[g.record.Seats[seat]] }

// blame names the player that an error is of.
func (g *game[S, A]) blame(seat int, err error) error {
	return fmt.Errorf("%q in seat %d: %w", g.entrant(seat).Name, seat, err)
}

// open plays the opening.
func (g *game[S, A]) open(start *S, plies, maxPlies int) error {
	state, played, err := g.opening(start, plies, maxPlies, derive(g.record.Seed, openingStream))
	if err != nil {
		return err
	}
	g.state = state
	for _, p := range played {
		g.tell(p)
		g.record.Opening = append(g.record.Opening, p.text())
	}
	return nil
}

// finish plays to the end.
func (g *game[S, A]) finish(ctx context.Context, maxPlies int) error {
	choose := func(seat int, legal []A) (A, error) { return g.ask(ctx, seat, legal) }
	for {
		// Also after the last ply, for what an interrupted player answers depends on the clock.
		if err := ended(ctx); err != nil {
			return err
		}
		if over, err := g.over(&g.state); over || err != nil {
			if err == nil {
				err = g.end(true)
			}
			return err
		}
		if g.plies >= maxPlies {
			return g.end(false)
		}
		p, err := g.step(&g.state, g.nature, choose)
		if late := (overstepped{}); errors.As(err, &late) {
			g.forfeit(late.seat)
			return nil
		}
		if err != nil {
			return err
		}
		g.tell(p)
		g.record.Actions = append(g.record.Actions, p.text())
	}
}

// ask lets a player choose among the legal actions, and accepts nothing else.
func (g *game[S, A]) ask(ctx context.Context, seat int, legal []A) (A, error) {
	g.copy(&g.view, &g.state)
	if t, ok := g.players[seat].(Timed); ok && g.clocks != nil {
		t.SetClock(g.clocks[seat], g.plies)
	}
	before, begin := g.simulations(seat), time.Now()
	a, err := g.players[seat].Choose(ctx, &g.view, seat)
	took := time.Since(begin)
	g.record.Seconds[seat] += took.Seconds()
	switch {
	case err != nil:
		return a, g.blame(seat, err)
	case !slices.Contains(legal, a):
		return a, g.blame(seat, illegal(a, legal))
	}
	return a, g.press(seat, took, g.simulations(seat)-before)
}

// simulations returns how many simulations the player of a seat has run, 0 if it does not count.
func (g *game[S, A]) simulations(seat int) int {
	if c, ok := g.players[seat].(Counter); ok {
		return c.Simulations()
	}
	return 0
}

// press stops the clock of a seat. It returns an overstepped if its time is over.
func (g *game[S, A]) press(seat int, took time.Duration, simulations int) (err error) {
	if g.clocks == nil {
		return nil
	}
	if g.clocks[seat].Ticks {
		took = time.Duration(simulations) * timing.Tick
	}
	clock, ok := g.clocks[seat].After(took)
	g.clocks[seat] = clock
	if !ok {
		return overstepped{seat}
	}
	return nil
}

// overstepped says that the clock of a seat ended the game.
type overstepped struct{ seat int }

func (o overstepped) Error() string { return fmt.Sprintf("the clock of seat %d is over", o.seat) }

// ErrIllegal says that a player chose an action that is not legal. It was not played.
var ErrIllegal = errors.New("illegal action")

func illegal[A comparable](a A, legal []A) error {
	const most = 20
	rest := ""
	if len(legal) > most {
		legal, rest = legal[:most], fmt.Sprintf(" or %d others", len(legal)-most)
	}
	return fmt.Errorf("%w %v, want one of %v%s", ErrIllegal, a, legal, rest)
}

// tell counts a ply and tells the players of it.
func (g *game[S, A]) tell(p ply[A]) {
	g.plies++
	for _, player := range g.players {
		if p.by != mcts.Simultaneous {
			if o, ok := player.(Observer[A]); ok {
				o.Observe(p.actions[0])
			}
		} else if o, ok := player.(JointObserver[A]); ok {
			o.ObserveJoint(p.actions)
		}
	}
}

// text returns what was played for the record.
func (p ply[A]) text() string {
	texts := make([]string, len(p.actions))
	for i, a := range p.actions {
		texts[i] = fmt.Sprint(a)
	}
	return strings.Join(texts, "|")
}

// end writes the result, a draw if the game is not over.
func (g *game[S, A]) end(over bool) error {
	returns := slices.Repeat([]float64{0.5}, len(g.players))
	if over {
		var err error
		if returns, err = g.returns(&g.state); err != nil {
			return err
		}
	}
	g.record.Cut = !over
	g.write(returns)
	return nil
}

// forfeit writes the result of a game that a seat has lost by its clock.
func (g *game[S, A]) forfeit(seat int) {
	returns := slices.Repeat([]float64{1 / float64(len(g.players)-1)}, len(g.players))
	returns[seat] = 0
	g.record.Timeout = true
	g.write(returns)
}

// write completes the record.
func (g *game[S, A]) write(returns []float64) {
	for seat := range g.players {
		g.record.Simulations[seat] = g.simulations(seat)
	}
	g.record.Returns = returns
	g.record.Winner = winner(g.record.Seats, returns)
}
