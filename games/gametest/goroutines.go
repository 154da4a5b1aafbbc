package gametest

import (
	"fmt"
	"math"
	"sync"

	"github.com/banyan-go/banyan/rng"
)

// How much the kit plays on several goroutines.
const (
	goroutines      = 4
	concurrentPlies = 1000
)

// checkGoroutines plays some of the games alone and on several goroutines, and compares the
// results.
func (k *kit[S, A]) checkGoroutines() {
	k.path = nil
	plies := 0
	for i, g := range k.games {
		if plies += len(g.path); plies > concurrentPlies && i > 0 {
			return
		}
		k.seed = g.seed
		alone := k.fates(g.seed, 1)[0]
		for _, fate := range k.fates(g.seed, goroutines) {
			if fate != alone {
				k.find(lawGoroutines, "on several goroutines the game %v, and alone it %v", fate, alone)
				return
			}
		}
	}
}

// fate is the result of a game: its length, the digest of all results of its methods, and its
// panic.
type fate struct {
	plies  int
	digest uint64
	panic  string
}

func (f fate) String() string {
	if f.panic != "" {
		return fmt.Sprintf("panics after %d plies: %s", f.plies, f.panic)
	}
	return fmt.Sprintf("ends after %d plies with digest %x", f.plies, f.digest)
}

// fates plays the game of a seed on n goroutines.
func (k *kit[S, A]) fates(seed uint64, n int) []fate {
	fates := make([]fate, n)
	var wait sync.WaitGroup
	for i := range fates {
		s := k.copyOf(&k.start)
		wait.Go(func() { k.follow(s, seed, &fates[i]) })
	}
	wait.Wait()
	return fates
}

// follow plays the game of a seed on s and calls the optional methods at every position. It only
// reads k.
func (k *kit[S, A]) follow(s *S, seed uint64, f *fate) {
	defer func() {
		if value := recover(); value != nil {
			f.panic = fmt.Sprintf("%v, in %s", value, panicOrigin())
		}
	}()
	r, d, out := rng.New(seed), digester{sum: emptyDigest}, make([]float64, k.players)
	for range concurrentPlies {
		var p position[S, A]
		if k.look(&p, s); p.isTerminal() {
			break
		}
		k.ask(&p, seed, &d, out)
		k.apply(s, p.draw(r))
		d.mix(digest(s))
		for _, v := range k.rewards(s) {
			d.mix(math.Float64bits(v))
		}
		f.plies++
	}
	f.digest = d.sum
}

// ask adds the results of the optional methods at p to d.
func (k *kit[S, A]) ask(p *position[S, A], seed uint64, d *digester, out []float64) {
	if k.Hasher != nil {
		d.mix(k.Hasher.Hash(p.state))
	}
	if k.Indexer != nil && !p.isChance() {
		d.mix(uint64(k.Indexer.ActionIndex(p.actions[0])))
	}
	if k.Evaluator != nil {
		k.Evaluator.Evaluate(p.state, out)
	}
	if k.Playouter != nil {
		k.Playouter.Playout(k.copyOf(p.state), rng.New(seed), out)
	}
	if k.Sampler != nil && !p.isJoint() {
		a, _ := k.Sampler.RandomAction(p.state, rng.New(seed))
		d.mix(digest(&a))
	}
	for _, v := range out {
		d.mix(math.Float64bits(v))
	}
	k.askMore(p, seed, d)
}

// askMore is ask for the methods that a plain search does not call.
func (k *kit[S, A]) askMore(p *position[S, A], seed uint64, d *digester) {
	if k.Passer != nil && !p.isChance() && k.Passer.IsPass(p.actions[0]) {
		d.mix(1)
	}
	if k.Turns != nil {
		d.mix(uint64(k.Turns.Turn(p.state)))
	}
	if k.Cells != nil {
		cells := k.Cells.AppendCells(nil, p.state)
		d.mix(digest(&cells))
	}
	if k.Weigher != nil && !p.isJoint() && !p.isChance() && len(p.actions) > 0 {
		weights := make([]float32, len(p.actions))
		k.Weigher.Weigh(p.state, p.actions, weights)
		d.mix(digest(&weights))
	}
	if k.Determinizer != nil {
		for observer := range k.players {
			s := k.copyOf(p.state)
			k.Determinizer.Determinize(s, observer, rng.New(seed))
			d.mix(digest(s))
		}
	}
}
