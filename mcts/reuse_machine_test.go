package mcts_test

import (
	"bytes"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
)

// Run, Advance, Reset, and Save with Load into another search, in any order do what a plain model
// of the search says.
func TestRunAdvanceResetInAnyOrder(t *testing.T) {
	for name, kind := range kinds {
		t.Run(name, func(t *testing.T) {
			testkit.Check(t, func(t *rapid.T) {
				m := newMachine(t, kind)
				t.Repeat(map[string]func(*rapid.T){
					"":        m.check,
					"run":     m.run,
					"advance": m.advance,
					"illegal": m.advanceIllegal,
					"refused": m.refused,
					"reset":   m.reset,
					"save":    m.save,
				})
			})
		})
	}
}

// machine is a search and what is expected of it.
type machine struct {
	script *script
	game   mcts.Game[int, branch]
	cfg    mcts.Config
	search *mcts.Search[int, branch]

	// twin is a search that was new at the last Reset and has done the same since; nil if equal
	// searches do not give equal results.
	twin *mcts.Search[int, branch]

	rooted bool // the search has a root, which is state
	state  int
	visits int // of the roots of all trees
}

func newMachine(t *rapid.T, kind mcts.Config) *machine {
	m := &machine{}
	simultaneous := joint(kind.Parallel) && kind.Hidden == nil && rapid.Bool().Draw(t, "simultaneous moves")
	if simultaneous {
		m.script, m.cfg = drawJoint(t), drawJointConfig(t)
		m.cfg.Parallel = kind.Parallel
		if rapid.Bool().Draw(t, "solver") {
			m.cfg.Solver = &mcts.Solver{GeneralSum: true}
		}
		m.game = m.script
	} else {
		m.script = drawScript(t, rapid.IntRange(1, 3).Draw(t, "players"), true)
		m.cfg = drawKind(t, kind)
		m.game = open{newTurns(m.script)}
	}
	m.cfg.Clock = func() time.Time { return time.Time{} } // Saved searches have the time of a Run.
	m.search = m.newSearch(t)
	if reproducible(kind.Parallel) {
		m.twin = m.newSearch(t)
	}
	return m
}

func (m *machine) newSearch(t *rapid.T) *mcts.Search[int, branch] {
	s, err := mcts.New(m.game, openly[int](m.game, m.cfg))
	require.NoError(t, err)
	return s
}

// check verifies what holds at any time.
func (m *machine) check(t *rapid.T) {
	require.NoError(t, m.search.Check())
	if !m.rooted {
		require.Nil(t, m.search.Roots())
		require.Zero(t, m.search.Root().Visits())
		return
	}
	node := m.script.nodes[m.state]
	for _, root := range m.search.Roots() {
		if len(root.Children()) == 0 {
			continue // No simulation has gone on from here.
		}
		if node.Player == mcts.Simultaneous {
			for p, count := range node.Counts {
				require.Len(t, root.Choices(p), count)
			}
			continue
		}
		require.ElementsMatch(t, m.script.legal(m.state), actionsOf(root))
	}
	require.Equal(t, m.visits, visitsOf(m.search))
	if m.twin != nil {
		require.Equal(t, treesOf(m.twin), treesOf(m.search))
	}
}

// run searches from the current state or from another one.
func (m *machine) run(t *rapid.T) {
	root := m.state
	if !m.rooted || rapid.IntRange(0, 3).Draw(t, "elsewhere") == 0 {
		root = rapid.IntRange(0, len(m.script.nodes)-1).Draw(t, "root")
	}
	budget := mcts.Budget{Simulations: rapid.IntRange(1, 60).Draw(t, "simulations")}
	visits := visitsOf(m.search)
	result, err := m.search.Run(bg, &root, budget)
	if m.twin != nil && err == nil { // A root that is refused leaves the search as it was.
		again, twinErr := m.twin.Run(bg, &root, budget)
		result.Elapsed, again.Elapsed = 0, 0
		require.Equal(t, again, result)
		require.Equal(t, twinErr, err)
	}
	node := m.script.nodes[root]
	switch {
	case len(node.Children) == 0:
		require.ErrorIs(t, err, mcts.ErrTerminal)
		require.Equal(t, visits, visitsOf(m.search))
		return
	case node.Player == mcts.Chance:
		require.ErrorIs(t, err, mcts.ErrChanceAtRoot)
		require.Equal(t, visits, visitsOf(m.search))
		return
	}
	require.NoError(t, err)
	if !m.rooted || root != m.state || m.cfg.Hidden != nil {
		m.visits = 0
	}
	if result.Stop != mcts.StopDecided && (result.Stop != mcts.StopProven || m.cfg.Solver == nil) {
		require.Equal(t, budget.Simulations, result.Simulations)
	}
	legal := len(node.Children)
	if node.Player == mcts.Simultaneous {
		legal = node.Counts[0]
	}
	require.Len(t, result.Children, legal)
	m.rooted, m.state = true, root
	m.visits += result.Simulations
}

