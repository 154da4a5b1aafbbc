package distributed

import (
	"context"

	"github.com/banyan-go/banyan/tune"
)

// Evaluator plays the games of a search of [tune.Run] by a [PairRunner]. It is a [tune.Evaluator],
// and plays the same games as a [tune.Games] with the same match.
//
// Options.Workers is the number of pairs that are queued at once, and should be the total of all
// workers, or a little more. A method that asks for a few pairs at a time, as [tune.NTBEA] does,
// keeps only as many workers busy. The server of a [Cluster] keeps the result of each pair for 30
// days, so a search by Options.Pairs that is repeated in that time plays no game twice, even
// without a journal.
type Evaluator struct {
	Pairs PairRunner // used by several goroutines at once

	// Batch describes the games. Its Players and Seed are not used.
	Batch Batch

	// Validate returns why a player in text form cannot play. If it is nil, every player can. It
	// runs in this process.
	Validate func(player string) error
}

var _ tune.Evaluator = Evaluator{}

// Check implements [tune.Evaluator].
func (e Evaluator) Check(player string) error {
	if e.Validate == nil {
		return nil
	}
	return e.Validate(player)
}

// Play implements [tune.Evaluator].
func (e Evaluator) Play(ctx context.Context, p tune.Pair) (tune.Score, error) {
	b := e.Batch
	b.Players, b.Seed = []string{p.A, p.B}, p.Seed
	records, err := Records(ctx, e.Pairs, b, 1)
	if err != nil {
		return tune.Score{}, err
	}
	return tune.NewScore(records), nil
}
