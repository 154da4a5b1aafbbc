// Package table keeps the results of experiments in CSV files. A row is a struct, whose fields are
// the columns: strings, numbers, slices of numbers, and structs of such fields. The first field is
// a string that no other row has. Rows are in its order, so that a new result changes one line.
//
// Files are replaced as a whole. Of two programs that add rows to a file at once, one may lose its
// row.
package table

import (
	"bytes"
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

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
)

// Read returns the rows of a file by their first fields. There are none without a file.
func Read[R any](path string) (rows map[string]R, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
	}()
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	rows = map[string]R{}
	for i, line := range lines {
		var r R
		columns, cells := fields(reflect.ValueOf(&r).Elem(), "")
		switch _, twice := rows[line[0]]; {
		case i == 0 && !slices.Equal(line, columns):
			return nil, fmt.Errorf("the columns are %q, want %q", line, columns)
		case i == 0:
			continue
		case twice:
			return nil, fmt.Errorf("two rows are of %s", line[0])
		}
		for k, text := range line {
			if cells[k].Kind() == reflect.String {
				cells[k].SetString(text)
			} else if err := json.Unmarshal([]byte(text), cells[k].Addr().Interface()); err != nil {
				return nil, fmt.Errorf("%s of %s: %w", columns[k], line[0], err)
			}
		}
		rows[line[0]] = r
	}
	return rows, nil
}

// Put adds a row to a file, or replaces the row with the same first field.
func Put[R any](path string, row R) error {
	rows, err := Read[R](path)
	if err != nil {
		return err
	}
	rows[reflect.ValueOf(row).Field(0).String()] = row
	return Write(path, rows)
}

// Write replaces the rows of a file.
func Write[R any](path string, rows map[string]R) error {
	var none R
	columns, _ := fields(reflect.ValueOf(none), "")
	lines := [][]string{columns}
	for _, key := range slices.Sorted(maps.Keys(rows)) {
		_, cells := fields(reflect.ValueOf(rows[key]), "")
		line := make([]string, len(cells))
		for k, c := range cells {
			text, err := json.Marshal(c.Interface())
			if err != nil {
				return err
			}
			if line[k] = string(text); c.Kind() == reflect.String {
				line[k] = c.String()
			}
		}
		lines = append(lines, line)
	}
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(lines); err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", b.Bytes(), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// fields returns the columns of a struct and their values.
func fields(v reflect.Value, prefix string) (columns []string, cells []reflect.Value) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name := prefix + strings.ToLower(f.Name)
		if f.Type.Kind() != reflect.Struct {
			columns, cells = append(columns, name), append(cells, v.Field(i))
			continue
		}
		if name += "_"; f.Anonymous {
			name = prefix
		}
		inner, values := fields(v.Field(i), name)
		columns, cells = append(columns, inner...), append(cells, values...)
	}
	return columns, cells
}

// Trials are the numbers of trials of position similarity.
type Trials struct {
	Name        string // game, encoder with the bits, simulations and plies: "connect4 8x6 random16 250 10"
	Game        string
	Codes       string // the encoder of signatures
	Bits        int    // of random signatures; 0 for the default
	Simulations int    // of each move
	Plies       int    // of each game, at most
	Games       int
	Seed        uint64
	Mean        float64       // of the distances in the tree
	Spread      float64       // the mean of Deviations
	Advice      int           // the distance of signatures that the numbers advise
	Hits        float64       // the share of new nodes that find similar positions
	Found       float64       // the mean number of positions that a new node finds
	Random      bundled.Shape // what random games are like; zero if none were played
	Shares      []float64     // of the positions at each distance in the tree
	Deviations  []float64     // of the shares, over the games
}

// Line is the best line that a nested search has found on a board of SameGame.
type Line struct {
	Name     string // player, seed and board
	Player   string
	Seed     uint64
	Board    int // its number in the file of boards, from 1 on
	Points   float64
	Found    int     // the number of the playout that found the line
	Playouts int     // how many were made
	Seconds  float64 // for all playouts
	Actions  string
}

// Exploit is a measurement of a player in a game with hidden information.
type Exploit struct {
	Name      string // see ExploitName
	Value     float64
	Low, High float64 // of its 95 % interval; both are Value if that is exact
}

// ExploitName identifies the measurement of a player with so many seeds from the first one on, and
// with nodes of paths if that is set.
func ExploitName(game string, paths bool, player string, sims int, seed uint64, seeds int) string {
	nodes := ""
	if paths {
		nodes = ", paths"
	}
	return fmt.Sprintf("%s%s, %s, %d, seeds %d to %d", game, nodes, player, sims, seed, seed+uint64(seeds)-1)
}
