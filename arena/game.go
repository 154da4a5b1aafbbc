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

// gameInProgress is one game of a match.
type gameInProgress[S any, A comparable] struct {
	*rules[S, A]
	entrants   []Entrant[S, A]
	players    []Player[S, A] // per seat
	clocks     []timing.Clock // per seat; nil without a clock
	now        func() time.Time
	state      S
	view       S         // the copy for players, so that they cannot change state
	sum        []float64 // of the rewards of every seat
	plies      int
	chanceRand *rng.Rand
	record     Record
}

// play plays the game of a slot.
func (m Match[S, A]) play(ctx context.Context, r *rules[S, A], at slot) (_ Record, err error) {
	g := &gameInProgress[S, A]{rules: r, entrants: m.Entrants, now: m.Now, chanceRand: rng.New(derive(at.seed, chanceStream))}
	if g.now == nil {
		g.now = time.Now
	}
	seats := len(at.seats)
	g.sum = make([]float64, seats)
	if m.Clock != (timing.Clock{}) {
		g.clocks = slices.Repeat([]timing.Clock{m.Clock}, seats)
	}
	g.record = Record{
		Game: at.game, Pair: at.pair, Seed: at.seed, Seats: at.seats, Opening: []string{}, Actions: []string{},
		Simulations: make([]int, seats), Seconds: make([]float64, seats),
	}
	defer func() {
		err = errors.Join(err, g.closePlayers())
		if err != nil {
			err = fmt.Errorf("arena: game %d, ply %d: %w", at.game, g.plies, err)
		}
	}()
	if err := g.newPlayers(); err != nil {
		return Record{}, err
	}
	late := timeoutError{}
	switch err := g.foresee(ctx, &m.Start); {
	case errors.As(err, &late):
		return g.record, g.forfeit(late.seat)
	case err != nil:
		return Record{}, err
	}
	if err := g.playOpening(&m.Start, m.OpeningPlies, m.maxPlies()); err != nil {
		return Record{}, err
	}
	if err := g.prepare(ctx); err != nil {
		return Record{}, err
	}
	if err := g.playMoves(ctx, m.maxPlies()); err != nil {
		return Record{}, err
	}
	return g.record, nil
}

// newPlayers creates the players.
func (g *gameInProgress[S, A]) newPlayers() error {
	for seat := range g.record.Seats {
		player, err := g.entrant(seat).New(derive(g.record.Seed, seatStream+uint64(seat)))
		if err == nil && player == nil {
			err = errors.New("Entrant.New returned nil")
		}
		if err != nil {
			return g.playerError(seat, err)
		}
		g.players = append(g.players, player)
	}
	return nil
}

// closePlayers closes the players that are io.Closers.
func (g *gameInProgress[S, A]) closePlayers() error {
	var errs []error
	for seat, p := range g.players {
		if c, ok := p.(io.Closer); ok {
			if err := c.Close(); err != nil {
				errs = append(errs, g.playerError(seat, err))
			}
		}
	}
	return errors.Join(errs...)
}

func (g *gameInProgress[S, A]) entrant(seat int) Entrant[S, A] {
	return g.entrants[g.record.Seats[seat]]
}

// playerError adds the name and seat of a player to its error.
func (g *gameInProgress[S, A]) playerError(seat int, err error) error {
	return fmt.Errorf("%q in seat %d: %w", g.entrant(seat).Name, seat, err)
}

// playOpening plays the opening.
func (g *gameInProgress[S, A]) playOpening(start *S, plies, maxPlies int) error {
	state, played, err := g.opening(start, plies, maxPlies, derive(g.record.Seed, openingStream), g.sum)
	if err != nil {
		return err
	}
	g.state = state
	for _, p := range played {
		g.observe(p)
		g.record.Opening = append(g.record.Opening, p.text())
	}
	return nil
}

// playMoves plays from the opening to the end.
func (g *gameInProgress[S, A]) playMoves(ctx context.Context, maxPlies int) error {
	choose := func(seat int, legal []A) (A, error) { return g.choose(ctx, seat, legal) }
	for {
		// An interrupted player may have returned any action, so this is checked after the last ply
		// too.
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
		if err := g.ponder(ctx); err != nil {
			return err
		}
		p, err := g.step(&g.state, g.chanceRand, choose)
		if late := (timeoutError{}); errors.As(err, &late) {
			return g.forfeit(late.seat)
		}
		if err == nil {
			err = g.reward(&g.state, g.sum)
		}
		if err != nil {
			return err
		}
		g.observe(p)
		g.record.Actions = append(g.record.Actions, p.text())
	}
}

// foresee lets the players that are Foreseers think before the opening, on their clocks. A loss on
// time is told by a timeoutError.
func (g *gameInProgress[S, A]) foresee(ctx context.Context, start *S) error {
	for seat, player := range g.players {
		p, ok := player.(Foreseer[S])
		if !ok {
			continue
		}
		g.Copy(&g.view, start)
		if err := g.think(seat, func() error { return p.Foresee(ctx, &g.view, seat) }); err != nil {
			return err
		}
	}
	return nil
}

