package distributed

import (
	"context"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/tune"
)

// Evaluator lets the workers of Pairs play the games of a search of [tune.Run]. It is a
// [tune.Evaluator], which plays the same games as a [tune.Games] with the same match.
//
// A pair of games is a match of its own, of which the server keeps the result: a search that is
// repeated plays no game twice, with a journal or without. Options.Workers is the number of pairs
// that are queued at once, and should be that of all workers together, or a little more. A method
// that asks for a few pairs at a time, as [tune.NTBEA] does, keeps only as many workers busy.
type Evaluator struct {
	Pairs Pairs // used by several goroutines at once

	// Batch describes the games. Its Players and Seed are not used.
	Batch Batch

	// Player reports why a player in text form cannot play; if nil, every player can. It is called
	// in this process.
	Player func(text string) error
}

var _ tune.Evaluator = Evaluator{}

// Check implements [tune.Evaluator].
func (e Evaluator) Check(player string) error {
	if e.Player == nil {
		return nil
	}
	return e.Player(player)
}

// Play implements [tune.Evaluator].
func (e Evaluator) Play(ctx context.Context, p tune.Pair) (arena.Tally, error) {
	b := e.Batch
	b.Players, b.Seed = []string{p.A, p.B}, p.Seed
	records, err := Records(ctx, e.Pairs, b, 1)
	if err != nil {
		return arena.Tally{}, err
	}
	return arena.Count(records, 0, 1), nil
}
