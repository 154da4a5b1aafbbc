// Package policy holds the decisions that a search makes from statistics: which child to walk to,
// what to play after the leaf, what a result is worth on the way back, and which action to answer
// with. It knows no game and no tree; package mcts calls it.
//
//	cfg := mcts.Config{
//		Selection: policy.UCT{C: 0.7},
//		Final:     policy.SecureChild{},
//	}
//
// What there is, and when to use it:
//
//	Selection  UCT              the default; tune C to the game, 0.4 to sqrt 2
//	           UCB1Tuned        no constant to tune; slower, eight bytes more per edge
//	           Exp3             for simultaneous moves: learns a mix near the equilibrium; eight bytes more per edge
//	           RegretMatching   the same, on any scale of returns
//	Playout    Uniform          the default; any legal action with equal probability
//	           MAST             learns what each action is worth; where some actions are good almost everywhere
//	           NST              learns sequences of actions, too; where it matters what was played just before
//	           LGRF             repeats the last good reply, and asks another policy where it knows none
//	           Mix              the one policy or the other, by chance
//	Rule       EpsilonGreedy    the default of MAST and NST; mostly the best action, at times any
//	           Gibbs            all by their scores; gentler where scores are close, and slower
//	           Greedy           always the best; too narrow alone, for a part of Mix
//	Backup     Average          the default; the mean of the returns
//	           TurnDiscount         fast wins first, by turns; and slow losses, if they count less than nothing
//	           PlyDiscount      fast results first, by plies
//	Final      RobustChild      the default; the most visits
//	           SecureChild      a lower confidence bound; like RobustChild, and sees a late refutation sooner
//	           MaxRobustChild   searches on while the most visited action is not also the best
//	           MaxChild         the highest mean; for comparison
//
// Playout policies that learn cost time in every ply, and what they learn may mislead: compare with
// Uniform, at the time per move that you have. Decay says how they forget; Traces is how several
// workers learn from each other. Policies that look at the state itself are mcts.PlayoutFunc and
// mcts.DecisiveMoves; docs/adding-a-policy.md shows how to write others.
//
// A strategy is a small value that never changes: the search makes what it learns from it, so one
// value may serve many searches at the same time. Any type with the right method is a strategy; one
// with a Validate method is asked by mcts.New whether its parameters make sense.
//
// Decisions are deterministic: floating-point expressions are rounded explicitly, so that they come
// out the same on every processor, and random choices come from the stream that the search passes.
package policy
