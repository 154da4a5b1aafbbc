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
				points = append(points, solitaire(g, newSearch(g, o, cfg), g.Start(), or(o.sims, 6000)/moves))
			}
		}
		text += fmt.Sprintf("samegame, %T: points %v; ", final, points)
	}
	return text
}

// solitaire plays a game of one player without chance to the end.
func solitaire[S any, A comparable](g mcts.Game[S, A], search *mcts.Search[S, A], s S, sims int) float64 {
	sum, out := 0.0, []float64{0}
	pays, _ := g.(mcts.Rewarder[S])
	for len(g.AppendActions(nil, &s)) > 0 {
		a := choose(search, &s, sims)
		g.Apply(&s, a)
		pays.Rewards(&s, out)
		sum += out[0]
		check(advance(search, a))
	}
	g.Returns(&s, out)
	return sum + out[0]
}
