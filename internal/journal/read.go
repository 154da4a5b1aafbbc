package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Read reads a journal. sound is the number of bytes up to the end of the last complete line; an
// incomplete line after it is ignored. The header of an empty journal is zero.
func Read[H any](data []byte, format Format[H]) (header H, sound int64, err error) {
	number := 0
	for text := range bytes.Lines(data) {
		if text[len(text)-1] != '\n' {
			break
		}
		number++
		if number == 1 {
			header, err = format.Header(text)
		} else {
			err = format.Line(text)
		}
		if err != nil {
			var none H
			return none, 0, fmt.Errorf("line %d: %w", number, err)
		}
		sound += int64(len(text))
	}
	return header, sound, nil
}

// Differs returns an error that names the first field in which the header found differs from the
// header want.
func Differs[H any](kind string, want, found H) error {
	w, f := reflect.ValueOf(want), reflect.ValueOf(found)
	for i := range w.NumField() {
		a, b := w.Field(i).Interface(), f.Field(i).Interface()
		if !reflect.DeepEqual(a, b) {
			wanted, _ := json.Marshal(a) // cannot fail for numbers and strings
			there, _ := json.Marshal(b)
			name, _, _ := strings.Cut(w.Type().Field(i).Tag.Get("json"), ",")
			return fmt.Errorf("the journal is of another %s: %s %s, want %s", kind, name, there, wanted)
		}
	}
	return nil
}
