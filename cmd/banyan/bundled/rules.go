package bundled

import (
	_ "embed"
	"fmt"
	"strings"
)

// rulesFile has a paragraph for each game: its name, the rules in one line, and the rules for
// people: the goal, the moves, the end, and how to type a move. The rules of magic have verbs for
// the life of the players and the cards of a deck.
//
//go:embed rules.txt
var rulesFile string

// rulesText and summaries have the rules of the games by name, as texts and in one line.
var rulesText, summaries = readRules(rulesFile)

func readRules(file string) (rules, summaries map[string]string) {
	rules, summaries = map[string]string{}, map[string]string{}
	for game := range strings.SplitSeq(strings.TrimSpace(file), "\n\n") {
		name, text, _ := strings.Cut(game, "\n")
		summaries[name], rules[name], _ = strings.Cut(text, "\n")
	}
	rules[Magic60.Name], summaries[Magic60.Name] = fmt.Sprintf(rules[Magic.Name], 25, 60), summaries[Magic.Name]
	rules[Magic.Name] = fmt.Sprintf(rules[Magic.Name], 20, 40)
	return rules, summaries
}

// RulesText returns the rules of the named game as a text for people, or an empty string.
func RulesText(game string) string { return rulesText[game] }

// Summary returns the rules of the named game in one line, or an empty string.
func Summary(game string) string { return summaries[game] }
