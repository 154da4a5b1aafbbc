package play

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// opponent chooses the actions that the person does not choose, and gives hints.
type opponent[S any, A comparable] interface {
	// choose returns an action for the player to move at s, and an opinion of it. It
	// shows its progress on c.
	choose(ctx context.Context, s *S, c *Console) (a A, o opinion, err error)

	// observe is told every action and chance outcome. After an undo, the next state does not
	// follow from them: a search notices that when it is given the state.
	observe(a A)
}

// newOpponent makes the opponent that o asks for. In a game with hidden information it shows no
// opinion, because that would reveal its cards.
func (b *Board[S, A]) newOpponent(o Options, r *rng.Rand) (opponent[S, A], error) {
	p := o.Player
	p.Search.Seed = o.Seed
	if p.Kind == spec.MCTS && !b.hides() {
		cfg := b.Config(p.Search)
		search, err := mcts.New(b.Game, cfg)
		if err != nil {
			return nil, fmt.Errorf("-player %q: %s", p, Plain(err))
		}
		_, weak := cfg.Final.(policy.Temperature)
		return &thinker[S, A]{b, search, p.Budget, weak}, nil
	}
	e, err := b.Entrant(p.String(), p)
	if err != nil {
		return nil, fmt.Errorf("-%w", err) // the error names the player
	}
	all := &seated[S, A]{board: b}
	for range b.Game.NumPlayers() {
		one, err := e.New(r.Uint64())
		if err != nil {
			return nil, err
		}
		all.players = append(all.players, one)
	}
	return all, nil
}

// seated is one player of package arena for each seat, so that none learns what another player
// sees.
type seated[S any, A comparable] struct {
	board   *Board[S, A]
	players []arena.Player[S, A]
}

// foresee lets the players think before the game that do so.
func (p *seated[S, A]) foresee(ctx context.Context) error {
	for seat, one := range p.players {
		if o, ok := one.(arena.Foreseer[S]); ok {
			var start S
			p.board.rules.Copy(&start, &p.board.Start)
			if err := o.Foresee(ctx, &start, seat); err != nil {
				return err
			}
		}
	}
	return nil
}

// choose implements opponent.
func (p *seated[S, A]) choose(ctx context.Context, s *S, c *Console) (a A, o opinion, err error) {
	if err := ctx.Err(); err != nil {
		return a, o, err // players by rule do not look at it
	}
	seat := p.board.Game.ToMove(s)
	c.wait(fmt.Sprintf("%s is thinking", p.board.playerName(seat)))
	defer c.clear()
	var own S
	p.board.rules.Copy(&own, s)
	a, err = p.players[seat].Choose(ctx, &own, seat)
	return a, o, err
}

// observe implements opponent.
func (p *seated[S, A]) observe(a A) {
	for _, one := range p.players {
		if o, ok := one.(arena.Observer[A]); ok {
			o.Observe(a)
		}
	}
}

// How many actions of the principal variation or of the best line the status shows, and how many of
// the best line a hint.
const (
	pvLength   = 8
	lineLength = 24
)

// thinker is a search that shows its progress.
type thinker[S any, A comparable] struct {
	board  *Board[S, A]
	search *mcts.Search[S, A]
	budget mcts.Budget
	weak   bool // it draws its actions at random, with the probabilities of a level
}

// choose implements opponent.
func (t *thinker[S, A]) choose(ctx context.Context, s *S, c *Console) (a A, o opinion, err error) {
	for r, err := range t.search.Watch(ctx, s, t.budget, c.pace()) {
		if err != nil || r.Stop != mcts.StopUnfinished {
			c.clear()
			return r.Action, t.opinion(s, r), err
		}
		c.show(t.status(s, r))
	}
	return a, o, errors.New("the search ended without a result") // Watch always yields one
}

func (t *thinker[S, A]) opinion(s *S, r mcts.Result[A]) opinion {
	best := r.Action
	if t.weak && len(r.Children) > 0 {
		best = r.Children[0].Action // It has the most simulations.
	}
	w := t.worthAt(s, r)
	all := r
	all.Simulations += r.Inherited // as many as in the shares
	return opinion{judgement(r, r.Action, w), fmt.Sprintf("%v: %s", best, judgement(all, best, w)), shares(r, w), line(r, w, lineLength)}
}

// line returns the best line of a search and what it brings, or "" if the search keeps none.
func line[A any](r mcts.Result[A], w worth, length int) string {
	actions := r.Best.Actions
	if len(actions) == 0 {
		return ""
	}
	text := fmt.Sprintf("%s, %s", w.text(r.Best.Return, 0), join(actions, length))
	if more := len(actions) - length; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// worthAt returns the meaning of values for the player to move at s.
func (t *thinker[S, A]) worthAt(s *S, r mcts.Result[A]) worth {
	w := worth{toCome: t.board.rules.Rewarder != nil, counts: t.board.Points}
	if player := t.board.Game.ToMove(s); player >= 0 && player < len(r.Scales) {
		w.scale = r.Scales[player]
	}
	return w
}

// observe implements opponent. It keeps the tree.
func (t *thinker[S, A]) observe(a A) { _, _ = t.search.Advance(a) }

// status describes a running search in one line.
func (t *thinker[S, A]) status(s *S, r mcts.Result[A]) string {
	w := t.worthAt(s, r)
	plan := join(r.PV, pvLength)
	if best := line(r, w, pvLength); best != "" {
		plan = "best line " + best
	}
	return fmt.Sprintf("%s is thinking: %s, %s", t.board.playerName(t.board.Game.ToMove(s)), judgement(r, r.Action, w), plan)
}

// judgement returns the search's estimate for an action.
func judgement[A comparable](r mcts.Result[A], a A, w worth) string {
	mean := 0.0
	for _, child := range r.Children {
		if child.Action == a {
			mean = child.Mean
		}
	}
	return fmt.Sprintf("%s, %s simulations", w.text(mean, 0), count(r.Simulations))
}

// worth describes what a mean return means to a player. The zero worth is for returns in [0,1].
type worth struct {
	scale  mcts.Scale
	toCome bool // The game has rewards, so that a mean is what is to come.
	counts bool // Returns are points, whatever the scale says.
}

// isShare reports whether a mean is a chance to win.
func (w worth) isShare() bool {
	return w.scale == (mcts.Scale{}) || w.scale.IsChance() && !w.toCome && !w.counts
}

// text describes a mean return, with the number in so many columns at least: a chance to win, in
// which a draw counts as half a win, or points.
func (w worth) text(mean float64, width int) string {
	switch {
	case w.isShare():
		return fmt.Sprintf("%*.0f %% to win", width, 100*mean)
	case w.toCome:
		return fmt.Sprintf("%*s points to come", width, w.points(mean))
	}
	return fmt.Sprintf("%*s points", width, w.points(mean))
}

// points formats a number of points with as many decimals as differences deserve.
func (w worth) points(v float64) string {
	decimals := 2
	switch {
	case w.scale.Unit >= 500:
		decimals = 0
	case w.scale.Unit >= 5:
		decimals = 1
	}
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

// count formats a number, shortened to thousands if it is large.
func count(n int) string {
	if n < 100_000 {
		return strconv.Itoa(n)
	}
	return strconv.Itoa(n/1000) + "k"
}
