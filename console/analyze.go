package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/internal/analyze"
	"github.com/banyan-go/banyan/console/internal/flags"
	"github.com/banyan-go/banyan/console/internal/play"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

func (p Program) analyzeCommand(in io.Reader, out, errs io.Writer) *urfave.Command {
	workers := 0
	return &urfave.Command{
		Name: "analyze", Usage: "answer queries of a program: lines of JSON in, lines of JSON out",
		Description: `A query, and its answer with the statistics of the root:

  {"id": "1", "actions": ["d", "d"], "player": "c=0.4", "simulations": 1000}

The page https://github.com/banyan-go/banyan/blob/main/docs/analyze.md describes all fields.`,
		Flags: []urfave.Flag{
			flags.Parsed("workers", "the `NUMBER` of queries that are searched at the same time; 0: one per processor", flags.Whole, &workers),
		},
		Action: func(ctx context.Context, cmd *urfave.Command) error {
			switch {
			case cmd.Args().Present():
				return cli.Misuse(fmt.Errorf("unexpected argument %q", cmd.Args().First()))
			case workers < 0:
				return cli.Misuse(fmt.Errorf("-workers is %d, want 0 or more", workers))
			}
			n := cmp.Or(workers, runtime.GOMAXPROCS(0))
			p.Files = nil // A query does not read files.
			return analyze.Engine{Analyzer: &analyzer{program: p, maxBytes: bytesOfSearches / int64(n), errs: errs}, Workers: n}.Run(ctx, in, out)
		},
	}
}

// bytesOfSearches bounds the memory of all trees together, unless a query sets its own limit.
const bytesOfSearches = 2 << 30

// analyzer finds the game of a query.
type analyzer struct {
	program  Program
	maxBytes int64 // of a search
	errs     io.Writer

	mu    sync.Mutex
	games map[choice]Game // by the choice of earlier queries
	noted map[choice]bool // by choice, whether note has printed
}

// game returns the game of a choice.
func (a *analyzer) game(c choice) (g Game, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if g, ok := a.games[c]; ok {
		return g, nil
	}
	if g, err = c.on(a.program); err == nil {
		if a.games == nil {
			a.games, a.noted = map[choice]Game{}, map[choice]bool{}
		}
		a.games[c] = g
	}
	return g, err
}

// note tells people, once per game, the default for a player that does not specify how to handle
// hidden information.
func (a *analyzer) note(c choice, g Game, player string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if g.hidden() == "" || a.noted[c] {
		return
	}
	if p, err := g.Parse(player, ""); err == nil && p.Assumed {
		noteHidden(a.errs, g, p)
		a.noted[c] = true
	}
}

// Analyze implements analyze.Analyzer.
func (a *analyzer) Analyze(ctx context.Context, q analyze.Query, report func(analyze.Answer)) (analyze.Answer, error) {
	c := choice{name: cmp.Or(q.Game, a.program.Games[0].Name)}
	if q.Size != "" {
		var err error
		if c.size, err = ParseSize(q.Size); err != nil {
			return analyze.Answer{}, &analyze.Error{Field: "size", Value: q.Size, Message: err.Error()}
		}
	}
	g, err := a.game(c)
	switch {
	case errors.Is(err, errNoGame):
		return analyze.Answer{}, &analyze.Error{Field: "game", Value: c.name, Message: cli.Plain(err)}
	case err != nil:
		return analyze.Answer{}, &analyze.Error{Field: "size", Value: q.Size, Message: cli.Plain(err)}
	}
	a.note(c, g, q.Player)
	return g.analyze(ctx, q, a.maxBytes, report)
}

