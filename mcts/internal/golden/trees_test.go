//go:build !race

// Package golden_test keeps the trees of every feature of package mcts, bit for bit, so that a
// change of anything below mcts is noticed, and soon: all its searches are of one type, which
// compiles in seconds.
package golden_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc64"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/similarity"
)

// mazes are games of all kinds.
var mazes = []struct {
	name string
	maze
}{
	{"two", newMaze(2, 9, 1, "")},
	{"fast", newMaze(2, 9, 1, "Indexer IndexLister Playouter PlayoutRecorder Sampler Winner Weigher Evaluator Hasher CellBoard TurnCounter ReturnRanger")},
	{"listed", newMaze(2, 9, 1, "Indexer IndexLister Weigher Evaluator Hasher CellBoard")},
	{"passes", newMaze(2, 9, 1, "Passer Indexer Playouter PlayoutRecorder Weigher Hasher CellBoard")},
	{"one", newMaze(1, 8, 20, "ReturnRanger Indexer Weigher Evaluator Hasher Copier")},
	{"paid", newMaze(1, 8, 1, "Rewarder ReturnRanger Indexer Sampler Weigher Hasher")},
	{"sums", newMaze(3, 8, 1, "Rewarder ReturnRanger Indexer Hasher")},
	{"points", newMaze(2, 9, 5, "ReturnRanger Indexer Weigher Evaluator Hasher CellBoard")},
	{"unranged", newMaze(2, 9, 5, "Indexer Weigher Evaluator Hasher")},
	{"three", newMaze(3, 9, 1, "Indexer Playouter Weigher Evaluator Hasher CellBoard Winner")},
	{"chance", newMaze(2, 9, 1, "ChanceGame Indexer Sampler Weigher Evaluator Hasher")},
	{"sampled", newMaze(2, 9, 2, "SamplingGame Rewarder ReturnRanger Indexer Weigher Evaluator Hasher")},
	{"joint", newMaze(2, 6, 1, "SimultaneousGame Indexer Weigher Evaluator Hasher")},
	{"cards", newMaze(2, 9, 1, "Determinizer Informer ChanceGame Indexer Weigher Evaluator")},
	{"paths", newMaze(3, 9, 1, "Determinizer Indexer")},
	{"bids", newMaze(2, 6, 1, "SimultaneousGame Determinizer Informer ChanceGame Indexer")},
}

// Games whose trees take more than one chunk of memory.
var (
	long      = newMaze(2, 24, 1, "Indexer Playouter PlayoutRecorder Hasher CellBoard Weigher Evaluator")
	longCards = newMaze(2, 24, 1, "Determinizer Informer Indexer")
	longPaths = newMaze(3, 24, 1, "Determinizer Indexer")
)

