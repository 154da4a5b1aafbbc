package inspect

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// patience is how long a request waits for the search to stand still.
const patience = 2 * time.Second

// Errors of requests.
var (
	errEpoch  = errors.New("the search has another root by now")
	errNode   = errors.New("there is no such node")
	errSearch = errors.New("there is no such search")
	errBusy   = errors.New("the search did not stand still in time")
)

// subject is a search that a page shows.
type subject[S any, A comparable] struct {
	name   string
	search *mcts.Search[S, A]

	mu      sync.Mutex // guards what follows
	history history[A]
	rand    *rng.Rand // of the sampled depths
}

func newSubject[S any, A comparable](name string, search *mcts.Search[S, A]) *subject[S, A] {
	s := &subject[S, A]{name: name, search: search, rand: rng.New(1)}
	// The first call makes all later Runs ready for Inspect. It need not wait for one in progress.
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_ = search.Inspect(ctx, func(mcts.Snapshot[S, A]) {})
	return s
}

// inspect calls f while the search stands still, and returns its error.
func (s *subject[S, A]) inspect(ctx context.Context, f func(mcts.Snapshot[S, A]) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var inner error
	err := s.search.Inspect(ctx, func(now mcts.Snapshot[S, A]) { inner = safely(func() error { return f(now) }) })
	if errors.Is(err, context.DeadlineExceeded) {
		return errBusy
	}
	return errors.Join(err, inner)
}

// safely returns the error of f, also if f panics. The methods of a game could panic at a position
// that they are not made for, and the search must not end by that.
func safely(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return f()
}

// at calls f with the node that q asks about, while the search stands still.
func (s *subject[S, A]) at(ctx context.Context, q query, f func(now mcts.Snapshot[S, A], n mcts.Node[A]) error) error {
	return s.inspect(ctx, func(now mcts.Snapshot[S, A]) error {
		if q.hasEpoch && q.epoch != now.Epoch {
			return errEpoch
		}
		if q.tree >= max(1, len(now.Roots)) {
			return errNode
		}
		n := rootOf(now, q.tree)
		for _, i := range q.path {
			children := n.Children()
			if i >= len(children) {
				return errNode
			}
			n = children[i]
		}
		return f(now, n)
	})
}

// rootOf returns the root of a tree, or the zero Node if there is no tree yet.
func rootOf[S any, A comparable](now mcts.Snapshot[S, A], tree int) mcts.Node[A] {
	if tree >= len(now.Roots) {
		return mcts.Node[A]{}
	}
	return now.Roots[tree]
}

// chooser returns the player that chooses the action to a child of n, or -1 for chance and for a
// node without children.
func chooser[A any](n mcts.Node[A]) int {
	player, known := n.Player()
	switch {
	case !known:
		return -1
	case player == mcts.Simultaneous:
		return 0 // The component of player 0 comes first.
	}
	return player
}

// rounded is a number with at most five digits behind the point, to keep answers short.
func rounded(x float64) float64 { return math.Round(x*1e5) / 1e5 }

// finite returns x for JSON, which has no infinite numbers.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	x = rounded(x)
	return &x
}
