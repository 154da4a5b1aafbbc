// Package fingerprint writes values as texts that are equal in every process, to tell whether two
// programs were configured in the same way.
package fingerprint

import (
	"fmt"
	"hash/crc64"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/banyan-go/banyan/internal/wire"
)

// longest is how many bytes of a text are kept; of a longer one the checksum takes the place of the
// rest.
const longest = 160

// Of returns the text of v in the syntax of Go, with its type. What v points to counts. Pointers,
// functions and channels in v count by their type, and by whether they are nil: what they refer to
// may have another address, or change, from run to run.
func Of(v any) string {
	format := "%#[1]v"
	if kind := reflect.ValueOf(v).Kind(); reflect.Bool <= kind && kind <= reflect.Complex128 || kind == reflect.String {
		format = "%[1]T(%[1]v)"
	}
	var b strings.Builder
	for rest := fmt.Sprintf(format, v); rest != ""; {
		before, after, found := strings.Cut(rest, "(0x")
		if b.WriteString(before); found {
			b.WriteString("(set)")
			_, after, _ = strings.Cut(after, ")")
		}
		rest = after
	}
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

// Property is something in which two programs must agree: its texts must be equal.
type Property struct{ Name, Text string }

// Fields returns the exported fields of a struct as properties, whose names begin with prefix.
func Fields(prefix string, of any) (all []Property) {
	v := reflect.ValueOf(of)
	for i := range v.NumField() {
		all = append(all, Property{prefix + v.Type().Field(i).Name, Of(v.Field(i).Interface())})
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
