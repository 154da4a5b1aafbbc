package sheet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/gdl/kif"
)

// Sheet is a rule sheet.
type Sheet struct {
	Roles []string // the roles, in order
	Rules []Rule
}

// Rule says that its head holds if all formulas of its body hold.
type Rule struct {
	Head Atom
	Body []Formula
	Pos  kif.Pos
}

// String returns the text of r.
func (r Rule) String() string {
	if len(r.Body) == 0 {
		return r.Head.String()
	}
	var b strings.Builder
	b.WriteString("(<= " + r.Head.String())
	for _, f := range r.Body {
		b.WriteString(" " + f.String())
	}
	b.WriteByte(')')
	return b.String()
}

// Error says what is wrong with a sheet, and where.
type Error struct {
	Pos     kif.Pos // zero if it is missing from the whole sheet
	Message string
}

// Error implements error.
func (e *Error) Error() string {
	if e.Pos == (kif.Pos{}) {
		return "gdl: " + e.Message
	}
	return fmt.Sprintf("gdl: line %d: %s", e.Pos.Line, e.Message)
}

// fail returns an [Error].
func fail(at kif.Pos, format string, args ...any) error {
	return &Error{at, fmt.Sprintf(format, args...)}
}

// Parse reads a sheet and checks it. Its error is an [*Error] or a [*kif.Error].
func Parse(text []byte) (*Sheet, error) {
	list, err := kif.Parse(text)
	if err != nil {
		return nil, err
	}
	return New(list)
}

// New returns the sheet with these rules, and checks it.
func New(rules []kif.Expr) (*Sheet, error) {
	s := &Sheet{}
	for _, e := range rules {
		r, err := readRule(e)
		if err != nil {
			return nil, err
		}
		s.Rules = append(s.Rules, r)
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	for _, r := range s.Rules {
		if r.Head.Name == "role" && !slices.Contains(s.Roles, r.Head.Args[0].Name) {
			s.Roles = append(s.Roles, r.Head.Args[0].Name)
		}
	}
	return s, nil
}
