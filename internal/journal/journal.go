// Package journal keeps files in the format JSON Lines with which an interrupted program continues:
// a header that identifies the work, and a line for every part of it that is done.
//
//	format := journal.Format[Header]{Kind: "match", Header: readHeader, Line: readLine}
//	file, err := journal.Open(path, header, format)
//	...
//	err = file.Append(record) // one line by one write
//
// A program that is killed leaves complete lines and at most one incomplete line, which Open
// removes. A file belongs to one program at a time: on Unix, Open locks it.
package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// File is an open journal.
type File struct {
	file *os.File
	err  error // of the first Append that failed; sticky
}

// Format reads a kind of journal.
type Format[H any] struct {
	Kind   string                       // what the journal is of, for errors: "match"
	Header func(text []byte) (H, error) // reads the first line
	Line   func(text []byte) error      // reads every other line
}

// Open opens the journal of the work that header identifies, a struct whose fields have JSON tags.
// It creates the file if it does not exist or is empty, and it passes the lines after the header to
// format.Line. A file that is no journal, or one with another header, is an error and is not
// changed.
func Open[H any](path string, header H, format Format[H]) (*File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := resume(file, header, format); err != nil {
		return nil, fmt.Errorf("%s: %w", path, errors.Join(err, file.Close()))
	}
	return On(file), nil
}

// On returns a journal that appends to an open file, which has its header.
func On(file *os.File) *File { return &File{file: file} }

// resume reads the file and prepares it for appending.
func resume[H any](file *os.File, header H, format Format[H]) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("want a regular file") // reading a device might not end
	}
	if err := lock(file); err != nil {
		return err
	}
	data, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	found, sound, err := Read(data, format)
	if err != nil {
		return err
	}
	first, err := line(header)
	if err != nil {
		return err
	}
	if sound == 0 {
		if !bytes.HasPrefix(first, data) {
			return errors.New("the file is no journal of a " + format.Kind + ", want another path")
		}
	} else if err := Differs(format.Kind, header, found); err != nil {
		return err
	}
	if err := file.Truncate(sound); err != nil {
		return err
	}
	if _, err := file.Seek(sound, io.SeekStart); err != nil || sound > 0 {
		return err
	}
	_, err = file.Write(first)
	return err
}

// Append writes v as one line with one write, so that it survives the end of the program. After an
// error, every further Append returns the same error and writes nothing. Two goroutines must not
// call Append at the same time.
func (f *File) Append(v any) error {
	if f.err != nil {
		return f.err
	}
	text, err := line(v)
	if err == nil {
		_, err = f.file.Write(text)
	}
	f.err = err
	return err
}

// Close flushes the journal to disk and closes it.
func (f *File) Close() error { return errors.Join(f.file.Sync(), f.file.Close()) }

func line(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	return append(text, '\n'), err
}
