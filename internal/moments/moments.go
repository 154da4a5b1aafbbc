// Package moments keeps the mean and the deviation of numbers that come one after the other.
package moments

import "math"

// Sample is the mean of numbers, with the sum of their squared deviations from it (Welford,
// Technometrics 4(3), 1962). The zero Sample holds no numbers.
type Sample struct{ N, Mean, Squares float64 }

// Add adds a number.
func (s *Sample) Add(v float64) {
	s.N++
	delta := v - s.Mean
	s.Mean += delta / s.N
	s.Squares += delta * (v - s.Mean)
}

// Deviation returns the standard deviation of the numbers.
func (s *Sample) Deviation() float64 { return math.Sqrt(s.Squares / s.N) }

// ErrorSquared returns the squared standard error of the mean.
func (s *Sample) ErrorSquared() float64 { return s.Squares / (s.N * s.N) }
