package minimax

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"

	"github.com/banyan-go/banyan/internal/reference"
)

// Errors of Run and Values, besides those of the context and of games that break their contract.
var (
	// ErrTerminal says that the root has no actions.
	ErrTerminal = errors.New("minimax: the root is terminal")
	// ErrChance says that nature moves at some position.
	ErrChance = errors.New("minimax: the game has chance, want one without")
	// ErrTooDeep says that the game went on for 10,000 plies. A Depth cuts it off.
	ErrTooDeep = fmt.Errorf("minimax: the game goes on after %d plies, want a Config.Depth", maxPlies)
)

const (
	maxPlies     = 10_000
	maxTableBits = 26
)

// Config says how to search. The zero value is alpha-beta to the end of the game.
type Config struct {
	// Depth is how many plies the search looks ahead. If 0, it solves the game to the end.
	Depth int

	// Evaluation judges the positions where Depth cuts off. If nil, the game's Evaluate is used, of which only
	// the value of player 0 counts, and if it has none, 1/2.
	Evaluation Evaluation

	// Plain is minimax without cuts and without a table.
	Plain bool

	// TableBits is the binary logarithm of the number of positions that are remembered, up to 26. They take 32
	// bytes each, allocated by New. If 0, none are. A position is forgotten when another needs its place. The
	// table changes the time of a search and never its answer, given that hashes of different states differ.
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

// Search is a game and how to search it. It may be run many times, by one goroutine at a time.
type Search[S any, A comparable] struct {
	rules[S, A]
	config Config
	table  table
}

// New prepares a search of g. It refuses a game that is nil or not for two players, a state that holds slices,
// maps or pointers when g has no Copy, and a table when g has no Hash.
func New[S any, A comparable](g Game[S, A], config Config) (*Search[S, A], error) {
	if g == nil {
		return nil, errors.New("minimax: the game is nil")
	}
	if n := g.NumPlayers(); n != 2 {
		return nil, fmt.Errorf("minimax: the game has %d players, want 2", n)
	}
	if err := config.validate(); err != nil {
		return nil, err
	}
	s := &Search[S, A]{config: config, rules: rules[S, A]{game: g, chance: hasOutcomes(g)}}
	s.copier, _ = g.(copier[S])
	if err := reference.Check(g, reflect.TypeFor[S]()); s.copier == nil && err != nil {
		return nil, fmt.Errorf("minimax: %w", err)
	}
	if s.hasher, _ = g.(hasher[S]); s.hasher == nil && config.TableBits > 0 {
		return nil, fmt.Errorf("minimax: Config.TableBits is %d, want a game with Hash", config.TableBits)
	}
	var ok bool
	if s.judge, ok = judge(g, config.Evaluation); !ok {
		return nil, fmt.Errorf("minimax: Config.Evaluation is %T, want one for %v", config.Evaluation, reflect.TypeFor[S]())
	}
	s.table = newTable(config.TableBits)
	return s, nil
}

// Result is what a search found.
type Result[A comparable] struct {
	// Action is the first of the best actions.
	Action A

	// Value is what the root is worth to player 0.
	Value float64

	// Variation is a line of best play that begins with Action. It ends early where the table knew the rest.
	Variation []A

	// Nodes counts the positions visited, the root too, each as often as it was visited.
	Nodes int

	// Solved reports that Depth cut nothing off, so that Value is the value of the game.
	Solved bool
}

// Run searches the game from root, which is only read. With an error, only Nodes of the result means anything: an
// unfinished search knows nothing for sure. When ctx ends, the error wraps its error.
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

// ActionValue is an action of the root and what it is worth to player 0.
type ActionValue[A comparable] struct {
	Action A
	Value  float64
}

// Values returns the exact values of all actions of root, in the game's order. It takes more time than Run, which
// need not know how bad the others are.
func (s *Search[S, A]) Values(ctx context.Context, root *S) ([]ActionValue[A], error) {
	r, err := s.begin(ctx, root)
	if err != nil {
		return nil, err
	}
	here := r.level(0)
	r.open(here, 0)
	values := make([]ActionValue[A], 0, len(here.actions))
	for _, a := range here.actions {
		r.descend(here, 0, a)
		values = append(values, ActionValue[A]{a, r.search(1, math.Inf(-1), math.Inf(1))})
		if r.err != nil {
			return nil, r.err
		}
	}
	return values, nil
}
