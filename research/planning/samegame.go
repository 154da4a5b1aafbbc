package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/banyan-go/banyan/games/samegame"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// playSameGame plays the boards of a file with several seeds, in up to moves moves of equally many
// simulations, by visits and following the best line.
func playSameGame(o options) string {
	const moves = 60
	data, err := os.ReadFile(o.boards)
	check(err)
	boards, err := samegame.Read(bytes.NewReader(data))
	check(err)
	text := ""
	for _, final := range []policy.Final{policy.RobustChild{}, policy.BestLine{}} {
		var points sample
		for _, g := range boards {
			for n := range or(o.games, 5) {
				cfg := o.config(o.seed + uint64(n))
				cfg.Final = final
				if o.taboo {
					cfg.Playout = mcts.WholePlayout(g.TabooPlayout)
				}
				points.Add(playAlone(g, newSearch(g, o, cfg), g.Start(), nil, or(o.sims, 6000)/moves))
			}
		}
		text += fmt.Sprintf("samegame, %T: points %v; ", final, points)
	}
	return text
}
