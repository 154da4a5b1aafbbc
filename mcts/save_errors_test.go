package mcts_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc64"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// tic is a small search and what it has saved.
func tic(t require.TestingT, cfg mcts.Config) (s *mcts.Search[tictactoe.State, tictactoe.Cell], data []byte) {
	s, _ = search(t, tictactoe.Game{}, tictactoe.State{}, cfg, 20)
	return s, saved(t, s)
}

// load loads data into a new search.
func load(t require.TestingT, cfg mcts.Config, data []byte) error {
	s, err := mcts.New(tictactoe.Game{}, cfg)
	require.NoError(t, err)
	return s.Load(bytes.NewReader(data), &tictactoe.State{})
}

// repaired gives data the trailer that Save would have written.
func repaired(data []byte) []byte {
	body := data[:max(0, len(data)-16)]
	data = binary.BigEndian.AppendUint64(bytes.Clone(body), uint64(len(body)))
	return binary.BigEndian.AppendUint64(data, crc64.Checksum(data, crc64.MakeTable(crc64.ECMA)))
}

// A flipped bit anywhere, or an end anywhere, is an error.
func TestLoadFindsDamage(t *testing.T) {
	_, data := tic(t, mcts.Config{})
	require.NoError(t, load(t, mcts.Config{}, data))
	require.Equal(t, data, repaired(data))
	for i := range data {
		require.ErrorIs(t, load(t, mcts.Config{}, data[:i]), mcts.ErrDamaged)
		damaged := bytes.Clone(data)
		damaged[i] ^= 1 << (i % 8)
		err := load(t, mcts.Config{}, damaged)
		require.True(t, errors.Is(err, mcts.ErrDamaged) || i == len("banyan\r\n") && errors.Is(err, mcts.ErrVersion), "byte %d: %v", i, err)
	}
	require.ErrorIs(t, load(t, mcts.Config{}, append(bytes.Clone(data), 0)), mcts.ErrDamaged)
}

// Whichever byte is another one, with the right checksum, Load does not panic, and the search works
// afterwards.
func TestLoadDistrustsEveryByte(t *testing.T) {
	for name, cfg := range map[string]mcts.Config{
		"plain":  {Playout: policy.MAST{}},
		"solver": {Solver: &mcts.Solver{}, Selection: policy.UCB1Tuned{}},
		"graph":  {Graph: &mcts.Graph{}, Solver: &mcts.Solver{}},
	} {
		t.Run(name, func(t *testing.T) {
			s, data := tic(t, cfg)
			first := bytes.Index(data, []byte("Config.Seed"))
			for i := first; i < len(data)-16; i += testkit.Few(7, 1) {
				for _, v := range []byte{0, data[i] ^ 1, 0x7f, 0xff} {
					damaged := bytes.Clone(data)
					damaged[i] = v
					requireDistrusts(t, s, tictactoe.State{}, repaired(damaged))
				}
			}
		})
	}
}

// requireDistrusts loads anything. If Load does not refuse it, the tree is sound, and can be saved
// and searched, though it may hold numbers that no search comes to. Otherwise the search works.
func requireDistrusts[S any, A comparable](t require.TestingT, s *mcts.Search[S, A], root S, data []byte) {
	if s.Load(bytes.NewReader(data), &root) == nil {
		require.NoError(t, s.Check())
		saved(t, s)
		_, _ = s.Run(bg, &root, mcts.Budget{Simulations: 20})
		require.NoError(t, s.Check())
		return
	}
	_, err := s.Run(bg, &root, mcts.Budget{Simulations: 20})
	require.NoError(t, err)
	require.NoError(t, s.Check())
}

func TestLoadErrors(t *testing.T) {
	cfg := mcts.Config{Selection: policy.UCT{C: 1}, MaxNodes: 1000}
	s, data := tic(t, cfg)
	before := treesOf(s)
	other := bytes.Clone(data)
	other[len("banyan\r\n")] = 99
	root, played := tictactoe.State{}, tictactoe.State{}
	tictactoe.Game{}.Apply(&played, 4)
	for _, c := range []struct {
		data  io.Reader
		root  *tictactoe.State
		error error
		text  string
	}{
		{bytes.NewReader(repaired(other)), &root, mcts.ErrVersion, "another version of the format: it is 99, want 2"},
		{bytes.NewReader([]byte("PNG")), &root, mcts.ErrDamaged, "it does not begin with"},
		{bytes.NewReader(nil), &root, mcts.ErrDamaged, "it does not begin with"},
		{bytes.NewReader(data[:len(data)-1]), &root, mcts.ErrDamaged, "it is not complete"},
		{bytes.NewReader(data), &played, mcts.ErrMismatch, "the root was tictactoe.State"},
		{bytes.NewReader(data), nil, mcts.ErrMismatch, "the root is nil, want the position of the saved tree"},
		{iotest.ErrReader(io.ErrClosedPipe), &root, io.ErrClosedPipe, "mcts: Load: "},
	} {
		err := s.Load(c.data, c.root)
		require.ErrorIs(t, err, c.error)
		require.ErrorContains(t, err, c.text)
		require.Equal(t, before, treesOf(s), "it is as it was")
		require.Equal(t, data, saved(t, s))
	}
	err := load(t, mcts.Config{Selection: policy.UCT{C: 2}, MaxNodes: 1001}, data)
	require.ErrorIs(t, err, mcts.ErrMismatch)
	require.ErrorContains(t, err, "Config.Selection was policy.UCT{C:1} and is policy.UCT{C:2}; Config.MaxNodes was int(1000) and is int(1001)")
	foreign, err := mcts.New(connect4.Game{}, cfg)
	require.NoError(t, err)
	err = foreign.Load(bytes.NewReader(data), &connect4.State{})
	require.ErrorIs(t, err, mcts.ErrMismatch)
	require.ErrorContains(t, err, "the game was tictactoe.Game{} and is connect4.Game{")
}

