// Package gtp is the command gtp of the program: an engine for other programs. It speaks the Go
// Text Protocol, version 2 (G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft
// 2", 2002), over its standard input and output. It plays the bundled games of two players on a
// board of squares or points.
//
//	go run ./cmd/banyan gtp -game nogo -board hollow9 -parallel root -workers 2 -time 40s
//	go run ./cmd/banyan gtp -game connect4 -time 5m+3s -player time=expected+stop,f=2 -ponder
//	go run ./cmd/banyan gtp -game breakthrough -gogui
//
// The flag -help lists the flags.
//
// # Commands
//
// The games are not Go, so some commands have a special meaning:
//
//   - A color is the player of that name. In Connect Four and tic-tac-toe, Black is X. Black moves
//     first, except in Breakthrough and its relatives, where White does. A move of the color that
//     is not to move is refused, because these games have no such positions.
//   - In NoGo playouts take the points first that both players may take, unless -player has another
//     playout or a parameter that needs the single plies of playouts.
//   - Vertices are as in Go, so there is no column I and row 1 is the lowest. In Connect Four it is
//     the square that the disc falls to, like D1, or the column alone. In Breakthrough,
//     Knightthrough and Pawn Whopping it is two squares, like a2-b3. In Othello the names of the
//     squares are the usual ones, d3 is D3, and a program for Go shows the board upside down.
//   - A pass is legal where the game has one. When the game is over, genmove answers resign if the
//     color has lost, and otherwise pass.
//   - boardsize takes a width and optionally a height, and rectangular_boardsize both. The size of
//     a board that is not a square is the larger of the two.
//   - komi is accepted and has no effect.
//   - final_score is B+1 or W+1, or 0 for a draw. Before the end of the game there is no score.
//   - banyan-analyze searches like genmove, or with a number of simulations, and answers JSON, one
//     object per line: first the search, then each action of the root that was visited.
//
// The answer to a line that is malformed or asks for an illegal action is an error, and the line
// changes nothing. Only quit and the end of the input end the program.
//
// # GoGui
//
// GoGui shows and referees the games by the commands gogui-rules_game_id, _board, _board_size,
// _board_gfx, _legal_moves, _side_to_move and _final_result. Its board is a square of stones: the
// stones of Connect Four and the pieces of Breakthrough are Black's and White's, and points that
// are not on the board, or are hollow, are gray if GoGui knows gogui-rules_board_gfx.
//
// A move of GoGui is one vertex. With -gogui, a move of Breakthrough and its relatives is therefore
// entered, and answered, as two moves of the same color:
//
//	play W A2                    the origin
//	gogui-rules_legal_moves
//	= A3 B3                      the targets
//	play W B3
//
// undo takes back one of the two. Without -gogui the commands show these games, but moves cannot be
// clicked. With it searches also draw on the board while they run, by lines on the standard error.
//
// The menu of gogui-analyze_commands has banyan-gfx, which labels each point with its share of the
// visits in percent and gives it a square, black and large if Black wins there, and banyan-pv, the
// principal variation. Both take a number of simulations. Of a move from square to square
// banyan-gfx shows the chosen one only.
//
// # Viewers
//
// Viewers such as Sabaki, Lizzie and LizGoban follow a search by the commands of Leela Zero and
// KataGo:
//
//	lz-analyze, kata-analyze, analyze   [COLOR] [INTERVAL] [KEY VALUE]...
//	lz-genmove_analyze, kata-genmove_analyze, genmove_analyze
//
//	kata-genmove_analyze b 100 maxmoves 1
//	=
//	info move D1 visits 19342 winrate 0.618007 prior 0.142857 lcb 0.611137 order 0 pv D1 D2 D3 C1
//	play D1
//
// A line comes every INTERVAL hundredths of a second, or every second. The commands without genmove
// search until the next line of the controller, whatever it is. Values are for the color to move,
// out of 10000 in the commands of Leela Zero and fractions in the others:
//
//	winrate   the mean return; a draw is half a win
//	prior     as in the search, or if it has none, the same for all moves
//	lcb       the lower end of the 95% interval of Wilson around winrate
//	order     0 for the chosen move, and then by visits
//
// The keys are interval; maxmoves, the most moves of a line; and minmoves and ownership, which have
// no effect: all moves that were tried are listed, and these games have no territory. There are no
// scores. Moves are always whole, so viewers of Go cannot show those from square to square.
package gtp

import (
	"context"
	"io"

	"github.com/banyan-go/banyan/console/cli"
)

// Run executes the command and returns its exit status.
func Run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	o, err := parseOptions(args, errs)
	if err != nil {
		return cli.Status("gtp", err, errs)
	}
	p, err := o.open(ctx, o.settings)
	if err != nil {
		return cli.Status("gtp", err, errs)
	}
	if err = newServer(p, out).serve(ctx, in); ctx.Err() != nil {
		return cli.Done
	}
	return cli.End("gtp", err, errs)
}
