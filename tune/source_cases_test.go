package tune_test

// This file is written by go test -run TestSource -update.

import (
	"math"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/similarity"
)

// sources are the configurations of sourceCases as Source writes them.
var sources = []mcts.Config{
	{
		Selection: policy.UCT{},
		Playout:   policy.Uniform{},
	},
	{
		Selection: policy.UCT{C: 0.25},
		Playout:   policy.Uniform{},
		Final:     policy.MaxChild{},
		Solver:    &mcts.Solver{Probe: true},
	},
	{
		Selection:  policy.PUCT{C: 1.5, FPU: math.SmallestNonzeroFloat64},
		Playout:    policy.Uniform{},
		Prediction: &mcts.Prediction{Playouts: 0.5},
	},
	{
		Selection: policy.ImplicitMinimax{Alpha: 0.6},
		Playout:   policy.Uniform{},
		MaxPlies:  4,
		FreshTree: true,
	},
	{
		Selection: policy.GRAVE{Ref: 50, Bias: 0.001},
		Playout:   policy.NST{N: 2, K: 7, Rule: policy.EpsilonGreedy{Epsilon: 0.2}},
	},
	{
		Selection:  policy.Widening{Selection: policy.UCT{}, K: 2, Alpha: 0.4},
		Playout:    mcts.DecisiveMoves{Playout: policy.MAST{Rule: policy.Gibbs{Tau: 0.5}, Decay: policy.Decay{Move: 0.4}}, Anti: true},
		Prediction: &mcts.Prediction{Playouts: 1},
	},
	{
		Selection: policy.UCT{},
		Playout:   policy.LGRF{Levels: 2, Fallback: policy.MAST{}, KeepLosing: true},
		Backup:    policy.TurnDiscount{Lambda: 0.99, Loss: -0.5},
		Final:     policy.Temperature{T: 0.5},
	},
	{
		Selection: policy.UCT{},
		Playout:   policy.Adaptive{Candidates: []policy.Playout{policy.Uniform{}, policy.MAST{Rule: policy.EpsilonGreedy{Epsilon: 0.4}}, policy.NST{K: 7, Rule: policy.EpsilonGreedy{Epsilon: 0.2}}}, Floor: 0.1},
	},
	{
		Selection: policy.UCT{},
		Playout:   policy.Uniform{},
		Hidden:    mcts.Ensemble{Trees: 8, Merge: mcts.Merge(1)},
	},
	{
		Selection: policy.UCT{},
		Playout:   policy.Uniform{},
		Parallel:  mcts.RootParallel{Trees: 4, Merge: mcts.Merge(1)},
		Hidden:    mcts.ISMCTS{},
	},
	{
		Selection:  policy.UCT{},
		Root:       policy.DirichletNoise{Alpha: 0.3, Epsilon: 0.25},
		Playout:    policy.Uniform{},
		Prediction: &mcts.Prediction{Playouts: 1},
		Parallel:   mcts.LockStep{Batch: 16},
	},
	{
		Selection:  policy.Exp3{Gamma: 0.2},
		Playout:    policy.Uniform{},
		Similarity: &mcts.Similarity{Encoder: similarity.Huffman{}, Distance: 1, Cap: 20},
	},
}
