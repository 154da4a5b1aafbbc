package ggp

import (
	"context"
	"math"
	"time"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/similarity/research"
)

// measurement finds the numbers of a game.
type measurement struct {
	Figures
	game  *gdl.Game
	cfg   mcts.Config // of the searches; its Clock tells the time
	rand  *rng.Rand
	root  gdl.State // of the searches: the first state found in which a player has a choice
	moves int       // of all random games
	// The number of times at which a role had a choice, and of the moves that it had.
	choices, options int
}

const (
	leastTime = 50 * time.Millisecond // one that is shorter tells nothing
	rounds    = 9                     // turns of the searches whose speed is measured
)

// measure measures a game from a state on. It takes about as long as it is allowed, by cfg.Clock,
// and leaves numbers at 0 for which there is no time. cfg is the configuration of the searches to
// choose strategies for, which are measured in one goroutine.
//
// When ctx is done, measure returns soon. Errors come from the sheet or from cfg; where the sheet
// is wrong in the middle of a search, measure panics. start is only read. The speeds depend on the
// machine; the rest depends on cfg.Seed, and on how much was done in the time.
func measure(ctx context.Context, g *gdl.Game, start *gdl.State, cfg mcts.Config, allowed time.Duration) (Figures, error) {
	cfg.Parallel = nil
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	m := &measurement{game: g, cfg: cfg, rand: rng.New(cfg.Seed)}
	m.Players = g.NumPlayers()
	m.Simultaneous = g.Supports(game.HasSimultaneousGame)
	m.Cells = g.Supports(game.HasCellBoard)
	if allowed < leastTime {
		return m.Figures, nil
	}
	if err := m.play(ctx, start, allowed/8); err != nil || m.choices == 0 {
		return m.Figures, err
	}
	err := m.search(ctx, allowed)
	return m.Figures, err
}

// play plays random games.
func (m *measurement) play(ctx context.Context, start *gdl.State, allowed time.Duration) error {
	const most = 200
	end, sums := m.cfg.Clock().Add(allowed), map[int]bool{}
	for range most {
		s := clone(m.game, start)
		moves := 0
		for ; m.game.Legal(&s, 0) != nil && moves < longest; moves++ {
			if m.cfg.Clock().After(end) || ctx.Err() != nil {
				return ctx.Err()
			}
			if err := m.step(&s); err != nil {
				return err
			}
		}
		if moves == longest {
			m.Endless = m.Games == 0
			continue
		}
		m.Games++
		m.moves += moves
		m.Endless = false
		sums[m.sum(&s)] = true
		m.Moves = float64(m.moves) / float64(m.Games)
		m.ConstantSum = len(sums) == 1
	}
	return nil
}

// step makes a random joint move.
func (m *measurement) step(s *gdl.State) error {
	var moves []gdl.Action
	for role, name := range m.game.Roles() {
		legal := m.game.Legal(s, role)
		if len(legal) > 1 && name != "random" {
			if m.choices == 0 {
				m.root = clone(m.game, s)
			}
			m.choices++
			m.options += len(legal)
			m.Choices = float64(m.options) / float64(m.choices)
		}
		moves = append(moves, legal[m.rand.IntN(len(legal))])
	}
	_, err := m.game.Next(s, moves)
	return err
}

// sum returns the sum of the returns at the end of a game, in hundredths.
func (m *measurement) sum(s *gdl.State) int {
	returns := make([]float64, m.Players)
	m.game.Returns(s, returns)
	sum := 0.0
	for _, v := range returns {
		sum += v
	}
	return int(math.Round(100 * sum))
}

// search measures the speeds of searches, and makes trials.
func (m *measurement) search(ctx context.Context, allowed time.Duration) error {
	if m.Endless {
		return nil
	}
	candidates := []*candidate{
		{speed: &m.Uniform, cfg: m.cfg},
		{speed: &m.Adaptive, cfg: Strategies{Playouts: PlayoutsAdaptive}.config(m.game, m.cfg)},
		{speed: &m.Mean, cfg: Strategies{Playouts: PlayoutsMean}.config(m.game, m.cfg)},
	}
	if m.Cells && !m.Simultaneous {
		candidates = append(candidates, &candidate{speed: &m.Similar, cfg: Strategies{Similarity: 2}.config(m.game, m.cfg)})
	}
	end := m.cfg.Clock().Add(allowed / 2)
	for _, c := range candidates {
		if err := c.begin(ctx, m.game, &m.root); err != nil {
			return err
		}
	}
	// Another program may take the processor away at any time. So the searches take turns, and the
	// best turn of each tells.
	slice := allowed / 2 / time.Duration(rounds*len(candidates))
	for range rounds {
		for _, c := range candidates {
			if !m.cfg.Clock().Before(end) {
				break
			}
			if err := c.run(ctx, &m.root, slice); err != nil {
				return err
			}
		}
	}
	if !m.sharingIsCheap() {
		return nil
	}
	return m.try(ctx, allowed*3/8)
}

// candidate is a search whose speed is measured.
type candidate struct {
	speed  *float64 // of its best turn
	cfg    mcts.Config
	search *mcts.Search[gdl.State, gdl.Action]
}

// begin makes one simulation, which waits for what is made once only.
func (c *candidate) begin(ctx context.Context, g *gdl.Game, root *gdl.State) (err error) {
	if c.search, err = mcts.New(g, c.cfg); err != nil {
		return err
	}
	_, err = c.search.Run(ctx, root, mcts.Budget{Simulations: 1})
	return err
}

// run measures for some time.
func (c *candidate) run(ctx context.Context, root *gdl.State, allowed time.Duration) error {
	result, err := c.search.Run(ctx, root, mcts.Budget{Time: max(1, allowed)})
	if err != nil || result.Elapsed <= 0 {
		return err
	}
	*c.speed = max(*c.speed, float64(result.Simulations)/result.Elapsed.Seconds())
	return nil
}

// try makes the trials of position similarity.
func (m *measurement) try(ctx context.Context, allowed time.Duration) error {
	cfg, err := research.Configure(ctx, m.game, &m.root, m.cfg, research.Trials{Time: allowed}, research.Adviser{})
	if err == nil {
		m.Distance = cfg.Similarity.Distance
	}
	return err
}
