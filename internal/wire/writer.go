package wire

import (
	"encoding"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
)

// Writer writes what a [Reader] reads, and keeps the length and a checksum of it. After the first
// error it writes nothing.
type Writer struct {
	w      io.Writer
	buf    []byte
	length uint64
	sum    uint64
	err    error
}

// fullBuffer is from how many bytes on a Writer writes its buffer.
const fullBuffer = 1 << 16

var table = crc64.MakeTable(crc64.ECMA)

// NewWriter returns a Writer of a file, which is
//
//	magic  version  what is written  length  checksum
//
// where length counts the bytes before it and checksum covers all bytes before it, 8 bytes each.
func NewWriter(w io.Writer, magic string, version uint64) *Writer {
	return &Writer{w: w, buf: AppendUint([]byte(magic), version)}
}

// VersionError is the error of a file of another version.
type VersionError struct{ Got, Want uint64 }

func (e VersionError) Error() string { return fmt.Sprintf("it is %d, want %d", e.Got, e.Want) }

// trailerSize is the size of the length and the checksum.
const trailerSize = 16

// Open verifies a file that a [Writer] with the same magic and version has ended, and returns a
// Reader of what it has written.
func Open(data []byte, magic string, version uint64) (*Reader, error) {
	if len(data) < len(magic) || string(data[:len(magic)]) != magic {
		return nil, fmt.Errorf("it does not begin with %q", magic)
	}
	got, n := binary.Uvarint(data[len(magic):])
	if n > 0 && got != version {
		return nil, VersionError{got, version}
	}
	end := len(data) - trailerSize
	if n <= 0 || end < len(magic)+n {
		return nil, fmt.Errorf("it ends after %d bytes", len(data))
	}
	if length := binary.BigEndian.Uint64(data[end:]); length != uint64(end) {
		return nil, errors.New("it is not complete, or its end is damaged")
	}
	if got, want := Checksum(data[:end+8]), binary.BigEndian.Uint64(data[end+8:]); got != want {
		return nil, fmt.Errorf("its checksum is %016x, want %016x", got, want)
	}
	return NewReader(data[len(magic)+n : end]), nil
}

// Uint writes what [AppendUint] appends.
func (w *Writer) Uint(v uint64) { w.grown(AppendUint(w.buf, v)) }

// Int writes what [AppendInt] appends.
func (w *Writer) Int(v int64) { w.grown(AppendInt(w.buf, v)) }

// Bool writes what [AppendBool] appends.
func (w *Writer) Bool(v bool) { w.grown(AppendBool(w.buf, v)) }

// Float32 writes what [AppendFloat32] appends.
func (w *Writer) Float32(v float32) { w.grown(AppendFloat32(w.buf, v)) }

// Float64 writes what [AppendFloat64] appends.
func (w *Writer) Float64(v float64) { w.grown(AppendFloat64(w.buf, v)) }

// String writes what [AppendString] appends.
func (w *Writer) String(text string) { w.grown(AppendString(w.buf, text)) }

// Bytes writes what [AppendBytes] appends.
func (w *Writer) Bytes(data []byte) { w.grown(AppendBytes(w.buf, data)) }

// Append appends what f appends to a slice.
func (w *Writer) Append(f func(b []byte) ([]byte, error)) error {
	buf, err := f(w.buf)
	w.grown(buf)
	return err
}

// Marshal writes the bytes of v as [Writer.Bytes] does.
func (w *Writer) Marshal(v encoding.BinaryAppender) {
	data, err := v.AppendBinary(nil)
	w.Fail(err)
	w.Bytes(data)
}

// Fail ends writing with an error, unless it is nil. It reports whether there is an error.
func (w *Writer) Fail(err error) bool {
	w.err = errors.Join(w.err, err)
	return w.err != nil
}

// Err returns the error.
func (w *Writer) Err() error { return w.err }

// grown takes the buffer with something appended, and writes it if it is full.
func (w *Writer) grown(buf []byte) {
	if w.buf = buf; len(buf) >= fullBuffer {
		w.flush()
	}
}

func (w *Writer) flush() {
	w.length += uint64(len(w.buf))
	w.sum = crc64.Update(w.sum, table, w.buf)
	if w.err == nil {
		_, w.err = w.w.Write(w.buf)
	}
	w.buf = w.buf[:0]
}

// End writes the length and the checksum.
func (w *Writer) End() error {
	w.flush()
	w.buf = binary.BigEndian.AppendUint64(w.buf, w.length)
	w.flush()
	w.buf = binary.BigEndian.AppendUint64(w.buf, w.sum)
	w.flush()
	return w.err
}

// Checksum returns the checksum that a Writer keeps.
func Checksum(data []byte) uint64 { return crc64.Checksum(data, table) }
