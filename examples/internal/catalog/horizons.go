package catalog

import "github.com/banyan-go/banyan/timing"

// horizons holds, by the name of the game and by ply, the expected number of own moves left: the
// means of a thousand games of self-play, as in Baier and Winands, "Time Management for Monte Carlo
// Tree Search", 2016. The command is
//
//	go run ./examples/tournament -game connect4 -a sims=5000 -b sims=5001 \
//		-both selection=ucb1tuned -games 1000 -seed 7 -fit
//
// and for Breakthrough the same with -game breakthrough -size 6x6 and 2000 and 2001 simulations.
var horizons = map[string]timing.Table{
	"connect4": {
		17.2, 16.7, 16.2, 15.7, 15.2, 14.7, 14.2, 13.7, 13.2, 12.7, 12.2, 11.7, 11.2, 10.7, 10.2, 9.8, 9.3, 8.9, 8.4,
		8.0, 7.6, 7.2, 6.8, 6.4, 5.9, 5.5, 5.0, 4.6, 4.1, 3.7, 3.2, 3.0, 2.5, 2.5, 2.1, 2.1, 1.8, 1.9, 1.5, 1.6, 1.0,
		1.0,
	},
	"breakthrough 6x6": {
		15.6, 15.1, 14.6, 14.1, 13.6, 13.1, 12.6, 12.1, 11.6, 11.1, 10.6, 10.1, 9.6, 9.2, 8.7, 8.3, 7.8, 7.4, 7.0,
		6.7, 6.3, 5.9, 5.5, 5.1, 4.8, 4.5, 4.2, 4.0, 3.8, 3.6, 3.4, 3.2, 2.9, 2.7, 2.6, 2.4, 2.3, 2.3, 2.2, 2.0, 2.1,
		2.0, 1.9, 1.8, 1.9, 1.7, 1.5, 1.2, 1.2, 1.0, 1.0,
	},
}
