package distributed

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/pig"
	"github.com/banyan-go/banyan/mcts"
)

// replayRandom plays a random game and requires that its indices lead to the same states.
func replayRandom[S any, A comparable](t *rapid.T, g mcts.Game[S, A], start S) {
	rules, err := game.NewRules(g)
	require.NoError(t, err)
	w, again := newReplay(rules, &start), newReplay(rules, &start)
	var history []int
	for range rapid.IntRange(0, 30).Draw(t, "plies") {
		lists, err := w.lists()
		require.NoError(t, err)
		if len(lists) == 0 {
			break
		}
		var ply []A
		for _, list := range lists {
			ply = append(ply, rapid.SampledFrom(list).Draw(t, "action"))
		}
		indices, err := w.indices(ply)
		require.NoError(t, err)
		require.Len(t, indices, len(lists))
		history = append(history, indices...)
	}
	for rest := history; len(rest) > 0; {
		_, rest, err = again.actions(rest)
		require.NoError(t, err)
	}
	require.Equal(t, w.state, again.state)
}

func TestReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		switch rapid.IntRange(0, 2).Draw(t, "game") {
		case 0:
			replayRandom(t, connect4.Game{}, connect4.State{})
		case 1:
			replayRandom(t, goofspiel.Game{}, goofspiel.Game{}.Start())
		case 2:
			replayRandom(t, pig.Game{}, pig.Game{}.Start())
		}
	})
}

func TestReplayErrors(t *testing.T) {
	rules, err := game.NewRules(connect4.Game{})
	require.NoError(t, err)
	w := newReplay(rules, &connect4.State{})
	_, _, err = w.actions([]int{7})
	require.ErrorContains(t, err, "action 7 of 7: the programs have different rules")
	_, _, err = w.actions(nil)
	require.ErrorContains(t, err, "0 indices of a ply, want 1")
	_, err = w.indices([]connect4.Drop{1, 2})
	require.ErrorContains(t, err, "2 actions of a ply, want 1")
	_, err = received(w, 0, mcts.RootStats[int]{Children: []mcts.Child[int]{{Action: 9}}})
	require.ErrorContains(t, err, "the action 9 is not legal at the root")
}

// FuzzMessages requires that no message of another program makes this one panic.
func FuzzMessages(f *testing.F) {
	f.Add(encode(job{Protocol: Protocol, Match: "m", Batch: Batch{Game: "g", Players: []string{"a", "b"}}, Pair: 3}))
	f.Add(encode(result{Match: "m", Pair: 3, Error: "x"}))
	f.Add(encode(announcement{Worker: "w", Games: []string{"g"}}))
	f.Add(encodeGob(searchResponse{Error: "x"}))
	f.Add(encodeGob(searchResponse{Share: mcts.RootStats[int]{Children: []mcts.Child[int]{{Action: 3, Visits: 2}}, Ends: []bool{false}, ReturnSums: []float64{1, 2}}}))
	rules, err := game.NewRules(connect4.Game{})
	require.NoError(f, err)
	merger, err := mcts.New(connect4.Game{}, mcts.Config{})
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = decode[job](data)
		_, _ = decode[result](data)
		_, _ = decode[announcement](data)
		response, err := decodeGob[searchResponse](data)
		if err != nil {
			return
		}
		share, err := received(newReplay(rules, &connect4.State{}), 0, response.Share)
		if err == nil {
			_, _ = merger.Merge([]mcts.RootStats[connect4.Drop]{share})
		}
	})
}
