package net_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/gdl/internal/bitset"
	"github.com/banyan-go/banyan/gdl/internal/ground"
	"github.com/banyan-go/banyan/gdl/internal/net"
	"github.com/banyan-go/banyan/gdl/internal/prover"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/gdl/internal/sheettest"
	"github.com/banyan-go/banyan/rng"
)

// pair is a game for a machine and for the prover.
type pair struct {
	sheet   *sheet.Sheet
	program *ground.Program
	network *net.Network
	start   []uint64
	machine machine
	prover  *prover.Prover
}

// machine is a Machine or an Evaluator.
type machine interface {
	Set(state []uint64)
	State() []uint64
	Terminal() bool
	Legal(role int) []uint64
	Goal(role, k int) bool
	Do(moves []int32)
	Advance()
}

// load returns the pair for a sheet, or nil if a relation depends on its own negation.
func load(t require.TestingT, text string) *pair { return loadWithin(t, text, 250e6) }

// loadWithin is like load for a grounder that spares work when it has made a small part of some
// steps. It returns nil if that is not enough.
func loadWithin(t require.TestingT, text string, steps int) *pair {
	s, err := sheet.Parse([]byte(text))
	require.NoError(t, err, text)
	p, err := ground.Ground(bg, s, ground.Limits{Atoms: 4 << 20, Literals: 32 << 20, Steps: steps, Bytes: 1 << 30})
	if err != nil {
		require.ErrorContains(t, err, fmt.Sprintf("tried with more than %d combinations", steps), text)
		return nil
	}
	require.NoError(t, p.Simplify(bg))
	n, err := net.New(bg, p, 32<<20)
	if err != nil {
		require.ErrorContains(t, err, "depends on the negation of")
		return nil
	}
	v, err := prover.New(s, nil)
	require.NoError(t, err, text)
	made := &pair{sheet: s, program: p, network: n, prover: v, start: make([]uint64, (len(p.Bases)+63)/64)}
	for i, b := range p.Bases {
		if b.Init {
			made.start[i/64] |= 1 << (i % 64)
		}
	}
	return made
}

// machines returns the machines for the pair.
func (p *pair) machines(t require.TestingT) (whole *net.Machine, restricted *net.Evaluator) {
	codes, err := net.NewCodes(bg, p.network, p.start, func(*net.Machine) error { return nil })
	require.NoError(t, err)
	return net.Compile(p.network).NewMachine(), codes.NewEvaluator()
}

// play plays a random game, in which machine and prover must always agree. It returns its length.
func (p *pair) play(t require.TestingT, r *rng.Rand, plies int) int {
	pos, err := p.prover.Start()
	require.NoError(t, err)
	p.machine.Set(p.start)
	for ply := range plies {
		if p.requireSame(t, pos) {
			return ply
		}
		moves := make([]int32, len(p.sheet.Roles))
		names := make([]string, len(moves))
		for role := range moves {
			legal := p.machine.Legal(role)
			moves[role] = int32(bitset.Nth(legal, r.IntN(bitset.Count(legal))))
			names[role] = p.program.Moves[role][moves[role]].Name.String()
		}
		p.machine.Do(moves)
		p.machine.Advance()
		pos, err = p.prover.Next(pos, names)
		require.NoError(t, err)
	}
	return plies
}

// requireSame requires that machine and prover agree on a state. It reports whether the state is
// terminal.
func (p *pair) requireSame(t require.TestingT, pos *prover.Position) bool {
	var holds []string
	for i := range bitset.All(p.machine.State()) {
		holds = append(holds, p.program.Bases[i].Name.String())
	}
	slices.Sort(holds)
	require.Equal(t, pos.True, holds)
	require.Equal(t, p.prover.Terminal(pos), p.machine.Terminal())
	for role, name := range p.sheet.Roles {
		var goals []int
		for k, g := range p.program.Goals[role] {
			if p.machine.Goal(role, k) {
				goals = append(goals, g.Value)
			}
		}
		if v, err := p.prover.Goal(pos, name); err == nil {
			require.Equal(t, []int{v}, goals)
		} else {
			require.NotEqual(t, 1, len(goals))
		}
		var legal []string
		for k := range bitset.All(p.machine.Legal(role)) {
			legal = append(legal, p.program.Moves[role][k].Name.String())
		}
		slices.Sort(legal)
		require.Equal(t, p.prover.Legal(pos, name), legal)
	}
	return p.machine.Terminal()
}

