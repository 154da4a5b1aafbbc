package minimax

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"

	"github.com/banyan-go/banyan/game"
)

// Errors of [Search.Run] and [Search.Values]. Other errors come from the context and from games
// that break their contract.
var (
	// ErrTerminal is returned if the root has no actions.
	ErrTerminal = errors.New("minimax: the root is terminal")
	// ErrChance is returned if a chance event occurs at a position that the search visits.
	ErrChance = errors.New("minimax: the game has chance, want one without")
	// ErrTooDeep is returned if a game lasts longer than 10,000 plies. Config.Depth limits the
	// search.
	ErrTooDeep = fmt.Errorf("minimax: the game goes on after %d plies, want a Config.Depth (depth=N) or a time", maxPlies)
)

const (
	maxPlies     = 10_000
	maxTableBits = 26
)

// Config configures a search. The zero value is alpha-beta to the end of the game.
type Config struct {
	// Depth is the number of plies that the search looks ahead. If Depth is 0, it searches to the
	// end of the game.
	Depth int

	// Evaluation estimates the positions at the depth limit. If Evaluation is nil and the game is a
	// [game.Evaluator], its Evaluate is used, of which only the value of player 0 counts. Otherwise
	// the value is the middle of a declared [game.ReturnRanger], or else 1/2. In a game with
	// rewards, it is the value of what is to come, after what was paid on the way.
	Evaluation Evaluation

	// Plain selects minimax without cutoffs. It excludes a table.
	Plain bool

	// TableBits is the binary logarithm of the number of entries in the transposition table, at
	// most 26. New allocates 32 bytes for each entry. If TableBits is 0, there is no table. A new
	// position replaces the old one in its entry. The table changes the time of a search but not
	// its result, provided that different states have different hashes.
	TableBits int
}

func (c Config) validate() error {
	switch {
	case c.Depth < 0:
		return fmt.Errorf("minimax: Config.Depth is %d, want >= 0", c.Depth)
	case c.TableBits < 0 || c.TableBits > maxTableBits:
		return fmt.Errorf("minimax: Config.TableBits is %d, want 0 to %d", c.TableBits, maxTableBits)
	case c.Plain && c.TableBits > 0:
		return fmt.Errorf("minimax: Config.TableBits is %d with Plain, want 0", c.TableBits)
	}
	return nil
}

// Search searches one game with one configuration. It can be run any number of times, but not by
// two goroutines at the same time.
type Search[S any, A comparable] struct {
	rules      game.Rules[S, A]
	evaluation evaluationFunc[S]
	config     Config
	table      table
}

// New returns a Search of g. It returns an error if [game.NewRules] refuses g, if g is not for two
// players, if config is invalid, or if config asks for a table and g is not a [game.Hasher].
func New[S any, A comparable](g game.Game[S, A], config Config) (*Search[S, A], error) {
	rules, err := game.NewRules(g)
	if err != nil {
		return nil, fmt.Errorf("minimax: %w", err)
	}
	if n := g.NumPlayers(); n != 2 {
		return nil, fmt.Errorf("minimax: the game has %d players, want 2", n)
	}
	if err := config.validate(); err != nil {
		return nil, err
	}
	if rules.Hasher == nil && config.TableBits > 0 {
		return nil, fmt.Errorf("minimax: Config.TableBits is %d, want a game with Hash", config.TableBits)
	}
	evaluation, ok := newEvaluation(config.Evaluation, &rules)
	if !ok {
		return nil, fmt.Errorf("minimax: Config.Evaluation is %T, want one for %v", config.Evaluation, reflect.TypeFor[S]())
	}
	return &Search[S, A]{rules: rules, evaluation: evaluation, config: config, table: newTable(config.TableBits)}, nil
}

// Result is the result of a search.
type Result[A comparable] struct {
	// Action is the first one among the best actions.
	Action A

	// Value is the value of the root for player 0: what is to come from there, so that what a
	// [game.Rewarder] has paid before does not count.
	Value float64

	// Variation is a line of best play that begins with Action. It ends early if the table supplied
	// the value of its last position.
	Variation []A

	// Nodes is the number of visits to positions, including the root.
	Nodes int

	// Solved reports that no position was evaluated at the depth limit, so that Value is the exact
	// value of the game.
	Solved bool
}

