package analyze

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// Version is the version of the protocol. It grows when a program that reads answers must change.
const Version = 1

// Query asks for the search of a position.
type Query struct {
	ID     string `json:"id"`     // names the query in its answers; unique among those that are not answered yet
	Cancel string `json:"cancel"` // instead of all that follows: the id of a query to cancel

	Game    string   `json:"game"`    // in a program of several games; empty for the first one
	Size    string   `json:"size"`    // of the board, like 6x6; empty for the usual one
	Actions []string `json:"actions"` // since the start of the game, outcomes of chance included; "?" for one that the player to search for has not seen
	View    string   `json:"view"`    // what the player to search for sees after these, if some of them are unseen; may be empty
	Seat    int      `json:"seat"`    // at simultaneous moves, the player to search for

	Player      string   `json:"player"`      // the configuration, like "playout=nst,c=0.4"
	Simulations int      `json:"simulations"` // budget; 0: no limit
	Time        Duration `json:"time"`        // budget, like "500ms"; 0: no limit
	Seed        uint64   `json:"seed"`
	Priority    int      `json:"priority"`    // queries of a higher priority are searched first
	ReportEvery Duration `json:"reportEvery"` // the time between two interim answers; 0: none
}

// Duration is a time as text, like "500ms".
type Duration time.Duration

// UnmarshalJSON implements json.Unmarshaler.
func (d *Duration) UnmarshalJSON(text []byte) error {
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return fmt.Errorf("want a time like \"500ms\", not %s", text)
	}
	v, err := time.ParseDuration(s)
	if err != nil || v < 0 {
		return fmt.Errorf("want a time like \"500ms\", not %q", s)
	}
	*d = Duration(v)
	return nil
}

// Answer is the result of a search, an interim result, or an error.
type Answer struct {
	ID        string `json:"id"`
	Version   int    `json:"version"`
	Final     bool   `json:"final"` // no more answers to the query follow
	Error     *Error `json:"error,omitempty"`
	Cancelled string `json:"cancelled,omitempty"` // the id of the query that this one cancelled

	*Result
}

// Result is the result of a search.
type Result struct {
	ToMove      int       `json:"toMove"` // the player, from 0, or -1 for chance
	Terminal    bool      `json:"terminal"`
	Values      []float64 `json:"values"`             // mean returns of every player, from the position on; at the end of the game, its returns
	Paid        []float64 `json:"paid,omitempty"`     // the rewards of every player before the position; missing in a game without rewards
	Scales      []Scale   `json:"scales,omitempty"`   // of the returns of every player, of a search
	Outcomes    []Outcome `json:"outcomes,omitempty"` // of chance, if chance moves
	Action      string    `json:"action,omitempty"`
	Actions     []Action  `json:"actions"` // of the root, in descending order of visits
	PV          []string  `json:"pv"`      // the principal variation
	Best        *Line     `json:"best,omitempty"`
	Simulations int       `json:"simulations"`
	Seconds     float64   `json:"seconds"`
	Stop        string    `json:"stop,omitempty"` // what ended the search
	Proven      bool      `json:"proven"`
	Nodes       int       `json:"nodes"`
	Bytes       int64     `json:"bytes"`
}

// Line is the best line that the search has found, if it keeps one; see mcts.Result.Best.
type Line struct {
	Return  float64  `json:"return"` // what it brings from the position on
	Actions []string `json:"actions"`
}

// Scale is what the returns of a player look like; see mcts.Scale.
type Scale struct {
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Unit   float64 `json:"unit"`   // what the constants of the strategies are multiples of
	Chance bool    `json:"chance"` // Returns are in [0,1], so that a mean is a chance to win.
}

// Outcome is an outcome of chance.
type Outcome struct {
	Action string `json:"action"`

	// Prob is its probability; missing if outcomes can only be drawn, and this one was.
	Prob *float64 `json:"prob,omitempty"`
}

// Action is an action of the root and its statistics.
type Action struct {
	Action string   `json:"action"`
	Visits int      `json:"visits"`
	Mean   float64  `json:"mean"`
	Prior  float64  `json:"prior,omitempty"`
	Lower  *float64 `json:"lower,omitempty"` // bounds of the value, if they are known
	Upper  *float64 `json:"upper,omitempty"`
}

// Error describes what is wrong with a query.
type Error struct {
	Field   string `json:"field,omitempty"`
	Value   string `json:"value,omitempty"`
	Line    int    `json:"line,omitempty"` // of the input, if the query could not be read
	Message string `json:"message"`
}

// Error implements the interface error.
func (e *Error) Error() string {
	if e.Field == "" {
		return e.Message
	}
	return fmt.Sprintf("%s %q: %s", e.Field, e.Value, e.Message)
}

// parse reads a query. After an error it has the id if that could be read.
func parse(line []byte) (Query, *Error) {
	var q Query
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	err := d.Decode(&q)
	if err == nil && !atEnd(d) {
		err = errors.New("there is more text after the query")
	}
	if err != nil {
		var id struct {
			ID string `json:"id"`
		}
		if json.Unmarshal(line, &id) == nil {
			q.ID = id.ID
		}
		return q, problem(err)
	}
	switch {
	case q.ID == "":
		return q, &Error{Field: "id", Message: "the query has no id"}
	case q.Simulations < 0:
		return q, &Error{Field: "simulations", Value: fmt.Sprint(q.Simulations), Message: "want 0 or more"}
	case q.Cancel == "" && q.Simulations == 0 && q.Time == 0 && !strings.Contains(q.Player, "sims=") && !strings.Contains(q.Player, "time="):
		return q, &Error{Field: "simulations", Value: "0", Message: "want a limit: simulations, time or both"}
	}
	return q, nil
}

func atEnd(d *json.Decoder) bool {
	_, err := d.Token()
	return errors.Is(err, io.EOF)
}

// problem describes an error of package json for the author of the query.
func problem(err error) *Error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return &Error{Field: wrong.Field, Value: wrong.Value, Message: "want a " + wrong.Type.String()}
	}
	return &Error{Message: strings.TrimPrefix(err.Error(), "json: ")}
}
