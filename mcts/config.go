package mcts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/banyan-go/banyan/mcts/internal/returns"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/timing"
)

// Config configures a search. The zero value is the recommended configuration: UCT with
// [policy.DefaultC] and uniform playouts, in the goroutine of the caller.
//
// The strategies are small values; what they learn is made from them by each Search for itself, so
// one Config may serve many searches.
type Config struct {
	Selection policy.Selection // how to walk down the tree; if nil, policy.UCT{} is used
	Root      policy.Selection // how to choose at the root, in every simulation; if nil, Selection does

	// Playout plays on from a leaf and decides which untried action comes first; if nil,
	// policy.Uniform{} is used. A [WholePlayout] plays to the end by itself.
	Playout policy.Playout

	Backup policy.Backup // the values of a simulation on its path; if nil, policy.Average{} is used

	// Final picks the final action at the root; if nil, Root does if it is a policy.Final, as
	// policy.Gumbel is, and otherwise policy.RobustChild{} is used, or for one player
	// policy.BestLine{} where simulations show a line: without chance, Hidden, a WholePlayout,
	// MaxPlies, and values of a Prediction. An action that ends the game with a win and no less
	// than the mean of Final's choice is preferred to that choice. A win is the greatest return
	// that the game declares, or 1 while all returns are in [0,1].
	Final policy.Final

	// Solver proves values on the way; nil disables it.
	Solver *Solver

	// Prediction judges positions by a heuristic or a neural network; nil disables it.
	Prediction *Prediction

	// Similarity shares statistics between similar positions; nil disables it.
	Similarity *Similarity

	// Graph makes a position one node, whatever line leads to it, in a game that is a [Hasher]; nil
	// disables it.
	Graph *Graph

	// Unit is what the constants of strategies, which are meant for returns in [0,1], are multiples
	// of. If zero, it is 1 while all returns are in [0,1], and from the first return outside twice
	// the standard deviation of the returns of the player; see Result.Scales. It is the same for
	// all players if it is set. Set it to 1 for constants that were tuned for the returns of the
	// game.
	Unit float64

	// Discount is the factor by which what comes after a ply of a player, or after a joint action,
	// counts less than what the ply brings: above 0, up to 1. If zero, 1 is used. Chance costs no
	// time. Every action is credited with what is to come from it on. Result.Values are what is to
	// come from the root on. With a Discount below 1, playouts go ply by ply.
	Discount float64

	// Outcomes bounds how many outcomes of chance a node has in the tree, for a [SamplingGame].
	Outcomes Widening

	// MaxPlies cuts a playout off after that many plies, a joint action being one; if zero, it runs
	// to the end of the game. A playout that is cut off has the value that the game's Evaluator
	// returns, or else the middle of its ReturnRange, or else 1/2 for every player, and then a
	// return outside [0,1] is an error. With one player, there must be an Evaluator. With MaxPlies,
	// playouts go ply by ply, and the game's Playouter is not used.
	MaxPlies int

	// MaxNodes and MaxBytes bound the tree; if zero, only the 32 bits of its addresses do, which is
	// more than many machines have: a server should set MaxBytes. When the tree is full, the search
	// continues without adding to it and Result.Full says so: simulations still end in playouts
	// from its leaves. MaxNodes counts visited nodes; the root and its actions are always there.
	// MaxBytes counts the memory of the tree, which is kept for the next Run and taken in chunks of
	// 16,384 edges, some 210 kilobytes each, at least one. Both hold for all trees of a Search
	// together; see [Parallel] for how they are shared. MaxBytes does not count what playout
	// policies learn, the signature tables of Similarity, and the local statistics of TreeParallel.
	MaxNodes int
	MaxBytes int64

	// FreshTree makes [Search.Advance] drop the tree, so that every Run begins with a new one, as
	// in many papers. What playout policies and Similarity have learned is kept.
	FreshTree bool

	// Parallel makes several goroutines share the work; if nil, the goroutine of the caller does
	// all of it.
	Parallel Parallel

	// Hidden determines how to treat hidden information: as an [Ensemble], by [ISMCTS], or not,
	// with [PerfectInformation]. A game that is a [Determinizer] needs it; in others, it is nil.
	Hidden HiddenInformation

	// Clock tells the time; if nil, time.Now is used. It is called now and then, not in every
	// simulation, by one goroutine at a time.
	Clock func() time.Time

	// Seed chooses the random stream. Equal seeds, and calls in equal order, give equal results if
	// the budget counts simulations.
	Seed uint64
}

