package main

import (
	"context"
	"math"
	"sync"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// The types of the game.
type (
	state = connect4.State
	drop  = connect4.Drop
)

// predictor is a network as an [mcts.Predictor]. Without noise, several searches may share it.
type predictor struct {
	passes *sync.Pool // of *pass
	equal  bool       // gives equal priors, so that only the values are the network's

	// noise mixes a Dirichlet distribution into the priors of the root; nil: none.
	noise *rng.Rand
	root  state
}

// newPredictor returns a predictor of n without noise. It reads the weights of n at every pass.
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
			if p.noise != nil && *at.State == p.root {
				p.mix(at.Priors)
			}
		}
		if len(at.Values) > 0 {
			at.Values[at.Player] = sigmoid(logits[columns])
			at.Values[1-at.Player] = 1 - at.Values[at.Player]
		}
	}
	return nil
}

// noiseShare is the share of the noise in the priors of the root (Silver et al., Science 362,
// 2018).
const noiseShare = 0.25

// mix mixes noise into priors. With the parameter 1, the Dirichlet distribution is that of
// exponential numbers divided by their sum.
func (p *predictor) mix(priors []float32) {
	noise, sum := make([]float64, len(priors)), 0.0
	for i := range noise {
		noise[i] = -math.Log(1 - p.noise.Float64())
		sum += noise[i]
	}
	for i := range priors {
		priors[i] = float32((1-noiseShare)*float64(priors[i]) + noiseShare*noise[i]/sum)
	}
}

// The constants of PUCT, for returns in [0,1] and the values of a network.
var puct = policy.PUCT{C: 1, FPU: 0.2}

// config returns the search with p.
func (p *predictor) config() mcts.Config {
	return mcts.Config{Selection: puct, Prediction: &mcts.Prediction{Source: p}}
}
