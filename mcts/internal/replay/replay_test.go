package replay_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/pig"
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/replay"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/rng"
)

// grower grows a tree by random simulations.
type grower[S any, A comparable] struct {
	playout.Maker[S, A]
	tree tree.Tree
	rand *rng.Rand
	walk tree.Walk
}

func newGrower[S any, A comparable](t require.TestingT, g game.Game[S, A], seed uint64) *grower[S, A] {
	rules, err := game.NewRules(g)
	require.NoError(t, err)
	w := &grower[S, A]{tree: tree.New(g.NumPlayers(), tree.NewActions[A]()), rand: rng.New(seed)}
	w.Init(rules)
	w.tree.Reset()
	return w
}

// simulate walks from s down to a new leaf, and gives it random returns.
func (w *grower[S, A]) simulate(t require.TestingT, s S) {
	w.walk.Path, w.walk.Components = w.walk.Path[:0], w.walk.Components[:0]
	slot := uint32(tree.Root)
	for b := w.tree.Below(slot); b.Count() > 0; b = w.tree.Below(slot) {
		var joint []A
		if b.Player != game.Simultaneous {
			slot = w.step(b, b.Player)
			w.Apply(&s, tree.ActionOf[A](w.tree.Block(b.Slot()), slot-b.First()))
		} else {
			for p := range w.tree.Players() {
				own := b.BlockOf(p)
				k := w.step(own, int32(p)) - own.First()
				joint = append(joint, tree.ActionOf[A](own, k))
			}
			slot = tree.AddJoint(&w.tree, w.tree.Block(b.Slot()), &w.walk, joint)
			w.Simultaneous.ApplyJoint(&s, joint)
		}
		if visits, _ := w.tree.Edge(slot); visits == 0 {
			w.tree.AddNode()
		}
	}
	if w.tree.IsUnexpanded(slot) {
		player, err := w.List(&s)
		require.NoError(t, err)
		switch {
		case len(w.Actions) == 0:
			w.tree.End(slot)
		case player == game.Simultaneous:
			w.tree.Link(slot, tree.MakeJoint(&w.tree, w.Counts, w.Actions))
		default:
			w.tree.Link(slot, tree.Make(&w.tree, int32(player), w.Actions))
		}
	}
	returns := make([]float64, w.tree.Players())
	for p := range returns {
		returns[p] = w.rand.Float64()
	}
	w.tree.AddReturns(&w.walk, returns)
}

// step walks along a random edge of a block.
func (w *grower[S, A]) step(b tree.Block, player int32) uint32 {
	k := uint32(w.rand.IntN(int(min(b.Count(), b.Tried()+2))))
	if k >= b.Tried() {
		k = tree.Try[A](&w.tree, b, k)
	}
	w.walk.Path = append(w.walk.Path, tree.Step{Slot: b.First() + k, Player: player})
	return b.First() + k
}

// file is what Code writes of the tree.
func (w *grower[S, A]) file(t require.TestingT, root S) []byte {
	c := wire.NewAppender(nil)
	replay.Code(c, &w.Maker, &w.tree, &root, func(tree.Block) {}, nil)
	data, err := c.Appended()
	require.NoError(t, err)
	require.Empty(t, w.tree.Check(func(tree.Checked, *tree.Findings) {}))
	return data
}

// load lets a new tree read what file has written, and returns how that went.
func (w *grower[S, A]) load(data []byte, root S) *wire.Coder {
	c := wire.NewReader(data)
	replay.Code(c, &w.Maker, &w.tree, &root, func(tree.Block) {}, nil)
	return c
}