// analyze implements Game.
func (g typedGame[S, A]) analyze(ctx context.Context, q analyze.Query, maxBytes int64, report func(analyze.Answer)) (a analyze.Answer, err error) {
	rules := &g.rules
	actions, err := g.history(q)
	if err != nil {
		return a, err
	}
	var s S
	rules.Copy(&s, &g.start)
	paid := make([]float64, g.Players())
	for i, text := range actions {
		if err := play.Apply(rules, &s, text); err != nil {
			return a, &analyze.Error{Field: "actions", Value: text, Message: fmt.Sprintf("action %d: %v", i, err)}
		}
		rules.AddRewards(&s, paid)
	}
	if rules.Rewarder == nil {
		paid = nil
	}
	mover := rules.ToMove(&s)
	switch {
	case mover == mcts.Chance:
		return analyze.Answer{Result: &analyze.Result{
			ToMove: mover, Values: []float64{}, Paid: paid, Outcomes: g.outcomes(&s, q.Seed), Actions: []analyze.Action{}, PV: []string{},
		}}, nil
	case !g.hasSeat(q):
		return a, g.seatError(q)
	case mover == mcts.Simultaneous:
		mover = q.Seat
	case len(rules.AppendActions(nil, &s)) == 0:
		r := analyze.Result{ToMove: mover, Terminal: true, Values: make([]float64, g.Players()), Paid: paid, Actions: []analyze.Action{}, PV: []string{}}
		rules.Returns(&s, r.Values)
		return analyze.Answer{Result: &r}, nil
	}
	search, budget, err := g.searchFor(q, maxBytes)
	if err != nil {
		return a, err
	}
	if rules.ToMove(&s) == mcts.Simultaneous {
		budget.Player = q.Seat
	}
	every := time.Duration(q.ReportEvery)
	if every == 0 {
		r, err := search.Run(ctx, &s, budget)
		return analyze.Answer{Result: resultOf(mover, r, paid, g.points())}, notCancelled(err)
	}
	for r, err := range search.Watch(ctx, &s, budget, every) {
		if a.Result = resultOf(mover, r, paid, g.points()); err != nil || r.Stop != mcts.StopUnfinished {
			return a, notCancelled(err)
		}
		report(a)
	}
	return a, nil
}

// hasSeat reports whether the seat of a query belongs to a player.
func (g typedGame[S, A]) hasSeat(q analyze.Query) bool { return q.Seat >= 0 && q.Seat < g.Players() }

func (g typedGame[S, A]) seatError(q analyze.Query) error {
	return &analyze.Error{Field: "seat", Value: fmt.Sprint(q.Seat), Message: fmt.Sprintf("want 0 to %d", g.Players()-1)}
}

// histories is how many histories of a query with unseen actions are compared.
const histories = 8

// history returns the actions of a query, with some instead of those that the player has not seen.
func (g typedGame[S, A]) history(q analyze.Query) (actions []string, err error) {
	unseen := slices.ContainsFunc(q.Actions, play.IsUnseen)
	if !unseen && q.View == "" {
		return q.Actions, nil
	}
	fail := func(field, value, message string) ([]string, error) {
		return nil, &analyze.Error{Field: field, Value: value, Message: message}
	}
	p, err := g.Parse(q.Player, "")
	switch {
	case unseen && g.hidden() == "":
		return fail("actions", play.Unseen, "the game has no hidden information")
	case err == nil && p.SeesAll():
		return fail("player", q.Player, "it looks at what is hidden, and the query does not give that")
	case !g.hasSeat(q):
		return nil, g.seatError(q)
	case q.View != "" && g.rules.Viewer == nil:
		return fail("view", q.View, "the game has no views")
	}
	var knows []uint64 // by history: what the player that moves then knows
	fits := func(s *S) bool {
		player := q.Seat
		if by := g.rules.ToMove(s); by >= 0 {
			player = by
		}
		if q.View != "" && strings.TrimSpace(g.rules.Viewer.View(s, player)) != strings.TrimSpace(q.View) {
			return false
		}
		if g.rules.Informer != nil {
			knows = append(knows, g.rules.Informer.InformationState(s, player))
		}
		return true
	}
	rand := rng.New(q.Seed)
	for range histories {
		if actions, err = play.Fill(&g.rules, &g.start, q.Actions, fits, rand); err != nil {
			return fail("actions", strings.Join(q.Actions, " "), err.Error())
		}
	}
	if len(slices.Compact(knows)) > 1 {
		return fail("actions", strings.Join(q.Actions, " "),
			"what the player knows depends on what is unseen: give all that it has seen, or its view")
	}
	return actions, nil
}

