package spec_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/similarity"
	"github.com/banyan-go/banyan/similarity/research"
)

func TestSimilarity(t *testing.T) {
	for text, want := range map[string]*mcts.Similarity{
		"similarity=no":                              nil,
		"similarity=appearance":                      {Encoder: similarity.Appearance{}},
		"similarity=huffman,distance=2":              {Encoder: similarity.Huffman{}, Distance: 2},
		"similarity=random,bits=16,distance=0":       {Encoder: similarity.Random{Bits: 16}},
		"similarity=opponents":                       {Encoder: similarity.Opponents{}},
		"similarity=huffman,importcap=9":             {Encoder: similarity.Huffman{}, Cap: 9},
		"similarity=huffman,importweight=0.25":       {Encoder: similarity.Huffman{}, Weight: similarity.Falling{F: 0.25}},
		"similarity=huffman,lifetime=move":           {Encoder: similarity.Huffman{}, Research: similarity.Readings{Forget: true}},
		"similarity=huffman,keep=0.5":                {Encoder: similarity.Huffman{}, Research: similarity.Readings{Keep: 0.5}},
		"similarity=huffman,store=tree,lookup=after": {Encoder: similarity.Huffman{}, Research: similarity.Readings{TreeOnly: true, StoreFirst: true}},
		"similarity=huffman,parent=own":              {Encoder: similarity.Huffman{}, Research: similarity.Readings{Parent: similarity.OwnImports}},
		"similarity=huffman,parent=children":         {Encoder: similarity.Huffman{}, Research: similarity.Readings{Parent: similarity.ChildImports}},
		"similarity=huffman,reuse=on":                {Encoder: similarity.Huffman{}, KeepTree: true},
		"similarity=huffman,lookup=before":           {Encoder: similarity.Huffman{}},
		"similarity=huffman,maxentries=1000,keep=1":  {Encoder: similarity.Huffman{}, MaxSignatures: 1000, Research: similarity.Readings{Keep: 1}},
	} {
		t.Run(text, func(t *testing.T) {
			p, err := spec.Parse(text+",sims=1", "")
			require.NoError(t, err, text)
			require.Equal(t, want, p.Search.Similarity, text)
		})
	}
	for text, want := range map[string]string{
		"similarity=huffman,distance=1.5": "distance=1.5, want a whole number",
		"similarity=huffman,distance=4":   "distance=4, want a number from 0 to 3",
		"distance=2":                      "mcts has no distance here",
		"similarity=auto,distance=2":      "mcts has no distance here",
		"similarity=huffman,trials=9":     "mcts has no trials here",
		"similarity=auto,trialtime=0s":    "trialtime=0s, want a time like 100ms",
		"similarity=huffman,bits=3":       "mcts has no bits here",
	} {
		t.Run(text, func(t *testing.T) {
			_, err := spec.Parse(text, "")
			require.ErrorContains(t, err, want, text)
		})
	}
}

// The text says so whenever the tree is not kept: all players with position similarity drop it
// unless configured otherwise.
func TestReuse(t *testing.T) {
	for text, want := range map[string]string{
		"c=1":                                  "mcts,c=1",
		"c=1,reuse=on":                         "mcts,c=1,reuse=on",
		"c=1,reuse=off":                        "mcts,c=1,reuse=off",
		"similarity=huffman":                   "mcts,similarity=huffman,reuse=off",
		"similarity=huffman,reuse=off":         "mcts,similarity=huffman,reuse=off",
		"similarity=huffman,reuse=on,sims=1":   "mcts,similarity=huffman,reuse=on,sims=1",
		"similarity=auto,trials=9,ponder=on":   "mcts,similarity=auto,reuse=off,trials=9,ponder=on",
		"similarity=auto,trialtime=1s,sims=10": "mcts,similarity=auto,reuse=off,trialtime=1s,sims=10",
	} {
		p, err := spec.Parse(text, "")
		require.NoError(t, err, text)
		require.Equal(t, want, p.String())
		again, err := spec.Parse(want, "")
		require.NoError(t, err, text)
		require.Equal(t, p, again)
		kept := !strings.Contains(want, "reuse=off")
		require.Equal(t, kept, !p.Search.FreshTree && (p.Search.Similarity == nil || p.Search.Similarity.KeepTree), text)
		require.Equal(t, strings.Contains(text, "ponder=on"), p.Ponder, text)
	}
	shared, err := spec.Parse("similarity=huffman", "reuse=on")
	require.NoError(t, err)
	require.Equal(t, "mcts,similarity=huffman,reuse=on", shared.String())
	for _, text := range []string{
		"hidden=infoset,reuse=on", "trees=3,reuse=off", "root=gumbel,reuse=on", "hidden=infoset,ponder=on", "time=stop,ponder=on",
	} {
		_, err := spec.Parse(text, "")
		require.Error(t, err, text)
	}
}

// A player with similarity=auto measures the game before it plays.
func TestSimilarityAuto(t *testing.T) {
	p, err := spec.Parse("similarity=auto,trials=20,sims=10", "")
	require.NoError(t, err)
	require.Equal(t, &research.Trials{Simulations: 20}, p.Trials)
	require.Equal(t, &mcts.Similarity{Encoder: similarity.Huffman{}}, p.Search.Similarity)
	limited, err := spec.Parse("trialtime=5ms,sims=10", "similarity=auto")
	require.NoError(t, err)
	require.Equal(t, &research.Trials{Time: 5 * time.Millisecond}, limited.Trials)
	other, err := spec.Parse("similarity=huffman,sims=10", "similarity=auto")
	require.NoError(t, err)
	require.Nil(t, other.Trials)

	calls := 0
	g := counted{breakthrough.Game{}, &calls}
	before := map[string]int{}
	for _, text := range []string{"similarity=huffman,sims=10", "similarity=auto,trials=20,sims=10"} {
		p, err := spec.Parse(text, "")
		require.NoError(t, err)
		e, err := spec.Entrant(text, mcts.Game[breakthrough.State, breakthrough.Move](g), p)
		require.NoError(t, err)
		player, err := e.New(1)
		require.NoError(t, err)
		start := g.Start()
		calls = 0
		preparer, ok := player.(arena.Preparer[breakthrough.State])
		require.True(t, ok)
		require.NoError(t, preparer.Prepare(t.Context(), &start, 0))
		before[text] = calls
		_, err = player.Choose(t.Context(), &start, 0)
		require.NoError(t, err)
	}
	require.Zero(t, before["similarity=huffman,sims=10"])
	require.Greater(t, before["similarity=auto,trials=20,sims=10"], 10*10*20)
}

// counted counts the actions of a game that are applied.
type counted struct {
	breakthrough.Game
	calls *int
}

func (c counted) Apply(s *breakthrough.State, m breakthrough.Move) {
	*c.calls++
	c.Game.Apply(s, m)
}
