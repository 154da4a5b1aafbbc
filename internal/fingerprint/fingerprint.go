// Package fingerprint writes values as texts that are equal in every process, to tell whether two
// programs were configured in the same way.
package fingerprint

import (
	"fmt"
	"hash/crc64"
	"reflect"
	"slices"
	"strconv"
)

const (
	longest = 160 // bytes of a text; of a longer one the checksum takes the place of the rest
	deepest = 32  // levels, for values that contain themselves
)

var table = crc64.MakeTable(crc64.ECMA)

// Of returns the text of v, with the type of everything whose type v does not determine. Pointers,
// functions, channels and interfaces with one of these in them count by their type, and by whether
// they are nil: what they refer to may have another address, or change, from run to run.
func Of(v reflect.Value) string {
	if !v.IsValid() {
		return "nil"
	}
	var w writer
	w.typed(v, 0)
	return w.text()
}

// writer keeps the beginning of a text, and its checksum.
type writer struct {
	start []byte // longest+1 bytes at most
	sum   uint64
}

func (w *writer) WriteString(text string) {
	w.start = append(w.start, text[:min(len(text), longest+1-len(w.start))]...)
	w.sum = crc64.Update(w.sum, table, []byte(text))
}

func (w *writer) text() string {
	if len(w.start) <= longest {
		return string(w.start)
	}
	cut := longest
	for w.start[cut]&0xc0 == 0x80 { // within a character
		cut--
	}
	return fmt.Sprintf("%s... (%016x)", w.start[:cut], w.sum)
}

// typed writes a value with its type.
func (w *writer) typed(v reflect.Value, level int) {
	w.WriteString(v.Type().String())
	switch v.Kind() {
	case reflect.Struct, reflect.Slice, reflect.Array, reflect.Map:
		w.value(v, level)
	default:
		w.WriteString("(")
		w.value(v, level)
		w.WriteString(")")
	}
}

// value writes a value without its type.
func (w *writer) value(v reflect.Value, level int) {
	switch v.Kind() {
	case reflect.Bool:
		w.WriteString(strconv.FormatBool(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.WriteString(strconv.FormatInt(v.Int(), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		w.WriteString(strconv.FormatUint(v.Uint(), 10))
	case reflect.Float32, reflect.Float64:
		w.WriteString(strconv.FormatFloat(v.Float(), 'g', -1, 64))
	case reflect.Complex64, reflect.Complex128:
		w.WriteString(strconv.FormatComplex(v.Complex(), 'g', -1, 128))
	case reflect.String:
		w.WriteString(strconv.Quote(v.String()))
	default:
		w.composite(v, level+1)
	}
}

func (w *writer) composite(v reflect.Value, level int) {
	if level > deepest {
		w.WriteString("...")
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		w.list("{}", v.NumField(), func(i int) {
			w.WriteString(v.Type().Field(i).Name + ":")
			w.value(v.Field(i), level)
		})
	case reflect.Slice, reflect.Array:
		w.list("[]", v.Len(), func(i int) { w.value(v.Index(i), level) })
	case reflect.Map:
		w.entries(v, level)
	case reflect.Interface:
		if v.IsNil() {
			w.WriteString("nil")
		} else {
			w.typed(v.Elem(), level)
		}
	default: // of which only the type and nil are the same in every process
		if v.IsNil() {
			w.WriteString("nil")
		} else {
			w.WriteString("set")
		}
	}
}

// list writes n elements between brackets.
func (w *writer) list(brackets string, n int, each func(i int)) {
	w.WriteString(brackets[:1])
	for i := range n {
		if i > 0 {
			w.WriteString(" ")
		}
		each(i)
	}
	w.WriteString(brackets[1:])
}

// entries writes the entries of a map in the order of their texts.
func (w *writer) entries(v reflect.Value, level int) {
	var all []string
	for entry := v.MapRange(); entry.Next(); {
		var one writer
		one.value(entry.Key(), level)
		one.WriteString(":")
		one.value(entry.Value(), level)
		all = append(all, one.text())
	}
	slices.Sort(all)
	w.list("[]", len(all), func(i int) { w.WriteString(all[i]) })
}
