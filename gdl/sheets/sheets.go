// Package sheets has rule sheets for package gdl.
package sheets

import "embed"

// Files has the sheets, by names such as tictactoe.kif:
//
//	breakthrough.kif   8 x 8
//	connectfour.kif    7 columns, 6 rows
//	tictactoe.kif
//
//go:embed *.kif
var Files embed.FS
