// Package protocol reads and writes the messages of a game server to a player.
package protocol

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/gdl/kif"
)

// Kind is the kind of a [Message].
type Kind string

// The kinds of messages.
const (
	Start   Kind = "start"   // a match begins: answer "ready" before the start clock runs out
	Play    Kind = "play"    // the joint move before: answer the next move before the play clock runs out
	Stop    Kind = "stop"    // the last joint move of a match: answer "done"
	Abort   Kind = "abort"   // a match ends early: answer "aborted"
	Info    Kind = "info"    // answer the name and whether a match can begin
	Preview Kind = "preview" // rules before a match: answer "ready"
)

// shapes are the messages as they are written.
var shapes = map[Kind]string{
	Start:   "(START match role (rule ...) startclock playclock)",
	Play:    "(PLAY match NIL) or (PLAY match (move ...))",
	Stop:    "(STOP match (move ...))",
	Abort:   "(ABORT match)",
	Info:    "(INFO)",
	Preview: "(PREVIEW (rule ...) startclock)",
}

// Message is a message of a game server to a player. Names keep their spelling, and case does not
// tell them apart.
type Message struct {
	Kind       Kind
	MatchID    string        // of all kinds but Info and Preview
	Role       string        // of Start: the role of the player
	Rules      []kif.Expr    // of Start and Preview
	StartClock time.Duration // of Start and Preview
	PlayClock  time.Duration // of Start

	// Moves are the moves of all roles, in the order of the sheet, in Play and Stop. They are nil
	// before the first move.
	Moves []string
}

// MaxClock is the longest clock.
const MaxClock = 1_000_000 * time.Second

// Parse reads a message. Its error says where and what is wrong.
func Parse(text []byte) (Message, error) {
	list, err := kif.Parse(text)
	if err != nil {
		return Message{}, fmt.Errorf("ggp: message: %w", err)
	}
	if len(list) != 1 || len(list[0].List) == 0 {
		return Message{}, fmt.Errorf("ggp: message: there are %d expressions, want one list such as (INFO)", len(list))
	}
	m, err := readMessage(list[0].List)
	if err != nil {
		return Message{}, fmt.Errorf("ggp: message: %w", err)
	}
	return m, nil
}

// readMessage reads the parts of a message, of which there is at least one.
func readMessage(list []kif.Expr) (Message, error) {
	m := Message{Kind: Kind(kif.Fold(list[0].Name))}
	shape, ok := shapes[m.Kind]
	if !ok {
		return m, fmt.Errorf("the kind is %.40q, want START, PLAY, STOP, ABORT, INFO or PREVIEW", list[0])
	}
	r := &reader{rest: list[1:]}
	switch m.Kind {
	case Start:
		m.MatchID, m.Role, m.Rules = r.name("match"), r.name("role"), r.list("list of rules")
		m.StartClock, m.PlayClock = r.clock("start clock"), r.clock("play clock")
	case Play, Stop:
		m.MatchID, m.Moves = r.name("match"), r.moves()
	case Abort:
		m.MatchID = r.name("match")
	case Preview:
		m.Rules, m.StartClock = r.list("list of rules"), r.clock("start clock")
	}
	if r.err == nil && len(r.rest) > 0 {
		r.err = fmt.Errorf("%v: there is something after the last part", r.rest[0].Pos)
	}
	if r.err != nil {
		return m, fmt.Errorf("%w; want %s", r.err, shape)
	}
	return m, nil
}

// reader takes the parts of a message one after the other, until one is wrong.
type reader struct {
	rest []kif.Expr
	err  error
}

// next returns the next part, which is called what.
func (r *reader) next(what string) kif.Expr {
	if r.err == nil && len(r.rest) == 0 {
		r.err = fmt.Errorf("the %s is missing", what)
	}
	if r.err != nil {
		return kif.Expr{}
	}
	e := r.rest[0]
	r.rest = r.rest[1:]
	return e
}

// fail notes that a part is wrong, unless another was before.
func (r *reader) fail(e kif.Expr, what, want string) {
	if r.err == nil {
		r.err = fmt.Errorf("%v: the %s is %.40q, want %s", e.Pos, what, e, want)
	}
}

func (r *reader) name(what string) string {
	e := r.next(what)
	if e.IsList() {
		r.fail(e, what, "a name")
	}
	return e.Name
}

func (r *reader) list(what string) []kif.Expr {
	e := r.next(what)
	if !e.IsList() {
		r.fail(e, what, "a list")
	}
	return e.List
}

// moves reads a joint move. A list of only a name, such as (noop), is the name.
func (r *reader) moves() []string {
	e := r.next("joint move")
	switch {
	case kif.Fold(e.Name) == "nil":
		return nil
	case !e.IsList():
		r.fail(e, "joint move", "NIL or a list of moves")
	}
	var moves []string
	for _, part := range e.List {
		move, err := sheet.ReadTerm(part)
		if err != nil && r.err == nil {
			r.err = err
		}
		moves = append(moves, move.String())
	}
	return moves
}

func (r *reader) clock(what string) time.Duration {
	e := r.next(what)
	seconds, err := strconv.ParseFloat(e.Name, 64)
	if err != nil || !(seconds >= 0 && seconds <= MaxClock.Seconds()) {
		r.fail(e, what, fmt.Sprintf("seconds from 0 to %.0f", MaxClock.Seconds()))
		return 0
	}
	return time.Duration(math.Round(seconds * float64(time.Second)))
}

// String returns the text of a message, which [Parse] reads again.
func (m Message) String() string {
	parts := []string{strings.ToUpper(string(m.Kind))}
	rules := func() string { return kif.List(m.Rules...).String() }
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
	switch m.Kind {
	case Start:
		parts = append(parts, m.MatchID, m.Role, rules(), seconds(m.StartClock), seconds(m.PlayClock))
	case Play, Stop:
		moves := "NIL"
		if m.Moves != nil {
			moves = "(" + strings.Join(m.Moves, " ") + ")"
		}
		parts = append(parts, m.MatchID, moves)
	case Abort:
		parts = append(parts, m.MatchID)
	case Preview:
		parts = append(parts, rules(), seconds(m.StartClock))
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// IsName reports whether a text can be a name in a message.
func IsName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || strings.ContainsRune("();\"", r) })
}
