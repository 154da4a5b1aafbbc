package tune

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// SpaceUsage explains the syntax of a [Space], for the help of a program.
const SpaceUsage = `A space is a list of parameters, separated by semicolons or line ends; # begins a comment:
  c=0.1..2 log                             a number on a logarithmic scale; without log, on a linear one
  k=1..20 int                              a whole number; log may follow here, too
  playout=uniform|mast|nst                 one of several values
  way=plain{}|priors{selection=puct,c=1}   one of several strategies, each with parameters of its own or none
  epsilon=0..0.6 if playout=mast|nst       a parameter of those players only; more conditions follow after and
`

// ParseSpace reads the parameters of a [Space] from the form that [SpaceUsage] explains. The Space
// that it returns is valid and has no Fixed.
func ParseSpace(text string) (Space, error) {
	var s Space
	for _, entry := range entries(text) {
		q, err := parseParameter(entry)
		if err != nil {
			return Space{}, fmt.Errorf("tune: %q: %w", entry, err)
		}
		s.Parameters = append(s.Parameters, q)
	}
	if err := s.Validate(); err != nil {
		return Space{}, err
	}
	return s, nil
}

// String returns the parameters in the form that [ParseSpace] reads.
func (s Space) String() string {
	var lines []string
	for _, q := range s.Parameters {
		line := q.Name + "=" + q.Kind.format()
		for i, c := range q.If {
			line += []string{" if ", " and "}[min(i, 1)] + c.Parameter + "=" + strings.Join(c.Alternatives, "|")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// entries returns the texts of the parameters, without comments.
func entries(text string) (list []string) {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		for part := range strings.SplitSeq(line, ";") {
			if part = strings.TrimSpace(part); part != "" {
				list = append(list, part)
			}
		}
	}
	return list
}

func parseParameter(entry string) (q Parameter, err error) {
	name, rest, ok := strings.Cut(entry, "=")
	if !ok {
		return q, errors.New("want NAME=VALUES, like c=0.1..2 or playout=uniform|mast")
	}
	q.Name = strings.TrimSpace(name)
	words := strings.Fields(rest)
	at := slices.Index(words, "if")
	if at < 0 {
		at = len(words)
	}
	values := words[:at]
	if len(values) > 0 && strings.Contains(values[0], "..") {
		q.Kind, err = parseRange(values)
	} else {
		q.Kind, err = parseChoice(strings.Join(values, " "))
	}
	if err == nil && at < len(words) {
		q.If, err = parseConditions(strings.Join(words[at+1:], " "))
	}
	return q, err
}

// parseRange reads LOW..HIGH and the words int and log.
func parseRange(words []string) (Kind, error) {
	low, high, _ := strings.Cut(words[0], "..")
	whole, log := false, false
	for _, word := range words[1:] {
		switch {
		case word == "int" && !whole:
			whole = true
		case word == "log" && !log:
			log = true
		default:
			return nil, fmt.Errorf("there is %q after the range, want int, log or if", word)
		}
	}
	if whole {
		a, err1 := strconv.Atoi(low)
		b, err2 := strconv.Atoi(high)
		if err1 != nil || err2 != nil {
			return nil, fmt.Errorf("the range is %s, want two whole numbers, like 1..20", words[0])
		}
		return Integer{a, b, log}, nil
	}
	a, err1 := strconv.ParseFloat(low, 64)
	b, err2 := strconv.ParseFloat(high, 64)
	if err1 != nil || err2 != nil {
		return nil, fmt.Errorf("the range is %s, want two numbers, like 0.1..2", words[0])
	}
	return Float{a, b, log}, nil
}

// parseChoice reads alternatives with bars between them.
func parseChoice(text string) (Kind, error) {
	var k Choice
	for part := range strings.SplitSeq(text, "|") {
		part = strings.TrimSpace(part)
		name, inner, whole := strings.Cut(part, "{")
		a := Alternative{Name: name, Whole: whole}
		if whole {
			var closed bool
			if inner, closed = strings.CutSuffix(inner, "}"); !closed {
				return nil, fmt.Errorf("there is no } at the end of %q", part)
			}
			a.Text = strings.ReplaceAll(inner, " ", "")
		}
		k = append(k, a)
	}
	return k, nil
}

// parseConditions reads NAME=VALUE|VALUE with the word and between them.
func parseConditions(text string) (list []Condition, err error) {
	for part := range strings.SplitSeq(text, " and ") {
		name, values, ok := strings.Cut(part, "=")
		if !ok {
			return nil, fmt.Errorf("the condition is %q, want NAME=VALUE, like playout=mast", part)
		}
		c := Condition{Parameter: strings.TrimSpace(name)}
		for value := range strings.SplitSeq(values, "|") {
			c.Alternatives = append(c.Alternatives, strings.TrimSpace(value))
		}
		list = append(list, c)
	}
	return list, nil
}
