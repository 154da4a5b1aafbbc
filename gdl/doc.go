// Package gdl makes games of rule sheets in the Game Description Language, the language of general
// game playing (M. Genesereth, N. Love and B. Pell, "General Game Playing: Overview of the AAAI
// Competition", AI Magazine 26(2), 2005).
//
//	text, err := os.ReadFile("tictactoe.kif")
//	...
//	g, err := gdl.Load(ctx, text, gdl.Limits{})
//	...
//	search, err := mcts.New(g, mcts.Config{})
//	...
//	s := g.Start()
//	result, err := search.Run(ctx, &s, mcts.Budget{Time: time.Second})
//
// # From a sheet to a game
//
// The rules are turned into rules without variables, and these into a network of logical gates, of
// which only what changes is followed from state to state. [Load] takes milliseconds for most
// sheets, and seconds for large ones. Its context and [Limits] bound it.
//
// # Players and moves
//
// The players are the roles of the sheet, in order, without a role random. That one is chance: each
// of its legal moves has the same probability. A goal from 0 to 100 is a return from 0 to 1.
//
// The language lets all roles move at once. Where at most one of them has a choice, that player is
// to move, and the forced moves of the others ("noop") are made without asking. Where several have
// one, the state is one of simultaneous moves. If the random games of [Load] show no such state,
// the players choose one after the other in those that occur later.
//
// A no-op ([game.Passer]) is a move that is the only one of its role while another player chooses,
// and that no role ever has together with another one. Random games determine which moves these
// are.
//
// An [Action] is a move of the sheet, such as (mark 1 3). It belongs to the game that made it.
//
// # Limits
//
// A sheet with the relation sees (GDL-II) is refused. A state that is not terminal and in which a
// role has no legal move, and an end in which a role has not exactly one goal, are errors of the
// sheet: Load returns them if they occur in some random games. Later, [Game.Next] returns them, and
// other methods panic.
//
// Random games that do not end are for a search with [mcts.Config.MaxPlies].
//
// A [Game] does not change, and several goroutines may use it. A [State] is for one.
package gdl
