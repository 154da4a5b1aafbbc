package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/internal/analyze"
	"github.com/banyan-go/banyan/console/internal/play"
	"github.com/banyan-go/banyan/console/internal/record"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/inspect"
	"github.com/banyan-go/banyan/mcts"
)

// Game is a game for the commands of this package, whatever the types of its states and actions
// are. [New] makes one.
type Game interface {
	Name() string // with the size of the board, if it is not the usual one
	Players() int

	// Opening returns the usual number of random plies at the start of a game of a match.
	Opening() int

	// Parse parses a player of this game, like [spec.Parse].
	Parse(text, defaults string) (spec.Player, error)

	// Match plays a match, like [arena.Match.Run].
	Match(ctx context.Context, o match.Options) ([]arena.Record, error)

	// PlayPair plays the games of one pair, like [arena.Match.PlayPair].
	PlayPair(ctx context.Context, o match.Options, pair int) ([]arena.Record, error)

	// Choices returns, for every seat of a recorded game, how many actions its player was asked
	// for.
	Choices(r arena.Record) ([]int, error)

	// Page returns a web page on which a person watches searches and plays against them. When ctx
	// is done, its searches end.
	Page(ctx context.Context, o PageOptions) (http.Handler, error)

	opponent(text string) (spec.Player, error) // of a person
	play(ctx context.Context, c *play.Console, o play.Options) error
	replay(ctx context.Context, c *play.Console, r record.Game) error
	methods() []game.Description
	hidden() string // the default of hidden; empty in a game without hidden information

	// returns describes the returns of random games, and the unit that follows.
	returns() string
	analyze(ctx context.Context, q analyze.Query, maxBytes int64, report func(analyze.Answer)) (analyze.Answer, error)
	measure(ctx context.Context, p spec.Player, b mcts.Budget) (measured, error)
	tuning(opening int) tunable
}

// New returns the game for the commands. It returns an error if the game has no method Start, and
// no option says where it starts, if an option is for another game or a program, or if [mcts.New]
// refuses the game.
func New[S any, A comparable](g mcts.Game[S, A], options ...Option) (Game, error) {
	made, err := newGame(g, options)
	switch {
	case err != nil:
		return nil, err
	case made.cluster.Player != nil, made.plots.Match != nil:
		return nil, fmt.Errorf("console: game %q: there is an option of a program, want it in a field of Program", made.name)
	}
	return made, nil
}

func newGame[S any, A comparable](g mcts.Game[S, A], options []Option) (typedGame[S, A], error) {
	s := settings{name: nameOf(g), opening: 2}
	for _, o := range options {
		o.set(&s)
	}
	rules, err := game.NewRules(g)
	made := typedGame[S, A]{rules: rules, settings: s}
	if err == nil {
		err = made.find()
		made.points = sync.OnceValue(made.countPoints)
	}
	if err != nil {
		err = fmt.Errorf("console: game %q: %w", s.name, err)
	}
	return made, err
}

type typedGame[S any, A comparable] struct {
	settings
	rules    game.Rules[S, A]
	start    S
	language PlayerSyntax[S, A]
	own      map[spec.Kind]arena.Entrant[S, A] // players of the program
	points   func() bool                       // countPoints, asked once
}

// find gives the settings their types.
func (g *typedGame[S, A]) find() error {
	switch start, ok := g.settings.start.(S); {
	case ok:
		g.start = start
	case g.settings.start != nil:
		return fmt.Errorf("the option Start has a %T, want a %T", g.settings.start, g.start)
	case g.rules.Starter != nil:
		g.start = g.rules.Starter.Start()
	default:
		return fmt.Errorf("there is no method Start() %T, want it or the option Start", g.start)
	}
	if l := g.settings.language; l != nil {
		var ok bool
		if g.language, ok = l.(PlayerSyntax[S, A]); !ok {
			return fmt.Errorf("the option Syntax has a %T, want a %T", l, g.language)
		}
	}
	for _, p := range g.players {
		e, ok := p.(arena.Entrant[S, A])
		if !ok {
			return fmt.Errorf("the option Players has a %T, want a %T", p, e)
		}
		if g.own == nil {
			g.own = map[spec.Kind]arena.Entrant[S, A]{}
		}
		g.own[spec.Kind(e.Name)] = e
	}
	return nil
}

