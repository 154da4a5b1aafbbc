package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Lines sends the lines of an input. It reads in a separate goroutine because a Read cannot be
// interrupted.
type Lines struct {
	C    <-chan string // as ReadLine reads them; closed at the end
	err  error         // valid once C is closed
	done chan struct{} // closed to stop reading
}

// NewLines returns the lines of in, of which those with more than most bytes are cut as by
// [ReadLine]. Its caller closes it.
func NewLines(in io.Reader, most int) *Lines {
	lines := make(chan string)
	l := &Lines{C: lines, done: make(chan struct{})}
	go l.read(bufio.NewReader(in), most, lines)
	return l
}

func (l *Lines) read(r *bufio.Reader, most int, lines chan<- string) {
	defer close(lines)
	for {
		line, err := ReadLine(r, most)
		if line != "" {
			select {
			case lines <- line:
			case <-l.done:
				return
			}
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				l.err = fmt.Errorf("reading the input: %w", err)
			}
			return
		}
	}
}

// Err returns why reading failed, or nil at the end of the input. It is for use after C is closed.
func (l *Lines) Err() error { return l.err }

// Close ends the sending. It does not wait for a Read of the input.
func (l *Lines) Close() { close(l.done) }

// ReadLine reads a line with its newline, which the last line can lack. Of a line with more than
// most bytes it returns the first most+1.
func ReadLine(r *bufio.Reader, most int) (string, error) {
	var line bytes.Buffer
	for {
		part, err := r.ReadSlice('\n')
		line.Write(part[:min(len(part), most+1-line.Len())])
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line.String(), err
		}
	}
}
