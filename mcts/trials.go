package mcts

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/similarity"
	"github.com/banyan-go/banyan/similarity/research"
)

// Trials are the beginnings of games that a search plays against itself, to see how far boards that look alike are apart in
// the tree of the game. research.FiguresOf makes figures of what Play returns, and research.Adviser an advice of these
// (section 5.2 of the paper that Similarity names).
type Trials struct {
	Games       int // if 0, 10
	Plies       int // of each game; if 0, 10
	Simulations int // of each move; if 0, 250
}

// withDefaults returns t with every 0 replaced.
func (t Trials) withDefaults() Trials {
	return Trials{cmp.Or(t.Games, 10), cmp.Or(t.Plies, 10), cmp.Or(t.Simulations, 250)}
}

func (t Trials) validate(cfg Config) error {
	errs := []error{
		atLeastZero("Trials.Games", t.Games), atLeastZero("Trials.Plies", t.Plies), atLeastZero("Trials.Simulations", t.Simulations),
	}
	if cfg.Parallel != nil {
		errs = append(errs, fmt.Errorf("mcts: Config.Parallel is a %T, want nil for trials", cfg.Parallel))
	}
	return errors.Join(errs...)
}

// PlayTrials plays t from start and returns a histogram for each game. cfg is that of the search; if its Similarity is nil,
// that is Huffman codes at a distance of 2, in a tree that is kept: in a new one, every node would find itself first. The
// seed of a game is drawn from Config.Seed. One search plays all sides, with one experience.
//
// Whenever a node takes boards over, the way to each of them that is in the tree is counted, from the node up to their last
// common position and down again. Boards of playouts, which are in no tree, are taken over but not counted: so the figures
// are near those of the paper for its five games that we have. A code that was seen in several places counts where it was
// seen first. start is only read.
func PlayTrials[S any, A comparable](ctx context.Context, g Game[S, A], start *S, cfg Config, t Trials) ([]research.Histogram, error) {
	if err := t.validate(cfg); err != nil {
		return nil, err
	}
	if cfg.Similarity == nil {
		cfg.Similarity = &Similarity{Encoder: similarity.Huffman{}, Distance: 2, KeepTree: true}
	}
	t = t.withDefaults()
	seeds := rng.New(cfg.Seed)
	var games []research.Histogram
	for range t.Games {
		cfg.Seed = seeds.Uint64()
		s, err := New(g, cfg)
		if err != nil {
			return nil, err
		}
		found, err := s.trial(ctx, start, t)
		if err != nil {
			return nil, err
		}
		games = append(games, found)
	}
	return games, nil
}

// trial plays the beginning of a game.
func (s *Search[S, A]) trial(ctx context.Context, start *S, t Trials) (research.Histogram, error) {
	w := s.w
	trail := &trail{seen: map[uint64]place{}}
	w.similar.trail = trail
	var state S
	w.Copy(&state, start)
	for range t.Plies {
		r, err := s.Run(ctx, &state, Budget{Simulations: t.Simulations})
		if errors.Is(err, ErrTerminal) {
			break
		}
		if err != nil {
			return nil, err
		}
		w.Apply(&state, r.Action)
		s.Advance(r.Action)
		trail.begin()
		trail.pass(w.Board.AppendCells(nil, &state))
		trail.played = len(trail.way)
	}
	return trail.found, nil
}

// trail knows the way to every board of a trial. A position is a hash of all boards on the way to it.
type trail struct {
	way    []uint64 // of the game, and of the current simulation
	played int      // positions of the game
	ways   [][]uint64
	seen   map[uint64]place // by code
	found  research.Histogram
}

// place is the end of the first length positions of one of the ways.
type place struct{ way, length int }

// begin returns to the last position of the game.
func (t *trail) begin() { t.way = t.way[:t.played] }

// pass goes on to a board.
func (t *trail) pass(cells []uint8) {
	h := uint64(len(t.way))
	if n := len(t.way); n > 0 {
		h = t.way[n-1]
	}
	for _, c := range cells {
		h = rng.Mix(h + 1 + uint64(c))
	}
	t.way = append(t.way, h)
}

// keep remembers where the codes of a simulation's way through the tree were seen first, and forgets its playout.
func (t *trail) keep(codes []uint64) {
	t.way = t.way[:t.played+len(codes)]
	way := len(t.ways)
	for k, code := range codes {
		if _, old := t.seen[code]; old {
			continue
		}
		if way == len(t.ways) {
			t.ways = append(t.ways, append([]uint64(nil), t.way...))
		}
		t.seen[code] = place{way, t.played + k + 1}
	}
}

// measure counts the boards that the node at the end of the way takes over.
func (t *trail) measure(codes []uint64) {
	for _, code := range codes {
		p, ok := t.seen[code]
		if !ok {
			continue
		}
		other := t.ways[p.way][:p.length]
		common := 0
		for common < min(len(other), len(t.way)) && other[common] == t.way[common] {
			common++
		}
		d := len(other) + len(t.way) - 2*common
		for len(t.found) <= d {
			t.found = append(t.found, 0)
		}
		t.found[d]++
	}
}
