// Package ucb computes the terms of upper confidence bounds: sqrt(ln N) once per node, and
// 1/sqrt(n) or 1/(1+n) once per child. They are read from tables for the small counts, which almost
// all nodes have.
package ucb

import (
	"math"
	"math/bits"
)

// Small is how many counts the tables of single counts have.
const Small = 1 << 12

const (
	sqrtLogBits = 11

	// Greater N, as of the root and nodes near it, are interpolated between 2^octaveBits points per
	// octave. This is as exact as float32 and faster than a square root, which every simulation
	// would have to wait for.
	octaveBits = 8
	octaves    = 32 - sqrtLogBits

	logBits = 10
)

var (
	sqrtLogTable  [1 << sqrtLogBits]float32
	sqrtLogOctave [octaves << octaveBits]struct{ value, slope float32 }
	invSqrtTable  [Small]float32
	invNextTable  [Small]float32

	// logTable has the logarithm of the points of [1,2), and its slope up to the next of them.
	logTable [1 << logBits]struct{ value, slope float32 }
)

func init() {
	for n := range sqrtLogTable {
		sqrtLogTable[n] = float32(math.Sqrt(math.Log(float64(max(n, 1)))))
	}
	for i := range sqrtLogOctave {
		step := math.Ldexp(1, i>>octaveBits+sqrtLogBits-octaveBits)
		n := step * float64(1<<octaveBits+i&(1<<octaveBits-1))
		value := math.Sqrt(math.Log(n))
		sqrtLogOctave[i].value = float32(value)
		sqrtLogOctave[i].slope = float32((math.Sqrt(math.Log(n+step)) - value) / step)
	}
	for i := range logTable {
		y := 1 + float64(i)/(1<<logBits)
		value := math.Log(y)
		logTable[i].value = float32(value)
		logTable[i].slope = float32(math.Log(y+1./(1<<logBits)) - value)
	}
	for n := range invSqrtTable {
		invSqrtTable[n] = float32(1 / math.Sqrt(float64(max(n, 1))))
		invNextTable[n] = float32(1 / float64(1+n))
	}
}

// SqrtLog returns sqrt(ln n), and 0 if n is 0.
func SqrtLog(n uint32) float32 {
	if n < 1<<sqrtLogBits {
		return sqrtLogTable[n]
	}
	octave := bits.Len32(n) - 1
	shift := (octave - octaveBits) & 31
	i := (octave-sqrtLogBits-1)<<octaveBits + int(n>>shift) // the leading bit of n adds one octave
	p := &sqrtLogOctave[i]
	return p.value + float32(p.slope*float32(int32(n&(1<<shift-1))))
}

// InvSqrt returns 1/sqrt(n), and 1 if n is 0.
func InvSqrt(n uint32) float32 {
	i := int64(n) // The index of the table; as a uint32, it would be converted each time.
	if i < Small {
		return invSqrtTable[i]
	}
	return 1 / float32(math.Sqrt(float64(i)))
}

// InvNext returns 1/(1+n).
func InvNext(n uint32) float32 {
	if n < Small {
		return invNextTable[n]
	}
	return float32(1 / (1 + float64(n)))
}

// LogNext returns ln(1+x) for x >= 0. Its error is below 3e-7.
func LogNext(x float32) float32 {
	const mantissa = 23
	y := math.Float32bits(1 + x)
	p := &logTable[y>>(mantissa-logBits)&(1<<logBits-1)]
	rest := y & (1<<(mantissa-logBits) - 1)
	exponent := int32(y>>mantissa) - 127
	return float32(float32(exponent)*math.Ln2) + (p.value + float32(p.slope*float32(float32(int32(rest))*(1./(1<<(mantissa-logBits))))))
}
