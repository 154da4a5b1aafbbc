// Package sheet reads rule sheets in the Game Description Language (M. Genesereth, N. Love and B.
// Pell, "General Game Playing: Overview of the AAAI Competition", AI Magazine 26(2), 2005; N. Love
// et al., "General Game Playing: Game Description Language Specification", Stanford Logic Group
// LG-2006-01) and checks what can be seen without working out what follows from the rules.
//
// A [Sheet] is a list of rules, which are facts if they have no body. Relations of the language:
//
//	(role r)      r is a player
//	(base f)      f is a proposition of the state; not needed
//	(input r m)   r may ever have the move m; not needed
//	(init f)      f is true in the first state
//	(true f)      f is true in the current state
//	(does r m)    r makes the move m
//	(next f)      f is true in the next state
//	(legal r m)   r may make the move m
//	(goal r v)    r gets v, from 0 to 100
//	(terminal)    the game is over
package sheet
