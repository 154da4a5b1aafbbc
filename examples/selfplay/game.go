package main

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// sample is a position of a game of self-play with what a search found there.
type sample struct {
	Own, Other uint64 // as in position
	Visits     [columns]uint16
	Value      float32 // to the player to move
}

// playGames plays games in parallel and returns their samples in the order of the games. The games
// have the numbers from first on and depend on nothing but s, n and their number.
func playGames(ctx context.Context, s settings, n network, first, games int) ([]sample, error) {
	played, errs := make([][]sample, games), make([]error, games)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(games, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < games; i = int(next.Add(1)) - 1 {
				played[i], errs[i] = playGame(ctx, s, n, first+i)
			}
		})
	}
	workers.Wait()
	var samples []sample
	for i := range games {
		if errs[i] != nil {
			return nil, errs[i]
		}
		samples = append(samples, played[i]...)
	}
	return samples, nil
}

// playGame plays a game of the network against itself.
func playGame(ctx context.Context, s settings, n network, number int) ([]sample, error) {
	r := rng.New(rng.Mix(s.Seed) + uint64(number))
	cfg := newPredictor(n).config()
	cfg.Root, cfg.Seed = policy.DirichletNoise{Selection: puct}, r.Uint64()
	playing, err := mcts.New(connect4.Game{}, cfg)
	if err != nil {
		return nil, err
	}
	cfg.Final, cfg.Seed = policy.Temperature{}, r.Uint64()
	exploring, err := mcts.New(connect4.Game{}, cfg)
	if err != nil {
		return nil, err
	}
	g := connect4.Game{}
	at := g.Start()
	for range r.IntN(s.Opening + 1) {
		actions := g.AppendActions(nil, &at)
		g.Apply(&at, actions[r.IntN(len(actions))])
	}
	var samples []sample
	var players []int
	for ply := 0; len(g.AppendActions(nil, &at)) > 0; ply++ {
		search := playing
		if ply < s.Exploring {
			search = exploring
		}
		result, err := search.Run(ctx, &at, mcts.Budget{Simulations: s.Simulations})
		if err != nil {
			return nil, err
		}
		player := g.ToMove(&at)
		samples, players = append(samples, newSample(&at, result, player)), append(players, player)
		g.Apply(&at, result.Action)
	}
	var returns [2]float64
	g.Returns(&at, returns[:])
	for i := range samples {
		samples[i].Value = (samples[i].Value + float32(returns[players[i]])) / 2
	}
	return samples, nil
}

// newSample returns what a search found, with the mean of the simulations as the value.
func newSample(at *state, found mcts.Result[drop], player int) sample {
	p := newPosition(at)
	s := sample{Own: p.own, Other: p.other, Value: float32(found.Values[player])}
	for _, c := range found.Children {
		s.Visits[c.Action] = uint16(c.Visits)
	}
	return s
}

const (
	columns = 7
	rows    = 6
	squares = columns * rows
	inputs  = 2 * squares // of the network: a plane of own discs and one of the opponent's
)

// position is a board as the network sees it. A square has the number column*rows + row.
type position struct {
	own, other uint64 // sets of squares; own are the discs of the player to move
}

// newPosition returns the position of a state of the usual board.
func newPosition(s *connect4.State) (p position) {
	var buffer [squares + columns]uint8 // AppendCells may write columns more.
	mover := uint8(connect4.Game{}.ToMove(s)) + 1
	for i, cell := range (connect4.Game{}).AppendCells(buffer[:0], s) {
		switch cell {
		case 0:
		case mover:
			p.own |= 1 << i
		default:
			p.other |= 1 << i
		}
	}
	return p
}

// mirror returns the position with left and right exchanged.
func (p position) mirror() position { return position{mirrorSet(p.own), mirrorSet(p.other)} }

func mirrorSet(set uint64) (mirrored uint64) {
	const column = 1<<rows - 1
	for c := range columns {
		mirrored |= set >> (c * rows) & column << ((columns - 1 - c) * rows)
	}
	return mirrored
}

// encode writes 1 to the inputs of occupied squares and 0 to the others.
func (p position) encode(to []float32) {
	for i := range squares {
		to[i], to[squares+i] = float32(p.own>>i&1), float32(p.other>>i&1)
	}
}
