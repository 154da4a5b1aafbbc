package prior

import (
	"fmt"
	"sort"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Noise is the priors of the root that a [policy.Perturber] has changed.
type Noise struct {
	pass.Nop
	Rand    rng.Rand
	first   uint32    // slot of the first edge of the root
	values  []float32 // by edge of the root
	picked  []float32
	perturb func() error // makes values from the priors of the root
}

// AddNoise lets a policy.Perturber change the priors of the root.
func (p *Judge[S, A]) AddNoise(by policy.Perturber, seed uint64) *Noise {
	n := &Noise{}
	n.perturb = func() error { return p.perturbRoot(by) }
	n.Reset(seed)
	p.Noise = n
	p.tree.OnSwap(n.swap)
	p.choose.Add(n.Show)
	return n
}

// Reset implements [tree.Keeper]. The random stream is separate from the simulations, so that noise
// of size zero changes nothing.
func (n *Noise) Reset(seed uint64) {
	n.Forget()
	n.Rand.Seed(rng.Mix(seed) ^ rng.Mix(1))
}

// Forget drops the perturbed priors, whose root is no longer the root.
func (n *Noise) Forget() { n.first, n.values = 0, n.values[:0] }

// Prepare implements [tree.Keeper].
func (n *Noise) Prepare(bool) error { return n.perturb() }

// Code implements [tree.Keeper]: every Run perturbs the priors again.
func (n *Noise) Code(c *wire.Coder) { c.Marshal(&n.Rand) }

// perturbRoot perturbs the priors of the root and puts the untried actions into order.
func (p *Judge[S, A]) perturbRoot(by policy.Perturber) error {
	n, t := p.Noise, p.tree
	b := t.Below(tree.Root)
	switch {
	case b.Player == game.Chance:
		return nil // Run reports it.
	case b.Player < 0:
		return fmt.Errorf("mcts: Config.Root is a %T, and all players move at the root, where there are no priors", by)
	}
	n.first = b.First()
	n.values = append(n.values[:0], p.priors.Of(b.Edges(b.Count()))...)
	by.Perturb(n.values, &n.Rand)
	perturbed := game.Position[S, A]{Actions: tree.ActionsOf[A](b), Priors: n.values}
	if _, err := total(&perturbed); err != nil {
		return fmt.Errorf("mcts: Perturb of %T: %w", by, err)
	}
	if !p.Sorts {
		p.Next(b, b.Tried())
		return nil
	}
	sort.Stable(&untriedByPrior[A]{n.values, t, b})
	return nil
}

// untriedByPrior sorts the untried actions of the root by descending perturbed prior.
type untriedByPrior[A any] struct {
	values []float32
	tree   *tree.Tree
	block  tree.Block
}

func (u *untriedByPrior[A]) Len() int { return int(u.block.Count() - u.block.Tried()) }

func (u *untriedByPrior[A]) Less(i, j int) bool {
	return u.values[int(u.block.Tried())+i] > u.values[int(u.block.Tried())+j]
}

func (u *untriedByPrior[A]) Swap(i, j int) {
	tree.Swap[A](u.tree, u.block, u.block.Tried()+uint32(i), u.block.Tried()+uint32(j))
}

// Show is a [selection.Column].
func (n *Noise) Show(to *policy.Node, _ *pass.Pass, at tree.Edges) {
	if at.First == n.first {
		to.Priors = tree.Pick(n.values, at, &n.picked)
	}
}

// Of returns the perturbed prior of the edge at a slot; 0 if it is not at the root.
func (n *Noise) Of(slot uint32) float64 {
	if !n.isAtRoot(slot) {
		return 0
	}
	return float64(n.values[slot-n.first])
}

func (n *Noise) isAtRoot(slot uint32) bool {
	return slot >= n.first && int(slot-n.first) < len(n.values)
}

// swap exchanges the priors of two edges, if they are at the root.
func (n *Noise) swap(i, j uint32) {
	if n.isAtRoot(i) {
		i, j = i-n.first, j-n.first
		n.values[i], n.values[j] = n.values[j], n.values[i]
	}
}
