package catalog

import (
	"fmt"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/timing"
)

// horizons holds, by the name of the game and by ply, the expected number of own moves left: the
// means of a thousand games of self-play, as in Baier and Winands, "Time Management for Monte Carlo
// Tree Search", 2016. The command is
//
//	go run ./examples/tournament -game nogo -a sims=1000 -b sims=1001 \
//		-both selection=ucb1tuned -games 1000 -seed 7 -fit
//
// with 5000 and 5001 simulations for Connect Four, and 2000 and 2001 for Breakthrough 6x6.
var horizons = map[string]timing.Table{
	"connect4": {
		17.2, 16.7, 16.2, 15.7, 15.2, 14.7, 14.2, 13.7, 13.2, 12.7, 12.2, 11.7, 11.2, 10.7, 10.2, 9.8, 9.3, 8.9, 8.4,
		8.0, 7.6, 7.2, 6.8, 6.4, 5.9, 5.5, 5.0, 4.6, 4.1, 3.7, 3.2, 3.0, 2.5, 2.5, 2.1, 2.1, 1.8, 1.9, 1.5, 1.6, 1.0,
		1.0,
	},
	"nogo": {
		31.4, 30.9, 30.4, 29.9, 29.4, 28.9, 28.4, 27.9, 27.4, 26.9, 26.4, 25.9, 25.4, 24.9, 24.4, 23.9, 23.4,
		22.9, 22.4, 21.9, 21.4, 20.9, 20.4, 19.9, 19.4, 18.9, 18.4, 17.9, 17.4, 16.9, 16.4, 15.9, 15.4, 14.9,
		14.4, 13.9, 13.4, 12.9, 12.4, 11.9, 11.4, 10.9, 10.4, 9.9, 9.4, 8.9, 8.4, 7.9, 7.5, 6.9, 6.5, 5.9,
		5.5, 4.9, 4.5, 3.9, 3.5, 2.9, 2.5, 2.1, 1.7, 1.5, 1.3, 1.1, 1.1, 1.0, 1.0, 1.0,
	},
	"tictactoe": {
		4.3, 3.3, 3.3, 2.3, 2.3, 1.3, 1.3, 1.0, 1.0,
	},
	"breakthrough 6x6": {
		15.6, 15.1, 14.6, 14.1, 13.6, 13.1, 12.6, 12.1, 11.6, 11.1, 10.6, 10.1, 9.6, 9.2, 8.7, 8.3, 7.8, 7.4, 7.0,
		6.7, 6.3, 5.9, 5.5, 5.1, 4.8, 4.5, 4.2, 4.0, 3.8, 3.6, 3.4, 3.2, 2.9, 2.7, 2.6, 2.4, 2.3, 2.3, 2.2, 2.0, 2.1,
		2.0, 1.9, 1.8, 1.9, 1.7, 1.5, 1.2, 1.2, 1.0, 1.0,
	},
}

// withHorizon returns p with the table of the named game as its horizon. It is an error if the game
// has no table and p needs one.
func withHorizon(game string, p spec.Player) (spec.Player, error) {
	if !p.NeedsHorizon() {
		return p, nil
	}
	h, ok := horizons[game]
	if !ok {
		return p, fmt.Errorf("player %q: nothing is known of the length of games of %s; add moves=playout, "+
			"which divides the clock by half of the plies of a playout, or a plan such as time=basic", p, game)
	}
	return p.WithHorizon(timing.ByPly{Table: h}), nil
}
