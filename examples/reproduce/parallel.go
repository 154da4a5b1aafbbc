package main

import "fmt"

// parallelModes gives a player several playouts from each leaf, or several trees, as if they took
// no extra time. A serial search with as many simulations is the control.
var parallelModes = group{
	key: "parallel",
	experiment: experiment{
		topic:   parallel,
		paper:   "Chaslot, Winands and van den Herik, \"Parallel Monte-Carlo Tree Search\", 2008",
		setting: "13x13 Go against GNU Go, 1 s an action; the published rates are converted to a match against the serial search",
		claim:   "Root parallelization makes a search stronger. Leaf parallelization hardly does, and gains less with every thread.",
		b:       "sims=1000",
		games:   300,
	},
	rows: parallelRows(),
}

// chaslot holds the published win rates against the same opponent, GNU Go, by the number of
// threads. A serial search wins 26.7 %.
var chaslot = []struct {
	threads    int
	leaf, root float64
}{{2, 0.268, 0.380}, {4, 0.320, 0.468}, {16, 0.365, 0.565}}

// head returns the win rate that the Elo model expects in a match against the serial search.
func head(rate float64) float64 {
	const serial = 0.267
	odds := rate / (1 - rate) * (1 - serial) / serial
	return odds / (1 + odds)
}

func parallelRows() (rows []experiment) {
	for _, g := range []struct{ short, game, c string }{
		{"nogo", "nogo", "c=0.25"}, {"c4", "connect4", "c=1.4142135623730951"},
	} {
		for _, p := range chaslot {
			n := p.threads
			row := func(mode, a string, published published) experiment {
				return experiment{
					name: fmt.Sprintf("%s-%s-%d", g.short, mode, n), label: fmt.Sprintf("%s, %d | %s", titles[g.game], n, mode), game: g.game, both: g.c,
					a: fmt.Sprintf("%ssims=%d", a, 1000*n), published: published,
				}
			}
			rows = append(rows,
				row("root", fmt.Sprintf("parallel=root,trees=%d,workers=1,", n), rate(head(p.root))),
				row("leaf", fmt.Sprintf("parallel=leaf,playouts=%d,workers=1,", n), rate(head(p.leaf))),
				row("serial", "", published{}),
			)
		}
	}
	return rows
}

// parallelOthers plays parallel modes against each other.
var parallelOthers = group{
	key: "parallel-others",
	experiment: experiment{
		topic: parallel,
		paper: "Soejima, Kishimoto and Watanabe, \"Evaluating Root Parallelization in Go\", 2010",
		claim: "Trees that vote are stronger than trees whose visits are summed.",
		games: 300,
	},
	rows: []experiment{
		{name: "nogo-majority", label: "four trees of 1,000 that vote, against their sum", game: "nogo", a: "parallel=root,trees=4,workers=1,merge=majority,sims=4000", b: "parallel=root,trees=4,workers=1,sims=4000", both: "c=0.25", published: better},
		{name: "c4-majority", label: "four trees of 1,000 that vote, against their sum", game: "connect4", a: "parallel=root,trees=4,workers=1,merge=majority,sims=4000", b: "parallel=root,trees=4,workers=1,sims=4000", both: "c=1.4142135623730951", published: better},
		{name: "nogo-majority-16", label: "sixteen trees of 1,000 that vote, against their sum", game: "nogo", a: "parallel=root,trees=16,workers=1,merge=majority,sims=16000", b: "parallel=root,trees=16,workers=1,sims=16000", both: "c=0.25", published: better},
		{name: "nogo-lockstep", label: "lock-step in batches of 16, against serial", game: "nogo", a: "parallel=lockstep,batch=16,workers=1,sims=2000", b: "sims=2000", both: "c=0.25"},
		{name: "c4-lockstep", label: "lock-step in batches of 16, against serial", game: "connect4", a: "parallel=lockstep,batch=16,workers=1,sims=2000", b: "sims=2000", both: "c=1.4142135623730951"},
	},
}
