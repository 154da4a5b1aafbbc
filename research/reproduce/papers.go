package main

import "strings"

// These are the papers whose findings are reproduced.
const (
	finnsson      = "Finnsson and Björnsson, \"Simulation Control in General Game Playing Agents\", 2009"
	tak           = "Tak, Winands and Björnsson, \"N-Grams and the Last-Good-Reply Policy Applied in General Game Playing\", 2012"
	takDecay      = "Tak, Winands and Björnsson, \"Decaying Simulation Strategies\", 2014"
	sironi        = "Sironi and Winands, \"On-Line Parameter Tuning for Monte-Carlo Tree Search in General Game Playing\", 2018"
	baier         = "Baier and Winands, \"Time Management for Monte Carlo Tree Search\", 2016"
	nogoReport    = "Course \"Theory of Computer Games\", project report on Hollow NoGo, 2022"
	parallelPaper = "Chaslot, Winands and van den Herik, \"Parallel Monte-Carlo Tree Search\", 2008"
	soejima       = "Soejima, Kishimoto and Watanabe, \"Evaluating Root Parallelization in Go\", 2010"
	chaslotThesis = "Chaslot, \"Monte-Carlo Tree Search\" (thesis), 2010"
	cowling       = "Cowling, Ward and Powley, \"Ensemble Determinization in Monte Carlo Tree Search for the Imperfect Information Card Game Magic: The Gathering\", 2012"
	uemiya        = "Uemiya and Yokoyama, \"Towards a universally effective utilization of board similarities in General Game Playing\""
)

// papers are the names of the papers in experiments.txt.
var papers = map[string]string{
	"finnsson": finnsson, "tak": tak, "takDecay": takDecay, "sironi": sironi, "baier": baier, "nogoReport": nogoReport,
	"parallelPaper": parallelPaper, "soejima": soejima, "chaslotThesis": chaslotThesis, "cowling": cowling, "uemiya": uemiya,
}

// settings is how the papers played, where this is not how the experiments do.
var settings = map[string]string{
	finnsson:      "CadiaPlayer on the clock of a general game playing match, rules in the Game Description Language",
	tak:           "CadiaPlayer with 60 s for the start and 30 s for an action, rules in the Game Description Language",
	takDecay:      "CadiaPlayer, games of one, two and more players and with simultaneous moves",
	baier:         "20 s a game, Othello 30 s, and 5,000 games a row, UCB1-Tuned; our ticks are their simulations in that time. The fourth game, Catch the Lion, is not played here",
	nogoReport:    "a report of students, not a publication; c = 0.5, 40 s for a player and game, the rules of Huang, Coulom and Lin, \"Time Management for Monte-Carlo Tree Search Applied to the Game of Go\", 2010, and of Baier and Winands",
	parallelPaper: "13x13 Go against GNU Go, 1 s an action; the published rates are converted to a match against the serial search",
	chaslotThesis: "13x13 Go against GNU Go",
	cowling:       "a deck of 40 cards, whose list, like the rules of the players, was not available here; preselected orders of the decks, each from both seats; 10,000 simulations for a decision",
	uemiya:        "rules in the Game Description Language, 500 simulations for an action, 500 games a cell; the constant of UCT is not printed",
}

// sources returns a list of the papers, in the order of the page, with their settings.
func sources() string {
	var lines []string
	seen := map[string]bool{"": true}
	for _, g := range groups {
		if seen[g.paper] {
			continue
		}
		seen[g.paper] = true
		line := "- " + g.paper + "."
		if setting := settings[g.paper]; setting != "" {
			line += " Setting: " + setting + "."
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
