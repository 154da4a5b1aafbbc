// Package table keeps the results of experiments in CSV files: a row for each, in the order of
// their keys, so that a new result changes one line.
//
// Files are replaced as a whole. Of two programs that add rows to a file at once, one may lose its
// row.
package table

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

// Row is a struct whose fields are the columns of a file. A field is a string, a number, a slice of
// numbers or a struct of such fields.
type Row interface {
	Key() string // no other row of the file has it
}

// Read returns the rows of a file by their keys. There are none without a file.
func Read[R Row](path string) (map[string]R, error) {
	rows := map[string]R{}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return rows, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	for i, line := range lines {
		var r R
		columns, values := fields(reflect.ValueOf(&r).Elem(), "")
		switch {
		case i == 0 && !slices.Equal(line, columns):
			return nil, fmt.Errorf("%s: the columns are %q, want %q", filepath.Base(path), line, columns)
		case i == 0:
			continue
		}
		for k, v := range values {
			if err := parse(line[k], v); err != nil {
				return nil, fmt.Errorf("%s: %s in row %d: %w", filepath.Base(path), columns[k], i, err)
			}
		}
		if _, twice := rows[r.Key()]; twice {
			return nil, fmt.Errorf("%s: two rows are of %s", filepath.Base(path), r.Key())
		}
		rows[r.Key()] = r
	}
	return rows, nil
}

// Put adds a row to a file, or replaces the row with its key.
func Put[R Row](path string, row R) error {
	rows, err := Read[R](path)
	if err != nil {
		return err
	}
	rows[row.Key()] = row
	return Write(path, rows)
}

// Write replaces the rows of a file.
func Write[R Row](path string, rows map[string]R) error {
	var none R
	columns, _ := fields(reflect.ValueOf(&none).Elem(), "")
	lines := [][]string{columns}
	for _, key := range slices.Sorted(maps.Keys(rows)) {
		r, line := rows[key], []string{}
		_, values := fields(reflect.ValueOf(&r).Elem(), "")
		for _, v := range values {
			text, err := format(v)
			if err != nil {
				return err
			}
			line = append(line, text)
		}
		lines = append(lines, line)
	}
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll(lines); err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", []byte(b.String()), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// fields returns the names and the values of the columns of a struct.
func fields(v reflect.Value, prefix string) (columns []string, values []reflect.Value) {
	for i := range v.NumField() {
		f, name := v.Type().Field(i), prefix
		if !f.Anonymous {
			name += strings.ToLower(f.Name)
		}
		if f.Type.Kind() != reflect.Struct {
			columns, values = append(columns, name), append(values, v.Field(i))
			continue
		}
		if !f.Anonymous {
			name += "_"
		}
		inner, more := fields(v.Field(i), name)
		columns, values = append(columns, inner...), append(values, more...)
	}
	return columns, values
}

// format returns the text of a cell: a string as it is, and anything else as JSON.
func format(v reflect.Value) (string, error) {
	if v.Kind() == reflect.String {
		return v.String(), nil
	}
	text, err := json.Marshal(v.Interface())
	return string(text), err
}

// parse is the inverse of format.
func parse(text string, v reflect.Value) error {
	if v.Kind() == reflect.String {
		v.SetString(text)
		return nil
	}
	return json.Unmarshal([]byte(text), v.Addr().Interface())
}