// advance plays a legal action of the current state. The search must keep what is below it.
func (m *machine) advance(t *rapid.T) {
	if len(m.script.nodes[m.state].Children) == 0 {
		t.Skip("the game is over")
	}
	var actions []branch
	node, next := m.script.nodes[m.state], m.state
	if node.Player == mcts.Simultaneous {
		for _, count := range node.Counts {
			actions = append(actions, branch(rapid.IntRange(0, count-1).Draw(t, "component")))
		}
		m.script.ApplyJoint(&next, actions)
	} else {
		actions = append(actions, rapid.SampledFrom(m.script.legal(m.state)).Draw(t, "action"))
		m.script.Apply(&next, actions[0])
	}
	var want []tree
	visits := 0
	for _, root := range m.search.Roots() {
		below := jointChild(root, actions)
		want = append(want, below)
		visits += below.visits
	}
	if m.cfg.Hidden != nil {
		visits = 0
	}
	m.bothAdvance(t, visits > 0, actions)
	if !m.rooted || m.cfg.Hidden != nil {
		m.rooted = false
		return
	}
	m.state, m.visits = next, visits
	require.Equal(t, want, treesOf(m.search))
}

// save continues with a search that has loaded what this one has saved.
func (m *machine) save(t *rapid.T) {
	if !savable(t, m.search) {
		return
	}
	data := saved(t, m.search)
	if m.twin != nil {
		require.Equal(t, saved(t, m.twin), data)
	}
	root := &m.state
	if !m.rooted {
		root = nil
	}
	before := treesOf(m.search)
	m.search = m.newSearch(t)
	require.NoError(t, m.search.Load(bytes.NewReader(data), root))
	require.Equal(t, data, saved(t, m.search))
	if m.cfg.Hidden == nil {
		require.Equal(t, before, treesOf(m.search))
	} else {
		m.rooted = false
	}
}

func (m *machine) bothAdvance(t *rapid.T, kept bool, actions []branch) {
	requireAdvance(t, kept, m.search, actions...)
	if m.twin != nil {
		requireAdvance(t, kept, m.twin, actions...)
	}
}

// refused makes calls that are refused, which must leave the search as it was.
func (m *machine) refused(t *rapid.T) {
	_, err := m.search.Run(bg, nil, mcts.Budget{Simulations: 1})
	require.EqualError(t, err, "mcts: the root is nil")
	_, err = m.search.Run(bg, &m.state, mcts.Budget{Player: rapid.SampledFrom([]int{-1, 9}).Draw(t, "player"), Simulations: 1})
	require.ErrorContains(t, err, "mcts: Budget.Player is")
	_, err = m.search.Run(bg, &m.state, mcts.Budget{})
	require.ErrorIs(t, err, mcts.ErrNoLimit)
	_, err = m.search.Foresee(bg, &m.state, 0, mcts.Budget{Simulations: 1})
	require.ErrorContains(t, err, "mcts: Foresee is for a search with")
	_, err = m.search.Merge(nil)
	require.ErrorContains(t, err, "mcts: Merge of shares without actions")
	require.ErrorIs(t, m.search.Load(bytes.NewReader([]byte("no tree")), &m.state), mcts.ErrDamaged)
	if savable(t, m.search) {
		require.ErrorIs(t, m.search.Save(failingWriter{}), io.ErrShortWrite)
	}
}

// advanceIllegal plays an action that does not exist. The search must refuse it and stay as it was.
func (m *machine) advanceIllegal(t *rapid.T) {
	illegal := slices.Repeat([]branch{99}, rapid.IntRange(1, 3).Draw(t, "components"))
	if !m.rooted || m.cfg.Hidden != nil {
		m.bothAdvance(t, false, illegal)
		m.rooted = false
		return
	}
	_, err := m.search.Advance(illegal...)
	require.Error(t, err)
	if len(m.script.nodes[m.state].Children) == 0 {
		require.ErrorIs(t, err, mcts.ErrTerminal)
	}
}

// reset forgets everything. From here on the search must do what a new one does.
func (m *machine) reset(t *rapid.T) {
	m.cfg.Seed = rapid.Uint64().Draw(t, "seed")
	m.search.Reset(m.cfg.Seed)
	m.rooted = false
	if m.twin != nil {
		m.twin = m.newSearch(t)
	}
}

// legal returns the actions of a node at which a single player or chance moves.
func (g *script) legal(number int) (actions []branch) {
	for k := range g.nodes[number].Children {
		actions = append(actions, branch(k))
	}
	return actions
}

func actionsOf[A any](n mcts.Node[A]) (actions []A) {
	for _, child := range n.Children() {
		actions = append(actions, child.Action())
	}
	return actions
}

func treesOf[S any, A comparable](s *mcts.Search[S, A]) (trees []tree) {
	for _, root := range s.Roots() {
		trees = append(trees, treeOf(root))
	}
	return trees
}
