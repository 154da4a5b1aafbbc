package tune

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/internal/journal"
)

// journalVersion is the version of the format, and of everything that decides which pairs of games
// a search asks for.
const journalVersion = 4

// header identifies a search. It is the first line of its journal.
type header struct {
	Version int     `json:"banyan_tune"`
	Game    string  `json:"game"`
	Default string  `json:"default"`
	Fixed   string  `json:"fixed"`
	Space   string  `json:"space"`
	Method  string  `json:"method"`
	Last    string  `json:"last"`
	Pairs   int     `json:"pairs"`
	Time    string  `json:"time"`
	Fresh   float64 `json:"fresh"`
	Seed    uint64  `json:"seed"`
}

func (r *run) header() header {
	return header{
		Version: journalVersion, Game: r.Game, Default: r.Default, Fixed: r.space.Fixed, Space: r.space.String(),
		Method: fmt.Sprintf("%T%+[1]v", r.Method), Last: fmt.Sprintf("%T%+[1]v", r.Refine),
		Pairs: r.Pairs, Time: r.Time.String(), Fresh: r.Fresh, Seed: r.Seed,
	}
}

// entry is a line of the journal after the header: a pair of games, or an Event.
type entry struct {
	Phase Phase  `json:"phase"`
	Pair  int    `json:"pair"` // number in its phase
	A     string `json:"a,omitempty"`
	B     string `json:"b,omitempty"`
	Score
	Event string  `json:"event,omitempty"`
	Leg   int     `json:"leg,omitempty"` // of the event
	At    float64 `json:"at"`            // seconds since the beginning, without interruptions
}

// The events of a journal. With a limit of time they depend on the clock, so the journal has them.
const (
	eventBudget = "budget" // Pair is the number of pairs of games that the leg may play
	eventStop   = "stop"   // the time of the leg was up; Pair is the number of batches of the search
)

// history is what a journal says.
type history struct {
	pairs   map[pairKey]entry
	budgets map[int]int // by leg
	stops   map[int]int // by leg
	at      float64
}

type pairKey struct {
	phase Phase
	pair  int
}

// open opens the journal of the search, if it has one.
func (r *run) open() (err error) {
	r.history = history{pairs: map[pairKey]entry{}, budgets: map[int]int{}, stops: map[int]int{}}
	if r.Journal == "" {
		return nil
	}
	r.file, err = journal.Open(r.Journal, r.header(), journal.Format[header]{
		Kind: "search", Header: readHeader, Line: r.history.read,
	})
	if err != nil {
		return fmt.Errorf("tune: journal: %w", err)
	}
	return nil
}

func readHeader(text []byte) (h header, err error) {
	if err := json.Unmarshal(text, &h); err != nil {
		return h, fmt.Errorf("want the header of a search: %w", err)
	}
	if h.Version != journalVersion {
		return h, fmt.Errorf("banyan_tune is %d, want %d: the file is no journal of a search, or one of another version",
			h.Version, journalVersion)
	}
	return h, nil
}

func (h *history) read(text []byte) error {
	var e entry
	if err := json.Unmarshal(text, &e); err != nil {
		return err
	}
	h.at = max(h.at, e.At)
	switch {
	case !slices.Contains([]Phase{phaseCalibration, PhaseSearch, PhaseFresh}, e.Phase):
		return fmt.Errorf("the phase is %q, want %s, %s or %s", e.Phase, phaseCalibration, PhaseSearch, PhaseFresh)
	case e.Pair < 0:
		return fmt.Errorf("the pair is %d, want 0 or more", e.Pair)
	case e.Leg < 0 || e.Leg > legs:
		return fmt.Errorf("the leg is %d, want 0 to %d", e.Leg, legs)
	}
	switch e.Event {
	case "":
		if e.Games() == 0 || e.Wins < 0 || e.Draws < 0 || e.Losses < 0 {
			return fmt.Errorf("pair %d has %+v, want its games", e.Pair, e.Tally)
		}
		key := pairKey{e.Phase, e.Pair}
		if _, twice := h.pairs[key]; twice {
			return fmt.Errorf("pair %d of the phase %s is there twice", e.Pair, e.Phase)
		}
		h.pairs[key] = e
	case eventBudget:
		return once(h.budgets, e)
	case eventStop:
		return once(h.stops, e)
	default:
		return fmt.Errorf("the event is %q, want %s or %s", e.Event, eventBudget, eventStop)
	}
	return nil
}

// once enters an event of a leg.
func once(events map[int]int, e entry) error {
	if _, twice := events[e.Leg]; twice {
		return fmt.Errorf("the %s of leg %d is there twice", e.Event, e.Leg)
	}
	events[e.Leg] = e.Pair
	return nil
}

// write adds an entry to the journal. The caller holds r.mu.
func (r *run) write(e entry) error {
	if r.file == nil {
		return nil
	}
	e.At = r.elapsed().Seconds()
	if err := r.file.Append(e); err != nil {
		return fmt.Errorf("tune: journal: %w", err)
	}
	return nil
}
