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
