package gdl

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/banyan-go/banyan/gdl/internal/ground"
	"github.com/banyan-go/banyan/gdl/internal/net"
	"github.com/banyan-go/banyan/gdl/internal/patience"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/gdl/kif"
)

// Limits bound how large a game may be. The zero Limits are for a machine with a few gigabytes of
// memory.
type Limits struct {
	// Atoms is how many atoms may hold in any state, including auxiliary atoms for demanded
	// relations. If zero, 4 million is used.
	Atoms int

	// Literals is how long all rules without variables may be together, and how many inputs the
	// gates of the network may have. If zero, 32 million is used.
	Literals int

	// Steps is the number of combinations of atoms with which the conditions of rules may be tried
	// in an attempt to read the sheet. Attempts before the last one have a share of it. If zero,
	// 12 million is used; of the sheets in docs/performance.md, merrills takes 11.7 million.
	Steps int

	// Bytes is about how much memory the rules without variables may take. The network that is
	// made of them takes about as much again. If zero, 256 MB is used.
	Bytes int
}

// Load returns the game of a rule sheet. The text may be UTF-8 or Latin-1. The error names the line
// and the relation that is wrong; or it is the cause for which ctx is done.
func Load(ctx context.Context, text []byte, limits Limits) (*Game, error) {
	rules, err := kif.Parse(text)
	if err != nil {
		return nil, err
	}
	return LoadRules(ctx, rules, limits)
}

// LoadRules is like [Load] for rules that have been read. It keeps them.
func LoadRules(ctx context.Context, rules []kif.Expr, limits Limits) (*Game, error) {
	s, err := sheet.New(rules)
	if err != nil {
		return nil, err
	}
	p, err := ground.Ground(ctx, s, ground.Limits{
		Atoms: cmp.Or(limits.Atoms, 4<<20), Literals: cmp.Or(limits.Literals, 32<<20),
		Steps: cmp.Or(limits.Steps, 12e6), Bytes: cmp.Or(limits.Bytes, 256<<20),
	})
	if err != nil {
		return nil, err
	}
	if err := p.Simplify(ctx); err != nil {
		return nil, err
	}
	n, err := net.New(ctx, p, cmp.Or(limits.Literals, 32<<20))
	if err != nil {
		return nil, err
	}
	g, err := newGame(ctx, p, n)
	if err := cmp.Or(err, context.Cause(ctx)); err != nil {
		return nil, err
	}
	g.rules = rules
	return g, nil
}

// newGame returns the game of a program and its network.
func newGame(ctx context.Context, p *ground.Program, n *net.Network) (*Game, error) {
	g := &Game{chance: -1, start: make([]uint64, (len(p.Bases)+63)/64)}
	var terms []sheet.Term
	w := patience.With(ctx)
	for i, b := range p.Bases {
		if err := w.Over(); err != nil {
			return nil, err
		}
		g.bases = append(g.bases, b.Name.String())
		terms = append(terms, b.Name)
		if b.Init {
			g.start[i/64] |= 1 << (i % 64)
		}
	}
	var err error
	if g.boards, err = findBoards(terms, w); err != nil {
		return nil, err
	}
	g.cells = newCells(g.boards, len(terms))
	g.byName = map[string]*move{}
	for role, name := range p.Roles {
		if name == "random" {
			g.chance = role
		} else {
			g.roles = append(g.roles, role)
			g.names = append(g.names, name)
		}
		var moves []*move
		for _, m := range p.Moves[role] {
			if err := w.Over(); err != nil {
				return nil, err
			}
			text := m.Name.String()
			key := kif.Fold(text)
			if g.byName[key] == nil {
				g.byName[key] = &move{text, int32(len(g.byName))}
				g.numbers = append(g.numbers, g.byName[key])
			}
			moves = append(moves, g.byName[key])
		}
		if len(moves) == 0 {
			return nil, fmt.Errorf("gdl: role %s never has a legal move", name)
		}
		g.moves = append(g.moves, moves)
		var values []float64
		for _, v := range p.Goals[role] {
			values = append(values, float64(v.Value)/100)
		}
		g.goals = append(g.goals, values)
	}
	if len(g.roles) == 0 {
		return nil, fmt.Errorf("gdl: the only role is random, want a player")
	}
	for _, moves := range g.moves {
		places := slices.Repeat([]int32{none}, len(g.numbers))
		for k, m := range moves {
			places[m.number] = int32(k)
		}
		g.places = append(g.places, places)
	}
	t := &trial{game: g, waits: make([]bool, len(g.numbers)), choice: make([]bool, len(g.numbers))}
	codes, err := net.NewCodes(ctx, n, g.start, t.visit)
	if err != nil {
		return nil, err
	}
	g.codes, g.noops = codes, t.noops()
	g.endless = !t.ended && g.runsOn(w)
	g.evaluators.New = func() any { return codes.NewEvaluator() }
	laneCode := sync.OnceValue(func() *net.LaneCode { return net.NewLaneCode(n) })
	g.lanes.New = func() any { return laneCode().NewLanes() }
	return g, nil
}
