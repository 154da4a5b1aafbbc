package inspect

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/poker"
	"github.com/banyan-go/banyan/games/samegame"
	"github.com/banyan-go/banyan/games/twenty48"
	"github.com/banyan-go/banyan/mcts"
)

func pointsSearch(t *testing.T, drawn ...dots.Edge) *mcts.Search[dots.PointsState, dots.Edge] {
	t.Helper()
	g, err := dots.NewPoints(1, 1)
	require.NoError(t, err)
	search, err := mcts.New(g, mcts.Config{})
	require.NoError(t, err)
	s := g.Start()
	for _, e := range drawn {
		g.Apply(&s, e)
	}
	_, err = search.Run(context.Background(), &s, mcts.Budget{Simulations: 200})
	require.NoError(t, err)
	return search
}

type pointsPage = Page[dots.PointsState, dots.Edge]

// The result at a node is what the plies from the root on have brought, and means of points have no
// interval of a chance, even if they are in [0,1].
func TestPointsOfANode(t *testing.T) {
	h := handler(t, pointsPage{Searches: []*mcts.Search[dots.PointsState, dots.Edge]{pointsSearch(t)}})
	var s status
	require.Equal(t, 200, get(t, h, "status", &s))
	for _, a := range s.Actions {
		require.Nil(t, a.Low)
	}
	var end boardJSON
	require.Equal(t, 200, get(t, h, "board?path=0.0.0.0", &end))
	require.True(t, end.Over)
	require.Equal(t, []float64{-1, 1}, end.Returns, "the second player draws the last edge of the box")
	require.True(t, end.FromRoot)
}

// A game of the page counts all points, and takes those back that are undone.
func TestPointsOfAGame(t *testing.T) {
	h := handler(t, pointsPage{
		Searches: []*mcts.Search[dots.PointsState, dots.Edge]{pointsSearch(t)}, Play: &Play[dots.PointsState]{Budget: mcts.Budget{Simulations: 20}},
	})
	play := func() (g gameJSON) {
		for g = await(t, h); !g.Over; g = await(t, h) {
			require.Empty(t, g.Problem)
			require.Equal(t, 200, post(t, h, `{"do":"play","game":1,"action":0,"ply":`+itoa(g.Ply)+`}`, nil))
		}
		return g
	}
	g := play()
	require.Equal(t, []float64{-1, 1}, g.Returns)
	require.False(t, g.FromRoot)
	require.Equal(t, 200, post(t, h, `{"do":"undo","game":1,"ply":`+itoa(g.Ply)+`}`, nil))
	require.Equal(t, []float64{-1, 1}, play().Returns)
}

// The best line of a search is shown from its root on.
func TestBestLineInThePage(t *testing.T) {
	g, err := samegame.New(15, 15, 1)
	require.NoError(t, err)
	search, err := mcts.New(g, mcts.Config{})
	require.NoError(t, err)
	start := g.Start()
	r, err := search.Run(context.Background(), &start, mcts.Budget{Simulations: 100})
	require.NoError(t, err)
	var s status
	h := handler(t, Page[samegame.State, samegame.Cell]{Searches: []*mcts.Search[samegame.State, samegame.Cell]{search}})
	require.Equal(t, 200, get(t, h, "status", &s))
	require.InDelta(t, r.Best.Return, s.Best.Return, 1e-3)
	require.Len(t, s.Best.Steps, len(r.Best.Actions)-s.Best.More)
	require.Equal(t, fmt.Sprint(r.Best.Actions[0]), s.Best.Steps[0].Action)
	require.GreaterOrEqual(t, s.Best.Steps[0].Index, 0)
}

// The user of a game with hidden cards sees its own.
func TestHiddenInThePage(t *testing.T) {
	g := poker.Kuhn{}
	search, err := mcts.New(g, mcts.Config{Hidden: mcts.ISMCTS{}})
	require.NoError(t, err)
	h := handler(t, Page[poker.KuhnState, poker.Action]{
		Searches: []*mcts.Search[poker.KuhnState, poker.Action]{search}, Play: &Play[poker.KuhnState]{Start: g.Start(), Budget: mcts.Budget{Simulations: 20}},
	})
	require.Equal(t, 200, post(t, h, `{"do":"new","game":1,"ply":`+itoa(await(t, h).Ply)+`,"human":0}`, nil))
	var now gameJSON
	require.Eventually(t, func() bool { now = await(t, h); return len(now.Actions) > 0 }, time.Minute, time.Millisecond)
	require.Empty(t, now.Problem)
	require.Len(t, now.Moves, 2)
	require.NotRegexp(t, "J|Q|K|ack|ueen|ing", now.Moves[1].Action, "the card of the other player")
	require.Regexp(t, `Player 1: [JQK], .*\nPlayer 2: \?`, now.Text)
}

func TestOnePlayerInThePage(t *testing.T) {
	search, err := mcts.New(twenty48.Game{}, mcts.Config{})
	require.NoError(t, err)
	h := handler(t, Page[twenty48.State, twenty48.Action]{
		Searches: []*mcts.Search[twenty48.State, twenty48.Action]{search}, Play: &Play[twenty48.State]{Start: twenty48.Game{}.Start(), Budget: mcts.Budget{Simulations: 1}},
	})
	require.Equal(t, 200, post(t, h, `{"do":"new","game":1,"ply":`+itoa(await(t, h).Ply)+`,"human":-1}`, nil))
	var g gameJSON
	require.Eventually(t, func() bool { g = await(t, h); return g.Over }, time.Minute, time.Millisecond)
	require.Greater(t, g.Returns[0], 100.0)
}