// withDefaults returns c with every nil replaced, for a game with such returns, or any if the two
// are equal.
func (c Config) withDefaults(low, high float64) Config {
	c.Selection = cmp.Or[policy.Selection](c.Selection, policy.UCT{})
	c.Playout = cmp.Or[policy.Playout](c.Playout, policy.Uniform{})
	c.Backup = cmp.Or[policy.Backup](c.Backup, policy.Average{})
	root, _ := c.Root.(policy.Final)
	c.Final = cmp.Or(c.Final, root, policy.Final(policy.RobustChild{}))
	if c.Clock == nil {
		c.Clock = time.Now
	}
	c.Solver = c.Solver.withDefaults(low, high)
	if c.Hidden != nil {
		c.Hidden.withDefaults(&c)
	}
	if c.Parallel != nil {
		c.Parallel, _ = c.Parallel.checked()
	}
	return c
}

func (c Config) validate() error {
	errs := []error{
		atLeastZero("Config.MaxPlies", c.MaxPlies),
		atLeastZero("Config.MaxNodes", c.MaxNodes),
		atLeastZero("Config.MaxBytes", c.MaxBytes),
		when(!(c.Unit >= 0 && c.Unit <= returns.Max), "Config.Unit is %v, want 0..%g", c.Unit, float64(returns.Max)),
		when(!(c.Discount >= 0 && c.Discount <= 1), "Config.Discount is %v, want 0..1", c.Discount),
		c.Outcomes.validate(), c.Solver.validate(), c.Similarity.validate(), c.Prediction.validate(),
	}
	for _, strategy := range []any{c.Selection, c.Root, c.Playout, c.Backup, c.Final} {
		if v, ok := strategy.(policy.Validator); ok {
			errs = append(errs, v.Validate())
		}
	}
	if f, ok := c.Final.(policy.Deferring); ok && !(f.Reserve() >= 0 && f.Reserve() <= 1) {
		errs = append(errs, fmt.Errorf("mcts: Config.Final: Reserve of %T is %v, want 0..1", f, f.Reserve()))
	}
	return errors.Join(errs...)
}

// Widening is a bound that grows with the visits n of a node: K * n^Alpha, at least 1. While a node
// has fewer outcomes, the next one is drawn by the game, and may be one that the node has. Then one
// of these is drawn, in proportion to their visits (Couëtoux, Hoock, Sokolovska, Teytaud and
// Bonnard, "Continuous Upper Confidence Trees", LION 2011: double progressive widening).
type Widening struct {
	K     float64 // if zero, 10 is used
	Alpha float64 // if zero, 1/2 is used; up to 1
}

func (w Widening) validate() error {
	return errors.Join(
		when(!(w.K >= 0 && w.K <= math.MaxInt32), "Config.Outcomes.K is %v, want 0..%d", w.K, math.MaxInt32),
		when(!(w.Alpha >= 0 && w.Alpha <= 1), "Config.Outcomes.Alpha is %v, want 0..1", w.Alpha),
	)
}

// Budget limits one Run. Zero fields are no limit; the first limit reached ends the search, and so
// does the end of its context. There must be at least one: simulations, time, a MoveTime, or a
// context that can be done.
type Budget struct {
	Simulations int // of this Run; simulations of a kept tree do not count

	// Time is measured by Config.Clock and kept to about a tenth of a millisecond, or one
	// simulation of every worker if that takes longer, in which [DecisiveMoves] and Solver.Probe do
	// not look ahead any more when the time is up. Several trees begin in the first half of it: if
	// that is too short for all of them, some are left out.
	Time time.Duration

	// Player selects whose action Run returns at a simultaneous-move root. At other roots it does
	// not matter. The statistics of the other players are in Root().Choices.
	Player int

	// MoveTime is the time of this move on a game clock, made by timing.Planner for one Run. Its
	// rules are evaluated while the search runs, and Result.Reason is why it stopped. Time on a
	// clock of ticks is the number of simulations.
	MoveTime *timing.MoveTime
}

func (b Budget) validate(ctx context.Context, players int, needs policy.Needs) error {
	if ctx == nil {
		return errors.New("mcts: the context is nil")
	}
	if b.Player < 0 || b.Player >= players {
		return fmt.Errorf("mcts: Budget.Player is %d, want 0..%d", b.Player, players-1)
	}
	if b == (Budget{Player: b.Player}) && ctx.Done() == nil {
		return ErrNoLimit
	}
	if b.Simulations == 0 && needs.Has(policy.NeedSimulations) {
		return errors.New("mcts: Budget.Simulations is 0, and Config.Root divides the simulations of a Run; want > 0")
	}
	return errors.Join(atLeastZero("Budget.Simulations", b.Simulations), atLeastZero("Budget.Time", b.Time))
}

func atLeastZero[T int | int64 | time.Duration](name string, v T) error {
	return when(v < 0, "%s is %v, want >= 0", name, v)
}
