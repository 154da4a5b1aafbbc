package distributed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/timing"
)

// Batch identifies the match that the pairs of games belong to: everything that their records
// depend on, in a form that can be sent. The fields mean the same as in [arena.Plan].
type Batch struct {
	Game         string   `json:"game"`            // its name in the program of the workers
	Size         string   `json:"size,omitempty"`  // the board, like 6x6; empty for the usual one
	Rules        string   `json:"rules,omitempty"` // the FileSum of the file of a game that is read from one
	Players      []string `json:"players"`         // in text form, as package spec reads it; two or more
	Gauntlet     bool     `json:"gauntlet,omitempty"`
	OpeningPlies int      `json:"opening_plies"`
	MaxPlies     int      `json:"max_plies,omitempty"`
	Clock        string   `json:"clock,omitempty"` // as timing.Parse reads it; empty for none
	Seed         uint64   `json:"seed"`
}

func (b Batch) validate() error {
	switch {
	case b.Game == "":
		return errors.New("distributed: Batch.Game is empty, want the name of a game")
	case len(b.Players) < 2:
		return fmt.Errorf("distributed: Batch.Players has %d, want at least 2", len(b.Players))
	case b.OpeningPlies < 0 || b.MaxPlies < 0:
		return fmt.Errorf("distributed: Batch.OpeningPlies is %d and MaxPlies %d, want both >= 0", b.OpeningPlies, b.MaxPlies)
	}
	return nil
}

// Plan returns the plan of the match, without the number of its pairs.
func (b Batch) Plan() (p arena.Plan, err error) {
	p = arena.Plan{Gauntlet: b.Gauntlet, OpeningPlies: b.OpeningPlies, MaxPlies: b.MaxPlies, Seed: b.Seed}
	if b.Clock != "" {
		p.Clock, err = timing.Parse(b.Clock)
	}
	return p, err
}

// id names the match of the batch. Batches that differ in anything, the version of the program
// included, have different names.
func (b Batch) id(version string) string {
	text, _ := json.Marshal(struct { // cannot fail for strings and numbers
		Batch
		Protocol int    `json:"protocol"`
		Version  string `json:"version"`
	}{b, Protocol, version})
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}

// PairRunner plays pairs of games. [Local] does so in this process, and [Cluster] over NATS; for
// players that count simulations, their records are the same, except for the times.
type PairRunner interface {
	// Play plays the pairs with these numbers, each once, and calls finished with the records of
	// the games of every pair, in any order of the pairs. Calls do not overlap. If finished returns
	// false, no more pairs are wanted, and Play returns nil.
	//
	// A pair that fails does not keep the others from being played. The error then names those that
	// failed, and why; another error ends Play at once, as does ctx.
	Play(ctx context.Context, b Batch, pairs []int, finished func(games []arena.Record) (more bool)) error
}

// Records plays the first n pairs of a match with p and returns the records in the order of the
// games. With an error, they cover the pairs that were finished.
func Records(ctx context.Context, p PairRunner, b Batch, n int) ([]arena.Record, error) {
	pairs := make([]int, n)
	for i := range pairs {
		pairs[i] = i
	}
	done := map[int]arena.Record{}
	err := p.Play(ctx, b, pairs, func(games []arena.Record) bool {
		for _, r := range games {
			done[r.Game] = r
		}
		return true
	})
	var records []arena.Record
	for _, game := range slices.Sorted(maps.Keys(done)) {
		records = append(records, done[game])
	}
	return records, err
}

// Remote returns the function for [arena.Plan.Remote] that plays the pairs of b with p. The
// match must be the one that b describes.
func Remote(p PairRunner, b Batch) func(context.Context, []int, func([]arena.Record) bool) error {
	return func(ctx context.Context, pairs []int, finished func([]arena.Record) bool) error {
		return p.Play(ctx, b, pairs, finished)
	}
}

// Referee plays one pair of a batch, as [arena.Match.PlayPair] does. Several goroutines may call
// it. An error describes what is wrong with the batch, or what went wrong in the games.
type Referee func(ctx context.Context, b Batch, pair int) ([]arena.Record, error)

// Local plays pairs in this process.
type Local struct {
	Referee Referee
	Workers int // pairs that are played concurrently; if it is 0, one
}

// Play implements [PairRunner].
func (l Local) Play(ctx context.Context, b Batch, pairs []int, finished func([]arena.Record) bool) error {
	if err := b.validate(); err != nil {
		return err
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	queue := make(chan int, len(pairs))
	for _, pair := range pairs {
		queue <- pair
	}
	close(queue)
	var mu sync.Mutex
	var failed failures
	stopped := false
	var group sync.WaitGroup
	for range min(max(1, l.Workers), len(pairs)) {
		group.Go(func() {
			for pair := range queue {
				games, err := l.Referee.play(inner, b, pair)
				mu.Lock()
				switch {
				case inner.Err() != nil || stopped:
				case err != nil:
					failed.add(pair, err.Error())
				case !finished(games):
					stopped = true
					cancel()
				}
				mu.Unlock()
				if inner.Err() != nil {
					return
				}
			}
		})
	}
	group.Wait()
	if stopped {
		return nil
	}
	return errors.Join(ctx.Err(), failed.err())
}

// NewReferee returns the referee of one game, with the players of package spec. The name is the one
// in [Batch.Game]; there is one board. Package console makes referees for the games of a program,
// with their own players.
func NewReferee[S any, A comparable](name string, g mcts.Game[S, A], start S) Referee {
	return func(ctx context.Context, b Batch, pair int) ([]arena.Record, error) {
		if b.Game != name || b.Size != "" {
			return nil, fmt.Errorf("distributed: there is no game %q of size %q, want %q of no size", b.Game, b.Size, name)
		}
		m := arena.Match[S, A]{Game: g, GameName: name, Start: start}
		for i, text := range b.Players {
			p, err := spec.Parse(text, "")
			if err != nil {
				return nil, err
			}
			e, err := spec.Entrant(fmt.Sprintf("%d: %s", i+1, text), g, p)
			if err != nil {
				return nil, err
			}
			m.Entrants = append(m.Entrants, e)
		}
		return PlayPair(ctx, m, b, pair)
	}
}

// PlayPair plays a pair of b with the game, its start and the entrants of m, which are the players
// of b in their order.
func PlayPair[S any, A comparable](ctx context.Context, m arena.Match[S, A], b Batch, pair int) ([]arena.Record, error) {
	if len(m.Entrants) != len(b.Players) {
		return nil, fmt.Errorf("distributed: %d entrants for the %d players of a batch", len(m.Entrants), len(b.Players))
	}
	var err error
	if m.Plan, err = b.Plan(); err != nil {
		return nil, err
	}
	m.Pairs = pair + 1 // A longer match begins with the pairs of a shorter one.
	return m.PlayPair(ctx, pair)
}