// choose asks the player of a seat for one of the legal actions.
func (g *gameInProgress[S, A]) choose(ctx context.Context, seat int, legal []A) (a A, err error) {
	g.Copy(&g.view, &g.state)
	return a, g.think(seat, func() (err error) {
		if a, err = g.players[seat].Choose(ctx, &g.view, seat); err == nil && !slices.Contains(legal, a) {
			err = illegal(a, legal)
		}
		return err
	})
}

// think lets the player of a seat think on its clock. It returns a timeoutError if the time is used
// up.
func (g *gameInProgress[S, A]) think(seat int, ask func() error) error {
	if t, ok := g.players[seat].(Timed); ok && g.clocks != nil {
		t.SetClock(g.clocks[seat], g.plies)
	}
	before, begin := g.simulations(seat), g.now()
	err := ask()
	took := g.now().Sub(begin)
	g.record.Seconds[seat] += took.Seconds()
	if err != nil {
		return g.playerError(seat, err)
	}
	return g.stopClock(seat, took, g.simulations(seat)-before)
}

// simulations returns the number of simulations of the player of a seat so far, 0 if it is no
// Counter.
func (g *gameInProgress[S, A]) simulations(seat int) int {
	if c, ok := g.players[seat].(Counter); ok {
		return c.Simulations()
	}
	return 0
}

// stopClock stops the clock of a seat. It returns a timeoutError if the time is used up.
func (g *gameInProgress[S, A]) stopClock(seat int, took time.Duration, simulations int) (err error) {
	if g.clocks == nil {
		return nil
	}
	if g.clocks[seat].Ticks {
		took = time.Duration(simulations) * timing.Tick
	}
	var ok bool
	if g.clocks[seat], ok = g.clocks[seat].After(took); !ok {
		return timeoutError{seat}
	}
	return nil
}

// timeoutError says that the clock of a seat ended the game.
type timeoutError struct{ seat int }

func (o timeoutError) Error() string { return fmt.Sprintf("the time of seat %d is used up", o.seat) }

// ErrIllegal is returned if a player chooses an illegal action. The action is not played.
var ErrIllegal = errors.New("arena: illegal action")

func illegal[A comparable](a A, legal []A) error {
	const most = 20
	rest := ""
	if len(legal) > most {
		legal, rest = legal[:most], fmt.Sprintf(" or %d others", len(legal)-most)
	}
	return fmt.Errorf("%w %v, want one of %v%s", ErrIllegal, a, legal, rest)
}

// observe counts a ply and passes it to the players that are observers.
func (g *gameInProgress[S, A]) observe(p ply[A]) {
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

// text returns the ply as it appears in a Record.
func (p ply[A]) text() string {
	texts := make([]string, len(p.actions))
	for i, a := range p.actions {
		texts[i] = fmt.Sprint(a)
	}
	return strings.Join(texts, "|")
}

// end records the result: what the game has brought if it is over, else a draw.
func (g *gameInProgress[S, A]) end(over bool) error {
	if over {
		err := g.returns(&g.state, g.sum)
		g.write(g.sum)
		return err
	}
	low, high := g.Bounds()
	g.record.Cut = true
	g.write(slices.Repeat([]float64{low/2 + high/2}, len(g.players)))
	return g.assumed(g.sum)
}

// forfeit records a loss on time.
func (g *gameInProgress[S, A]) forfeit(seat int) error {
	low, high := g.Bounds()
	returns := slices.Repeat([]float64{low + (high-low)/float64(len(g.players)-1)}, len(g.players))
	returns[seat] = low
	g.record.Timeout = true
	g.write(returns)
	return g.assumed(g.sum)
}

// write completes the record.
func (g *gameInProgress[S, A]) write(returns []float64) {
	for seat := range g.players {
		g.record.Simulations[seat] = g.simulations(seat)
	}
	g.record.Returns = returns
	g.record.Winner = winner(g.record.Seats, returns)
}

// prepare lets the players that are Preparers prepare. A game that is over needs no preparation.
func (g *gameInProgress[S, A]) prepare(ctx context.Context) error {
	if over, err := g.over(&g.state); over || err != nil {
		return err
	}
	for seat, player := range g.players {
		if p, ok := player.(Preparer[S]); ok {
			g.Copy(&g.view, &g.state)
			if err := p.Prepare(ctx, &g.view, seat); err != nil {
				return g.playerError(seat, err)
			}
		}
	}
	return nil
}

// ponder lets the players that are Ponderers think while another player chooses.
func (g *gameInProgress[S, A]) ponder(ctx context.Context) error {
	by := g.ToMove(&g.state)
	if by == mcts.Chance || by == mcts.Simultaneous {
		return nil
	}
	for seat, player := range g.players {
		if p, ok := player.(Ponderer[S]); ok && seat != by {
			g.Copy(&g.view, &g.state)
			if err := p.Ponder(ctx, &g.view, seat); err != nil {
				return g.playerError(seat, err)
			}
		}
	}
	return nil
}
