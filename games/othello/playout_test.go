package othello_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
)

func TestScorePlayoutIsPlyByPly(t *testing.T) {
	passes := 0
	for _, size := range []int{4, 6, 8} {
		for _, epsilon := range []float64{0, 0.4, 1} {
			t.Run(fmt.Sprint(size, epsilon), func(t *testing.T) {
				g := sized(t, size)
				for seed := range uint64(50) {
					passes += testkit.CheckScorePlayout(t, g, epsilon, seed)
				}
			})
		}
	}
	require.Positive(t, passes)
}
