package mcts

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/banyan-go/banyan/internal/fingerprint"
	"github.com/banyan-go/banyan/internal/wire"
)

// property is something in which a saved search and the one that loads it must agree.
type property struct{ name, text string }

// properties are the game and the configuration as far as they decide what a search finds. Clock
// does not, Seed is saved, and Workers decides in TreeParallel only.
func (s *Search[S, A]) properties() []property {
	all := []property{
		{"the game", fingerprint.Of(reflect.ValueOf(s.rules.Game))},
		{"the type of states", reflect.TypeFor[S]().String()},
		{"the type of actions", reflect.TypeFor[A]().String()},
		{"the whole playout", ""},
	}
	if f, ok := s.rules.Playouter.(wholePlayout[S]); ok {
		all[len(all)-1].text = fingerprint.Of(reflect.ValueOf(f))
	}
	return append(all, s.cfg.properties()...)
}

func (c Config) properties() (all []property) {
	c.Seed, c.Clock = 0, nil
	switch p := c.Parallel.(type) {
	case RootParallel:
		p.Workers = 0
		c.Parallel = p
	case LeafParallel:
		p.Workers = 0
		c.Parallel = p
	case LockStep:
		p.Workers = 0
		c.Parallel = p
	}
	v := reflect.ValueOf(c)
	for i := range v.NumField() {
		field := v.Field(i)
		isPointer := field.Kind() == reflect.Pointer && !field.IsNil()
		if isPointer || field.Kind() == reflect.Interface {
			field = field.Elem()
		}
		all = append(all, property{"Config." + v.Type().Field(i).Name, fingerprint.Of(field)})
	}
	return all
}

func saveProperties(e *wire.Writer, all []property) {
	e.Uint(uint64(len(all)))
	for _, p := range all {
		e.String(p.name)
		e.String(p.text)
	}
}

// verifyProperties reports everything in which a saved search differs from what is wanted.
func verifyProperties(r *wire.Reader, want []property) error {
	if n := r.Count(2); n != len(want) {
		r.Fail("%d properties, want %d", n, len(want))
	}
	var differences []string
	for _, p := range want {
		name, text := r.String(), r.String()
		if name != p.name {
			r.Fail("the property %q, want %q", name, p.name)
		}
		if r.Err() == nil && text != p.text {
			differences = append(differences, fmt.Sprintf("%s was %s and is %s", name, text, p.text))
		}
	}
	if r.Err() == nil && len(differences) > 0 {
		return fmt.Errorf("%w: %s", ErrMismatch, strings.Join(differences, "; "))
	}
	return r.Err()
}

// positionOf describes a state, as far as that is possible; see [fingerprint.Of].
func (s *Search[S, A]) positionOf(state *S) string {
	text := fingerprint.Of(reflect.ValueOf(state).Elem())
	if s.rules.Hasher != nil {
		text += fmt.Sprintf(", hash %016x", s.rules.Hasher.Hash(state))
	}
	return text
}
