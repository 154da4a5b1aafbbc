package sailing_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/sailing"
)

// The regrets of all headings at the start: what each of them costs in the mean, if the best play
// follows.
func Example() {
	g := sailing.Game{}
	exact, s := g.Solve(), g.Start()
	fmt.Printf("value %.2f\n", exact.Value(&s))
	for _, a := range g.AppendActions(nil, &s) {
		fmt.Printf("%v %.2f\n", a, exact.Regret(&s, a))
	}
	// Output:
	// value -31.20
	// N 1.66
	// NE 0.00
	// E 1.36
}
