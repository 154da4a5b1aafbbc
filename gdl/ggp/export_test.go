package ggp

import (
	"context"
	"time"

	"github.com/banyan-go/banyan/gdl/ggp/internal/protocol"
)

// Answer lets a player answer a message that has just come.
func Answer(ctx context.Context, p *Player, m protocol.Message) (string, error) {
	return p.answer(ctx, m, time.Now())
}

// Measure is measure.
var Measure = measure

// StrategiesOf returns the strategies for a game with these numbers.
var StrategiesOf = Figures.strategies

// ConfigOf returns the configuration of a search with these strategies.
var ConfigOf = Strategies.config
