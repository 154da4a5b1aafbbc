// Package mcts is Monte Carlo tree search for any game that states its rules in five methods.
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
//	search.Advance(result.Action) // the next Run goes on with what is known
//
// The files show the algorithm: search.go and loop.go run simulations until a limit is reached, and
// a simulation is the four steps of the textbook in select.go, expand.go, playout.go and backup.go.
// tree.go is where the tree lives. similarity.go makes boards that look alike count, trials.go
// finds out whether that pays. Of the modes of Parallel, forest.go is Root, batch.go and desk.go
// are Leaf and LockStep, shared.go, walk.go and ledger.go Tree. hidden.go and infoset.go deal what
// is hidden.
//
//	Game           five methods: the rules. Abilities beyond them (Indexer, Playouter, ...) are optional
//	Config         the strategies, from package policy, and the limits of the tree; zero is plain UCT
//	Parallel       how several goroutines share the work: Root, Leaf, LockStep, Tree
//	Hidden         what to do about hidden information: Ensemble, InformationSet
//	Similarity     boards that look alike count, by the codes of package similarity; PlayTrials says how near they are
//	Search         Run, Watch (Run with interim results), Advance, AdvanceJoint, Root, Roots, Reset, Check
//	Budget         the limits of one Run: simulations, time; a context ends it as well
//	Result         the action, the statistics of all actions, the principal variation, and what ended the search
//	Node           a view of the tree, with WriteDOT and WriteJSON to look at it
//
// # Values
//
// Results are a number per player. Every node records who chooses there, and an edge holds the mean
// of what its simulations were worth to the one who chose it: nothing assumes two players,
// alternating turns or a sum of zero.
//
// Where all players choose at the same time (SimultaneousGame), each chooses by statistics of their
// own, and a Run answers for Config.Player. The best answer is often a mix: UCT finds good actions,
// but not the mix of an equilibrium, for which there are policy.Exp3 and policy.RegretMatching.
// Then draw an action by the shares of visits of Result.Children, instead of Result.Action, which
// is the same every time.
//
// # Hidden information
//
// A state holds all cards, and a plain search looks at them. With Config.Hidden it does not: what
// the player to move cannot see is drawn anew, by the game's Determinizer. An Ensemble grows many
// trees that know one deal each, and is the first thing to try; it takes several workers. An
// InformationSet grows one tree for all deals, which costs more per simulation, and does not take
// an action for good that is good in every deal but for another reason each time.
//
// # Memory
//
// The tree takes 16 bytes per edge and the size of an action, in steps of 16,384 edges; it holds no
// pointers and no states. Config.MaxNodes and MaxBytes limit it. A simulation allocates nothing
// once the tree has the room.
//
// # Concurrency and determinism
//
// A Search is for one goroutine at a time; ErrBusy says where a program mixes that up. It starts no
// goroutines, unless Config.Parallel says so, and then none outlives Run; they have the label
// banyan_worker in profiles. With a budget of simulations, equal seeds and equal calls give equal
// results on every machine: the random numbers are of this module, and floating-point expressions
// are rounded explicitly. That holds for all modes but Tree, whatever the number of workers; for
// Root with a given number of trees. What the clock or the context ends is as reproducible as they
// are.
package mcts
