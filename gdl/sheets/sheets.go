// Package sheets provides rule sheets for package gdl.
package sheets

import "embed"

// Files has the sheets, by names such as tictactoe.kif:
//
//	breakthrough.kif    8 x 8
//	breakthrough6.kif   6 x 6
//	checkers.kif        8 x 8
//	connectfive.kif     8 x 8
//	connectfour.kif     7 columns, 6 rows
//	connectfour8.kif    8 columns, 6 rows
//	freeforall.kif      7 x 7
//	goldenrectangle.kif 7 columns, 8 rows
//	knightthrough.kif   8 x 8
//	lamps.kif           a puzzle for one player
//	othello.kif         8 x 8
//	pawnwhopping.kif    8 x 8
//	sheepandwolf.kif    8 x 8
//	tictactoe.kif
//	trap.kif            simultaneous moves
//	ttcc4.kif           7 x 7, three players
//	ttcc4duel.kif       7 x 7, two players
//
//go:embed *.kif
var Files embed.FS