// searches are configurations that together use everything.
var searches = []struct {
	name string
	cfg  mcts.Config
}{
	{"default", mcts.Config{}},
	{"c", mcts.Config{Selection: policy.UCT{C: 1}}},
	{"fresh", mcts.Config{FreshTree: true}},
	{"tuned", mcts.Config{Selection: policy.UCB1Tuned{}, Final: policy.SecureChild{}}},
	{"grave", mcts.Config{Selection: policy.GRAVE{Ref: 10}}},
	{"grave bytes", mcts.Config{Selection: policy.GRAVE{Ref: 2}, MaxBytes: 400_000}},
	{"grave odd root", mcts.Config{Selection: policy.GRAVE{Ref: 5}, Root: odd{}}},
	{"rave", mcts.Config{Selection: policy.RAVE{C: 0.2}, Playout: policy.MAST{}}},
	{"widening", mcts.Config{Selection: policy.Widening{}, Final: policy.Temperature{}}},
	{"exp3", mcts.Config{Selection: policy.Exp3{}}},
	{"regrets", mcts.Config{Selection: policy.RegretMatching{}}},
	{"root exp3", mcts.Config{Root: policy.Exp3{}}},
	{"implicit", mcts.Config{Selection: policy.ImplicitMinimax{}}},
	{"implicit values", mcts.Config{Selection: policy.ImplicitMinimax{Alpha: 0.8}, Prediction: &mcts.Prediction{}}},
	{"implicit batches", mcts.Config{Selection: policy.ImplicitMinimax{}, Prediction: &mcts.Prediction{}, Parallel: mcts.LockStep{Workers: 1, Batch: 4}}},
	{"graph implicit", mcts.Config{Selection: policy.ImplicitMinimax{}, Graph: &mcts.Graph{}}},
	{"graph imp batches", mcts.Config{Selection: policy.ImplicitMinimax{}, Graph: &mcts.Graph{}, Parallel: mcts.LockStep{Workers: 1, Batch: 4}}},
	{"puct", mcts.Config{Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}}},
	{"puct values", mcts.Config{Selection: policy.PUCT{}, Prediction: &mcts.Prediction{}}},
	{"oracle", mcts.Config{Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Source: oracle{}, Playouts: 0.5}}},
	{"batches", mcts.Config{Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Source: oracle{}}, Parallel: mcts.LockStep{Workers: 1, Batch: 4}}},
	{"noise", mcts.Config{Root: policy.DirichletNoise{}, Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}}},
	{"gumbel", mcts.Config{Root: policy.Gumbel{}, Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 0.5}}},
	{"mast", mcts.Config{Playout: policy.MAST{}}},
	{"gibbs", mcts.Config{Playout: policy.MAST{Rule: policy.Gibbs{}, TreeOnly: true, Decay: policy.Decay{Move: 0.6}}}},
	{"nst", mcts.Config{Playout: policy.NST{K: 2}}},
	{"lgrf", mcts.Config{Playout: policy.LGRF{}}},
	{"adaptive", mcts.Config{Playout: policy.Adaptive{}}},
	{"mix", mcts.Config{Playout: policy.Mix{P: 0.5, First: policy.MAST{}}}},
	{"decisive", mcts.Config{Playout: mcts.DecisiveMoves{Anti: true}}},
	{"maxplies", mcts.Config{MaxPlies: 3}},
	{"turns", mcts.Config{Backup: policy.TurnDiscount{Loss: -0.5}}},
	{"plies", mcts.Config{Backup: policy.PlyDiscount{Gamma: 0.9}}},
	{"discount", mcts.Config{Discount: 0.9, Unit: 2}},
	{"nodes", mcts.Config{MaxNodes: 60}},
	{"bytes", mcts.Config{MaxBytes: 300_000}},
	{"odd", mcts.Config{Selection: odd{}}},
	{"odd root", mcts.Config{Root: odd{}, Solver: &mcts.Solver{GeneralSum: true}}},
	{"outcomes", mcts.Config{Outcomes: mcts.Widening{K: 1, Alpha: 0.3}}},
	{"solver", mcts.Config{Solver: &mcts.Solver{}}},
	{"probe", mcts.Config{Solver: &mcts.Solver{Probe: true}}},
	{"general sum", mcts.Config{Solver: &mcts.Solver{GeneralSum: true}, Selection: policy.GRAVE{Ref: 5}}},
	{"solver turns", mcts.Config{Solver: &mcts.Solver{}, Backup: policy.TurnDiscount{}}},
	{"solver implicit", mcts.Config{Solver: &mcts.Solver{}, Selection: policy.ImplicitMinimax{}}},
	{"graph", mcts.Config{Graph: &mcts.Graph{}}},
	{"graph means", mcts.Config{Graph: &mcts.Graph{Mean: true}, MaxNodes: 200}},
	{"graph solver", mcts.Config{Graph: &mcts.Graph{}, Solver: &mcts.Solver{}}},
	{"graph solver nodes", mcts.Config{Graph: &mcts.Graph{}, Solver: &mcts.Solver{}, MaxNodes: 100}},
	{"graph puct", mcts.Config{Graph: &mcts.Graph{}, Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}}},
	{"graph mast", mcts.Config{Graph: &mcts.Graph{}, Playout: policy.MAST{}, Solver: &mcts.Solver{GeneralSum: true}}},
	{"graph discount", mcts.Config{Graph: &mcts.Graph{}, Discount: 0.9}},
	{"graph batches", mcts.Config{Graph: &mcts.Graph{}, Solver: &mcts.Solver{GeneralSum: true}, Parallel: mcts.LockStep{Workers: 1, Batch: 8}}},
	{"graph bytes", mcts.Config{Graph: &mcts.Graph{}, Solver: &mcts.Solver{}, MaxBytes: 1_000_000}},
	{"graph puct bytes", mcts.Config{Graph: &mcts.Graph{}, Selection: policy.PUCT{}, Prediction: &mcts.Prediction{}, MaxBytes: 1_000_000}},
	{"similar", mcts.Config{Similarity: &mcts.Similarity{Distance: 2}}},
	{"similar kept", mcts.Config{Similarity: &mcts.Similarity{KeepTree: true, Cap: 3}, Solver: &mcts.Solver{}}},
	{"similar turns", mcts.Config{Similarity: &mcts.Similarity{
		Encoder: similarity.Opponents{}, Distance: 1, KeepTree: true,
		Research: similarity.Readings{StoreFirst: true, TreeOnly: true, Keep: 0.5, Parent: similarity.ChildImports},
	}}},
	{"similar once", mcts.Config{FreshTree: true, Similarity: &mcts.Similarity{
		Encoder: similarity.Huffman{}, Distance: 3, Cap: 2,
		Research: similarity.Readings{Forget: true, Parent: similarity.OwnImports},
	}}},
	{"root", mcts.Config{Parallel: mcts.RootParallel{Workers: 2, Trees: 3}}},
	{"vote", mcts.Config{Parallel: mcts.RootParallel{Workers: 1, Trees: 3, Merge: mcts.MergeVote}, Solver: &mcts.Solver{}}},
	{"leaf", mcts.Config{Parallel: mcts.LeafParallel{Workers: 2}, Playout: policy.MAST{}}},
	{"lockstep", mcts.Config{Parallel: mcts.LockStep{Workers: 2}, Selection: policy.GRAVE{}}},
	{"lockstep solver", mcts.Config{Parallel: mcts.LockStep{Workers: 2}, Solver: &mcts.Solver{}, Playout: policy.NST{}}},
	{"tree", mcts.Config{Parallel: mcts.TreeParallel{Workers: 1}, Playout: policy.MAST{}}},
	{"virtual loss", mcts.Config{Parallel: mcts.TreeParallel{Workers: 1, VirtualLoss: true}, Solver: &mcts.Solver{}}},
	{"open", mcts.Config{Hidden: mcts.PerfectInformation{}}},
	{"ismcts", mcts.Config{Hidden: mcts.ISMCTS{}}},
	{"ismcts mast", mcts.Config{Hidden: mcts.ISMCTS{}, Playout: policy.MAST{}, Selection: policy.UCB1Tuned{}}},
	{"ismcts widening", mcts.Config{Hidden: mcts.ISMCTS{}, Selection: policy.Widening{}}},
	{"ismcts odd", mcts.Config{Hidden: mcts.ISMCTS{}, Selection: odd{}}},
	{"ismcts bytes", mcts.Config{Hidden: mcts.ISMCTS{Beliefs: true}, MaxBytes: 650_000}},
	{"beliefs bytes", mcts.Config{Hidden: mcts.ISMCTS{Beliefs: true}, MaxBytes: 800_000}},
	{"ismcts nodes", mcts.Config{Hidden: mcts.ISMCTS{}, MaxNodes: 80}},
	{"ismcts priors", mcts.Config{Hidden: mcts.ISMCTS{}, Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}}},
	{"beliefs", mcts.Config{Hidden: mcts.ISMCTS{Beliefs: true}}},
	{"beliefs of each", mcts.Config{Hidden: mcts.ISMCTS{Beliefs: true}, MaxNodes: 400}},
	{"ensemble", mcts.Config{Hidden: mcts.Ensemble{Trees: 4}}},
	{"ensemble solver", mcts.Config{Hidden: mcts.Ensemble{Trees: 3, Merge: mcts.MergeVote}, Solver: &mcts.Solver{}, Parallel: mcts.RootParallel{Workers: 1}}},
}

