// Package nogo states the rules of NoGo, on any board up to 19x19 and with any set of hollow points.
//
// Black and White take turns placing a stone on an empty point. Stones never leave the board: a stone that would
// take the last liberty of its own group (suicide) or of an opponent's group (capture) is illegal, and nobody may
// pass. Who cannot move loses, so there are no draws.
//
//	g := nogo.Hollow9 // 9x9 with eight hollow points; nogo.Game{} is the plain 9x9
//	s := g.Start()
//	p, err := g.Parse("E5")
//	if err == nil {
//		err = g.Legal(&s, p) // nil, or says why not
//	}
//	if err == nil {
//		g.Apply(&s, p)
//	}
//	fmt.Print(g.Text(&s))
//
// A hollow point is a hole in the board: it cannot be played and is nobody's liberty, like the space beyond the
// border. A [Game] is immutable and may be shared by goroutines; a [State] belongs to one of them.
//
// The methods that a search calls allocate nothing. [Game.Playout] rests on a law of the game: a point that is
// illegal for a player stays illegal for that player.
package nogo
