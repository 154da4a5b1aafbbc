package spec_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

func TestParseRoot(t *testing.T) {
	for text, want := range map[string]mcts.Config{
		"root=same":                        {},
		"root=uct/0.8":                     {Root: policy.UCT{C: 0.8}},
		"root=puct/4":                      {Root: policy.PUCT{C: 4}},
		"root=noise":                       {Root: policy.DirichletNoise{}},
		"root=noise/0.3/0.1":               {Root: policy.DirichletNoise{Alpha: 0.3, Epsilon: 0.1}},
		"root=gumbel":                      {Final: policy.Gumbel{}, Root: policy.Gumbel{}},
		"root=gumbel/8/20/0.5":             {Final: policy.Gumbel{Considered: 8, CVisit: 20, CScale: 0.5}, Root: policy.Gumbel{Considered: 8, CVisit: 20, CScale: 0.5}},
		"root=halving/4":                   {Final: policy.Gumbel{Considered: 4, NoNoise: true}, Root: policy.Gumbel{Considered: 4, NoNoise: true}},
		"root=gumbel,final=secure":         {Final: policy.SecureChild{}, Root: policy.Gumbel{}},
		"selection=puct,c=2,root=noise/10": {Root: policy.DirichletNoise{Selection: policy.PUCT{C: 2}, Alpha: 10}},
		"final=temperature":                {Final: policy.Temperature{}},
		"final=temperature/0.5":            {Final: policy.Temperature{T: 0.5}},
	} {
		t.Run(text, func(t *testing.T) {
			p, err := spec.Parse(text, "")
			require.NoError(t, err)
			require.Equal(t, want.Root, p.Search.Root)
			require.Equal(t, want.Final, p.Search.Final)
			require.Equal(t, policy.NeedsOf(want.Root).Has(policy.NeedPriors), p.Search.Prediction != nil)
			again, err := spec.Parse(p.String(), "")
			require.NoError(t, err)
			require.Equal(t, p, again)
		})
	}
	const roots = "want one of same, uct/C, puct/C, noise/ALPHA/EPSILON, gumbel/CONSIDERED/VISIT/SCALE, halving/CONSIDERED/VISIT/SCALE"
	for text, want := range map[string]string{
		"root=best":             "root=best, " + roots,
		"root=uct/0":            "root=uct/0, " + roots,
		"root=uct/1/1":          "root=uct/1/1, " + roots,
		"root=same/1":           "root=same/1, " + roots,
		"root=noise/0.3/2":      "root=noise/0.3/2, " + roots,
		"root=noise/0.3/1/1":    "root=noise/0.3/1/1, " + roots,
		"root=gumbel/1.5":       "root=gumbel/1.5, " + roots,
		"root=gumbel/1/1/1/1":   "root=gumbel/1/1/1/1, " + roots,
		"root=gumbel/x":         "root=gumbel/x, " + roots,
		"final=temperature/0":   "final=temperature/0, want one of robust (the most visited, the limit of a small temperature), best, max",
		"final=robust/1":        "final=robust/1, want one of robust (the most visited, the limit of a small temperature), best, max",
		"root=noise,prior=none": "prior=none, want one of heuristic",
	} {
		_, err := spec.Parse(text, "")
		require.ErrorContains(t, err, want, text)
	}
}

// The players play, and a game without priors or values refuses them.
func TestRootEntrant(t *testing.T) {
	for _, text := range []string{"root=uct/1", "selection=puct,root=noise,final=temperature", "selection=puct,prediction=evaluator,root=gumbel"} {
		p, err := spec.Parse(text, "sims=20")
		require.NoError(t, err)
		_, err = spec.Entrant(text, connect4.Game{}, p)
		require.NoError(t, err, text)
	}
	for text, want := range map[string]string{
		"root=noise":  "policy.DirichletNoise needs priors",
		"root=gumbel": "policy.Gumbel",
	} {
		p, err := spec.Parse(text, "sims=20")
		require.NoError(t, err)
		_, err = spec.Entrant(text, tictactoe.Game{}, p)
		require.ErrorContains(t, err, want)
	}
}
