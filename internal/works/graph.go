package main

import (
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/games/sliding"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
)

// These searches are counted when they are named: their numbers are compared with each other, not
// with other checkouts, which may have no graphs.
func init() {
	for name, cfg := range map[string]mcts.Config{"tree": {}, "graph": {Graph: &mcts.Graph{}}, "mean": {Graph: &mcts.Graph{Mean: true}}} {
		more["tictactoe-"+name] = work(tictactoe.Game{}, tictactoe.Game{}.Start(), cfg)
		more["connect4-"+name] = work(connect4.Game{}, connect4.Game{}.Start(), cfg)
		more["breakthrough-"+name] = work(breakthrough.Game{}, breakthrough.Game{}.Start(), cfg)
		more["othello-"+name] = made(othello.New(8))(cfg)
		more["dots2-"+name] = made(dots.New(5, 5, 2))(cfg)
		more["dots-points-"+name] = work(dots.Points{}, dots.Points{}.Start(), cfg)
		more["8-puzzle-"+name] = work(sliding.Game{}, sliding.Game{}.Start(), cfg)
	}
}
