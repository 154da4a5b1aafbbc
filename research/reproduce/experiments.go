package main

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/games/magic"
	rulesheets "github.com/banyan-go/banyan/gdl/sheets"
	"github.com/banyan-go/banyan/timing"
)

// To add an experiment:
//
//  1. Add a row to a group of experiments.txt, or add a group.
//  2. Play it: go run ./research/reproduce -journal FOLDER -store research/reproduce/results NAME.
//     Its cost, which -list and -quick use, is measured on the way; -cost NAME measures it alone.
//  3. Write the pages: go run ./research/reproduce -write . from the root. The line {{table "KEY"}}
//     of a template in the folder pages shows all rows of a group. For a new group, add such a line
//     with the claim, the method, the result and the conclusion.

// group is a set of experiments on one claim. A row inherits the fields that it does not set.
type group struct {
	key string // the name of the group in the template
	experiment
	rows      []experiment
	mean      published // of the mean of the win rates, for a claim on the mean over games
	meanGames []string  // the games of the paper, if the group has others, too
	best      []string  // the names of the rows that are the best ones, for a claim on that
}

// experiment is a match of two players and the result that a paper reports.
type experiment struct {
	name  string // also the name of its files
	topic topic
	paper paper // the source; the zero paper if no paper asks the question
	claim string

	label string // the cells of the row on the page, besides the game; " | " separates them

	game      string // a name of package bundled, and the size of the board if it is not the usual one
	a, b      string // the players
	both      string // parameters of both players
	sims      int    // of both players; 0 if the players or the clock set the budget
	time      string // of CPU for each action of both players, instead of simulations
	clock     string
	start     bool // games have no random plies; otherwise they have two
	games     int
	seed      uint64    // if zero, usualSeed is used
	published published // of a
}

// topic is a section of the page.
type topic string

// The topics in the order of the page.
const (
	basics   topic = "Basics"
	playouts topic = "Learning playouts"
	clocks   topic = "Game clocks"
	parallel topic = "Parallel search"
	finals   topic = "The final action"
	hidden   topic = "Hidden information"
	similar  topic = "Position similarity"
	sheets   topic = "Rule sheets"
	start    topic = "Recommended configuration"
	strength topic = "Strength"
)

var topics = []topic{basics, playouts, clocks, parallel, finals, hidden, similar, sheets, start, strength}

// usualSeed is the seed of experiments that name no other.
const usualSeed = 1

// experiments returns the rows of the group with the inherited fields.
func (g group) experiments() []experiment {
	all := slices.Clone(g.rows)
	for i := range all {
		e := &all[i]
		e.topic = cmp.Or(e.topic, g.topic)
		e.paper = cmp.Or(e.paper, g.paper)
		e.claim, e.label = cmp.Or(e.claim, g.claim), cmp.Or(e.label, g.label)
		e.game = cmp.Or(e.game, g.game)
		e.a, e.b, e.both = cmp.Or(e.a, g.a), cmp.Or(e.b, g.b), cmp.Or(e.both, g.both)
		e.sims, e.time, e.clock = cmp.Or(e.sims, g.sims), cmp.Or(e.time, g.time), cmp.Or(e.clock, g.clock)
		e.games = cmp.Or(e.games, g.games)
		e.start = e.start || g.start
		e.seed = cmp.Or(e.seed, g.seed)
		e.published = cmp.Or(e.published, g.published)
	}
	return all
}

// all returns the experiments of all groups.
func all() []experiment {
	var list []experiment
	for _, g := range groups {
		list = append(list, g.experiments()...)
	}
	return list
}

// contest is an experiment that is ready to be played.
type contest struct {
	game bundled.Game
	match.Options
}

// find returns the game.
func (e experiment) find() (g bundled.Game, err error) {
	if d, ok := findDeck(e.game); ok {
		return bundled.MagicWith(d.name, d.deck, d.life)
	}
	name, board, sized := strings.Cut(e.game, " ")
	var size console.Size
	if sized {
		if size, err = console.ParseSize(board); err != nil {
			return nil, err
		}
	}
	return bundled.Find(name, size)
}

// contest finds the game and parses the players.
func (e experiment) contest() (c contest, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", e.name, err)
		}
	}()
	c.Seed, c.OpeningPlies = cmp.Or(e.seed, usualSeed), e.opening()
	if c.game, err = e.find(); err != nil {
		return c, err
	}
	c.Pairs = e.games / len(arena.Seatings(c.game.Players()))
	if c.Rules, err = e.rules(); err != nil {
		return c, err
	}
	if e.clock != "" {
		if c.Clock, err = timing.Parse(e.clock); err != nil {
			return c, err
		}
	}
	both := match.Both(e.both, e.sims)
	if e.time != "" {
		both = strings.TrimPrefix(both+",time="+e.time, ",")
	}
	c.Players, c.Names, err = match.Players(c.game, []string{e.a, e.b}, both, c.Clock)
	if err == nil && e.time != "" {
		c.Now, err = match.CPUTime(c.Players, c.Names, 1)
	}
	return c, err
}

