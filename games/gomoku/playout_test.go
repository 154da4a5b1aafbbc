package gomoku_test

import (
	"fmt"
	"testing"

	"github.com/banyan-go/banyan/internal/testkit"
)

func TestScorePlayoutIsPlyByPly(t *testing.T) {
	for _, c := range []size{{8, 8, 5}, {3, 3, 3}, {11, 6, 4}} {
		for _, epsilon := range []float64{0, 0.4, 1} {
			t.Run(fmt.Sprint(c, epsilon), func(t *testing.T) {
				g := sized(t, c)
				for seed := range uint64(100) {
					testkit.CheckScorePlayout(t, g, epsilon, seed)
				}
			})
		}
	}
}
