// Package reference detects whether a value is copied by assignment, or whether the copy shares
// memory with the original.
package reference

import (
	"fmt"
	"reflect"
)

// Path returns the path to a part of a type that refers to other memory, such as ".board.cells is a
// []int", and "" if there is none. Strings do not count, because they cannot be modified.
func Path(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return " is a " + t.String()
	case reflect.Array:
		if path := Path(t.Elem()); path != "" && t.Len() > 0 {
			return "[i]" + path
		}
	case reflect.Struct:
		for f := range t.Fields() {
			if path := Path(f.Type); path != "" {
				return "." + f.Name + path
			}
		}
	}
	return ""
}

// Check returns an error if states of type t, in a game without a Copy method, are not copied by
// assignment.
func Check(game any, t reflect.Type) error {
	if path := Path(t); path != "" {
		return fmt.Errorf("%T has no Copy, and a state %v cannot be copied by assignment: state%s", game, t, path)
	}
	return nil
}
