package ggp

import (
	"bytes"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"github.com/banyan-go/banyan/gdl/ggp/internal/protocol"
)

// journal is a file with the messages of the match in progress, a line for each: START, and PLAY
// for each joint move. A Player that is started again reads it. An error is logged, and no reason
// not to play on. A journal without a path does nothing.
type journal struct {
	path string
	log  *slog.Logger
}

// begin makes a message the only one.
func (j journal) begin(m protocol.Message) { j.write(m, os.O_TRUNC) }

// add appends a message.
func (j journal) add(m protocol.Message) { j.write(m, os.O_APPEND) }

func (j journal) write(m protocol.Message, flag int) {
	if j.path == "" {
		return
	}
	const private = 0o600
	file, err := os.OpenFile(j.path, os.O_WRONLY|os.O_CREATE|flag, private)
	if err == nil {
		_, err = file.WriteString(m.String() + "\n")
		err = errors.Join(err, file.Close())
	}
	j.report(err)
}

// end removes the file.
func (j journal) end() {
	if j.path == "" {
		return
	}
	if err := os.Remove(j.path); !errors.Is(err, fs.ErrNotExist) {
		j.report(err)
	}
}

// read returns the messages, and when the last one came. The end of a line that was being written
// when its program ended is removed. There may be no file.
func (j journal) read() (messages []protocol.Message, last time.Time) {
	if j.path == "" {
		return nil, last
	}
	info, err := os.Stat(j.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, last
	}
	text, failed := os.ReadFile(j.path)
	if err = errors.Join(err, failed); err != nil {
		j.report(err)
		return nil, last
	}
	lines := text[:bytes.LastIndexByte(text, '\n')+1]
	if len(lines) < len(text) {
		j.report(os.Truncate(j.path, int64(len(lines))))
	}
	for line := range bytes.Lines(lines) {
		m, err := protocol.Parse(line)
		if err != nil {
			j.report(err)
			return nil, last
		}
		messages = append(messages, m)
	}
	return messages, info.ModTime()
}

func (j journal) report(err error) {
	if err != nil {
		j.log.Warn("the journal fails", "error", err)
	}
}