func goesOn[S any, A comparable](g game.Game[S, A], root S) func(t *rapid.T) {
	return func(t *rapid.T) {
		w := newGrower(t, g, rapid.Uint64().Draw(t, "seed"))
		for range rapid.IntRange(0, 300).Draw(t, "simulations") {
			w.simulate(t, root)
		}
		data := w.file(t, root)
		loaded := newGrower(t, g, 0)
		require.NoError(t, loaded.load(data, root).End())
		require.Equal(t, data, loaded.file(t, root))
		require.Equal(t, w.tree.Nodes(), loaded.tree.Nodes())

		cut := newGrower(t, g, 0)
		c := cut.load(data[:rapid.IntRange(0, len(data)-1).Draw(t, "cut")], root)
		require.ErrorIs(t, c.Err(), wire.ErrShort)
	}
}

// A tree that is saved and loaded is the same tree.
func TestCode(t *testing.T) {
	small, err := connect4.New(4, 4)
	require.NoError(t, err)
	dice, err := pig.New(20)
	require.NoError(t, err)
	cards, err := goofspiel.New(3, 4, goofspiel.Random)
	require.NoError(t, err)
	t.Run("one player moves", rapid.MakeCheck(goesOn(small, small.Start())))
	t.Run("chance", rapid.MakeCheck(goesOn(dice, dice.Start())))
	t.Run("simultaneous moves", rapid.MakeCheck(goesOn(cards, cards.Start())))
}

// A game that is not the one of the tree contradicts it.
func TestContradiction(t *testing.T) {
	small, err := connect4.New(4, 4)
	require.NoError(t, err)
	w := newGrower(t, small, 1)
	root := small.Start()
	for range 50 {
		w.simulate(t, root)
	}
	data := w.file(t, root)
	small.Apply(&root, 0)
	c := newGrower(t, small, 1).load(data, root)
	require.ErrorIs(t, c.Err(), replay.ErrContradiction)
	require.ErrorContains(t, c.Err(), "after the actions [] from the root, connect4.Game lists 4 actions of player 1, and it listed 4 of player 0")
	require.False(t, c.IsBad())
}

// A game that continues where the tree says that it was over contradicts it, too.
func TestContradictionAtTheEnd(t *testing.T) {
	short, err := pig.New(5)
	require.NoError(t, err)
	long, err := pig.New(6)
	require.NoError(t, err)
	w, root := newGrower(t, short, 1), short.Start()
	for range 2000 {
		w.simulate(t, root)
	}
	c := newGrower(t, long, 1).load(w.file(t, root), root)
	require.ErrorIs(t, c.Err(), replay.ErrContradiction)
	require.ErrorContains(t, c.Err(), "pig.Game goes on, and it was over")
}

// A file of which a byte has changed is an error or another tree, which may not be sound, and no
// panic.
func TestChangedByte(t *testing.T) {
	cards, err := goofspiel.New(3, 4, goofspiel.Random)
	require.NoError(t, err)
	w, root := newGrower(t, cards, 1), cards.Start()
	for range 12 {
		w.simulate(t, root)
	}
	data := w.file(t, root)
	for i := range data {
		for _, b := range []byte{data[i] + 1, data[i] - 1, data[i] ^ 0x80, 0xff} {
			changed := slices.Clone(data)
			changed[i] = b
			_ = newGrower(t, cards, 1).load(changed, root).End()
		}
	}
}

// A player that the game has not is no contradiction, but no file either.
func TestPlayersOfAFile(t *testing.T) {
	small, err := connect4.New(4, 4)
	require.NoError(t, err)
	w, root := newGrower(t, small, 1), small.Start()
	for range 3 {
		w.simulate(t, root)
	}
	data := w.file(t, root)
	const chooser, player0 = 4, 3 // where the player who chooses at the root stands, above the least number
	require.EqualValues(t, player0, data[chooser])
	for above := range byte(8) {
		data[chooser] = above
		c := newGrower(t, small, 1).load(data, root)
		switch {
		case above == player0:
			require.NoError(t, c.End())
		case above <= player0+1:
			require.ErrorIs(t, c.Err(), replay.ErrContradiction)
		default:
			require.True(t, c.IsBad(), "%v", c.Err())
		}
	}
}