// Atoms that depend on each other can make more gates than there is room for, and than anybody
// waits for. A cycle through a negation is an error of a rule.
func TestNewFails(t *testing.T) {
	const chain = `(role x) (init (at 0)) (legal x go) (next-to 0 1) (next-to 1 2) (next-to 2 3) (next-to 3 0)
(<= (legal x (mark ?n)) (next-to ?n ?m))
(<= (next (set ?n)) (does x (mark ?n))) (<= (next (set ?n)) (true (set ?n)))
(<= (linked ?n) (true (at ?n))) (<= (linked ?m) (linked ?n) (next-to ?n ?m) (true (set ?m)))
(<= (linked ?n) (linked ?m) (next-to ?n ?m) (true (set ?n)))
(<= terminal (linked 3)) (goal x 0) (<= (next (at ?n)) (true (at ?n)) (does x (mark ?n)))
`
	program := func(text string) *ground.Program {
		s, err := sheet.Parse([]byte(text))
		require.NoError(t, err)
		p, err := ground.Ground(bg, s, ground.Limits{Atoms: 1000, Literals: 1000, Steps: 10_000, Bytes: 1 << 20})
		require.NoError(t, err)
		require.NoError(t, p.Simplify(bg))
		return p
	}
	_, err := net.New(bg, program(chain), 1000)
	require.NoError(t, err)
	_, err = net.New(bg, program(chain), 5)
	require.ErrorContains(t, err, "gdl: the gates of the network have more than 5 inputs, most of them for the 4 atoms that depend on each other with (linked ")
	cause := errors.New("no time")
	ctx, cancel := context.WithCancelCause(bg)
	cancel(cause)
	_, err = net.New(ctx, program(chain), 1000)
	require.ErrorIs(t, err, cause)
	_, err = net.New(bg, program(chain+"(<= a (not b) (true (at 0)))\n(<= b (not a))\n(<= (next c) a)"), 1000)
	require.ErrorContains(t, err, "depends on the negation of")
	require.Regexp(t, `^gdl: line [78]: `, err.Error())
}

// The network agrees with the prover on random sheets, whether they are grounded at once or in many
// tries, each of which spares what was most work in the one before.
func TestRandomSheets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := rapid.SampledFrom([]int{250e6, 40_000, 10_000, 2000}).Draw(t, "steps")
		p := loadWithin(t, sheettest.Sheets().Draw(t, "sheet"), steps)
		if p == nil {
			return
		}
		r := rng.New(rapid.Uint64().Draw(t, "seed"))
		whole, restricted := p.machines(t)
		for _, p.machine = range []machine{whole, restricted} {
			for range 3 {
				p.play(t, r, 10)
			}
		}
	})
}

// Gates in which moves are denied are shared by others of this kind, level after level. It takes no
// longer with each level.
func TestNestedDenials(t *testing.T) {
	var b strings.Builder
	b.WriteString("(role x) (init start) (goal x 0) (<= (next end) (not (p 60)) (not (q 60))) (<= terminal (true end))\n")
	for i := range 200 {
		fmt.Fprintf(&b, "(legal x (m %d))\n", i)
	}
	b.WriteString("(<= (p 0) (not (does x (m 0))) (not (does x (m 1)))) (<= (q 0) (not (does x (m 2))) (not (does x (m 3))))\n")
	for k := range 60 {
		for i, name := range []string{"p", "q"} {
			fmt.Fprintf(&b, "(<= (%s %d) (p %d) (q %d) (not (does x (m %d))))\n", name, k+1, k, k, 4+2*k+i)
		}
	}
	p := load(t, b.String())
	whole, _ := p.machines(t)
	p.machine = whole
	p.play(t, rng.New(1), 3)
}

var bg = context.Background()
