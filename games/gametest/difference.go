package gametest

import (
	"fmt"
	"reflect"
	"strings"
)

// maxDifferences is how many differing parts of two states are named.
const maxDifferences = 5

// difference names the parts in which two states differ, with their values, like "hands[1].cards 5
// and 9". What pointers and maps hold is one part.
func difference[S any](a, b *S) string {
	var parts []string
	addDifferences(&parts, "", reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem())
	if more := len(parts) - maxDifferences; more > 0 {
		parts = append(parts[:maxDifferences], fmt.Sprintf("%d more", more))
	}
	return strings.Join(parts, ", ")
}

func addDifferences(parts *[]string, name string, a, b reflect.Value) {
	if sum(a) == sum(b) {
		return
	}
	switch kind := a.Kind(); {
	case kind == reflect.Struct:
		for i := range a.NumField() {
			addDifferences(parts, strings.TrimPrefix(name+"."+a.Type().Field(i).Name, "."), a.Field(i), b.Field(i))
		}
	case kind == reflect.Array, kind == reflect.Slice && a.Len() == b.Len():
		for i := range a.Len() {
			addDifferences(parts, fmt.Sprintf("%s[%d]", name, i), a.Index(i), b.Index(i))
		}
	default:
		*parts = append(*parts, strings.TrimSpace(fmt.Sprintf("%s %+v and %+v", name, a, b)))
	}
}
