package bundled

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/timing"
)

// horizons holds, by the name of the game and by ply, the expected number of own moves left: the
// means of a thousand games of self-play, as in Baier and Winands, "Time Management for Monte Carlo
// Tree Search", 2016. The command is
//
//	go run ./cmd/banyan match -game nogo -a sims=1000 -b sims=1001 \
//		-both selection=ucb1tuned -games 1000 -seed 7 -fit
//
// with 5000 and 5001 simulations for Connect Four, and 2000 and 2001 for Breakthrough 6x6; without
// -both for Goofspiel and Dots, in which players do not take turns or are more than two; and for
// Magic with trees=10,sims=50,playout=reduced, sims=51 for the other player, and 200 games; for Pig
// with prediction=evaluator,sims=200 and 201, and 300 games; and for Whist with
// hidden=infoset,sims=100 and 101, and 120 games. The games kuhn, leduc, liarsdice and sealed have
// those players and 1000 games. In dots-points, every game has 40 plies. Games of one player have
// no matches and no table.
var horizons = parseHorizons(horizonsText)

//go:embed horizons.txt
var horizonsText string

// parseHorizons reads a line for each game: its name, a colon, and what -fit writes. It panics at a
// mistake, because the text is a part of the program.
func parseHorizons(text string) map[string]timing.Table {
	tables := map[string]timing.Table{}
	for line := range strings.Lines(text) {
		name, numbers, _ := strings.Cut(line, ": ")
		for number := range strings.SplitSeq(strings.TrimSpace(numbers), ", ") {
			tables[name] = append(tables[name], must(strconv.ParseFloat(number, 64)))
		}
	}
	return tables
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
