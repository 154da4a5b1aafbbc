// Package game is the contract of a game: what its author writes, and what everything that plays
// games may ask of it.
//
// A game is a type with the five methods of [Game] over a state S and an action A:
//
//	NumPlayers() int
//	ToMove(s *S) int
//	AppendActions(dst []A, s *S) []A
//	Apply(s *S, a A)
//	Returns(s *S, out []float64)
//
// Whoever searches such a game imports package mcts, which has the names of this package, too.
// Programs that play games in other ways make [Rules] and use [Rules.Choices], [Rules.Play] and
// [Rules.Draw], which know chance and simultaneous moves.
//
// A game may have further interfaces. [Interfaces] is their table, and [Describe] lists which of
// them a game has:
//
//   - game.go: what the rules call for: [Copier], [ChanceGame], [SamplingGame],
//     [SimultaneousGame], [Rewarder], [Passer], [Determinizer], [Informer], [TurnCounter]
//   - speed.go: what makes a search faster: [Indexer], [IndexLister], [Playouter],
//     [PlayoutRecorder], [ScorePlayouter], [Sampler]
//   - knowledge.go: what the game knows about itself: [ReturnRanger], [Evaluator], [Winner],
//     [Weigher], [Hasher], [CellBoard]
//   - show.go: how it is shown to people: [Starter], [Texter], [Illustrator], [Parser], [Referee],
//     [JointReferee], [PlayerNamer], [Viewer], [Teller]
//
// [Wrapper] is a game around another one, and [Supporter] a game that has fewer interfaces than
// methods. Package games/gametest is the conformance kit of the contract.
package game