// Run searches the game from root, which it does not change. If ctx ends, Run returns an error that
// wraps the context's error. With an error, only Nodes of the result is meaningful: an unfinished
// search proves nothing.
func (s *Search[S, A]) Run(ctx context.Context, root *S) (Result[A], error) {
	r, err := s.begin(ctx, root)
	if err != nil {
		return Result[A]{}, err
	}
	value := r.search(0, math.Inf(-1), math.Inf(1))
	if r.err != nil {
		return Result[A]{Nodes: r.nodes}, r.err
	}
	line := r.level(0).line
	return Result[A]{Action: line[0], Value: value, Variation: line, Nodes: r.nodes, Solved: !r.cut}, nil
}

// ActionValue is an action at the root and its value for player 0.
type ActionValue[A comparable] struct {
	Action A
	Value  float64
}

// Values returns the exact values of all actions at root, in the order of the game. It takes longer
// than [Search.Run], which does not need to know by how much the other actions are worse.
func (s *Search[S, A]) Values(ctx context.Context, root *S) ([]ActionValue[A], error) {
	r, err := s.begin(ctx, root)
	if err != nil {
		return nil, err
	}
	here := r.level(0)
	r.visit(here, 0)
	values := make([]ActionValue[A], 0, len(here.actions))
	for _, a := range here.actions {
		r.descend(here, 0, a)
		values = append(values, ActionValue[A]{a, r.value(1, math.Inf(-1), math.Inf(1))})
		if r.err != nil {
			return nil, r.err
		}
	}
	return values, nil
}

// Deepen searches root to depth 1, then to depth 2, and so on until ctx ends, and returns the
// result of the last depth that was finished: iterative deepening, for a limit of time instead of
// a depth. It ends earlier when the value is exact or Config.Depth is reached. Nodes counts the
// positions of all finished depths.
//
// An error of ctx is returned only if not even depth 1 was finished.
func (s *Search[S, A]) Deepen(ctx context.Context, root *S) (Result[A], error) {
	most := s.config.Depth
	defer func() { s.config.Depth = most }()
	var result Result[A]
	for depth := 1; most == 0 || depth <= most; depth++ {
		s.config.Depth = depth
		deeper, err := s.Run(ctx, root)
		if depth > 1 && err != nil && errors.Is(err, ctx.Err()) {
			break
		}
		deeper.Nodes += result.Nodes
		if result = deeper; err != nil || result.Solved {
			return result, err
		}
	}
	return result, nil
}

// Evaluation estimates the values of positions that are not terminal. [EvaluationFunc] makes one.
type Evaluation interface{ evaluation() }

// EvaluationFunc returns an [Evaluation] that calls f. f estimates the value of s for player 0, on
// the scale of the game's returns: what is to come from s on. It must depend on s alone and must
// not change it.
func EvaluationFunc[S any](f func(s *S) float64) Evaluation { return evaluationFunc[S](f) }

type evaluationFunc[S any] func(s *S) float64

func (evaluationFunc[S]) evaluation() {}

// newEvaluation returns the function that estimates positions at the depth limit: e if it is not
// nil, else the Evaluate method if the game has it, else the value of a draw. It returns false if e
// is not for states of type S.
func newEvaluation[S any, A comparable](e Evaluation, rules *game.Rules[S, A]) (evaluationFunc[S], bool) {
	own := rules.Evaluator
	if e != nil {
		f, ok := e.(evaluationFunc[S])
		return f, ok && f != nil
	}
	if own == nil {
		low, high := rules.Bounds()
		return func(*S) float64 { return low/2 + high/2 }, true
	}
	var out [2]float64
	return func(s *S) float64 {
		out = [2]float64{math.NaN(), math.NaN()}
		own.Evaluate(s, out[:])
		return out[0]
	}, true
}
