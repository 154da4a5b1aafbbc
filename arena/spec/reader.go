package spec

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// reader returns the values of keys and records which keys were requested: only those have a
// meaning for the player. After an error it returns zero values.
type reader struct {
	names         Names
	own, defaults map[string]string
	asked         []string
	used          []string // key=value for the requested keys that are set
	err           error
}

func newReader(names Names, text, defaults string) (*reader, error) {
	own, err1 := pairs(text)
	shared, err2 := pairs(defaults)
	return &reader{names: names, own: own, defaults: shared}, errors.Join(err1, err2)
}

// pairs reads key=value, separated by commas.
func pairs(text string) (map[string]string, error) {
	values := map[string]string{}
	if strings.TrimSpace(text) == "" {
		return values, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(part, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if _, twice := values[key]; twice {
			return nil, fmt.Errorf("%s is set twice", key)
		}
		if !ok || key == "" || value == "" {
			return nil, fmt.Errorf("%q, want key=value", part)
		}
		values[key] = value
	}
	return values, nil
}

// text returns the value of a key, and whether it is set.
func (r *reader) text(key string) (string, bool) {
	r.asked = append(r.asked, key)
	value, ok := r.own[key]
	if !ok {
		value, ok = r.defaults[key]
	}
	if ok {
		r.used = append(r.used, key+"="+value)
	}
	return value, ok && r.err == nil
}

// given reports whether a key is set, without requesting it.
func (r *reader) given(key string) bool { return r.own[key] != "" || r.defaults[key] != "" }

func (r *reader) fail(key, value, want string) {
	if r.err == nil {
		r.err = fmt.Errorf("%s=%s, want %s", key, value, want)
	}
}

// word reads one of several words. The first is the default.
func (r *reader) word(key string, words ...string) string {
	value, ok := r.text(key)
	if !ok {
		return words[0]
	}
	if !slices.Contains(words, value) {
		r.fail(key, value, "one of "+strings.Join(words, ", "))
		return words[0]
	}
	return value
}

// flag reads yes or no.
func (r *reader) flag(key string) bool { return r.word(key, "no", "yes") == "yes" }

// whole reads a positive integer, or returns 0 if the key is not set.
func (r *reader) whole(key string) int {
	value, ok := r.text(key)
	if !ok {
		return 0
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		r.fail(key, value, "a whole number above 0")
		return 0
	}
	return n
}

// number reads a number from least to most, and whether it is set.
func (r *reader) number(key string, least, most float64) (float64, bool) {
	value, ok := r.text(key)
	if !ok {
		return 0, false
	}
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || !(x >= least && x <= most) {
		r.fail(key, value, fmt.Sprintf("a number from %v to %v", least, most))
	}
	return x, true
}

// positive reads a positive number, or returns 0 if the key is not set.
func (r *reader) positive(key string) float64 {
	value, ok := r.text(key)
	if !ok {
		return 0
	}
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || !(x > 0 && x <= 1e30) {
		r.fail(key, value, "a number above 0")
	}
	return x
}

// done returns the first error, or an error if text sets a key that was not requested.
func (r *reader) done(kind Kind) error {
	if r.err != nil {
		return r.err
	}
	var rest []string
	for key := range r.own {
		if !slices.Contains(r.asked, key) {
			rest = append(rest, key)
		}
	}
	slices.Sort(rest)
	switch {
	case len(rest) == 0:
		return nil
	case len(r.asked) == 0:
		return fmt.Errorf("%s has no parameters, not %s", kind, strings.Join(rest, ", "))
	}
	return fmt.Errorf("%s has no %s here; it has: %s", kind, strings.Join(rest, ", "), strings.Join(r.asked, ", "))
}
