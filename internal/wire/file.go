package wire

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc64"
	"io"
)

const (
	fullBuffer  = 1 << 16 // from how many bytes on a Coder writes its buffer to the file
	trailerSize = 16      // of the length and the checksum
)

var table = crc64.MakeTable(crc64.ECMA)

// NewWriter returns a Coder that writes a file, which is
//
//	magic  version  what is written  length  checksum
//
// where length counts the bytes before it and checksum covers all bytes before it, 8 bytes each.
func NewWriter(w io.Writer, magic string, version uint64) *Coder {
	return &Coder{buf: binary.AppendUvarint([]byte(magic), version), file: w}
}

// VersionError is the error of a file of another version.
type VersionError struct{ Got, Want uint64 }

func (e VersionError) Error() string { return fmt.Sprintf("it is %d, want %d", e.Got, e.Want) }

// Open verifies a file that was written with the same magic and version, and returns a Coder that
// reads what is in it, or has the error.
func Open(data []byte, magic string, version uint64) *Coder {
	c := NewReader(data)
	body, hasMagic := bytes.CutPrefix(data, []byte(magic))
	got, n := binary.Uvarint(body)
	end := len(body) - trailerSize
	switch {
	case !hasMagic:
		c.Fail("it does not begin with %q", magic)
	case n > 0 && got != version:
		c.Stop(VersionError{got, version})
	case n <= 0 || end < n:
		c.Fail("it ends after %d bytes", len(data))
	case binary.BigEndian.Uint64(body[end:]) != uint64(len(magic)+end):
		c.Fail("it is not complete, or its end is damaged")
	default:
		got, want := crc64.Checksum(data[:len(data)-8], table), binary.BigEndian.Uint64(data[len(data)-8:])
		if c.buf = body[n:end]; got != want {
			c.Fail("its checksum is %016x, want %016x", got, want)
		}
	}
	return c
}

// flush writes the buffer to the file if it has at least so many bytes.
func (c *Coder) flush(least int) {
	if c.file == nil || len(c.buf) < least {
		return
	}
	c.length += uint64(len(c.buf))
	c.sum = crc64.Update(c.sum, table, c.buf)
	if c.err == nil {
		_, c.err = c.file.Write(c.buf)
	}
	c.buf = c.buf[:0]
}
