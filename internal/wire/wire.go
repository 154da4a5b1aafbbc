// Package wire writes numbers as bytes and reads them back. A [Reader] does not trust what it
// reads: it never reads beyond the end, and what it tells about sizes is bounded by the length of
// the data, so that small data cannot ask for large memory.
//
// Small numbers take few bytes, and so do floating-point numbers with few digits in base 2, such as
// 0, 1 and 1/2.
package wire

import (
	"encoding"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// AppendUint appends a number in 1 to 10 bytes.
func AppendUint(b []byte, v uint64) []byte { return binary.AppendUvarint(b, v) }

// AppendInt appends a number in 1 to 10 bytes, in few if its magnitude is small.
func AppendInt(b []byte, v int64) []byte { return binary.AppendVarint(b, v) }

// AppendBool appends a byte.
func AppendBool(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}

// AppendFloat32 appends all bits of a number, in 1 to 5 bytes.
func AppendFloat32(b []byte, v float32) []byte {
	return binary.AppendUvarint(b, uint64(bits.ReverseBytes32(math.Float32bits(v))))
}

// AppendFloat64 appends all bits of a number, in 1 to 10 bytes.
func AppendFloat64(b []byte, v float64) []byte {
	return binary.AppendUvarint(b, bits.ReverseBytes64(math.Float64bits(v)))
}

// AppendBytes appends the length of data and data.
func AppendBytes(b, data []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(data))), data...)
}

// AppendString appends the length of a text and the text.
func AppendString(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// Reader reads what the functions of this package have appended. After the first error it returns
// zeros. The zero Reader has nothing to read.
type Reader struct {
	data []byte
	err  error
}

// NewReader returns a Reader of data, which it does not change.
func NewReader(data []byte) *Reader { return &Reader{data: data} }

// ErrShort is the error of a Reader whose data ends too early.
var ErrShort = errors.New("the data ends too early")

// Err returns the first error.
func (r *Reader) Err() error { return r.err }

// Len returns the number of bytes left to read; 0 after an error.
func (r *Reader) Len() int { return len(r.data) }

// Fail ends reading with an error, unless there has been one before.
func (r *Reader) Fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
	r.data = nil
}

// End returns the first error, or one if there are bytes left.
func (r *Reader) End() error {
	if n := len(r.data); n > 0 {
		r.Fail("%d bytes are left over", n)
	}
	return r.err
}

// Uint reads what AppendUint has appended.
func (r *Reader) Uint() uint64 {
	v, n := binary.Uvarint(r.data)
	return advance(r, v, n)
}

// Int reads what AppendInt has appended.
func (r *Reader) Int() int64 {
	v, n := binary.Varint(r.data)
	return advance(r, v, n)
}

// advance moves behind a number of n bytes.
func advance[T int64 | uint64](r *Reader, v T, n int) T {
	switch {
	case n > 0:
		r.data = r.data[n:]
		return v
	case n < 0:
		r.Fail("a number has more than 64 bits")
	default:
		r.Fail("%w", ErrShort)
	}
	return 0
}

// Upto reads a number that is most or less.
func (r *Reader) Upto(most uint64) uint64 {
	v := r.Uint()
	if v > most {
		r.Fail("a number is %d, want at most %d", v, most)
		return 0
	}
	return v
}

// Count reads a number of items, each of which takes at least so many bytes.
func (r *Reader) Count(each int) int {
	v := r.Uint()
	if v > uint64(len(r.data)/each) {
		r.Fail("%d items of at least %d bytes are said to follow, and %d bytes do: %w", v, each, len(r.data), ErrShort)
		return 0
	}
	return int(v)
}

// Bool reads what AppendBool has appended.
func (r *Reader) Bool() bool { return r.Upto(1) == 1 }

// Float32 reads what AppendFloat32 has appended.
func (r *Reader) Float32() float32 {
	return math.Float32frombits(bits.ReverseBytes32(uint32(r.Upto(math.MaxUint32))))
}

// Float64 reads what AppendFloat64 has appended.
func (r *Reader) Float64() float64 {
	return math.Float64frombits(bits.ReverseBytes64(r.Uint()))
}

// Within32 reads a number whose magnitude is most or less.
func (r *Reader) Within32(most float32) float32 {
	v := r.Float32()
	if !(v >= -most && v <= most) {
		r.Fail("a number is %v, want one of magnitude up to %g", v, most)
		return 0
	}
	return v
}

// Within64 is Within32 for a float64.
func (r *Reader) Within64(most float64) float64 {
	v := r.Float64()
	if !(math.Abs(v) <= most) {
		r.Fail("a number is %v, want one of magnitude up to %g", v, most)
		return 0
	}
	return v
}

// Bytes reads what AppendBytes has appended. The result shares memory with the data.
func (r *Reader) Bytes() []byte {
	n := r.Count(1)
	v := r.data[:n:n]
	r.data = r.data[n:]
	return v
}

// Unmarshal reads what [Writer.Marshal] has written, into v.
func (r *Reader) Unmarshal(v encoding.BinaryUnmarshaler) {
	if err := v.UnmarshalBinary(r.Bytes()); err != nil {
		r.Fail("%w", err)
	}
}

// String reads what AppendString has appended.
func (r *Reader) String() string { return string(r.Bytes()) }
