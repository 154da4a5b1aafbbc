package table

import "github.com/banyan-go/banyan/cmd/banyan/bundled"

// Trials are the figures of trials of position similarity.
type Trials struct {
	Name        string // game, encoder with the bits, simulations and plies: "connect4 8x6 random16 250 10"
	Game        string
	Codes       string // the encoder of signatures
	Bits        int    // of random signatures; 0 for the default
	Simulations int    // of each move
	Plies       int    // of each game, at most
	Games       int
	Seed        uint64
	Mean        float64       // of the distances in the tree
	Spread      float64       // the mean of Deviations
	Advice      int           // the distance of signatures that the figures advise
	Hits        float64       // the share of new nodes that find similar positions
	Found       float64       // the mean number of positions that a new node finds
	Random      bundled.Shape // what random games are like; zero if none were played
	Shares      []float64     // of the positions at each distance in the tree
	Deviations  []float64     // of the shares, over the games
}
