package rng_test

import (
	"fmt"

	"github.com/banyan-go/banyan/rng"
)

// The same seed gives the same numbers on every machine. Split begins another stream, for another
// purpose.
func Example() {
	dice := rng.New(1)
	cards := dice.Split()
	fmt.Println(1+dice.IntN(6), 1+dice.IntN(6), 1+dice.IntN(6))
	hand := []string{"ace", "king", "queen", "jack"}
	cards.Shuffle(len(hand), func(i, j int) { hand[i], hand[j] = hand[j], hand[i] })
	fmt.Println(hand)
	// Output:
	// 3 3 6
	// [king ace queen jack]
}
