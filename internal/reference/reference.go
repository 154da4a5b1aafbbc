// Package reference finds out whether a value is copied by assignment, or shares memory with its copy then.
package reference

import (
	"fmt"
	"reflect"
)

// Path returns where a value of type t refers to memory outside itself, ".board.cells is a []int" for instance, and
// "" if nowhere. Strings cannot be changed and do not count.
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

// Check reports that states of type t, of a game without Copy, are not copied by assignment; nil if they are.
func Check(game any, t reflect.Type) error {
	if path := Path(t); path != "" {
		return fmt.Errorf("%T has no Copy, and a state %v cannot be copied by assignment: state%s", game, t, path)
	}
	return nil
}
