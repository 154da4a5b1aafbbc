package mcts

// HiddenSeed is the seed of the streams with Config.Hidden.
func HiddenSeed(seed uint64) uint64 { return hiddenSeed(seed) }