// odd is a selection that depends on everything that a node says.
type odd struct{}

func (odd) Needs() policy.Needs { return policy.NeedAvailable }

func (odd) Select(n *policy.Node) int {
	h := hash(uint64(n.Depth), uint64(n.Player), uint64(n.Visits), math.Float64bits(n.Unit))
	for i, c := range n.Children {
		h = hash(h, uint64(c.Visits), uint64(math.Float32bits(c.Mean)))
		if n.Available != nil {
			h = hash(h, uint64(n.Available[i]))
		}
	}
	if h%4 == 0 {
		return n.Rand.IntN(len(n.Children))
	}
	return int(h/4) % len(n.Children)
}

// oracle predicts values and priors without the game.
type oracle struct{}

func (oracle) Predict(_ context.Context, batch []mcts.Position[state, action]) error {
	for _, p := range batch {
		for i := range p.Priors {
			p.Priors[i] = float32(1+hash(uint64(p.State.position), uint64(i))%4) / 4
		}
		for i := range p.Values {
			p.Values[i] = float64((int(p.State.position)+i)%5) / 4
		}
	}
	return nil
}

// The trees, values and variations of every search of every game are the same as ever, where they
// go together.
func TestTrees(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors round math.Exp and sums of products differently")
	}
	var lines strings.Builder
	for _, s := range searches {
		for _, m := range mazes {
			name := fmt.Sprintf("%-16s %-8s", s.name, m.name)
			if said, err := tree(t, name, m.maze, allowed(s.cfg, m.maze), 150); err == nil {
				fmt.Fprintln(&lines, name, said)
			} // See mcts.Config and its tests.
		}
	}
	for _, s := range searches {
		var m maze
		switch s.name {
		case "default", "fresh", "grave", "grave bytes", "puct", "mast", "nodes", "bytes", "solver", "graph", "graph means", "graph bytes", "graph puct bytes", "similar", "lockstep", "virtual loss":
			m = long
		case "ismcts", "beliefs", "ismcts bytes", "beliefs bytes":
			m = longCards
		case "ismcts odd":
			m = longPaths
		default:
			continue
		}
		said, err := tree(t, s.name, m, s.cfg, 5_000)
		require.NoError(t, err)
		fmt.Fprintf(&lines, "%-16s %-8s %s\n", s.name, "long", said)
	}
	testkit.Golden(t, "testdata/trees.txt", lines.String())
}

