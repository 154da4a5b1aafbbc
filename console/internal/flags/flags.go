// Package flags provides what the commands of a program share in reading their flags.
package flags

import (
	"errors"
	"strconv"
	"time"

	urfave "github.com/urfave/cli/v3"
)

// Parsed returns a flag whose value is read by parse.
func Parsed[T any](name, usage string, parse func(string) (T, error), to *T) urfave.Flag {
	return &urfave.GenericFlag{Name: name, Usage: usage, HideDefault: true, Value: value{func(text string) (err error) {
		*to, err = parse(text)
		return err
	}}}
}

// Missing returns a flag that a program does not have, and that explains why.
func Missing(name string, why error) urfave.Flag {
	return &urfave.GenericFlag{Name: name, Hidden: true, Value: value{func(string) error { return why }}}
}

// value is the value of a flag that a function reads.
type value struct{ set func(text string) error }

// Set implements urfave.Value.
func (v value) Set(text string) error { return v.set(text) }

// Get implements urfave.Value.
func (v value) Get() any { return nil }

// String implements urfave.Value.
func (v value) String() string { return "" }

// Whole parses a whole number.
func Whole(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, errors.New("want a whole number")
	}
	return n, nil
}

// Time parses a time that is not negative.
func Time(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, errors.New("want a time like 500ms or 3s, 0 or more")
	}
	return d, nil
}
