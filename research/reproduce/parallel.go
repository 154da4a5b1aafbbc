package main

import "fmt"

// chaslot holds the published win rates against the same opponent, GNU Go, by the number of
// threads. A serial search wins 26.7 %.
var chaslot = []struct {
	threads          int
	leaf, root, tree float64 // tree: with a lock for each node and virtual loss
	playouts         int     // of leaf parallelization in the time of 1,000 of one thread
}{{2, 0.268, 0.380, 0.338, 1800}, {4, 0.320, 0.468, 0.402, 3300}, {16, 0.365, 0.565, 0.499, 7600}}

// head returns the win rate that the Elo model expects in a match against the serial search.
func head(rate float64) float64 {
	const serial = 0.267
	odds := rate / (1 - rate) * (1 - serial) / serial
	return odds / (1 + odds)
}

// parallelGames are the games of the experiments, with their constants.
var parallelGames = []struct{ short, game, c string }{
	{"nogo", "nogo", "c=0.25"}, {"c4", "connect4", "c=0.4"},
}

func parallelRows() (rows []experiment) {
	for _, g := range parallelGames {
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
				row("tree", fmt.Sprintf("parallel=tree,virtualloss=yes,workers=%d,", n), rate(head(p.tree))),
			)
		}
	}
	return rows
}

func causeRows() (rows []experiment) {
	for _, g := range parallelGames {
		for _, p := range chaslot {
			label := fmt.Sprintf("%s, %d | ", titles[g.game], p.threads)
			rows = append(rows, experiment{
				name: fmt.Sprintf("%s-waiting-%d", g.short, p.threads), label: label + "leaf, playouts as published", game: g.game, both: g.c,
				a: fmt.Sprintf("parallel=leaf,playouts=%d,workers=1,sims=%d", p.threads, p.playouts), b: "sims=1000",
			}, experiment{
				name: fmt.Sprintf("%s-trees-%d", g.short, p.threads), label: label + "root against serial", game: g.game, both: g.c,
				a: fmt.Sprintf("parallel=root,trees=%d,workers=1", p.threads), sims: 1000 * p.threads, published: rootAgainstSerial(p.threads),
			})
		}
	}
	for _, c := range []string{"0.02", "0.1"} { // The paper explains the gain by a constant that was too small.
		rows = append(rows, experiment{
			name: "c4-trees-4-c" + c, label: "Connect Four, 4, c = " + c + " | root against serial", game: "connect4", both: "c=" + c,
			a: "parallel=root,trees=4,workers=1", sims: 4000, published: better,
		})
	}
	return rows
}

// rootAgainstSerial returns the claim of the paper on several trees and one with as many
// simulations: two and four equal 3.0 and 6.5 times a serial search, and 16 equal 14.9.
func rootAgainstSerial(trees int) published {
	if trees == 16 {
		return level
	}
	return better
}