func (g typedGame[S, A]) Name() string { return g.name }
func (g typedGame[S, A]) Players() int { return g.rules.NumPlayers() }
func (g typedGame[S, A]) Opening() int { return g.opening }

// Parse implements [Game].
func (g typedGame[S, A]) Parse(text, defaults string) (spec.Player, error) {
	p, err := g.parse(text, defaults)
	if d := g.hidden(); err == nil && d != "" && p.LacksHidden() {
		p, err = g.parse(strings.TrimPrefix(text+",hidden="+d, ","), defaults)
		p.Assumed = true
	}
	return p, err
}

// hidden implements Game.
func (g typedGame[S, A]) hidden() string { return spec.DefaultHidden(&g.rules) }

// noteHidden tells people which value of hidden players have whose texts have none, if there are
// such players.
func noteHidden(errs io.Writer, g Game, players ...spec.Player) {
	i := slices.IndexFunc(players, func(p spec.Player) bool { return p.Assumed })
	if i < 0 {
		return
	}
	kind := g.hidden()
	if _, forest := players[i].Search.Hidden.(mcts.Ensemble); forest {
		kind = "ensemble" // a language's choice for the opponent of a person
	}
	fmt.Fprintf(errs, "hidden=%s, because %s has hidden information; hidden=no looks at it\n", kind, g.Name())
}

// parse reads a player that may lack a word on hidden information.
func (g typedGame[S, A]) parse(text, defaults string) (spec.Player, error) {
	kind, _, _ := strings.Cut(text, ",")
	if _, own := g.own[spec.Kind(kind)]; own || g.language.Parse == nil {
		return spec.Names{Kinds: slices.Sorted(maps.Keys(g.own))}.Parse(text, defaults)
	}
	return g.language.Parse(text, defaults)
}

// opponent implements Game.
func (g typedGame[S, A]) opponent(text string) (spec.Player, error) {
	p, err := g.Parse(text, "")
	if parse := g.language.Opponent; parse != nil {
		assumed := p.Assumed
		p, err = parse(text)
		p.Assumed = assumed
	}
	if err != nil {
		return p, err
	}
	return p, play.Suits(g.rules.Game, p)
}

// entrant makes a player.
func (g typedGame[S, A]) entrant(name string, p spec.Player) (arena.Entrant[S, A], error) {
	if e, ok := g.own[p.Kind]; ok {
		e.Name = name
		return e, nil
	}
	if g.language.Entrant == nil {
		return spec.Entrant(name, g.rules.Game, p)
	}
	return g.language.Entrant(name, g.rules.Game, p)
}

// config completes the configuration of a search.
func (g typedGame[S, A]) config(cfg mcts.Config) mcts.Config {
	if g.language.Config == nil {
		return cfg
	}
	return g.language.Config(g.rules.Game, cfg)
}

// match returns the match of the options, without a journal.
func (g typedGame[S, A]) match(o match.Options) (arena.Match[S, A], error) {
	m := arena.Match[S, A]{Game: g.rules.Game, GameName: identified(g.name, o.Rules), Start: g.start, Plan: o.Plan}
	for i, p := range o.Players {
		e, err := g.entrant(o.Names[i], p)
		if err != nil {
			return m, err
		}
		m.Entrants = append(m.Entrants, e)
	}
	return m, nil
}

// PlayPair implements [Game].
func (g typedGame[S, A]) PlayPair(ctx context.Context, o match.Options, pair int) ([]arena.Record, error) {
	o.Pairs = pair + 1 // A longer match begins with the pairs of a shorter one.
	m, err := g.match(o)
	if err != nil {
		return nil, err
	}
	return m.PlayPair(ctx, pair)
}

