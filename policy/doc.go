// Package policy provides the strategies of a search: which child a simulation walks to, what is
// played after the leaf, what a result counts for each player on the path, and which action is
// chosen at the end. It knows neither games nor trees; package mcts calls it.
//
//	cfg := mcts.Config{
//		Selection: policy.UCT{C: 0.7},
//		Final:     policy.SecureChild{},
//	}
//
// Contents:
//
//	Selection  UCT              the default; tune C to the game, between 0.4 and the square root of 2
//	           GRAVE, RAVE      much stronger where the value of an action stays much the same
//	           UCB1Tuned        no constant to tune; slower, eight bytes more per edge
//	           PUCT             follows the priors of the actions; if the game or a predictor has good ones
//	           Widening         restricts another one to the first actions, more of them as visits grow
//	           ImplicitMinimax  for games with an evaluation; four bytes more per edge
//	           Gumbel           at the root, with few simulations: sequential halving, by the priors of a predictor
//	           DirichletNoise   at the root, in self-play: noise on the priors
//	           Exp3             for simultaneous moves: learns a mixed strategy; eight bytes more per edge
//	           RegretMatching   the same, for returns of any scale
//	Playout    Uniform          the default; any legal action with equal probability
//	           MAST             learns the value of each action; if some actions are good almost everywhere
//	           NST              learns sequences of actions as well; if the preceding actions matter
//	           LGRF             repeats the last good reply; another policy chooses if there is none
//	           Mix              one of two policies, at random
//	           Adaptive         one of several policies per simulation; learns which, if you do not know your game
//	Rule       EpsilonGreedy    the default of MAST and NST; mostly the best action, sometimes any
//	           Gibbs            samples by score; gentler if scores are close, and slower
//	           Greedy           always the best action; too deterministic alone, useful in a Mix
//	Backup     Average          the default; the mean of the returns
//	           TurnDiscount     prefers fast wins, by turns, and slow losses if these count less than 0
//	           PlyDiscount      prefers fast results, by plies
//	Final      RobustChild      the default; the most visits
//	           SecureChild      the greatest lower confidence bound; notices a late refutation sooner
//	           MaxRobustChild   continues the search until the most visited action also has the best mean
//	           MaxChild         the greatest mean; for comparison
//	           Temperature      draws an action by its visits; for diverse games
//
// Playout policies that learn take time in every ply, and their tables may mislead. Compare them
// with [Uniform] at the time per move that you have. [Decay] lets them forget. mcts.PlayoutFunc and
// mcts.DecisiveMoves are playout policies that look at the state.
//
// # Writing a strategy
//
// Any type with the right method is a strategy; docs/custom-strategies.md has examples. A strategy
// is a small immutable value. The search makes from it whatever changes, so several searches may
// use the same value concurrently. These types are for strategies with special needs:
//
//	Needs, Requirer   fields of Node and Trace that are filled only if a strategy asks for them
//	Perturber         a Selection for the root that changes the priors there, once per Run
//	MixedSelection    a Selection that samples a child and reports the sampling probability
//	Learner           a playout policy that learns from finished simulations
//	Decayer           a playout policy that discounts what it has learned after each real move
//	Saver             a playout policy whose learned tables can be saved with a search
//	Switcher          a playout policy that plays each simulation by one of several others
//	Explorer          a playout policy that sometimes leaves the choice to the search
//	Deferring         a Final that may continue the search within a reserve of the budget
//	Candidates        the root actions that a Final picks from, with bounds and priors
//	Validator         a strategy that checks its parameters when mcts.New is called
//
// # Determinism
//
// Decisions are deterministic. Floating-point expressions are rounded explicitly, so they give the
// same result on every processor, and random choices come from the stream that the search passes.
package policy
