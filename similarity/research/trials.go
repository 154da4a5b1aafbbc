package research

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/similarity"
)

// Trials are the beginnings of games that a search plays against itself.
type Trials struct {
	Games       int // number of games; if zero, 10 is used
	Plies       int // greatest length of a game; if zero, 10 is used
	Simulations int // of each move; if zero, 250 is used

	// Time bounds the trials, by Config.Clock. A game that is not finished by then is left out. If
	// zero, there is no bound. With one, the result depends on the machine.
	Time time.Duration
}

func (t Trials) withDefaults() Trials {
	return Trials{cmp.Or(t.Games, 10), cmp.Or(t.Plies, 10), cmp.Or(t.Simulations, 250), t.Time}
}

func (t Trials) validate(cfg mcts.Config) error {
	var errs []error
	for _, f := range []struct {
		name string
		n    int
	}{{"Games", t.Games}, {"Plies", t.Plies}, {"Simulations", t.Simulations}} {
		if f.n < 0 {
			errs = append(errs, fmt.Errorf("research: Trials.%s is %d, want >= 0", f.name, f.n))
		}
	}
	if t.Time < 0 {
		errs = append(errs, fmt.Errorf("research: Trials.Time is %v, want >= 0", t.Time))
	}
	if cfg.Parallel != nil {
		errs = append(errs, fmt.Errorf("research: Config.Parallel is a %T, want nil", cfg.Parallel))
	}
	return errors.Join(errs...)
}

// Play plays t from start and returns a histogram for each finished game. cfg configures the
// search; if its Similarity is nil, Huffman signatures at a distance of 2 are used, in a tree that
// is kept: in a new tree, every node would find itself first. Config.Parallel must be nil. The seed
// of a game is drawn from Config.Seed. One search plays all sides of a game, with one signature
// table. An invalid argument, an error of the search or the end of ctx ends the trials with an
// error.
//
// Whenever a node imports statistics, the way to each position that it imports from is counted, if
// that is in the tree: from the node up to their last common position and down again. Positions of
// playouts are in no tree; they are imported from and not counted, which comes near the numbers of
// the paper. A signature that was seen in several places counts at the place where it was seen
// first. start is only read. An observer in Config.Similarity.Research sees the trials, too.
func Play[S any, A comparable](ctx context.Context, g mcts.Game[S, A], start *S, cfg mcts.Config, t Trials) ([]Histogram, error) {
	if err := t.validate(cfg); err != nil {
		return nil, err
	}
	shared := mcts.Similarity{Encoder: similarity.Huffman{}, Distance: 2, KeepTree: true}
	if cfg.Similarity != nil {
		shared = *cfg.Similarity
	}
	t = t.withDefaults()
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	begin := cfg.Clock()
	left := func() time.Duration { return t.Time - cfg.Clock().Sub(begin) }
	seeds := rng.New(cfg.Seed)
	var games []Histogram
	for range t.Games {
		trail := &trail{seen: map[uint64]place{}, also: shared.Research.Observer}
		own := shared
		own.Research.Observer = trail
		cfg.Seed, cfg.Similarity = seeds.Uint64(), &own
		switch err := playOne(ctx, g, start, cfg, t, left, trail); {
		case errors.Is(err, errTimeOver):
			return games, nil
		case err != nil:
			return nil, err
		}
		games = append(games, trail.found)
	}
	return games, nil
}

// errTimeOver says that Trials.Time was over before the end of a game.
var errTimeOver = errors.New("research: the time is over")

// playOne plays the beginning of a game. If t.Time is not zero, left returns how much of it is
// left.
func playOne[S any, A comparable](
	ctx context.Context, g mcts.Game[S, A], start *S, cfg mcts.Config, t Trials, left func() time.Duration, trail *trail,
) error {
	search, err := mcts.New(g, cfg)
	if err != nil {
		return err
	}
	rules, err := game.NewRules(g)
	if err != nil {
		return err
	}
	var state S
	rules.Copy(&state, start)
	for range t.Plies {
		budget := mcts.Budget{Simulations: t.Simulations}
		if t.Time > 0 {
			budget.Time = max(1, left()) // 0 would be no limit
		}
		r, err := search.Run(ctx, &state, budget)
		if errors.Is(err, mcts.ErrTerminal) {
			break
		}
		if err != nil {
			return err
		}
		if t.Time > 0 && left() <= 0 {
			return errTimeOver
		}
		g.Apply(&state, r.Action)
		if _, err := search.Advance(r.Action); err != nil {
			return err
		}
		trail.play(rules.Cells.AppendCells(nil, &state))
	}
	return nil
}

// trail is a [similarity.Observer] that knows the way to every position of a trial. A position is
// known by a hash of all positions on the way to it.
type trail struct {
	way    []uint64 // of the game, and of the current simulation
	played int      // positions of the game
	ways   [][]uint64
	seen   map[uint64]place // by signature
	found  Histogram
	also   similarity.Observer // of the caller; nil for none
}

// place is the end of the first length positions of one of the ways.
type place struct{ way, length int }

// play continues to the next position of the game.
func (t *trail) play(cells []uint8) {
	t.way = t.way[:t.played]
	t.extend(cells)
	t.played = len(t.way)
}

// Begin returns to the last position of the game.
func (t *trail) Begin() {
	t.way = t.way[:t.played]
	if t.also != nil {
		t.also.Begin()
	}
}

// Pass continues to a position.
func (t *trail) Pass(cells []uint8) {
	if t.also != nil {
		t.also.Pass(cells)
	}
	t.extend(cells)
}

// extend adds a position to the way.
func (t *trail) extend(cells []uint8) {
	h := uint64(len(t.way))
	if n := len(t.way); n > 0 {
		h = t.way[n-1]
	}
	for _, c := range cells {
		h = rng.Mix(h + 1 + uint64(c))
	}
	t.way = append(t.way, h)
}

// Keep remembers where the signatures of a simulation's way through the tree were seen first, and
// forgets its playout.
func (t *trail) Keep(signatures []uint64) {
	if t.also != nil {
		t.also.Keep(signatures)
	}
	t.way = t.way[:t.played+len(signatures)]
	way := len(t.ways)
	for k, signature := range signatures {
		if _, old := t.seen[signature]; old {
			continue
		}
		if way == len(t.ways) {
			t.ways = append(t.ways, append([]uint64(nil), t.way...))
		}
		t.seen[signature] = place{way, t.played + k + 1}
	}
}

// Measure counts the positions that the node at the end of the way imports from.
func (t *trail) Measure(signatures []uint64) {
	if t.also != nil {
		t.also.Measure(signatures)
	}
	for _, signature := range signatures {
		p, ok := t.seen[signature]
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
