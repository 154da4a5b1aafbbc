// Package gametest is the conformance kit for games. It checks by random play that a game keeps the
// contract of [game.Game] and of the optional interfaces that it implements.
//
// # Use
//
// One test checks all laws:
//
//	func TestConformance(t *testing.T) {
//		gametest.Run(t, mygame.Game{}, mygame.Game{}.Start())
//	}
//
// The kit cannot know the rules of a game. Other functions help to test these:
//
//	Run, Test            the laws below; Run reports to a test, Test returns an error
//	Each, TestEach       a custom law, at the positions of random games
//	Positions            these positions, to look for some of a kind
//	Play, States         the state after a script of bytes, for fuzzing and for rapid
//	Trees                whole random games with known values, for tests of programs that play games
//	Hidden, TestHidden   the laws of Determinize, InformationState and Tell, against a view of
//	                     each player
//	Posterior            the probabilities of Determinize, in small games; TestPosterior returns
//	                     an error
//	Blind, TestBlind     decisions of a player that do not depend on hidden information
//	Perft                numbers of action sequences, to compare with published counts
//	Playthrough          the text of one game, to keep as a golden file
//	UniformReturns       the exact mean returns of uniform play, for small games
//	PlayoutMean          compares the mean of Playout with UniformReturns
//
// # Findings
//
// Run and [Test] play up to 200 seeded games and check every position of the first 4000 plies.
// Equal games have equal findings. Optional interfaces are found as by [game.NewRules], so none are
// checked that a [game.Supporter] switches off. A finding names the law, what was observed, and the
// seed and the actions that lead to the position:
//
//	gametest: legal: Legal accepts 3, which is not listed (seed 0, after 2: 3 1)
//
// [Playthrough] with that seed plays the same game. Each law is reported at most three times.
//
// # Laws
//
// The laws of every game, by the name that a finding carries:
//
//	start        the start is not terminal
//	players      NumPlayers is at least 1 and constant
//	mover        ToMove is a player, Chance in a ChanceGame or a SamplingGame, or Simultaneous in a
//	             SimultaneousGame, and the same when it is called again
//	distinct     AppendActions, and AppendPlayerActions for each player, list no action twice, and
//	             none that is not equal to itself
//	order        AppendActions and AppendPlayerActions return the same list for the same state
//	append       AppendActions, AppendPlayerActions and AppendOutcomes append to dst and keep its
//	             elements; what AppendActions and AppendOutcomes return belongs to the caller
//	read-only    only Apply, ApplyJoint and Playout change their state
//	apply        Apply and ApplyJoint make equal states from equal states
//	copy         a copy equals its original and shares nothing with it that Apply changes; Copy also
//	             works on an earlier copy
//	goroutines   games played by several goroutines go as they go alone
//	ends         every game ends within 100,000 plies
//	returns      Returns writes every element, finite and within 1e30, and the same values again
//	panic        no method panics
//
// The laws of optional interfaces:
//
//	outcomes         ChanceGame        outcomes are distinct and stable, with probabilities that are
//	                                   not negative and sum to 1
//	sample           SamplingGame      equal streams give equal outcomes and continue equally, and Apply
//	                                   plays each outcome, with nothing random left
//	rewards          Rewarder          Rewards writes every element, finite and within 1e30; it
//	                                   depends on the state and on nothing that was played elsewhere,
//	                                   and is the same for a copy and after an equal ply
//	range            ReturnRanger      the returns of games and playouts, rewards included, are in
//	                                   the range
//	joint            SimultaneousGame  every player has an action; ApplyJoint neither writes to
//	                                   joint nor keeps it
//	index            Indexer           ActionIndex is in range, stable, and different for different
//	                                   actions
//	index-list       IndexLister       AppendIndices lists the numbers of the legal actions in their
//	                                   order; these alone are legal, and IndexAction finds the
//	                                   actions
//	scores           ScorePlayouter    ScorePlayout plays legal actions to the end, the best by score
//	                                   if epsilon is 0, and any if it is not
//	pass             Passer            IsPass is stable
//	hash             Hasher            equal states have equal hashes; states of the same hash have
//	                                   the same player to move, actions in the same order, outcomes
//	                                   and probabilities, and the same rewards and returns after the
//	                                   same plies
//	cells            CellBoard         AppendCells appends a constant number of cells, and equal
//	                                   cells for equal states
//	playout          Playouter         Playout writes valid returns, the same for the same stream;
//	                                   at a terminal state, equal to Returns
//	playout-mean     Playouter         the means of the returns, of their squares and, with Turn,
//	                                   of the last turn match uniform play at 28 states,
//	                                   most of them shortly before an end; with the rewards from
//	                                   the state on
//	record           PlayoutRecorder   RecordPlayout is Playout with the same stream, and what it
//	                                   appends leads to the same end; not in games with chance or
//	                                   simultaneous moves
//	sampler          Sampler           RandomAction returns a legal action, or false at a terminal
//	                                   state
//	sampler-uniform  Sampler           RandomAction is uniform; outcomes have their probabilities
//	winner           Winner            WinningAction finds an action that wins at once, the same one
//	                                   again, if there is one; a win is the greatest return of a
//	                                   ReturnRanger, and otherwise 1
//	weigh            Weigher           Weigh writes a finite weight >= 0 for each action, not all
//	                                   zero, the same in every order of the actions
//	evaluate         Evaluator         Evaluate writes every element, finite and within 1e30, and
//	                                   the same values again
//	turn             TurnCounter       Turn is the same for equal states and does not fall along a
//	                                   game; Playout leaves the terminal state of its returns
//
// The laws of methods for people, which the kit finds by their signatures:
//
//	text    Text(*S) string              returns the same text for the same state
//	parse   Parse(string) (A, error)     reads an action as fmt.Sprint prints it: write it
//	                                     together with the method String of the action
//	legal   Legal(*S, A) error           accepts the legal actions, and refuses actions of other
//	                                     positions that are illegal here
//	legal   LegalFor(*S, int, A) error   does the same for one player at a simultaneous-move node
//
// Random games of a large board seldom meet a position twice. For the law of hashes, the kit also
// plays the plies of short lines in every order in which they are legal, and looks for ways back to
// a position. It does not compare texts, which may show the past.
//
// At a simultaneous-move node the kit draws an action uniformly for each player, and does not call
// RandomAction.
//
// States are compared field by field, including unexported fields. A nil slice or map equals an
// empty one. Scratch memory does not belong in a state.
//
// Run also logs which returns the games had, for go test -v, and the unit of the constants of
// strategies that follows.
//
// # Limits
//
// The kit cannot stop a method that never returns. Data that games share by mistake show under the
// race detector.
package gametest
