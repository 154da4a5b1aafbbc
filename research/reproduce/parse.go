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
	"goofspiel": "goofspiel", "goofspiel5": "goofspiel5", "ttt": "tictactoe", "pig": "pig", "whist": "whist", "magic": "magic", "points": "dots-points",
	"gdlc4": "gdl:gdl/sheets/connectfour.kif", "gdlbt6": "gdl:gdl/sheets/breakthrough6.kif",
}

var (
	constant = regexp.MustCompile(`\$\w+`)
	field    = regexp.MustCompile(`^(\$?\w+) = (.*)$`)
	rowLine  = regexp.MustCompile(`^([^\s:{]*)(?:\{([^}]*)\}([^\s:]*))?:\s*(.*)$`)
)

// parse reads the groups of experiments.txt, whose first lines describe their form. It panics
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
		if e.paper = papers[value]; e.paper == (paper{}) {
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

// paper is a paper whose findings are reproduced.
type paper struct {
	text    string // authors, title and year
	setting string // how the paper played, where this is not how the experiments do
}

// papers has the papers by their names in experiments.txt.
var papers = map[string]paper{
	"finnsson": {
		"Finnsson and Björnsson, \"Simulation Control in General Game Playing Agents\", 2009",
		"CadiaPlayer on the clock of a general game playing match, rules in the Game Description Language",
	},
	"tak": {
		"Tak, Winands and Björnsson, \"N-Grams and the Last-Good-Reply Policy Applied in General Game Playing\", 2012",
		"CadiaPlayer with 60 s for the start and 30 s for an action, rules in the Game Description Language",
	},
	"takDecay": {
		"Tak, Winands and Björnsson, \"Decaying Simulation Strategies\", 2014",
		"CadiaPlayer, games of one, two and more players and with simultaneous moves",
	},
	"sironi": {text: "Sironi and Winands, \"On-Line Parameter Tuning for Monte-Carlo Tree Search in General Game Playing\", 2018"},
	"baier": {
		"Baier and Winands, \"Time Management for Monte Carlo Tree Search\", 2016",
		"20 s a game, Othello 30 s, and 5,000 games a row, UCB1-Tuned; our ticks are their simulations in that time. The fourth game, Catch the Lion, is not played here",
	},
	"nogoReport": {
		"Course \"Theory of Computer Games\", project report on Hollow NoGo, 2022",
		"a report of students, not a publication; c = 0.5, 40 s for a player and game, the rules of Huang, Coulom and Lin, \"Time Management for Monte-Carlo Tree Search Applied to the Game of Go\", 2010, and of Baier and Winands",
	},
	"parallelPaper": {
		"Chaslot, Winands and van den Herik, \"Parallel Monte-Carlo Tree Search\", 2008",
		"13x13 Go against GNU Go, 1 s an action; the published rates are converted to a match against the serial search",
	},
	"soejima": {text: "Soejima, Kishimoto and Watanabe, \"Evaluating Root Parallelization in Go\", 2010"},
	"chaslotThesis": {
		"Chaslot, \"Monte-Carlo Tree Search\" (thesis), 2010",
		"13x13 Go against GNU Go",
	},
	"cowling": {
		"Cowling, Ward and Powley, \"Ensemble Determinization in Monte Carlo Tree Search for the Imperfect Information Card Game Magic: The Gathering\", 2012",
		"a deck of 40 cards, whose list, like the rules of the players, was not available here; preselected orders of the decks, each from both seats; 10,000 simulations for a decision",
	},
	"uemiya": {
		"Uemiya and Yokoyama, \"Towards a universally effective utilization of board similarities in General Game Playing\"",
		"rules in the Game Description Language, 500 simulations for an action, 500 games a cell; the constant of UCT is not printed",
	},
}

// sources returns a list of the papers, in the order of the page, with their settings.
func sources() string {
	var lines []string
	seen := map[paper]bool{{}: true}
	for _, g := range groups {
		if seen[g.paper] {
			continue
		}
		seen[g.paper] = true
		line := "- " + g.paper.text + "."
		if setting := g.paper.setting; setting != "" {
			line += " Setting: " + setting + "."
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
