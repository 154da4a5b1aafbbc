package arena

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// journalVersion is that of the format of journals and of how matches draw from their seed.
const journalVersion = 1

// Header identifies a match. It is the first line of its journal. How many pairs are played is not part of it, so a
// match may be made longer.
type Header struct {
	Version      int      `json:"banyan_match"` // of the format, 1
	Game         string   `json:"game"`
	Entrants     []string `json:"entrants"`
	Seed         uint64   `json:"seed"`
	OpeningPlies int      `json:"opening_plies"`
	MaxPlies     int      `json:"max_plies"`
	Clock        string   `json:"clock,omitempty"` // none if empty
}

// differs returns an error that names the first difference of the header found from h, which is wanted.
func (h Header) differs(found Header) error {
	want, have := reflect.ValueOf(h), reflect.ValueOf(found)
	for i := range want.NumField() {
		w, f := want.Field(i).Interface(), have.Field(i).Interface()
		if !reflect.DeepEqual(w, f) {
			wanted, _ := json.Marshal(w) // numbers and texts, which cannot fail
			there, _ := json.Marshal(f)
			name, _, _ := strings.Cut(want.Type().Field(i).Tag.Get("json"), ",")
			return fmt.Errorf("the journal is of another match: %s %s, want %s", name, there, wanted)
		}
	}
	return nil
}
