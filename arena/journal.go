package arena

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/banyan-go/banyan/internal/journal"
)

// Journal is a file in the format JSON Lines: a [Header], followed by a [Record] for every finished
// game in the order in which the games ended. It belongs to one match at a time.
type Journal struct {
	file    *journal.File
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
	j := &Journal{header: header}
	var err error
	if j.file, err = journal.Open(path, header, format(&j.records)); err != nil {
		return nil, fmt.Errorf("arena: journal: %w", err)
	}
	return j, nil
}

// format reads the journal of a match, whose records it appends to records.
func format(records *[]Record) journal.Format[Header] {
	return journal.Format[Header]{Kind: "match", Header: readHeader, Line: func(text []byte) (err error) {
		*records, err = readRecord(*records, text)
		return err
	}}
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
	if err := j.file.Append(r); err != nil {
		j.err = fmt.Errorf("arena: journal, game %d: %w", r.Game, err)
		return j.err
	}
	j.records = append(j.records, r)
	return nil
}

// Close flushes the journal to disk and closes it.
func (j *Journal) Close() error { return j.file.Close() }

// ReadJournal reads a journal. sound is the number of bytes up to the end of the last complete
// line; an incomplete line after it is ignored. The Header of an empty journal is zero.
func ReadJournal(r io.Reader) (header Header, records []Record, sound int64, err error) {
	data, err := io.ReadAll(r)
	if err == nil {
		header, sound, err = journal.Read(data, format(&records))
	}
	if err != nil {
		return Header{}, nil, 0, fmt.Errorf("arena: journal: %w", err)
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

// journalVersion is the version of the journal format and of the way matches derive random numbers
// from their seed.
const journalVersion = 1

// Header identifies a match. It is the first line of its journal. It does not contain the number of
// pairs, so a match can be extended later.
type Header struct {
	Version      int      `json:"banyan_match"` // version of the format, 1
	Game         string   `json:"game"`
	Entrants     []string `json:"entrants"` // their names
	Seed         uint64   `json:"seed"`
	OpeningPlies int      `json:"opening_plies"`   // random, at the start of each game
	MaxPlies     int      `json:"max_plies"`       // after which a game is stopped; 0 without a limit
	Clock        string   `json:"clock,omitempty"` // empty without a clock
	Gauntlet     bool     `json:"gauntlet,omitempty"`
}

// differs returns an error that names the first field in which found differs from h.
func (h Header) differs(found Header) error { return journal.Differs("match", h, found) }
