package main

import (
	"context"
	"sync"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// The types of the game.
type (
	state = connect4.State
	drop  = connect4.Drop
)

// predictor is a network as an [mcts.Predictor]. Several searches may share it.
type predictor struct {
	passes *sync.Pool // of *pass
	equal  bool       // gives equal priors, so that only the values are the network's
}

// newPredictor returns a predictor of n. It reads the weights of n at every pass.
func newPredictor(n network) *predictor {
	return &predictor{passes: &sync.Pool{New: func() any { return newPass(n) }}}
}

// Predict implements [mcts.Predictor]: the whole batch goes through the network in one pass.
func (p *predictor) Predict(_ context.Context, batch []mcts.Position[state, drop]) error {
	pass, _ := p.passes.Get().(*pass)
	defer p.passes.Put(pass)
	in := pass.resize(len(batch))
	for i := range batch {
		newPosition(batch[i].State).encode(row(in, i))
	}
	out := pass.forward()
	for i := range batch {
		at, logits := &batch[i], row(out, i)
		if len(at.Priors) > 0 {
			for k, a := range at.Actions {
				at.Priors[k] = 0
				if !p.equal {
					at.Priors[k] = logits[a]
				}
			}
			softmax(at.Priors)
		}
		if len(at.Values) > 0 {
			at.Values[at.Player] = sigmoid(logits[columns])
			at.Values[1-at.Player] = 1 - at.Values[at.Player]
		}
	}
	return nil
}

// The constants of PUCT, for returns in [0,1] and the values of a network.
var puct = policy.PUCT{C: 1, FPU: 0.2}

// config returns the search with p.
func (p *predictor) config() mcts.Config {
	return mcts.Config{Selection: puct, Prediction: &mcts.Prediction{Source: p}}
}
