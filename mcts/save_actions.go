package mcts

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"

	"github.com/banyan-go/banyan/internal/wire"
)

// Actions are saved only where the search has numbered them itself: for a strategy that reads
// action numbers, in a game that is no [Indexer]. The actions of the tree are saved by their places
// in the lists of the game.

// saveNumbers saves the actions that have numbers, in the order of their numbers.
func saveNumbers[A comparable](e *encoder, numbers map[A]int32) {
	all := make([]A, len(numbers))
	for a, n := range numbers {
		all[n] = a
	}
	e.uint(uint64(len(all)))
	t := reflect.TypeFor[A]()
	if len(all) == 0 || e.fail(encodable(t)) {
		return
	}
	appendOne := appendAction[A]
	if marshals(t) {
		appendOne = marshalAction
	}
	for i := range all {
		var err error
		if e.buf, err = appendOne(e.buf, &all[i]); e.fail(err) {
			return
		}
	}
}

// loadNumbers loads what saveNumbers has saved into a map that is empty, or nil if no strategy
// reads action numbers.
func loadNumbers[A comparable](r *wire.Reader, numbers map[A]int32) {
	n := r.Count(1)
	if n > 0 && numbers == nil {
		r.Fail("there are %d numbered actions, want none", n)
	}
	t := reflect.TypeFor[A]()
	if n > 0 && encodable(t) != nil {
		r.Fail("there are numbered actions, which cannot be %v", t)
	}
	byItself := marshals(t)
	for i := range n {
		var a A
		if byItself {
			unmarshalAction(r, &a)
		} else {
			readValue(r, reflect.ValueOf(&a).Elem())
		}
		if r.Err() != nil {
			return
		}
		if numbers[a] = int32(i); len(numbers) != i+1 {
			r.Fail("action %d has two numbers", i)
			return
		}
	}
}

// marshals reports whether actions write and read themselves.
func marshals(t reflect.Type) bool {
	appends := t.Implements(reflect.TypeFor[encoding.BinaryAppender]()) || t.Implements(reflect.TypeFor[encoding.BinaryMarshaler]())
	return appends && reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.BinaryUnmarshaler]())
}

// encodable returns an error that says why actions cannot be saved.
func encodable(t reflect.Type) error {
	if marshals(t) {
		return nil
	}
	if path := opaque(t); path != "" {
		return fmt.Errorf("actions have numbers in the order of their appearance, and an action%s cannot be saved; "+
			"want an Indexer, or AppendBinary of %v and UnmarshalBinary of *%v: %w", path, t, t, errors.ErrUnsupported)
	}
	return nil
}

// opaque returns the path to a part of a type that cannot be made from bytes, such as ".to, which
// is not exported,", and "" if there is none.
func opaque(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Array:
		if path := opaque(t.Elem()); path != "" && t.Len() > 0 {
			return "[i]" + path
		}
	case reflect.Struct:
		for f := range t.Fields() {
			if !f.IsExported() {
				return "." + f.Name + ", which is not exported,"
			}
			if path := opaque(f.Type); path != "" {
				return "." + f.Name + path
			}
		}
	case reflect.Pointer, reflect.Interface, reflect.Chan, reflect.UnsafePointer:
		return ", which is a " + t.String() + ","
	}
	return ""
}

// marshalAction appends an action that writes itself.
func marshalAction[A comparable](b []byte, a *A) ([]byte, error) {
	var data []byte
	var err error
	switch m := any(*a).(type) {
	case encoding.BinaryAppender:
		data, err = m.AppendBinary(nil)
	case encoding.BinaryMarshaler:
		data, err = m.MarshalBinary()
	}
	if err != nil {
		return b, fmt.Errorf("the action %v: %w", *a, err)
	}
	return wire.AppendBytes(b, data), nil
}

// unmarshalAction reads what marshalAction has appended.
func unmarshalAction[A comparable](r *wire.Reader, a *A) {
	data := r.Bytes()
	if m, ok := any(a).(encoding.BinaryUnmarshaler); ok && r.Err() == nil {
		if err := m.UnmarshalBinary(data); err != nil {
			r.Fail("an action: %w", err)
		}
	}
}

// appendAction appends an action of numbers and texts.
func appendAction[A comparable](b []byte, a *A) ([]byte, error) {
	return appendValue(b, reflect.ValueOf(a).Elem()), nil
}

func appendValue(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		return wire.AppendBool(b, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return wire.AppendInt(b, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return wire.AppendUint(b, v.Uint())
	case reflect.Float32, reflect.Float64:
		return wire.AppendFloat64(b, v.Float())
	case reflect.Complex64, reflect.Complex128:
		return wire.AppendFloat64(wire.AppendFloat64(b, real(v.Complex())), imag(v.Complex()))
	case reflect.String:
		return wire.AppendString(b, v.String())
	case reflect.Array:
		for i := range v.Len() {
			b = appendValue(b, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			b = appendValue(b, v.Field(i))
		}
	}
	return b
}

func readValue(r *wire.Reader, v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if n := r.Int(); v.OverflowInt(n) {
			r.Fail("an action has the number %d, which is no %v", n, v.Type())
		} else {
			v.SetInt(n)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if n := r.Uint(); v.OverflowUint(n) {
			r.Fail("an action has the number %d, which is no %v", n, v.Type())
		} else {
			v.SetUint(n)
		}
	case reflect.Float32, reflect.Float64:
		v.SetFloat(r.Float64())
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(r.Float64(), r.Float64()))
	case reflect.String:
		v.SetString(r.String())
	case reflect.Array:
		for i := 0; i < v.Len() && r.Err() == nil; i++ {
			readValue(r, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			readValue(r, v.Field(i))
		}
	}
}
