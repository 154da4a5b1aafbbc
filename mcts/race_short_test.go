package mcts

import "testing"

// raceShort reports whether the tests run under the race detector and are to be short.
func raceShort() bool { return raceEnabled && testing.Short() }

// OneGoroutine skips a test that searches in one goroutine, where the race detector has nothing to
// find and makes it many times as slow, if both -race and -short are set.
func OneGoroutine(t *testing.T) {
	t.Helper()
	if raceShort() {
		t.Skip("one goroutine has no races")
	}
}

// Fewer returns n, or a tenth of it if both -race and -short are set: of the simulations or seeds
// of a test whose goroutines the race detector sees in the first of them as well as in all.
func Fewer(n int) int {
	if raceShort() {
		return max(1, n/10)
	}
	return n
}
