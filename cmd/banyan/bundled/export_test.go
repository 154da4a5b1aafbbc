package bundled

import "github.com/banyan-go/banyan/timing"

// Horizon returns the table of a game.
func Horizon(game string) timing.Table { return horizons[game] }
