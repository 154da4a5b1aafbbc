// Package policytest is the conformance kit for strategies. It checks on random nodes, simulations
// and lists of actions that a strategy fulfils the contract of its interface, and of the optional
// interfaces that it implements.
//
//	func TestConformance(t *testing.T) {
//		policytest.Selection(t, MySelection{C: 0.7})
//		policytest.Playout(t, MyPlayout{})
//	}
//
// It cannot verify that a strategy chooses well. For that, write the definition a second time, as
// plainly as you can, and compare the two on generated input:
//
//	Selection    a policy.Selection, MixedSelection, Perturber or AMAFReader; at Nodes
//	Playout      a policy.Playout and the Chooser that it makes; with Choices and Traces
//	Backup       a policy.Backup; with Paths
//	Final        a policy.Final; with Candidates
//	Rule         a policy.Rule; with Scores
//	Needs        any strategy: its parameters, and what it needs
//	Claims       laws that not every strategy has: Scales and Symmetric
//
// # Laws
//
// A failure names the law, what was observed and the input, which [pgregory.net/rapid] has made as
// small as it could:
//
//	validate     Validate accepts the parameters
//	needs        Needs is always the same set, of what there is for such a strategy
//	range        an index is one of the list
//	read-only    what belongs to the search is not written
//	repeat       equal input and equal random numbers give an equal choice
//	forgets      input that was seen before, and has been overwritten, does not matter
//	goroutines   several goroutines get what one gets; with -race, without a data race
//	allocation   nothing is allocated
//	panic        no method panics
//
// The checks of some interfaces:
//
//	mixture      MixedSelection  Sample chooses a child with the probability that it reports
//	perturb      Perturber       Perturb writes numbers >= 0 that are not all zero, the same for
//	                             the same random numbers
//	switch       Switcher        Draw returns the index of a chooser, the same for the same random
//	                             numbers
//	reference    AMAFReader      ReferenceVisits is at least 1 and always the same
//
//	new          Playout         New makes a live policy for every number of players and actions
//	fresh        Playout         a new live policy has learned nothing from others
//	explore      Explorer        ExploreProbability is constant and in [0,1], and Choose is a draw
//	                             with that probability, and Exploit otherwise
//	scores       ScoreChooser    scores are numbers, and Exploit chooses one of the highest
//	save         Saver           UnmarshalBinary of what AppendBinary has appended makes a policy that
//	                             continues in the same way; damaged data is no panic
//	propose      Proposer        AppendProposals leaves what is in dst, and Choose chooses the
//	                             first proposal in the list, or as Fallback does
//
//	credit       Backup          Credit writes every value, a finite number
//	reserve      Deferring       Reserve is constant and in [0,1]
//	higher       Rule            a score is not picked more often than a higher one
//
// Those that are checked if they are claimed:
//
//	scale        Scales          the scaled strategy does the same with scaled returns
//	order        Symmetric       the order of the children, scores or players does not matter
//
// A live playout policy belongs to one worker, so for it "goroutines" means one policy for each,
// and "forgets" that it retains no part of a Choice or a Trace. It may allocate while its tables
// grow.
//
// # Limits
//
// There are no claims for playouts. Playouts made by mcts.PlayoutFunc, mcts.DecisiveMoves or
// mcts.WholePlayout play a game and cannot be checked without it. Probabilities are measured with
// fixed random numbers, so that no test fails by chance.
package policytest
