package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/distributed"
)

// remote returns the coordinator of the workers that play the experiments, or nil if this program
// does.
func (o options) remote(ctx context.Context, errs io.Writer) (*distributed.Coordinator, error) {
	if o.address.URL == "" {
		return nil, nil //nolint:nilnil // the program plays by itself
	}
	return distributed.Cluster{Address: o.address, Queue: o.queue, Notice: func(text string) {
		fmt.Fprintf(errs, "reproduce: %s\n", text)
	}}.Connect(ctx)
}

// elsewhere lets the workers of a coordinator play the experiment. Those with CPU time are played
// here, because the time is that of this process, and so are those with decks that workers do not
// have.
func (e experiment) elsewhere(c contest, o *match.Options, workers *distributed.Coordinator) {
	if _, own := findDeck(e.game); workers == nil || own || e.time != "" {
		return
	}
	b := distributed.Batch{OpeningPlies: c.OpeningPlies, Seed: c.Seed, Clock: match.ClockText(c.Clock), Rules: c.Rules}
	b.Game, b.Size, _ = strings.Cut(e.game, " ")
	for _, p := range c.Players {
		b.Players = append(b.Players, p.String())
	}
	o.Elsewhere = distributed.Elsewhere(workers, b)
}
