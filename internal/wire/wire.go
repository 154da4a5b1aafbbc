// Package wire writes values as bytes and reads them back. One function that codes a value serves
// both: a [Coder] writes what the function's pointers point to, or reads it from data.
//
// A Coder that reads does not trust the data: it never reads beyond the end, every number has
// bounds, and what is said about sizes is bounded by the length of the data, so that small data
// cannot ask for large memory.
//
// Small numbers take few bytes, and so do floating-point numbers with few digits in base 2, such as
// 0, 1 and 1/2.
package wire

import (
	"encoding"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
)

// Coder writes values or reads them. Writing does not change them. After the first error nothing
// more gets into a file, and what is read is the least value that was asked for, 0, or empty.
type Coder struct {
	buf   []byte // what has been written, or is left to be read
	reads bool
	err   error
	isBad bool // The data is to blame for the error.

	file   io.Writer // where the buffer goes; nil: it stays
	length uint64    // of what has gone there
	sum    uint64    // its checksum
}

// NewAppender returns a Coder that appends what it writes to b; see [Coder.Appended].
func NewAppender(b []byte) *Coder { return &Coder{buf: b} }

// NewReader returns a Coder that reads data, which it does not change.
func NewReader(data []byte) *Coder { return &Coder{buf: data, reads: true} }

// ErrShort is the error of data that ends too early.
var ErrShort = errors.New("the data ends too early")

// Reads reports whether values are read rather than written.
func (c *Coder) Reads() bool { return c.reads }

// Err returns the first error.
func (c *Coder) Err() error { return c.err }

// IsBad reports whether the data is to blame for the error, see [Coder.Fail].
func (c *Coder) IsBad() bool { return c.isBad }

// Len returns the number of bytes left to read; 0 after an error.
func (c *Coder) Len() int { return len(c.buf) }

// Appended returns what was appended to, with all that was written.
func (c *Coder) Appended() ([]byte, error) { return c.buf, c.err }

// Fail ends coding because a value is not allowed, unless there has been an error before.
func (c *Coder) Fail(format string, args ...any) {
	if c.err == nil {
		c.isBad = true
		c.Stop(fmt.Errorf(format, args...))
	}
}

// Stop ends coding with an error for which the data is not to blame. It does nothing if err is nil
// or there has been an error before.
func (c *Coder) Stop(err error) {
	if c.err == nil {
		c.err = err
	}
	if c.err != nil && c.reads {
		c.buf = nil
	}
}

// End returns the first error, or one if there are bytes left to read. It completes a file.
func (c *Coder) End() error {
	if n := len(c.buf); n > 0 && c.reads {
		c.Fail("%d bytes are left over", n)
	}
	if c.file != nil {
		c.flush(0)
		c.buf = binary.BigEndian.AppendUint64(c.buf, c.length)
		c.flush(0)
		c.buf = binary.BigEndian.AppendUint64(c.buf, c.sum)
		c.flush(0)
	}
	return c.err
}

// uint codes a number in 1 to 10 bytes.
func (c *Coder) uint(v uint64) uint64 {
	if !c.reads {
		c.buf = binary.AppendUvarint(c.buf, v)
		c.flush(fullBuffer)
		return v
	}
	v, n := binary.Uvarint(c.buf)
	switch {
	case n > 0:
		c.buf = c.buf[n:]
		return v
	case n < 0:
		c.Fail("a number has more than 64 bits")
	default:
		c.Fail("%w", ErrShort)
	}
	return 0
}

// Int codes a whole number from least to most, in few bytes if it is close to least.
func Int[T ~int | ~int32 | ~int64 | ~int16 | ~uint16 | ~uint32 | ~uint64](c *Coder, v *T, least, most T) {
	above := c.uint(uint64(*v) - uint64(least))
	switch {
	case most < least:
		c.Fail("a number is %d, want none", least+T(above))
	case above > uint64(most)-uint64(least):
		c.Fail("a number is %d, want %d to %d", least+T(above), least, most)
	}
	if c.reads {
		*v = least
		if c.err == nil {
			*v += T(above)
		}
	}
}

// Bool codes a byte.
func (c *Coder) Bool(v *bool) {
	n := 0
	if *v {
		n = 1
	}
	if Int(c, &n, 0, 1); c.reads {
		*v = n == 1
	}
}

// Count codes a number of items, each of which takes at least so many bytes.
func (c *Coder) Count(n *int, each int) {
	v := c.uint(uint64(*n))
	if c.reads && v > uint64(len(c.buf)/each) {
		c.Fail("%d items of at least %d bytes are said to follow, and %d bytes do: %w", v, each, len(c.buf), ErrShort)
		v = 0
	}
	if c.reads {
		*n = int(v)
	}
}

// Float codes all bits of a number, in 1 to 5 or 1 to 10 bytes. Its magnitude is most or less.
func Float[T float32 | float64](c *Coder, v *T, most T) {
	got := *v
	switch p := any(&got).(type) {
	case *float32:
		short := bits.ReverseBytes32(math.Float32bits(*p))
		Int(c, &short, 0, math.MaxUint32)
		*p = math.Float32frombits(bits.ReverseBytes32(short))
	case *float64:
		*p = math.Float64frombits(bits.ReverseBytes64(c.uint(bits.ReverseBytes64(math.Float64bits(*p)))))
	}
	if isWithin := got >= -most && got <= most; !isWithin {
		c.Fail("a number is %v, want one of magnitude up to %g", got, most)
		got = 0
	}
	if c.reads {
		*v = got
	}
}

// Bytes codes the length of v and v. What is read shares memory with the data.
func (c *Coder) Bytes(v *[]byte) {
	n := len(*v)
	if c.Count(&n, 1); c.reads {
		*v, c.buf = c.buf[:n:n], c.buf[n:]
	} else {
		c.buf = append(c.buf, *v...)
	}
}

// String codes the length of a text and the text.
func (c *Coder) String(v *string) {
	b := []byte(*v)
	if c.Bytes(&b); c.reads {
		*v = string(b)
	}
}

// Marshal codes a value by its methods, with the length of its bytes.
func (c *Coder) Marshal(v interface {
	encoding.BinaryAppender
	encoding.BinaryUnmarshaler
},
) {
	var data []byte
	if !c.reads {
		var err error
		data, err = v.AppendBinary(nil)
		c.Stop(err)
	}
	if c.Bytes(&data); c.reads && c.err == nil {
		if err := v.UnmarshalBinary(data); err != nil {
			c.Fail("%w", err)
		}
	}
}

// Sparse codes the used elements of an array, each with its distance to the last one, and returns
// their number. The others are zero after reading.
func Sparse[E any](c *Coder, all []E, isUsed func(e *E) bool, code func(e *E)) (n int) {
	if c.reads {
		clear(all)
	}
	for at := -1; ; n++ {
		step := 0
		for k := at + 1; k < len(all) && !c.reads && step == 0; k++ {
			if isUsed(&all[k]) {
				step = k - at
			}
		}
		Int(c, &step, 0, len(all)-1-at)
		if step == 0 || c.err != nil {
			return n
		}
		at += step
		if code(&all[at]); c.err == nil && !isUsed(&all[at]) {
			c.Fail("element %d is said to be used, and is %v", at, all[at])
		}
	}
}
