// Package gametest is the conformance kit for games: it checks by random play that a game keeps the contract of
// mcts.Game and of the abilities that it has.
//
//	func TestRules(t *testing.T) {
//		gametest.Run(t, tictactoe.Game{}, tictactoe.Game{}.Start())
//	}
//
// Run and Test play up to 200 seeded games and check every position of the first 4000 plies. The same game
// gives the same findings. A finding names the law, and the seed and the actions that lead to the position;
// Playthrough with that seed plays the same game. Games whose methods panic are found as well.
//
// The laws, by the name that a finding carries:
//
//	start            the start is not terminal, for there would be nothing to test
//	players          NumPlayers is at least 1 and constant
//	mover            ToMove is a player, or Chance in a ChanceGame, or Simultaneous in a SimultaneousGame, and the same
//	                 when asked again
//	distinct         AppendActions, and AppendPlayerActions for one player, list no action twice
//	order            AppendActions and AppendPlayerActions give the same list for the same state
//	append           the three methods that append do so to dst, and leave what is there alone
//	read-only        no method but Apply, ApplyJoint and Playout changes its state
//	apply            Apply and ApplyJoint make equal states of equal states
//	copy             a copy is equal, shares nothing with its original, and may use old memory again
//	goroutines       games played at the same time go as they do alone
//	ends             every game ends within 100,000 plies
//	returns          Returns writes every element, finite and within 1e30, the same when asked again
//	outcomes         outcomes are distinct and stable, their probabilities are not negative and sum to 1
//	joint            where all choose, each has an action; ApplyJoint neither writes joint nor keeps it in the state
//	index            ActionIndex is in range, stable, and differs for different actions
//	pass             IsPass says the same of an action each time
//	hash             Hash is equal for equal states and differs for states that play differently
//	cells            AppendCells appends as many cells for every state, and the same ones for equal states
//	playout          Playout writes proper returns, the same for the same stream; those of Returns at the end
//	playout-mean     the mean returns of Playout, and their squares, are those of uniform play
//	sampler          RandomAction draws a legal action, and none from terminal states only
//	sampler-uniform  RandomAction draws uniformly, and outcomes by their probabilities
//	evaluate         Evaluate writes every element, finite and within 1e30, the same when asked again
//	text             Text gives the same text for the same state
//	parse            Parse reads what String of an action writes
//	legal            Legal accepts every legal action, and no action of other positions that is illegal here; where all
//	                 choose, LegalFor does
//	panic            no method panics
//
// The last laws are about methods for people, which are found by their signatures: Text(*S) string,
// Parse(string) (A, error), Legal(*S, A) error and LegalFor(*S, int, A) error of the game, where the int is the player,
// and String() string of the action.
//
// Where all players choose at the same time, the kit draws for each uniformly, and RandomAction is not asked.
//
// States are compared field by field, unexported ones too; a nil slice or map equals an empty one. So memory for
// scratch work does not belong in a state.
//
// Perft counts the sequences of actions, for games whose counts are published; UniformReturns and PlayoutMean say exactly
// what uniform play is worth where the tree of all games is small.
//
// Games that hide something have the method Determinize(*S, int, *rng.Rand), which deals anew what a player cannot see. Hidden
// checks it against a view of the player. Blind checks of a player, a rule or a search, that he decides by what he sees.
//
// The kit cannot stop a method that never returns. Run under the race detector, it also shows data that games
// share by mistake.
package gametest
