package mcts

import (
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/similarity"
)

// The random games that signatures are made from.
const (
	sampleGames = 10
	samplePlies = 10_000 // at most, of a game
)

// takeSample samples the positions of random games. They have a random stream of their own.
func (b *similar[S, A]) takeSample() error {
	w := b.w
	b.sample, b.sampled = similarity.Sample{}, false
	var sim simulation[S, A]
	sim.rand.Seed(b.seed)
	start := &w.root
	if w.Starter != nil {
		first := w.Starter.Start()
		start = &first
	}
	var before, after []uint8
	for range sampleGames {
		w.Copy(&sim.state, start)
		player := -1 // that acted last; negative for chance, too
		for range samplePlies {
			before, after = after, w.Cells.AppendCells(before[:0], &sim.state)
			b.sample.Add(after)
			if player >= 0 && len(before) == len(after) {
				b.sample.AddAction(player, before, after)
			}
			player = w.ToMove(&sim.state)
			if over, err := w.playRandom(&sim); err != nil {
				return err
			} else if over {
				break
			}
		}
	}
	b.sampled = true
	return nil
}

// newSignature makes the signature from the sample.
func (b *similar[S, A]) newSignature() (err error) {
	b.size = b.sample.Cells
	b.signature, err = b.cfg.Encoder.New(&b.sample, b.seed)
	if err == nil && b.signature == nil {
		err = fmt.Errorf("mcts: Config.Similarity.Encoder: New of %T returned nil", b.cfg.Encoder)
	}
	b.turns, _ = b.signature.(similarity.TurnSignature)
	return err
}

// playRandom plays a random action, or draws an outcome of chance. It reports whether the game is
// over.
func (w *worker[S, A]) playRandom(sim *simulation[S, A]) (over bool, err error) {
	b, err := w.list(sim)
	if b.count == 0 || err != nil {
		return true, err
	}
	k := 0
	if b.player == Chance {
		k = game.DrawOutcome(w.outcomes, &sim.rand)
	} else {
		k = sim.rand.IntN(len(w.actions))
	}
	w.Apply(&sim.state, w.actions[k])
	return false, nil
}
