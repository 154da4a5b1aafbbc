package policy

import "math"

// The bounds need sqrt(ln N) once per node and 1/sqrt(n) once per child. Both come from tables for the small
// counts, which almost all nodes have.
const (
	sqrtLogSize = 1 << 11
	invSqrtSize = 1 << 12

	// Larger N are split into exponent and mantissa, and the logarithm of the mantissa is interpolated between
	// 2^octaveBits points: the error stays below that of a float32.
	octaveBits  = 10
	octaveShift = 52 - octaveBits
)

var (
	sqrtLogTable [sqrtLogSize]float32
	invSqrtTable [invSqrtSize]float32
	octave       [1<<octaveBits + 1]float64 // ln of 1..2
)

func init() {
	for i := range sqrtLogTable {
		sqrtLogTable[i] = float32(math.Sqrt(math.Log(float64(max(i, 1)))))
	}
	for i := range invSqrtTable {
		invSqrtTable[i] = float32(1 / math.Sqrt(float64(max(i, 1))))
	}
	for i := range octave {
		octave[i] = math.Log(1 + float64(i)/(1<<octaveBits))
	}
}

// sqrtLog returns sqrt(ln n), and 0 for n = 0.
func sqrtLog(n uint32) float32 {
	if n < sqrtLogSize {
		return sqrtLogTable[n]
	}
	return float32(math.Sqrt(largeLog(n)))
}

func largeLog(n uint32) float64 {
	b := math.Float64bits(float64(n))
	p := octave[b>>octaveShift&(1<<octaveBits-1):][:2]
	fraction := float64(b&(1<<octaveShift-1)) * (1.0 / (1 << octaveShift))
	return float64(float64(b>>52-1023)*math.Ln2) + p[0] + float64(fraction*(p[1]-p[0]))
}

// invSqrt returns 1/sqrt(n), and 1 for n = 0.
func invSqrt(n uint32) float32 {
	if n < invSqrtSize {
		return invSqrtTable[n]
	}
	return 1 / float32(math.Sqrt(float64(n)))
}