// Match implements [Game].
func (g typedGame[S, A]) Match(ctx context.Context, o match.Options) (records []arena.Record, err error) {
	m, err := g.match(o)
	if err != nil {
		return nil, err
	}
	if o.Journal != "" {
		if m.Journal, err = arena.OpenJournal(o.Journal, m.Header()); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, m.Journal.Close()) }()
	}
	return m.Run(ctx)
}

// play implements Game.
func (g typedGame[S, A]) play(ctx context.Context, c *play.Console, o play.Options) error {
	return g.board().Run(ctx, c, o)
}

// board returns the game for people.
func (g typedGame[S, A]) board() *play.Board[S, A] {
	b := &play.Board[S, A]{
		Game: g.rules.Game, Start: g.start, Summary: g.summary, Rules: g.text, Entrant: g.entrant, Config: g.config, Points: g.points(),
	}
	if person := g.language.Person; person != nil {
		b.Game = person(g.rules.Game)
	}
	return b
}

// Choices replays a game of a match and returns, for every seat, how many actions its player had to
// choose. A record does not show which player chose an action, and players need not alternate.
func (g typedGame[S, A]) Choices(r arena.Record) ([]int, error) {
	choices := make([]int, g.rules.NumPlayers())
	var s S
	g.rules.Copy(&s, &g.start)
	for i, text := range append(r.Opening[:len(r.Opening):len(r.Opening)], r.Actions...) {
		by := g.rules.ToMove(&s)
		if err := play.Apply(&g.rules, &s, text); err != nil {
			return nil, fmt.Errorf("game %d, ply %d: %w", r.Game, i, err)
		}
		if i >= len(r.Opening) {
			count(choices, by)
		}
	}
	if r.Timeout {
		count(choices, g.rules.ToMove(&s)) // the last action came too late and was not played
	}
	return choices, nil
}

// count adds one choice of the player by, or of every player at a simultaneous-move node.
func count(choices []int, by int) {
	for seat := range choices {
		if by == seat || by == mcts.Simultaneous {
			choices[seat]++
		}
	}
}

// PageOptions are the searches of a page, on which a person watches them and plays against them.
type PageOptions struct {
	Players []spec.Player // at least one, of kind mcts, without clock, trials or budget
	Budget  mcts.Budget   // of an action; it must limit simulations or time
	Seed    uint64
	Hosts   []string // of the server, in addition to addresses and localhost; see package guard
}

// Page implements [Game].
func (g typedGame[S, A]) Page(ctx context.Context, o PageOptions) (http.Handler, error) {
	page := inspect.Page[S, A]{Title: g.name, Hosts: o.Hosts, Play: &inspect.Play[S]{Start: g.start, Budget: o.Budget}}
	for _, p := range o.Players {
		if p.Kind != spec.MCTS || p.Timing != nil || p.Trials != nil || p.Budget != (mcts.Budget{}) {
			return nil, fmt.Errorf("player %q cannot be shown in a page: want kind mcts, without a clock and trials, and one budget for all", p)
		}
		p.Search.Seed = o.Seed
		search, err := mcts.New(g.rules.Game, g.config(p.Search))
		if err != nil {
			return nil, err
		}
		page.Searches, page.Names = append(page.Searches, search), append(page.Names, p.String())
	}
	return page.Handler(ctx), nil
}

// methods implements Game.
func (g typedGame[S, A]) methods() []game.Description { return game.Describe(g.rules.Game) }

// writeMethods lists the optional interfaces of a game, and describes its returns.
func writeMethods(out io.Writer, g Game) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, m := range g.methods() {
		found, text := "-", m.Missing
		switch {
		case m.Found:
			found, text = "yes", m.Purpose
		case m.Mistake != "":
			found, text = "wrong", m.Mistake
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", m.Name, found, strings.Join(m.Methods, ", "), text)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\n%s\n", g.returns())
	return err
}
