package record

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Error is a mistake in the text of a record.
type Error struct {
	Line int // from 1
	Err  error
}

// Error implements the interface error.
func (e *Error) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the mistake without its line.
func (e *Error) Unwrap() error { return e.Err }

// Read reads the games of a text that Write has written, or a person. The error is an *Error.
func Read(text string) ([]Game, error) {
	r := reader{lines: map[int]int{}}
	for i, line := range strings.Split(text, "\n") {
		r.line = i + 1
		line = strings.TrimSpace(line)
		var err error
		switch {
		case line == "":
		case strings.HasPrefix(line, "["):
			err = r.tag(line)
		default:
			err = r.plies(line)
		}
		if err != nil {
			return nil, &Error{r.line, err}
		}
	}
	if err := r.finish(); err != nil {
		return nil, &Error{r.line, err}
	}
	if len(r.games) == 0 {
		return nil, &Error{1, errors.New(`there is no game, want one that begins with [Record "1"]`)}
	}
	return r.games, nil
}

// reader reads games line by line.
type reader struct {
	line  int
	games []Game
	game  *Game // the game that is read; nil before the first one
	tags  map[string]bool
	lines map[int]int // in which the games begin, by their number
}

// tag reads a line like [Name "value"]. The tag Record begins another game.
func (r *reader) tag(line string) error {
	name, value, ok := strings.Cut(strings.TrimSuffix(line[1:], "]"), " ")
	text, err := strconv.Unquote(strings.TrimSpace(value))
	if !ok || !strings.HasSuffix(line, "]") || err != nil {
		return fmt.Errorf("%s is not a tag, want [Name \"value\"]", line)
	}
	if name == "Record" {
		if text != version {
			return fmt.Errorf("the record has version %q, want %q", text, version)
		}
		if err := r.finish(); err != nil {
			return err
		}
		r.game, r.tags = &Game{firstLine: r.line}, map[string]bool{}
		return nil
	}
	switch {
	case r.game == nil:
		return fmt.Errorf("the tag %s is outside of a game, which begins with [Record %q]", name, version)
	case len(r.game.Plies) > 0:
		return fmt.Errorf("the tag %s follows plies, want another game to begin with [Record %q]", name, version)
	case r.tags[name] && name != "Player":
		return fmt.Errorf("the tag %s is there twice", name)
	}
	r.tags[name] = true
	if err := r.game.set(name, text); err != nil {
		return fmt.Errorf("tag %s: %w", name, err)
	}
	return nil
}

// set sets the value of a tag.
func (g *Game) set(name, value string) (err error) {
	switch name {
	case "Game":
		g.Name = value
	case "Size":
		g.Size = value
	case "Player":
		g.Players = append(g.Players, value)
	case "Number":
		g.Number, err = whole(value, 1)
	case "Opening":
		g.Opening, err = whole(value, 0)
	case "MatchSeed":
		g.MatchSeed, err = seed(value)
	case "Seed":
		g.Seed, err = seed(value)
	case "Result":
		g.Result, err = numbers(value)
	case "End":
		if g.End = End(value); g.End != ByRules && g.End != ByPlies && g.End != ByTime {
			err = fmt.Errorf("%q, want %s, %s or %s", value, ByRules, ByPlies, ByTime)
		}
	default:
		err = errors.New("there is no such tag; there are: Record, Game, Size, Number, MatchSeed, Seed, Player, Opening, Result, End")
	}
	return err
}

func whole(text string, least int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least {
		return 0, fmt.Errorf("%q, want a whole number from %d", text, least)
	}
	return n, nil
}

func seed(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q, want a whole number from 0", text)
	}
	return n, nil
}

// numbers reads the returns of all players.
func numbers(text string) (list []float64, err error) {
	for field := range strings.FieldsSeq(text) {
		v, err := strconv.ParseFloat(field, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%q, want the returns of all players, like \"1 0\"", text)
		}
		list = append(list, v)
	}
	return list, nil
}

// plies reads a line like 1. d 2. "two words".
func (r *reader) plies(line string) error {
	if r.game == nil {
		return fmt.Errorf("%.40q is outside of a game, which begins with [Record %q]", line, version)
	}
	for line != "" {
		number, rest, _ := strings.Cut(line, ". ")
		want := len(r.game.Plies) + 1
		if number != strconv.Itoa(want) {
			return fmt.Errorf("%.40q, want ply %d, like \"%[2]d. \" and its text", line, want)
		}
		text, rest, err := word(strings.TrimLeft(rest, " \t"))
		if err != nil {
			return fmt.Errorf("ply %d: %w", want, err)
		}
		r.game.Plies, r.game.lines = append(r.game.Plies, text), append(r.game.lines, r.line)
		line = strings.TrimLeft(rest, " \t")
	}
	return nil
}

// word returns the first word of a line, which may be quoted, and what follows it.
func word(line string) (text, rest string, err error) {
	if strings.HasPrefix(line, `"`) {
		quoted, err := strconv.QuotedPrefix(line)
		if err == nil {
			text, err = strconv.Unquote(quoted)
		}
		if err != nil {
			return "", "", fmt.Errorf("%.40q has no end of its quotes", line)
		}
		rest = line[len(quoted):]
		if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
			return "", "", fmt.Errorf("%.40q, want a space after the quotes", line)
		}
		return text, rest, nil
	}
	if line == "" {
		return "", "", errors.New("its text is missing")
	}
	end := strings.IndexAny(line, " \t")
	if end < 0 {
		end = len(line)
	}
	return line[:end], line[end:], nil
}

// finish completes the game that is read.
func (r *reader) finish() error {
	g := r.game
	if g == nil {
		return nil
	}
	for _, name := range []string{"Game", "Number", "Player", "Result", "End"} {
		if !r.tags[name] {
			return fmt.Errorf("the game that begins in line %d has no tag %s", g.firstLine, name)
		}
	}
	switch {
	case len(g.Result) != len(g.Players):
		return fmt.Errorf("the game that begins in line %d has %d players and the result of %d", g.firstLine, len(g.Players), len(g.Result))
	case g.Opening > len(g.Plies):
		return fmt.Errorf("the game that begins in line %d has %d plies and an opening of %d", g.firstLine, len(g.Plies), g.Opening)
	}
	if line, ok := r.lines[g.Number]; ok {
		return fmt.Errorf("the games that begin in lines %d and %d have the same number, %d", line, g.firstLine, g.Number)
	}
	r.lines[g.Number] = g.firstLine
	r.games, r.game = append(r.games, *g), nil
	return nil
}
