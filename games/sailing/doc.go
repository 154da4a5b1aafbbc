// Package sailing implements the sailing domain, a stochastic shortest path with known values, for
// one player. Searches for decisions under uncertainty have been compared on it (Péret and Garcia,
// "On-Line Search for Solving Markov Decision Processes via Heuristic Sampling", ECAI 2004; Kocsis
// and Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006). It comes from R. Vanderbei's
// "Optimal Sailing Strategies" (Princeton University, 1996).
//
// # Rules
//
// A lake has 8x8 places, or as many as its [Config] says. A boat sails from the lower left corner
// to the upper right one, in legs to one of the eight neighbors of its place. It cannot sail
// straight into the wind, nor off the lake. After each leg, the wind turns by 45 degrees to the
// left with probability 0.3 and to the right with 0.3, and stays with 0.4.
//
// A leg costs 1 to 4, by the angle between its heading and the direction in which the wind blows:
//
//	0    before the wind   1
//	45   broad reach       2
//	90   beam reach        3
//	135  close-hauled      4
//
// A diagonal leg is longer and costs sqrt(2) times as much. If the wind comes from another side
// than on the leg before, from port or from starboard, the leg costs 3 more. Before the wind, it
// comes from neither side, and such a leg and the one after it cost nothing more.
//
// The game is over at the goal, and after 30 legs, or as many as the [Config] sets. A boat that is
// not at the goal then incurs a [Penalty] of 30. The limit and the penalty are additions to the
// domain of the papers, so that games end.
//
// # Two kinds of chance
//
// [Game] lists the three outcomes of chance and is a [game.ChanceGame]. [Sampled] has the same
// rules, states and actions, but can only draw an outcome and is a [game.SamplingGame]: a simulator
// of the lake, as the papers have it.
//
// # Exact values
//
// [Game.Solve] computes the best mean return of every state and action by backward induction over
// the legs: for 8x8 places in some milliseconds. The regret of an action is what it costs in the
// mean.
//
//	exact := g.Solve()
//	s := g.RandomStart(r)
//	...
//	regret := exact.Regret(&s, action)
//
// From the start of the zero Game, the best play has a mean cost of 31.2, and a boat with uniformly
// random headings 163. The mean over all starts of RandomStart is 18.8.
//
// # Optional interfaces
//
//	game.ChanceGame     the wind, of Game
//	game.SamplingGame   the wind, of Sampled
//	game.Rewarder       minus the cost of a leg
//	game.Playouter      uniform playouts
//	game.Sampler        a random heading, or a turn of the wind
//	game.Indexer        8 headings and 3 turns of the wind
//	game.Hasher         all of the state but the cost of the last leg
//
// A [State] has 7 bytes. No method allocates, except Solve and those that make text. A Game may be
// shared by goroutines, and so may an [Exact].
package sailing
