// Package mcts searches game trees by Monte Carlo simulation. A game states its rules in five
// methods; the strategies come from package policy.
//
//	search, err := mcts.New(connect4.Game{}, mcts.Config{Seed: 1})
//	if err != nil {
//		return err
//	}
//	state := connect4.Game{}.Start()
//	result, err := search.Run(ctx, &state, mcts.Budget{Simulations: 10_000})
//	if err != nil {
//		return err
//	}
//	connect4.Game{}.Apply(&state, result.Action)
//	_, err = search.Advance(result.Action) // The next Run continues with this part of the tree.
//
// # Contents
//
//	Game          the five methods of the rules; always needed
//	Config        the strategies and the limits of the tree; the zero value is recommended
//	Search        New, Run, Advance and Reset; Watch for interim results; Check for tests; Save and
//	              Load to continue in another process
//	Budget        the limits of one Run: simulations, time, the time of a move on a game clock
//	Result        the final action, the statistics of all root actions, the principal variation
//	Node          a read-only view of the tree, from Search.Root
//	Snapshot      a search that stands still, for another goroutine, from Search.Inspect
//
// Settings for special purposes:
//
//	Config.Root   a separate selection at the root, for example with more exploration
//	Solver        proven values: exact answers near the end of the game, found earlier
//	Prediction    priors and values from a heuristic or a neural network, a Predictor
//	Similarity    statistics shared between similar positions of a CellBoard
//	Parallel      several goroutines: RootParallel, LockStep and LeafParallel, whose results are
//	              reproducible, and TreeParallel, whose results are not
//	ISMCTS        hidden information: one tree for all that the players know; try it first
//	Ensemble      hidden information: a tree for each of many determinizations
//	PlayoutFunc   a playout policy from a function that looks at the state
//	WholePlayout  a playout policy from a function that plays a playout to the end
//	DecisiveMoves a playout policy that plays winning actions at once
//
// A game may have optional interfaces in addition to [Game], such as [Copier], [Indexer],
// [Playouter], [ChanceGame], [SimultaneousGame] and [Determinizer]; package game is the contract of
// all of them. [Search.Explain] reports which of them a search uses and why it ignores the others:
// use it to find a method with a wrong signature.
//
// # Values
//
// Returns are a vector with one number per player. Every node records the player that chooses
// there, and an edge holds the mean return of that player. Nothing assumes two players, alternating
// turns or a zero-sum game.
//
// Returns may have any size. The constants of strategies are meant for returns in [0,1], and are
// multiples of a unit that the search measures; see [Config.Unit] and [Result.Scales]. A game may
// give rewards during play ([Rewarder]), and later rewards may count less ([Config.Discount]). With
// one player and without chance, the search follows the best line that it has found, [Result.Best].
//
// In a [SimultaneousGame] each player chooses by its own statistics, and [Search.Run] returns an
// action for Budget.Player. The best play may be a mixed strategy. [policy.UCT] finds good actions
// but not the mixed strategy of an equilibrium; [policy.Exp3] and [policy.RegretMatching]
// approximate it. To play it, sample an action by the normalized visits of Result.Children.
// Result.Action is always the same action.
//
// # Hidden information
//
// A state holds everything, such as the cards of all players. In a game with a [Determinizer],
// [New] asks for Config.Hidden, and the search replaces what the player cannot see by
// determinizations. An [ISMCTS] walks with many of them through one tree, of what the players know.
// In each tree of an [Ensemble], the player acts as if it knew the determinization, and may prefer
// an action that is good in every determinization for a different reason (strategy fusion). Which
// of the two is stronger depends on the game.
//
// # Limits
//
// The tree takes 12 bytes per edge, plus the size of an action, and as much as one edge per node,
// in chunks of 16,384 edges. It holds no pointers, unless the action type does, and no states.
// Config.MaxNodes and Config.MaxBytes bound it; a full tree is searched without growing. A
// simulation allocates no memory once the tree has the room. A state has at most 16,382 actions,
// and a node at most 2^32-1 visits. Transpositions are separate nodes. A playout that does not end
// within 2^20 plies is an error, unless Config.MaxPlies cuts it off.
//
// # Concurrency
//
// One goroutine at a time may use a [Search]; [Search.Run] returns [ErrBusy] if another one is
// using it. The exception is [Search.Inspect], by which any goroutine can look at a search between
// two batches of its simulations; package inspect shows it in a web page. A search starts
// goroutines only if Config.Parallel says so, and none of them outlives Run. In profiles they have
// the label banyan_worker. Several searches may share a game and a Config.
//
// # Determinism
//
// If the budget counts simulations, equal seeds and equal calls give equal results on every
// machine: random numbers come from package rng, and floating-point expressions are rounded
// explicitly. This holds for every kind of [Parallel] except TreeParallel, whatever the number of
// workers; RootParallel needs a fixed number of trees. A search that a clock or a context ends is
// as reproducible as these are.
//
// # Files
//
// simulate.go is one simulation. Its steps are in these files:
//
//	select.go    the walk down the tree
//	expand.go    a block of actions for a new node
//	evaluate.go  the value of the leaf: the end of the game, a prediction or a playout
//	backup.go    statistics along the path, and then what features keep
//
// A Run begins in search.go: prepare.go sets the root, run.go runs simulations until a limit is
// reached, final.go picks the final action, and result.go reports. inspect.go lets other goroutines
// look. advance.go keeps a part of the tree for the next Run; node.go is a view of it.
//
// worker.go puts together what a Config asks for, and compatible.go refuses what is incompatible.
// parallel.go defines the scheduler of simulations; parallel_batch.go and parallel_tree.go have the
// schedulers of [Parallel]. A file that is named after a setting, such as solver.go or
// similarity.go, has its fields and what the feature needs of states and actions.
//
// The tree, the choice of a child, playouts and most features are packages in the folder internal,
// most of which know neither states nor actions. docs/internals/overview.md has a picture of them,
// and docs/internals/changing.md shows where to change the selection and the backup, and how to add
// data per edge.
package mcts
