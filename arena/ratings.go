package arena

import "math"

// When ratings are good enough: an iteration changes none of them by more than that, in natural logarithms. There is an
// end to iterations even so.
const (
	ratingPrecision  = 1e-12
	ratingIterations = 100_000
)

// Ratings returns the Elo ratings of entrants from a cross table like that of CrossTable, in the order of the table and
// with mean 0. Every two entrants count as having drawn one game more than they did, so that whoever has lost
// everything, or has met nobody, gets a finite rating too.
//
// They are those of greatest likelihood in the model of Bradley and Terry, in which i beats j with the probability
// g[i] / (g[i]+g[j]) and a draw is half a win, found by the iteration
//
//	g[i] <- w[i] / sum over j of n[i][j] / (g[i]+g[j]),  rating = 400 log10 g
//
// where w are the points and n the games (D. R. Hunter, MM algorithms for generalized Bradley-Terry models, Annals of
// Statistics 32, 2004).
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

// withPrior returns the games between every two and the points of each, with a draw more between every two.
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

// improve does one iteration on the logarithms of g, whose mean stays 0, and returns the greatest change.
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
