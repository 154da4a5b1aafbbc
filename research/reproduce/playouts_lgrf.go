package main

import (
	"slices"
	"strings"
)

// lgrf plays last good reply against its fallback alone.
var lgrf = group{
	key: "lgrf",
	experiment: experiment{
		topic: playouts,
		paper: tak,
		claim: "Last good reply with NST as fallback is about level with NST, and better in Breakthrough and Connect Five.",
		both:  cadia,
		sims:  1000, games: 200,
	},
	rows: slices.Concat(
		perGame("lgrf-nst", func(game string) experiment {
			return experiment{
				label: "NST, 1,000 simulations", a: repliesNST, b: nstGreedy, published: takRate(game, level),
			}
		}),
		perGame("lgrf-nst-10000", func(game string) experiment {
			return experiment{
				label: "NST, 10,000 simulations", a: repliesNST, b: nstGreedy, published: takRate(game, level),
				sims: 10000, games: 100,
			}
		}),
		ofGames([]string{"bt8", "c5", "othello"}, perGame("lgrf-nst-time", func(game string) experiment {
			return experiment{label: "NST, 50 ms", a: repliesNST, b: nstGreedy, published: takRate(game, level), time: "50ms", games: 100}
		})),
		perGame("lgrf-mast", func(string) experiment {
			return experiment{label: "MAST, 1,000 simulations", a: "playout=lgrf,fallback=mast,epsilon=0.4,decay=1", b: mastGreedy}
		}),
	),
}

// lgrfDefault plays last good reply with the defaults of the library, which suit NST better than
// the parameters of the paper.
var lgrfDefault = group{
	key: "lgrf-default",
	experiment: experiment{
		topic: playouts,
		claim: "Last good reply with NST against NST, both with the defaults of the library.",
		a:     "playout=lgrf,fallback=nst", b: "playout=nst",
		both:  cadia,
		games: 200,
	},
	rows: slices.Concat(
		perGame("lgrf-default", func(string) experiment { return experiment{label: "1,000 simulations", sims: 1000} }),
		perGame("lgrf-default-10000", func(string) experiment {
			return experiment{label: "10,000 simulations", sims: 10000, games: 100}
		}),
	),
}

// replyAlone asks why replies cost so much in Othello, where NST and MAST are strong: it plays
// replies without a policy that knows more, and NST with random actions in place of the replies.
var replyAlone = group{
	key: "reply-alone",
	experiment: experiment{
		topic: playouts,
		claim: "Where a reply says nothing about an action, it only takes the place of a better policy.",
		both:  cadia,
		sims:  1000, games: 200,
	},
	rows: append(
		perGame("lgrf-uniform", func(string) experiment {
			return experiment{label: "replies against uniform playouts", a: "playout=lgrf,fallback=uniform", b: "playout=uniform"}
		}),
		experiment{
			name: "lgrf-noise-othello", game: "othello",
			label: "NST with epsilon 0.62 against 0.4", a: "playout=nst,epsilon=0.62,decay=1", b: nstGreedy,
		},
	),
}

// takRate returns what is published on a game, if it is one of the paper's: inOthello for Othello,
// and better for Breakthrough and Connect Five.
func takRate(game string, inOthello published) published {
	switch {
	case game == "gomoku", strings.HasPrefix(game, "breakthrough"):
		return better
	case game == "othello":
		return inOthello
	}
	return published{}
}
