package goofspiel_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/goofspiel"
)

func Example() {
	g, err := goofspiel.New(2, 5, goofspiel.Descending)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := g.Start()
	for _, bids := range [][2]string{{"5", "4"}, {"2", "3"}} {
		joint := make([]goofspiel.Card, g.NumPlayers())
		for player, text := range bids {
			a, err := g.Parse(text)
			if err == nil {
				err = g.LegalFor(&s, player, a)
			}
			if err != nil {
				fmt.Println(err)
				return
			}
			joint[player] = a
		}
		g.ApplyJoint(&s, joint)
	}
	fmt.Print(g.Text(&s))
	fmt.Println(g.LegalFor(&s, 1, 4))
	// Output:
	// Prize 3, then 1 2
	// Player 1:  5 points, cards 1 3 4
	// Player 2:  4 points, cards 1 2 5
	// Player 2 has no card 4: bid one of the cards 1 2 5
}
