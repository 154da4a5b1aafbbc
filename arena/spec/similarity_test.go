package spec_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/spec"
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
		"similarity=huffman,importcap=9":             {Encoder: similarity.Huffman{}, Cap: 9},
		"similarity=huffman,importweight=0.25":       {Encoder: similarity.Huffman{}, Weight: similarity.Falling{F: 0.25}},
		"similarity=huffman,lifetime=move":           {Encoder: similarity.Huffman{}, Research: research.Readings{Forget: true}},
		"similarity=huffman,keep=0.5":                {Encoder: similarity.Huffman{}, Research: research.Readings{Keep: 0.5}},
		"similarity=huffman,store=tree,lookup=after": {Encoder: similarity.Huffman{}, Research: research.Readings{TreeOnly: true, StoreFirst: true}},
		"similarity=huffman,parent=own":              {Encoder: similarity.Huffman{}, Research: research.Readings{Parent: research.OwnImports}},
		"similarity=huffman,parent=children":         {Encoder: similarity.Huffman{}, Research: research.Readings{Parent: research.ChildImports}},
		"similarity=huffman,keeptree=yes":            {Encoder: similarity.Huffman{}, KeepTree: true},
		"similarity=huffman,lookup=before":           {Encoder: similarity.Huffman{}},
		"similarity=huffman,maxentries=1000,keep=1":  {Encoder: similarity.Huffman{}, MaxSignatures: 1000, Research: research.Readings{Keep: 1}},
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
		"similarity=huffman,bits=3":       "mcts has no bits here",
	} {
		t.Run(text, func(t *testing.T) {
			_, err := spec.Parse(text, "")
			require.ErrorContains(t, err, want, text)
		})
	}
}
