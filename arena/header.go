package arena

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

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
func (h Header) differs(found Header) error {
	want, have := reflect.ValueOf(h), reflect.ValueOf(found)
	for i := range want.NumField() {
		w, f := want.Field(i).Interface(), have.Field(i).Interface()
		if !reflect.DeepEqual(w, f) {
			wanted, _ := json.Marshal(w) // cannot fail for numbers and strings
			there, _ := json.Marshal(f)
			name, _, _ := strings.Cut(want.Type().Field(i).Tag.Get("json"), ",")
			return fmt.Errorf("the journal is of another match: %s %s, want %s", name, there, wanted)
		}
	}
	return nil
}