// summary returns the summary that is stored. It has no times, so that equal games have equal
// summaries.
func (c contest) summary(t stats.Tally) match.Summary {
	return c.Summary(c.game.Name(), t)
}

// withGames returns the experiment with that many games, or with a few more, so that every opening
// is played in all seatings.
func (e experiment) withGames(games int) experiment {
	e.games = games
	if g, err := e.find(); err == nil {
		seatings := len(arena.Seatings(g.Players()))
		e.games = (games + seatings - 1) / seatings * seatings
	}
	return e
}

// opening returns the number of random plies at the start of a game.
func (e experiment) opening() int {
	if e.start {
		return 0
	}
	return 2
}

// budget describes the budgets of both players.
func (e experiment) budget() string {
	switch {
	case e.clock != "":
		return e.clock
	case e.time != "":
		return e.time
	case e.sims > 0:
		return fmt.Sprintf("%d", e.sims)
	}
	var parts []string
	for _, text := range []string{e.a, e.b, e.both} {
		if _, after, ok := strings.Cut(text, "sims="); ok {
			digits, _, _ := strings.Cut(after, ",")
			parts = append(parts, digits)
		}
	}
	return cmp.Or(strings.Join(parts, "/"), "none")
}

// command returns the flags with which the tournament program plays that many games of the
// experiment.
func (e experiment) command(games int) string {
	name, size, _ := strings.Cut(e.game, " ")
	var b strings.Builder
	option := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, " -%s %s", name, value)
		}
	}
	option("game", name)
	option("size", size)
	option("a", e.a)
	option("b", e.b)
	option("both", e.both)
	if e.sims > 0 {
		option("sims", fmt.Sprint(e.sims))
	}
	option("clock", e.clock)
	if e.time != "" {
		option("time", e.time+" -cpu -workers 1")
	}
	option("games", fmt.Sprint(games))
	option("opening", fmt.Sprint(e.opening()))
	if e.seed > 0 {
		option("seed", fmt.Sprint(e.seed))
	}
	return b.String()[1:]
}

// deck is a deck of Magic, with the life of the players, that is only here.
type deck struct {
	name string
	deck magic.Deck
	life int
}

// decks are variants of the deck with bombs: fewer lands, more bombs, and a longer game.
var decks = []deck{
	{"magic:lands", fewLands(), 25},
	{"magic:bombs", manyBombs(), 25},
	{"magic:life", magic.BombDeck(), 40},
}

// fewLands returns the deck with bombs and with small creatures instead of five lands.
func fewLands() magic.Deck {
	d := magic.BombDeck()
	d.Lands -= 5
	for range 5 {
		d.Creatures = append(d.Creatures, magic.Creature{Power: 2, Toughness: 1, Cost: 2})
	}
	return d
}

// manyBombs returns the deck with two of each bomb, and with fewer small creatures.
func manyBombs() magic.Deck {
	const bomb = 8 // the least power of one
	d := magic.BombDeck()
	bombs := slices.DeleteFunc(slices.Clone(d.Creatures), func(c magic.Creature) bool { return c.Power < bomb })
	d.Creatures = append(d.Creatures[len(bombs):], bombs...) // the first ones are the smallest
	return d
}

// findDeck returns the deck of that name, and whether there is one.
func findDeck(name string) (d deck, ok bool) {
	i := slices.IndexFunc(decks, func(d deck) bool { return d.name == name })
	if i < 0 {
		return d, false
	}
	return decks[i], true
}

// text returns all that distinguishes a deck from others.
func (d deck) text() string { return fmt.Sprintf("%+v, %d life", d.deck, d.life) }

// rules returns the SHA-256 of the rule sheet or of the deck of an experiment in hexadecimal
// digits, so that its results and its journal are not mistaken for another sheet or deck. It
// is empty for other games.
func (e experiment) rules() (string, error) {
	var text []byte
	if d, own := findDeck(e.game); own {
		text = []byte(d.text())
	} else if file, ok := strings.CutPrefix(e.game, sheetPrefix); ok {
		var err error
		if text, err = rulesheets.Files.ReadFile(file); err != nil {
			return "", fmt.Errorf("rule sheet: %w", err)
		}
	} else {
		return "", nil
	}
	return fmt.Sprintf("%x", sha256.Sum256(text)), nil
}