// A search that was reset has forgotten everything: it saves the same as one that has found out
// less, and takes as much memory after Trim.
func TestReset(t *testing.T) {
	for _, s := range searches {
		for _, m := range mazes {
			cfg := allowed(s.cfg, m.maze)
			var both []*mcts.Search[state, action]
			for _, n := range []int{1, 50} {
				search, err := mcts.New(m.maze, cfg)
				if err != nil {
					break // See TestTrees.
				}
				root := m.Start()
				_, _ = search.Run(t.Context(), &root, mcts.Budget{Simulations: n})
				search.Reset(cfg.Seed)
				both = append(both, search)
			}
			if both == nil {
				continue
			}
			requireSavedAlike(t, both, s.name, m.name)
			for _, search := range both {
				search.Trim()
			}
			require.Equal(t, both[0].Bytes(), both[1].Bytes(), "%s %s", s.name, m.name)
			requireSavedAlike(t, both, s.name, m.name)
		}
	}
}

func requireSavedAlike(t *testing.T, both []*mcts.Search[state, action], names ...string) {
	var files [2]bytes.Buffer
	for i, s := range both {
		if err := s.Save(&files[i]); !errors.Is(err, errors.ErrUnsupported) {
			require.NoError(t, err, "%q", names)
		}
	}
	require.True(t, bytes.Equal(files[0].Bytes(), files[1].Bytes()), "%q", names)
}

// allowed returns a configuration that may look at what a game hides, unless it determines how to
// search such a game.
func allowed(cfg mcts.Config, m maze) mcts.Config {
	if m.hides && cfg.Hidden == nil {
		cfg.Hidden = mcts.PerfectInformation{}
	}
	return cfg
}

// What a search says of the optional interfaces of a game, or why there is none, is the same as
// ever.
func TestExplanations(t *testing.T) {
	var lines strings.Builder
	for _, c := range searches {
		said := crc64.New(crc64.MakeTable(crc64.ECMA))
		for _, m := range mazes {
			if s, err := mcts.New(m.maze, c.cfg); err != nil {
				_, _ = fmt.Fprintln(said, err)
			} else {
				_, _ = fmt.Fprintln(said, s.Explain())
			}
		}
		fmt.Fprintf(&lines, "%-16s %016x\n", c.name, said.Sum64())
	}
	testkit.Golden(t, "testdata/explanations.txt", lines.String())
}

