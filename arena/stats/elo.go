package stats

import "math"

// MaxElo is the value that the methods of [Tally] return for an infinite Elo difference, because
// JSON has no infinity. No other result of fewer than ten million games reaches it.
const MaxElo = 3000.0

// Elo returns the rating difference at which a player's expected score is rate,
//
//	400 log10(rate / (1-rate))
//
// (A. E. Elo, The Rating of Chessplayers, Past and Present, 1978, in the logistic form). It is -Inf
// for 0 and +Inf for 1.
func Elo(rate float64) float64 { return 400 * math.Log10(rate/(1-rate)) }

// Rate is the inverse of [Elo]: it returns the expected score of a player that is rated elo higher
// than its opponent, 1 / (1 + 10^(-elo/400)).
func Rate(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

func clampElo(elo float64) float64 { return max(-MaxElo, min(MaxElo, elo)) }
