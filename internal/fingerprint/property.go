package fingerprint

import (
	"fmt"
	"reflect"

	"github.com/banyan-go/banyan/internal/wire"
)

// Property is something in which two programs must agree: its texts must be equal.
type Property struct{ Name, Text string }

// Fields returns the fields of a struct as properties, whose names begin with prefix. A pointer
// counts by what it points to.
func Fields(prefix string, v reflect.Value) (all []Property) {
	for i := range v.NumField() {
		field := v.Field(i)
		isPointer := field.Kind() == reflect.Pointer && !field.IsNil()
		if isPointer || field.Kind() == reflect.Interface {
			field = field.Elem()
		}
		all = append(all, Property{prefix + v.Type().Field(i).Name, Of(field)})
	}
	return all
}

// Save writes properties.
func Save(w *wire.Writer, all []Property) {
	w.Uint(uint64(len(all)))
	for _, p := range all {
		w.String(p.Name)
		w.String(p.Text)
	}
}

// Compare reads properties that [Save] has written, and names all that differ from those that are
// wanted. It fails the reader if they have other names; then it names none.
func Compare(r *wire.Reader, want []Property) (differences []string) {
	if n := r.Count(2); n != len(want) {
		r.Fail("%d properties, want %d", n, len(want))
	}
	for _, p := range want {
		name, text := r.String(), r.String()
		if name != p.Name {
			r.Fail("the property %q, want %q", name, p.Name)
		}
		if text != p.Text {
			differences = append(differences, fmt.Sprintf("%s was %s and is %s", name, text, p.Text))
		}
	}
	if r.Err() != nil {
		return nil
	}
	return differences
}
