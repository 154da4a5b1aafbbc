// Package fingerprint writes values as texts that are equal in every process, to determine whether
// two programs are configured in the same way.
package fingerprint

import (
	"fmt"
	"hash/crc64"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/banyan-go/banyan/internal/wire"
)

const (
	longest = 160 // bytes of a text; of a longer one the checksum replaces the rest
	deepest = 32  // levels, for values that contain themselves
)

// Of returns the text of v, with the type of everything whose type v does not determine. Pointers,
// functions and channels count by their type, and by whether they are nil: what they refer to may
// have another address, or change, from run to run.
func Of(v any) string {
	var b strings.Builder
	write(&b, reflect.ValueOf(v), true, 0)
	text := b.String()
	if len(text) <= longest {
		return text
	}
	cut := longest
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return fmt.Sprintf("%s... (%016x)", text[:cut], crc64.Checksum([]byte(text), crc64.MakeTable(crc64.ECMA)))
}

// write writes the text of v, after its type if typed is set. It calls no methods of v.
func write(b *strings.Builder, v reflect.Value, typed bool, level int) {
	var parts []string
	part := func(name string, v reflect.Value) {
		var one strings.Builder
		one.WriteString(name)
		write(&one, v, false, level+1)
		parts = append(parts, one.String())
	}
	kind := v.Kind()
	if typed && v.IsValid() {
		b.WriteString(v.Type().String())
	}
	switch {
	case level > deepest:
		b.WriteString("...")
	case kind == reflect.Struct:
		for i := range v.NumField() {
			part(v.Type().Field(i).Name+":", v.Field(i))
		}
		fmt.Fprintf(b, "{%s}", strings.Join(parts, " "))
	case kind == reflect.Slice || kind == reflect.Array:
		for i := range v.Len() {
			part("", v.Index(i))
		}
		fmt.Fprintf(b, "%s", parts)
	case kind == reflect.Map:
		for entry := v.MapRange(); entry.Next(); {
			var key strings.Builder
			write(&key, entry.Key(), false, level+1)
			part(key.String()+":", entry.Value())
		}
		slices.Sort(parts)
		fmt.Fprintf(b, "%s", parts)
	case kind == reflect.Interface && !v.IsNil():
		write(b, v.Elem(), true, level+1)
	case typed && v.IsValid():
		b.WriteString("(")
		write(b, v, false, level)
		b.WriteString(")")
	default:
		b.WriteString(scalar(v))
	}
}

// scalar returns the text of a value without parts.
func scalar(v reflect.Value) string {
	switch {
	case v.Kind() == reflect.Bool:
		return fmt.Sprint(v.Bool())
	case v.CanInt():
		return fmt.Sprint(v.Int())
	case v.CanUint():
		return fmt.Sprint(v.Uint())
	case v.CanFloat():
		return fmt.Sprint(v.Float())
	case v.CanComplex():
		return fmt.Sprint(v.Complex())
	case v.Kind() == reflect.String:
		return fmt.Sprintf("%q", v.String())
	case !v.IsValid() || v.IsNil():
		return "nil"
	}
	return "set"
}

// Property is something in which two programs must agree: its texts must be equal.
type Property struct{ Name, Text string }

// Fields returns the fields of a struct as properties, whose names begin with prefix. A field that
// is a pointer counts by what it points to.
func Fields(prefix string, of any) (all []Property) {
	for v, i := reflect.ValueOf(of), 0; i < v.NumField(); i++ {
		field := v.Field(i)
		if field.Kind() == reflect.Pointer && !field.IsNil() {
			field = field.Elem()
		}
		all = append(all, Property{prefix + v.Type().Field(i).Name, Of(field.Interface())})
	}
	return all
}

// Code writes properties or, if c reads, compares those that it reads with these, and names all
// that differ.
func Code(c *wire.Coder, all []Property) (differences []string) {
	n := len(all)
	if c.Count(&n, 2); n != len(all) {
		c.Fail("%d properties, want %d", n, len(all))
	}
	for _, p := range all {
		was := p
		c.String(&was.Name)
		c.String(&was.Text)
		if was.Name != p.Name {
			c.Fail("the property %q, want %q", was.Name, p.Name)
		}
		if was.Text != p.Text {
			differences = append(differences, fmt.Sprintf("%s was %s and is %s", p.Name, was.Text, p.Text))
		}
	}
	return differences
}
