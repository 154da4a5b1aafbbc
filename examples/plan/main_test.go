package main

import (
	"testing"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/rng"
)

// The rules keep the contract of a game.
func TestConformance(t *testing.T) {
	r, g := rng.New(1), town{}
	for range 4 {
		g.customers = append(g.customers, customer{100 * r.Float64(), 100 * r.Float64(), 300, 10})
	}
	gametest.Run(t, g, van{left: 15})
}

// Example prints what both drivers earn.
func Example() {
	main()
	// Output:
	// the nearest customer first earns 455 a day, a search 491
}