// tree returns the hash of all that a search says in some plies of a game, in which it goes through
// Save and Load, and Trim, and after a Reset. It returns the error of New.
func tree(t *testing.T, name string, m maze, cfg mcts.Config, simulations int) (string, error) {
	var said strings.Builder
	write := func(a ...any) { fmt.Fprintln(&said, a...) }
	cfg.Seed = 5
	s, err := mcts.New(m, cfg)
	if err != nil {
		return "", err
	}
	root, r := m.Start(), rng.New(3)
	run := func() (mcts.Result[action], error) {
		result, err := s.Run(t.Context(), &root, mcts.Budget{Simulations: simulations})
		if err == nil {
			require.NoError(t, s.Check(), "%s, ply %d", name, root.ply)
			writeResult(write, result)
			for _, root := range s.Roots() {
				writeNode(write, root)
			}
		}
		return result, err
	}
	beliefs := cfg.Hidden == mcts.HiddenInformation(mcts.ISMCTS{Beliefs: true}) && cfg.MaxNodes == 0
	for ply := range 3 {
		result, err := run()
		if beliefs && ply == 0 && err == nil {
			result, err = run() // It continues where it was.
		}
		if err != nil {
			return err.Error(), nil
		}
		played := play(m, &root, result.Action, r)
		for beliefs && !m.isTerminal(&root) && m.ToMove(&root) != 0 { // It searches for one player.
			played = append(played, play(m, &root, m.AppendActions(nil, &root)[0], r)...)
		}
		if m.isTerminal(&root) {
			break
		}
		for _, actions := range played {
			_, err = s.Advance(actions...)
			require.NoError(t, err)
		}
		if root.ply%2 == 1 {
			s = loaded(t, m, cfg, s, &root, write)
		} else {
			s.Trim()
		}
	}
	s.Reset(6)
	root = m.Start()
	_, err = run()
	require.NoError(t, err)
	return fmt.Sprintf("%016x", crc64.Checksum([]byte(said.String()), crc64.MakeTable(crc64.ECMA))), nil
}

// writeResult writes everything but the memory, which depends on how a tree is stored.
func writeResult(write func(...any), r mcts.Result[action]) {
	write(r.Action, r.PV, r.Nodes, r.Bounds, r.Proven, r.Full, r.Stop, r.Best, r.Inherited)
	write(r.Scales, r.Values, r.Children)
}

// play plays an action, with the others' actions at simultaneous moves, and the chance after it.
func play(m maze, s *state, a action, r *rng.Rand) (played [][]action) {
	joint := []action{a}
	if m.ToMove(s) == game.Simultaneous {
		for p := 1; p < m.players; p++ {
			joint = append(joint, m.AppendPlayerActions(nil, s, p)[0])
		}
		m.ApplyJoint(s, joint)
	} else {
		m.Apply(s, a)
	}
	played = append(played, joint)
	for m.ToMove(s) == game.Chance {
		a := action(r.IntN(2))
		if m.Supports(game.HasChanceGame) {
			a = m.AppendOutcomes(nil, s)[a].Action
		}
		m.Apply(s, a)
		played = append(played, []action{a})
	}
	return played
}

// loaded returns a search that has read what s has saved, or s if it cannot be saved.
func loaded(t *testing.T, m maze, cfg mcts.Config, s *mcts.Search[state, action], root *state, write func(...any)) *mcts.Search[state, action] {
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		write(err)
		return s
	}
	next, err := mcts.New(m, cfg)
	require.NoError(t, err)
	if err := next.Load(&file, root); err != nil {
		write(err)
		return s
	}
	require.NoError(t, next.Check())
	return next
}

func writeNode(write func(...any), n mcts.Node[action]) {
	value, known := n.Evaluation()
	write(n.Action(), n.Visits(), math.Float64bits(n.Mean()), n.ImportedVisits(), math.Float64bits(value), known, n.Plies(), n.Prior())
	player, _ := n.Player()
	lower, upper := n.Bounds(max(player, 0))
	write(player, lower, upper)
	number, visits := n.Position()
	write(number, visits)
	for _, c := range n.Children() {
		if c.Visits() > 0 && number == 0 {
			writeNode(write, c)
		}
	}
}
