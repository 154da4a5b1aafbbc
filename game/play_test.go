package game_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/pig"
	"github.com/banyan-go/banyan/rng"
)

// ply checks the operations at one state, and plays a random ply. It reports whether there was one.
func ply[S any, A comparable](t require.TestingT, r *game.Rules[S, A], s *S, rand *rng.Rand, dst *[][]A) bool {
	by, err := r.Mover(s)
	require.NoError(t, err)
	lists := r.Choices((*dst)[:0], s)
	*dst = lists
	fresh := r.Choices(nil, s)
	require.Len(t, lists, len(fresh))
	for k, list := range fresh {
		require.Equal(t, list, lists[k], "used lists make no difference")
	}

	drawn := r.Draw(s, rand)
	require.Len(t, drawn, len(lists))
	before := new(S)
	r.Copy(before, s)
	require.Error(t, r.Play(s, append(slices.Clone(drawn), drawn...)...), "twice as many actions")
	require.Error(t, r.Play(s), "no action")
	require.Equal(t, before, s, "an error leaves the state as it is")
	if len(lists) == 0 {
		require.GreaterOrEqual(t, by, 0)
		return false
	}
	for k, a := range drawn {
		require.Contains(t, lists[k], a)
	}
	switch by {
	case game.Simultaneous:
		require.Len(t, lists, r.NumPlayers())
		r.Simultaneous.ApplyJoint(before, drawn)
	default:
		require.Len(t, lists, 1)
		r.Apply(before, drawn[0])
	}
	require.NoError(t, r.Play(s, drawn...))
	require.Equal(t, before, s)
	return true
}

// playOut plays a random game to the end.
func playOut[S any, A comparable](g game.Game[S, A], start S) func(t *rapid.T) {
	return func(t *rapid.T) {
		r, err := game.NewRules(g)
		require.NoError(t, err)
		rand, s := rng.New(rapid.Uint64().Draw(t, "seed")), start
		for lists := [][]A(nil); ply(t, &r, &s, rand, &lists); {
		}
	}
}

// Choices, Play and Draw agree with the methods of the game.
func TestPlay(t *testing.T) {
	dice, err := pig.New(20)
	require.NoError(t, err)
	joint, err := goofspiel.New(3, 4, goofspiel.Random)
	require.NoError(t, err)
	t.Run("one player moves", rapid.MakeCheck(playOut(connect4.Game{}, connect4.Game{}.Start())))
	t.Run("chance", rapid.MakeCheck(playOut(dice, dice.Start())))
	t.Run("simultaneous moves", rapid.MakeCheck(playOut(joint, joint.Start())))
}

func TestPlayErrors(t *testing.T) {
	four, err := game.NewRules(connect4.Game{})
	require.NoError(t, err)
	s := connect4.Game{}.Start()
	require.ErrorContains(t, four.Play(&s, 9), "is not a legal action")
	require.ErrorContains(t, four.Play(&s, 1, 2), "2 actions of a ply, want 1")
	for range 3 {
		require.NoError(t, four.Play(&s, 0))
		require.NoError(t, four.Play(&s, 1))
	}
	require.NoError(t, four.Play(&s, 0))
	require.ErrorContains(t, four.Play(&s, 0), "the game is over")
	require.Nil(t, four.Draw(&s, rng.New(1)))

	bids, err := goofspiel.New(2, 3, goofspiel.Descending)
	require.NoError(t, err)
	joint, err := game.NewRules(bids)
	require.NoError(t, err)
	bid := bids.Start()
	for bids.ToMove(&bid) == game.Chance {
		require.NoError(t, joint.Play(&bid, joint.Draw(&bid, rng.New(1))...))
	}
	require.ErrorContains(t, joint.Play(&bid, 1, 9), "9 is not a legal action of player 1")
}

// lost is a game whose ToMove is broken.
type lost struct {
	connect4.Game
	mover int
}

func (g lost) ToMove(*connect4.State) int { return g.mover }

func TestMover(t *testing.T) {
	for mover, want := range map[int]string{
		game.Chance:       "ToMove is Chance, want a game with AppendOutcomes",
		game.Simultaneous: "ToMove is Simultaneous, want a game with AppendPlayerActions and ApplyJoint",
		2:                 "ToMove is 2, want a player below 2, Chance or Simultaneous",
		-3:                "ToMove is -3, want a player below 2, Chance or Simultaneous",
	} {
		r, err := game.NewRules(lost{connect4.Game{}, mover})
		require.NoError(t, err)
		s := connect4.Game{}.Start()
		_, err = r.Mover(&s)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, r.Play(&s, 0), want)
		require.PanicsWithValue(t, "game: "+err.Error(), func() { r.Choices(nil, &s) })
		require.Panics(t, func() { r.Draw(&s, rng.New(1)) })
	}
}

// The lists of dst are used again.
func TestChoicesDoesNotAllocate(t *testing.T) {
	r, err := game.NewRules(connect4.Game{})
	require.NoError(t, err)
	s := connect4.Game{}.Start()
	lists := r.Choices(nil, &s)
	require.Zero(t, testing.AllocsPerRun(10, func() { lists = r.Choices(lists[:0], &s) }))
}
