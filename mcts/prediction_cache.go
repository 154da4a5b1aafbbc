package mcts

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/banyan-go/banyan/game"
)

// CachePredictions returns a [Predictor] that remembers what source has said of up to so many
// positions of g, which must be a [Hasher]. Positions that it does not remember go on to source, in
// one batch. What source says must depend on the state and the action alone. Several goroutines,
// and several searches, may use it at once, if source allows that.
//
// A position is found by its hash, its player and its actions; two positions that agree in all
// three count as one. Each has one place, by its hash, where it replaces the last one, so the
// memory is bounded: about 100 bytes per position, and per action 4 bytes and the size of an A.
func CachePredictions[S any, A comparable](g Game[S, A], source Predictor[S, A], positions int) (Predictor[S, A], error) {
	rules, err := game.NewRules(g)
	if err != nil {
		return nil, fmt.Errorf("mcts: CachePredictions: %w", err)
	}
	switch {
	case rules.Hasher == nil:
		return nil, fmt.Errorf("mcts: CachePredictions: %T has no Hash", g)
	case source == nil:
		return nil, fmt.Errorf("mcts: CachePredictions: the source is nil")
	case positions < 1:
		return nil, fmt.Errorf("mcts: CachePredictions: positions is %d, want >= 1", positions)
	}
	return &predictionCache[S, A]{
		Hasher: rules.Hasher, source: source,
		places: make([]prediction[A], positions), index: map[A]int{},
	}, nil
}

// predictionCache is a table of predictions.
type predictionCache[S any, A comparable] struct {
	Hasher[S]
	source Predictor[S, A]

	mu     sync.Mutex
	places []prediction[A]
	index  map[A]int // of the actions of a prediction; scratch of recall
}

// prediction is what the source has said of a position. An unused one has neither priors nor
// values.
type prediction[A comparable] struct {
	hash    uint64
	player  int
	actions []A
	priors  []float32
	values  []float64
}

// Predict implements [Predictor].
func (c *predictionCache[S, A]) Predict(ctx context.Context, batch []Position[S, A]) error {
	var unknown []Position[S, A]
	var hashes []uint64
	c.mu.Lock()
	for i := range batch {
		if hash := c.Hash(batch[i].State); !c.recall(&batch[i], hash) {
			unknown, hashes = append(unknown, batch[i]), append(hashes, hash)
		}
	}
	c.mu.Unlock()
	if len(unknown) == 0 {
		return nil
	}
	if err := c.source.Predict(ctx, unknown); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range unknown {
		c.keep(&unknown[i], hashes[i])
	}
	return nil
}

// recall fills in a position if all that is wanted of it is remembered.
func (c *predictionCache[S, A]) recall(p *Position[S, A], hash uint64) bool {
	at := &c.places[hash%uint64(len(c.places))]
	if at.hash != hash || at.player != p.Player || len(at.actions) != len(p.Actions) ||
		len(at.priors) < len(p.Priors) || len(at.values) < len(p.Values) || len(at.priors)+len(at.values) == 0 {
		return false
	}
	clear(c.index)
	for i, a := range at.actions {
		c.index[a] = i
	}
	for _, a := range p.Actions {
		if _, ok := c.index[a]; !ok {
			return false
		}
	}
	for i := range p.Priors {
		p.Priors[i] = at.priors[c.index[p.Actions[i]]]
	}
	copy(p.Values, at.values)
	return true
}

// keep remembers a prediction, unless it is an error.
func (c *predictionCache[S, A]) keep(p *Position[S, A], hash uint64) {
	if _, err := p.total(); err != nil || p.checkValues() != nil {
		return
	}
	at := &c.places[hash%uint64(len(c.places))]
	at.hash, at.player = hash, p.Player
	at.actions = slices.Clone(p.Actions)
	at.priors, at.values = slices.Clone(p.Priors), slices.Clone(p.Values)
}