// outcomes returns the outcomes of chance at s, or one that is drawn if they cannot be listed.
func (g typedGame[S, A]) outcomes(s *S, seed uint64) (list []analyze.Outcome) {
	if g.rules.Chance == nil {
		return []analyze.Outcome{{Action: fmt.Sprint(g.rules.Draw(s, rng.New(seed))[0])}}
	}
	for _, o := range g.rules.Chance.AppendOutcomes(nil, s) {
		list = append(list, analyze.Outcome{Action: fmt.Sprint(o.Action), Prob: &o.Prob})
	}
	return list
}

// notCancelled returns err, or nil if the query was cancelled: the search then ends with a result.
func notCancelled(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// searchFor makes the search of a query.
func (g typedGame[S, A]) searchFor(q analyze.Query, maxBytes int64) (*mcts.Search[S, A], mcts.Budget, error) {
	fail := func(message string) error {
		return &analyze.Error{Field: "player", Value: q.Player, Message: message}
	}
	p, err := g.Parse(q.Player, "")
	switch {
	case err != nil:
		return nil, mcts.Budget{}, fail(cli.Plain(err))
	case p.Kind != spec.MCTS:
		return nil, mcts.Budget{}, fail("it does not search")
	case p.Timing != nil:
		return nil, mcts.Budget{}, fail("it needs a clock, and there is none")
	case p.Trials != nil:
		return nil, mcts.Budget{}, fail("it makes trials before a game, and there is none")
	}
	cfg := p.Search
	cfg.Seed, cfg.MaxBytes = q.Seed, cmp.Or(cfg.MaxBytes, maxBytes)
	search, err := mcts.New(g.rules.Game, g.config(cfg))
	if err != nil {
		return nil, mcts.Budget{}, fail(cli.Plain(err))
	}
	budget := p.Budget
	budget.Simulations = cmp.Or(q.Simulations, budget.Simulations)
	budget.Time = cmp.Or(time.Duration(q.Time), budget.Time)
	return search, budget, nil
}

// resultOf returns the result of a search in text form.
func resultOf[A any](mover int, r mcts.Result[A], paid []float64, points bool) *analyze.Result {
	made := &analyze.Result{
		ToMove: mover, Values: append([]float64{}, r.Values...), Paid: paid, Action: fmt.Sprint(r.Action), Actions: []analyze.Action{}, PV: []string{},
		Simulations: r.Simulations, Seconds: r.Elapsed.Seconds(), Proven: r.Proven, Nodes: r.Nodes, Bytes: r.Bytes,
	}
	if r.Stop != mcts.StopUnfinished {
		made.Stop = r.Stop.String()
	}
	for _, c := range r.Children {
		made.Actions = append(made.Actions, analyze.Action{
			Action: fmt.Sprint(c.Action), Visits: c.Visits, Mean: c.Mean, Prior: c.Prior, Lower: finite(c.Lower), Upper: finite(c.Upper),
		})
	}
	for _, s := range r.Scales {
		made.Scales = append(made.Scales, analyze.Scale{Low: s.Low, High: s.High, Unit: s.Unit, Chance: s.IsChance() && !points})
	}
	made.PV = append(made.PV, texts(r.PV)...)
	if len(r.Best.Actions) > 0 {
		made.Best = &analyze.Line{Return: r.Best.Return, Actions: texts(r.Best.Actions)}
	}
	return made
}

// texts returns actions in text form.
func texts[A any](actions []A) (list []string) {
	for _, a := range actions {
		list = append(list, fmt.Sprint(a))
	}
	return list
}

// finite returns x, or nil if it is infinite.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) {
		return nil
	}
	return &x
}
