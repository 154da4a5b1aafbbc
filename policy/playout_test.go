package policy

import "testing"

func TestUniform(t *testing.T) {
	c := newChooser(t, Uniform{}, Info{Players: 2})
	third := 1. / 3
	requireShares(t, []float64{third, third, third}, countChoices(c, Choice{Actions: []int32{7, 8, 9}}, 30_000))
}
