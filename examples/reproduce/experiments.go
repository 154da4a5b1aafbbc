package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/examples/internal/catalog"
	"github.com/banyan-go/banyan/examples/internal/match"
	"github.com/banyan-go/banyan/timing"
)

// To add an experiment:
//
//  1. Add a row to a group, in the file of its topic, or a group to groups below. Say optional as long as there is no
//     result.
//  2. Play it: go run ./examples/reproduce -journal FOLDER -json examples/reproduce/results NAME. -list and -quick go by
//     minutes; the time that is printed is what it should be on two processors.
//  3. Write the page: go run ./examples/reproduce -write docs/RESULTS.md. A group that {{table "KEY"}} of results.md.tmpl shows has
//     the row at once; of a new group, add such a line, and say what was claimed, how it was played, what came out and
//     what follows.

// groups are all experiments, in the order of the page.
var groups = []group{
	alphaBeta,
	mastUniform, mastEpsilon, mastGibbs, nstGibbs, nstGames, nstNST, nstUniform, lgrfNST,
	clockRules, clockShort, clockFactor, clockNoGo,
	parallelModes, parallelOthers,
	finalMoves,
	magicRules, magicTrees, magicOptions, magicDuels,
	similarBoards, similarOpening, similarTime, similarMild, similarReadings,
	recommended,
}

// group is some experiments for one claim. What a row leaves out is that of the group.
type group struct {
	key string // names the group for the page
	experiment
	rows []experiment
}

// experiment is a match of two, and what a paper says of it.
type experiment struct {
	name  string // also that of its files
	topic topic
	paper string // the source; empty if the question is our own
	claim string
	label string // what sets the row apart on the page, besides the game; " | " separates cells

	game      string // of the catalogue, with the size of the board if it is not the usual one
	a, b      string // the players
	both      string // parameters of both players
	sims      int    // of both players; 0: a and b say it, or the clock
	clock     string
	start     bool // games begin at the start; otherwise after two random plies
	games     int
	published published // of a

	minutes  float64 // on two processors, about
	optional bool    // the page is complete without a result
}

// topic is a section of the page.
type topic string

// The topics in the order of the page.
const (
	basics   topic = "Basics"
	playouts topic = "Playouts that learn"
	clocks   topic = "Game clocks"
	parallel topic = "Parallel search"
	finals   topic = "The final choice"
	hidden   topic = "Hidden information"
	similar  topic = "Similar boards"
	start    topic = "The start"
)

var topics = []topic{basics, playouts, clocks, parallel, finals, hidden, similar, start}

// seed is that of all experiments.
const seed = 1

// experiments returns the rows of the group, complete.
func (g group) experiments() []experiment {
	all := slices.Clone(g.rows)
	for i := range all {
		e := &all[i]
		e.topic = cmp.Or(e.topic, g.topic)
		e.paper = cmp.Or(e.paper, g.paper)
		e.claim = cmp.Or(e.claim, g.claim)
		e.game = cmp.Or(e.game, g.game)
		e.a, e.b, e.both = cmp.Or(e.a, g.a), cmp.Or(e.b, g.b), cmp.Or(e.both, g.both)
		e.sims, e.clock, e.games = cmp.Or(e.sims, g.sims), cmp.Or(e.clock, g.clock), cmp.Or(e.games, g.games)
		e.start = e.start || g.start
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

// contest is an experiment that can be played.
type contest struct {
	game    catalog.Game
	players []spec.Player
	names   []string
	clock   timing.Clock
}

// contest finds the game and the players.
func (e experiment) contest() (c contest, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", e.name, err)
		}
	}()
	name, board, sized := strings.Cut(e.game, " ")
	var size catalog.Size
	if sized {
		if size, err = catalog.ParseSize(board); err != nil {
			return c, err
		}
	}
	if c.game, err = catalog.Find(name, size); err != nil {
		return c, err
	}
	if e.clock != "" {
		if c.clock, err = timing.Parse(e.clock); err != nil {
			return c, err
		}
	}
	c.players, c.names, err = match.Players(c.game, []string{e.a, e.b}, match.Both(e.both, e.sims), c.clock)
	return c, err
}

// summary is what the result of the contest is written as. It has no times, so that it is the same for the same games.
func (c contest) summary(t arena.Tally) match.Summary {
	return match.Summary{
		Game: c.game.Name(), Score: match.NewScore(t), A: c.players[0].String(), B: c.players[1].String(), Seed: seed,
	}
}

// opening returns how many random plies a game begins with.
func (e experiment) opening() int {
	if e.start {
		return 0
	}
	return 2
}

// duration is about how long the experiment takes.
func (e experiment) duration() time.Duration { return time.Duration(e.minutes * float64(time.Minute)) }

// budget describes how much both players may think.
func (e experiment) budget() string {
	switch {
	case e.clock != "":
		return e.clock
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

// command is what a tournament is told to play that many games of it.
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
	option("games", fmt.Sprint(games))
	option("opening", fmt.Sprint(e.opening()))
	return b.String()[1:]
}
