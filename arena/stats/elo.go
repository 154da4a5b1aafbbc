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

// The iteration ends when no rating changes by more than ratingPrecision, in natural logarithms, or
// after ratingIterations steps.
const (
	ratingPrecision  = 1e-12
	ratingIterations = 100_000
)

// Ratings returns the Elo ratings of entrants from a cross table such as the result of
// [CrossTable]. They are in the order of the table, with mean 0. Every two entrants are given one
// additional draw, so that an entrant that lost all its games or played none has a finite rating
// too.
//
// The ratings maximize the likelihood of the model of Bradley and Terry, in which i beats j with
// probability g[i] / (g[i]+g[j]) and a draw is half a win. They are found by the iteration
//
//	g[i] <- w[i] / sum over j of n[i][j] / (g[i]+g[j]),  rating = 400 log10 g
//
// where w are the points and n the numbers of games (D. R. Hunter, MM algorithms for generalized
// Bradley-Terry models, Annals of Statistics 32, 2004).
func Ratings(cross [][]Tally) []float64 {
	games, points := withPrior(cross)
	logs := make([]float64, len(cross))
	for range ratingIterations {
		if improve(logs, games, points) < ratingPrecision {
			break
		}
	}
	for i := range logs {
		logs[i] *= 400 / math.Ln10
	}
	return logs
}

// withPrior returns the number of games between every two entrants and the points of each,
// including the additional draws.
func withPrior(cross [][]Tally) (games [][]float64, points []float64) {
	games, points = make([][]float64, len(cross)), make([]float64, len(cross))
	for i, row := range cross {
		games[i] = make([]float64, len(cross))
		for j, t := range row {
			if i != j {
				t.Draws++
				games[i][j] = float64(t.Games())
				points[i] += t.WinRate() * games[i][j]
			}
		}
	}
	return games, points
}

// improve performs one iteration on the logarithms of g, keeping their mean 0, and returns the
// greatest change.
func improve(logs []float64, games [][]float64, points []float64) (change float64) {
	next, mean := make([]float64, len(logs)), 0.0
	for i := range logs {
		sum := 0.0
		for j, n := range games[i] {
			if n > 0 {
				sum += n / (1 + math.Exp(logs[j]-logs[i]))
			}
		}
		next[i] = logs[i]
		if sum > 0 {
			next[i] += math.Log(points[i] / sum)
		}
		mean += next[i] / float64(len(logs))
	}
	for i := range logs {
		next[i] -= mean
		change = max(change, math.Abs(next[i]-logs[i]))
	}
	copy(logs, next)
	return change
}
