package arena

import "github.com/banyan-go/banyan/internal/journal"

// journalVersion is the version of the journal format and of the way matches derive random numbers
// from their seed.
const journalVersion = 1

// Header identifies a match. It is the first line of its journal. It does not contain the number of
// pairs, so a match can be extended later.
type Header struct {
	Version      int      `json:"banyan_match"` // version of the format, 1
	Game         string   `json:"game"`
	Entrants     []string `json:"entrants"`
	Seed         uint64   `json:"seed"`
	OpeningPlies int      `json:"opening_plies"`
	MaxPlies     int      `json:"max_plies"`
	Clock        string   `json:"clock,omitempty"` // empty without a clock
	Gauntlet     bool     `json:"gauntlet,omitempty"`
}

// differs returns an error that names the first field in which found differs from h.
func (h Header) differs(found Header) error { return journal.Differs("match", h, found) }
