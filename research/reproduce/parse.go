package main

import (
	_ "embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

//go:embed experiments.txt
var experimentsText string

// groups are all experiments, in the order of the page.
var groups = parse(experimentsText)

// computedRows returns, by the key of a group, the rows that follow from tables of other files.
var computedRows = map[string]func() []experiment{
	"parallel": parallelRows, "parallel-causes": causeRows, "similar": similarRows, "sheet-similarity": sheetSimilarityRows, "sheet-constant": constantRows,
}

// shortNames are the games that names of experiments contain.
var shortNames = map[string]string{
	"bt6": "breakthrough 6x6", "bt8": "breakthrough", "kt": "knightthrough", "knight": "knightthrough", "pw": "pawnwhopping", "pawn": "pawnwhopping",
	"c4": "connect4", "c5": "gomoku", "othello": "othello", "nogo": "nogo", "nogo7": "nogo 7x7", "dots2": "dots2", "dots3": "dots",
	"goofspiel": "goofspiel", "goofspiel5": "goofspiel5", "ttt": "tictactoe", "pig": "pig", "whist": "whist", "magic": "magic",
}

var (
	constant = regexp.MustCompile(`\$\w+`)
	field    = regexp.MustCompile(`^(\$?\w+) = (.*)$`)
	rowLine  = regexp.MustCompile(`^([^\s:{]*)(?:\{([^}]*)\}([^\s:]*))?:\s*(.*)$`)
)

// parse reads the groups of experiments.txt, whose first lines say how they are written. It panics
// at a mistake, because the text is a part of the program.
func parse(text string) (list []group) {
	constants := map[string]string{}
	for number, line := range strings.Split(text, "\n") {
		line = constant.ReplaceAllStringFunc(line, func(name string) string {
			if value, ok := constants[name]; ok {
				return value
			}
			return name
		})
		key, isKey := strings.CutPrefix(line, "[")
		var err error
		switch f := field.FindStringSubmatch(line); {
		case line == "" || line[0] == '#':
		case isKey:
			g := group{key: strings.TrimSuffix(key, "]")}
			if rows := computedRows[g.key]; rows != nil {
				g.rows = rows()
			}
			list = append(list, g)
		case f != nil && f[1][0] == '$':
			constants[f[1]] = f[2]
		case f != nil:
			err = list[len(list)-1].set(f[1], f[2])
		default:
			err = list[len(list)-1].addRows(line)
		}
		if err != nil {
			panic(fmt.Sprintf("experiments.txt:%d: %v", number+1, err))
		}
	}
	return list
}

// groupOf returns the group with a key.
func groupOf(key string) group {
	g, err := find(key)
	if err != nil {
		panic(err)
	}
	return g
}

// set sets a field that the rows inherit, or one that only a group has.
func (g *group) set(key, value string) (err error) {
	switch key {
	case "mean":
		g.mean, err = parsePublished(value)
	case "meanGames":
		g.meanGames = strings.Split(value, ", ")
	case "best":
		g.best = strings.Split(value, ", ")
	default:
		err = g.experiment.set(key, value)
	}
	return err
}

// addRows adds the experiments of a line.
func (g *group) addRows(line string) error {
	m := rowLine.FindStringSubmatch(line)
	if m == nil {
		return fmt.Errorf("%q is neither a field nor a row", line)
	}
	for short := range strings.SplitSeq(m[2], ",") {
		e := experiment{name: m[1] + short + m[3], game: shortNames[short]}
		for _, text := range strings.FieldsFunc(m[4], func(r rune) bool { return r == ';' }) {
			key, value, _ := strings.Cut(strings.TrimSpace(text), " = ")
			if err := e.set(key, value); err != nil {
				return err
			}
		}
		g.rows = append(g.rows, e)
	}
	return nil
}

// set sets a field.
func (e *experiment) set(key, value string) (err error) {
	texts := map[string]*string{
		"claim": &e.claim, "label": &e.label, "game": &e.game, "a": &e.a, "b": &e.b, "both": &e.both, "time": &e.time, "clock": &e.clock,
	}
	switch key {
	case "topic":
		e.topic = topic(value)
	case "paper":
		if e.paper = papers[value]; e.paper == "" {
			return fmt.Errorf("there is no paper %q", value)
		}
	case "sims":
		e.sims, err = strconv.Atoi(value)
	case "games":
		e.games, err = strconv.Atoi(value)
	case "seed":
		e.seed, err = strconv.ParseUint(value, 10, 64)
	case "start":
		e.start = value == "yes"
	case "published":
		e.published, err = parsePublished(value)
	default:
		if texts[key] == nil {
			return fmt.Errorf("there is no field %q", key)
		}
		*texts[key] = value
	}
	return err
}

// parsePublished reads better, level or worse, a rate, or two with "to" between.
func parsePublished(text string) (p published, err error) {
	if p, ok := map[string]published{"better": better, "level": level, "worse": worse}[text]; ok {
		return p, nil
	}
	low, high, interval := strings.Cut(text, " to ")
	if !interval {
		high = low
	}
	if p.low, err = strconv.ParseFloat(low, 64); err != nil {
		return p, err
	}
	p.high, err = strconv.ParseFloat(high, 64)
	return p, err
}
