package arena

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Journal is a file in the format JSON Lines: a [Header], followed by a [Record] for every finished
// game in the order in which the games ended. It belongs to one match at a time.
type Journal struct {
	file    *os.File
	header  Header
	records []Record
	err     error // of the first Append that failed; sticky
}

// OpenJournal opens the journal of the match that header identifies (see [Match.Header]). It
// creates the file if it does not exist or is empty. It returns an error if the file is no journal,
// or if it is the journal of another match; the error then names the difference. An incomplete last
// line, which an interrupted program leaves, is removed.
//
// Two programs must not have the same journal open. On Unix, the second one gets an error.
func OpenJournal(path string, header Header) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("arena: journal: %w", err)
	}
	j := &Journal{file: file, header: header}
	if err := j.resume(); err != nil {
		return nil, fmt.Errorf("arena: journal %s: %w", path, errors.Join(err, file.Close()))
	}
	return j, nil
}

// resume reads the file and prepares it for appending. It does not change a file that it rejects.
func (j *Journal) resume() error {
	info, err := j.file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("want a regular file") // reading a device might not end
	}
	if err := lock(j.file); err != nil {
		return err
	}
	data, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	header, records, sound, err := readJournal(data)
	if err != nil {
		return err
	}
	first, err := line(j.header)
	if err != nil {
		return err
	}
	if sound == 0 {
		if !bytes.HasPrefix(first, data) {
			return errors.New("the file is no journal of a match, want another path")
		}
	} else if err := j.header.differs(header); err != nil {
		return err
	}
	j.records = records
	if err := j.file.Truncate(sound); err != nil {
		return err
	}
	if _, err := j.file.Seek(sound, io.SeekStart); err != nil || sound > 0 {
		return err
	}
	_, err = j.file.Write(first)
	return err
}

// Records returns the games of the journal in their order. The caller must not modify the slice.
func (j *Journal) Records() []Record { return j.records }

// Append writes a finished game as one line with one write, so that it survives the end of the
// program. After an error, every further Append returns the same error and writes nothing. Two
// goroutines must not call Append at the same time.
func (j *Journal) Append(r Record) error {
	if j.err != nil {
		return j.err
	}
	text, err := line(r)
	if err == nil {
		_, err = j.file.Write(text)
	}
	if err != nil {
		j.err = fmt.Errorf("arena: journal, game %d: %w", r.Game, err)
		return j.err
	}
	j.records = append(j.records, r)
	return nil
}

// Close flushes the journal to disk and closes it.
func (j *Journal) Close() error { return errors.Join(j.file.Sync(), j.file.Close()) }

func line(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	return append(text, '\n'), err
}

// ReadJournal reads a journal. sound is the number of bytes up to the end of the last complete
// line; an incomplete line after it is ignored. The Header of an empty journal is zero.
func ReadJournal(r io.Reader) (header Header, records []Record, sound int64, err error) {
	data, err := io.ReadAll(r)
	if err == nil {
		header, records, sound, err = readJournal(data)
	}
	if err != nil {
		return Header{}, nil, 0, fmt.Errorf("arena: journal: %w", err)
	}
	return header, records, sound, nil
}

func readJournal(data []byte) (header Header, records []Record, sound int64, err error) {
	number := 0
	for text := range bytes.Lines(data) {
		if text[len(text)-1] != '\n' {
			break
		}
		number++
		if number == 1 {
			header, err = readHeader(text)
		} else {
			records, err = readRecord(records, text)
		}
		if err != nil {
			return Header{}, nil, 0, fmt.Errorf("line %d: %w", number, err)
		}
		sound += int64(len(text))
	}
	return header, records, sound, nil
}

func readHeader(text []byte) (h Header, err error) {
	if err := json.Unmarshal(text, &h); err != nil {
		return Header{}, fmt.Errorf("want the header of a match: %w", err)
	}
	if h.Version != journalVersion {
		return Header{}, fmt.Errorf("banyan_match is %d, want %d: the file is no journal, or one of another version",
			h.Version, journalVersion)
	}
	return h, nil
}

func readRecord(records []Record, text []byte) ([]Record, error) {
	var r Record
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, err
	}
	if err := r.validate(); err != nil {
		return nil, err
	}
	return append(records, r), nil
}
