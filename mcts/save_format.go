package mcts

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"
	"io"

	"github.com/banyan-go/banyan/internal/wire"
)

// A saved search is
//
//	savedMagic  savedVersion  body  length  checksum
//
// where length counts the bytes before it and checksum covers all bytes before it, 8 bytes each.
// save.go and load.go have the body.
const (
	savedMagic   = "banyan\r\n"
	savedVersion = 1
	trailerSize  = 16
)

// Errors of Load that a caller may want to recognise. The messages of the errors that wrap them say
// more.
var (
	ErrVersion  = errors.New("mcts: the search was saved in another version of the format")
	ErrDamaged  = errors.New("mcts: the data is damaged, incomplete or no saved search")
	ErrMismatch = errors.New("mcts: the search was saved with another game, configuration or position")
)

var savedTable = crc64.MakeTable(crc64.ECMA)

// encoder writes a saved search. After the first error it writes nothing.
type encoder struct {
	w      io.Writer
	buf    []byte
	length uint64
	sum    uint64
	err    error
}

// fullBuffer is from how many bytes on an encoder writes its buffer.
const fullBuffer = 1 << 16

func newEncoder(w io.Writer) *encoder {
	return &encoder{w: w, buf: wire.AppendUint([]byte(savedMagic), savedVersion)}
}

func (e *encoder) uint(v uint64)       { e.grown(wire.AppendUint(e.buf, v)) }
func (e *encoder) bool(v bool)         { e.grown(wire.AppendBool(e.buf, v)) }
func (e *encoder) float32(v float32)   { e.grown(wire.AppendFloat32(e.buf, v)) }
func (e *encoder) string(text string)  { e.grown(wire.AppendString(e.buf, text)) }
func (e *encoder) bytes(data []byte)   { e.grown(wire.AppendBytes(e.buf, data)) }
func (e *encoder) float64(v float64)   { e.grown(wire.AppendFloat64(e.buf, v)) }
func (e *encoder) int(v int64)         { e.grown(wire.AppendInt(e.buf, v)) }
func (e *encoder) fail(err error) bool { e.err = errors.Join(e.err, err); return e.err != nil }

// grown takes the buffer with something appended, and writes it if it is full.
func (e *encoder) grown(buf []byte) {
	if e.buf = buf; len(buf) >= fullBuffer {
		e.flush()
	}
}

func (e *encoder) flush() {
	e.length += uint64(len(e.buf))
	e.sum = crc64.Update(e.sum, savedTable, e.buf)
	if e.err == nil {
		_, e.err = e.w.Write(e.buf)
	}
	e.buf = e.buf[:0]
}

// end writes what is left, and the trailer.
func (e *encoder) end() error {
	e.flush()
	e.buf = binary.BigEndian.AppendUint64(e.buf, e.length)
	e.flush()
	e.buf = binary.BigEndian.AppendUint64(e.buf, e.sum)
	e.flush()
	return e.err
}

// openSaved verifies the frame of a saved search and returns a reader of its body.
func openSaved(data []byte) (*wire.Reader, error) {
	if len(data) < len(savedMagic) || string(data[:len(savedMagic)]) != savedMagic {
		return nil, fmt.Errorf("%w: it does not begin as a saved search does", ErrDamaged)
	}
	version, n := binary.Uvarint(data[len(savedMagic):])
	if n > 0 && version != savedVersion {
		return nil, fmt.Errorf("%w: it is %d, want %d", ErrVersion, version, savedVersion)
	}
	body := len(data) - trailerSize
	if n <= 0 || body < len(savedMagic)+n {
		return nil, fmt.Errorf("%w: it ends after %d bytes", ErrDamaged, len(data))
	}
	if length := binary.BigEndian.Uint64(data[body:]); length != uint64(body) {
		return nil, fmt.Errorf("%w: it is not complete, or its end is damaged", ErrDamaged)
	}
	if got, want := crc64.Checksum(data[:body+8], savedTable), binary.BigEndian.Uint64(data[body+8:]); got != want {
		return nil, fmt.Errorf("%w: its checksum is %016x, want %016x", ErrDamaged, got, want)
	}
	return wire.NewReader(data[len(savedMagic)+n : body]), nil
}