// A search that was not able to load continues as after Reset with its old seed.
func TestFailedLoadResets(t *testing.T) {
	cfg := mcts.Config{Playout: policy.MAST{}, Seed: 3}
	_, data := tic(t, cfg)
	cfg.Seed = 4
	s, _ := search(t, tictactoe.Game{}, tictactoe.State{}, cfg, 50)
	damaged := bytes.Clone(data)
	damaged[len(data)-17] += 2
	require.ErrorIs(t, s.Load(bytes.NewReader(repaired(damaged)), &tictactoe.State{}), mcts.ErrDamaged)
	require.Nil(t, s.Roots())
	_, want := search(t, tictactoe.Game{}, tictactoe.State{}, cfg, 50)
	got := run(t, s, tictactoe.State{}, 50)
	got.Elapsed, want.Elapsed = 0, 0
	require.Equal(t, want, got)
}

// changing lists its actions in another order, or others, when it is told so.
type changing struct {
	bare[tictactoe.State, tictactoe.Cell]
	by *int
}

func (g changing) AppendActions(dst []tictactoe.Cell, s *tictactoe.State) []tictactoe.Cell {
	if dst = g.bare.AppendActions(dst, s); *g.by < 0 {
		panic("no more")
	}
	return dst[:max(0, len(dst)-*g.by)]
}

// A game with other actions than before is named, and a panic of the game leaves a search that
// works.
func TestSaveInAChangedGame(t *testing.T) {
	by := new(int)
	g := changing{bare[tictactoe.State, tictactoe.Cell]{tictactoe.Game{}}, by}
	s, _ := search[tictactoe.State, tictactoe.Cell](t, g, tictactoe.State{}, mcts.Config{}, 20)
	data := saved(t, s)
	*by = 1
	require.ErrorContains(t, s.Save(io.Discard), "mcts: Save: after the actions [] from the root, mcts_test.changing lists 8 actions of player 0, and it listed 9 of player 0")
	err := s.Load(bytes.NewReader(data), &tictactoe.State{})
	require.ErrorIs(t, err, mcts.ErrMismatch)
	require.ErrorContains(t, err, "after the actions [] from the root, mcts_test.changing lists 8 actions")
	*by = -1
	require.PanicsWithValue(t, "no more", func() { _ = s.Load(bytes.NewReader(data), &tictactoe.State{}) })
	*by = 0
	require.NoError(t, s.Load(bytes.NewReader(data), &tictactoe.State{}))
	require.Equal(t, data, saved(t, s))
}

// oneWay learns and cannot be saved.
type oneWay struct{ spy }

func (o *oneWay) New(policy.Info) (policy.Chooser, error) { return o, nil }

func TestSaveErrors(t *testing.T) {
	s, _ := tic(t, mcts.Config{})
	require.ErrorIs(t, s.Save(failingWriter{}), io.ErrShortWrite)
	require.ErrorContains(t, s.Save(failingWriter{}), "mcts: Save: short write")
	for _, err := range s.Watch(bg, &tictactoe.State{}, mcts.Budget{Simulations: 10}, 0) {
		require.NoError(t, err)
		require.ErrorIs(t, s.Save(io.Discard), mcts.ErrBusy)
		require.ErrorIs(t, s.Load(bytes.NewReader(nil), nil), mcts.ErrBusy)
		break
	}
	learner, _ := search(t, tictactoe.Game{}, tictactoe.State{}, mcts.Config{Playout: &oneWay{}}, 20)
	err := learner.Save(io.Discard)
	require.ErrorIs(t, err, errors.ErrUnsupported)
	require.ErrorContains(t, err, "mcts: Save: Config.Playout: policy: *mcts_test.oneWay learns and has no AppendBinary")
}

// What is not saved is refused, and the error names it.
func TestUnsavable(t *testing.T) {
	for want, cfg := range map[string]mcts.Config{
		"Config.Similarity is set":              {Similarity: &mcts.Similarity{}},
		"the selection reads AMAF statistics":   {Selection: policy.GRAVE{}},
		"want NumActions and ActionIndex of mc": {Playout: policy.MAST{}},
	} {
		var g mcts.Game[connect4.State, connect4.Drop] = connect4.Game{}
		if cfg.Playout != nil {
			g = bare[connect4.State, connect4.Drop]{g}
		}
		s, _ := search(t, g, connect4.State{}, cfg, 20)
		err := s.Save(io.Discard)
		require.ErrorIs(t, err, errors.ErrUnsupported)
		require.ErrorContains(t, err, "mcts: Save: ")
		require.ErrorContains(t, err, want)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// counter is a game behind a pointer, which changes when it is called.
type counter struct {
	tictactoe.Game
	calls map[int]int
}

func (c *counter) ToMove(s *tictactoe.State) int {
	c.calls[len(c.calls)]++
	return c.Game.ToMove(s)
}

// What a game points to does not count: it may be other data than before, or change during Save.
func TestSaveOfAGameBehindAPointer(t *testing.T) {
	g := &counter{calls: map[int]int{}}
	s, _ := search(t, mcts.Game[tictactoe.State, tictactoe.Cell](g), tictactoe.State{}, mcts.Config{}, 20)
	data := saved(t, s)
	require.Equal(t, data, saved(t, s))
	require.NotEmpty(t, g.calls)
	again, err := mcts.New(mcts.Game[tictactoe.State, tictactoe.Cell](&counter{calls: map[int]int{}}), mcts.Config{})
	require.NoError(t, err)
	require.NoError(t, again.Load(bytes.NewReader(data), &tictactoe.State{}))
}
