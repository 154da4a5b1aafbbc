package spec_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// A level that is stronger than another one has more simulations and draws its action less at
// random.
func TestLevels(t *testing.T) {
	list := spec.Levels()
	require.Len(t, list, 10)
	for i, l := range list[1:] {
		require.Greater(t, l.Simulations, list[i].Simulations, "level %d", i+2)
		require.LessOrEqual(t, l.Temperature, list[i].Temperature, "level %d", i+2)
	}
	require.Equal(t, "10 simulations, temperature 2", list[0].String())
	require.Equal(t, "100000 simulations, the most visited action", list[9].String())
	list[0].Simulations = 7
	require.Equal(t, 10, spec.Levels()[0].Simulations, "the list is a copy")
}

func TestLevelPlayers(t *testing.T) {
	for i, l := range spec.Levels() {
		text := fmt.Sprintf("level%d", i+1)
		p, err := spec.Parse(text+",playout=mast", "sims=77,time=1s,final=max,c=0.5")
		require.NoError(t, err)
		require.Equal(t, mcts.Budget{Simulations: l.Simulations}, p.Budget, "the defaults of several players do not change a level")
		require.Equal(t, policy.UCT{C: 0.5}, p.Search.Selection, "other defaults do")
		require.Equal(t, text+",c=0.5,playout=mast", p.String())
		if l.Temperature > 0 {
			require.Equal(t, policy.Temperature{T: l.Temperature}, p.Search.Final)
		} else {
			require.Equal(t, policy.RobustChild{}, p.Search.Final)
		}
		again, err := spec.Parse(p.String(), "")
		require.NoError(t, err)
		require.Equal(t, p, again)
		base, err := spec.Parse("playout=mast,c=0.5,final=max,sims=9,time=1s", "")
		require.NoError(t, err)
		lifted, err := base.AtLevel(i + 1)
		require.NoError(t, err)
		require.Equal(t, p, lifted)
		again, err = base.AtLevel(11 - (i + 1))
		require.NoError(t, err)
		lifted, err = again.AtLevel(i + 1)
		require.NoError(t, err)
		require.Equal(t, p, lifted, "another level first")
	}
	p, err := spec.Parse("level2,hidden=ensemble,trees=40", "")
	require.NoError(t, err)
	require.Equal(t, 30, p.Budget.Simulations, "of all trees together")
}

func TestLevelErrors(t *testing.T) {
	for text, want := range map[string]string{
		"level0":                 `there is no kind "level0"; there are: mcts, alphabeta, random, nrpa, nmcs, level1 to level10`,
		"level11":                `there is no kind "level11"`,
		"level03":                `there is no kind "level03"`,
		"level":                  `there is no kind "level"`,
		"level3,sims=5":          `player "level3,sims=5": sims=5, want level3 without it: the level sets the budget and the final action`,
		"level3,time=1s":         "time=1s, want level3 without it",
		"level3,time=basic":      "time=basic, want level3 without it",
		"level3,final=max":       "final=max, want level3 without it",
		"level3,depth=4":         "depth",
		"level3,playout=nothing": "playout=nothing, want one of",
	} {
		_, err := spec.Parse(text, "")
		require.ErrorContains(t, err, want, text)
	}
	for text, want := range map[string]string{
		"random": "does not search", "alphabeta,depth=2": "does not search", "time=basic": "divides a clock",
	} {
		p, err := spec.Parse(text, "")
		require.NoError(t, err)
		_, err = p.AtLevel(3)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, fmt.Sprintf("spec: player %q ", p))
	}
	p, err := spec.Parse("c=1", "")
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int().Filter(func(n int) bool { return n < 1 || n > 10 }).Draw(t, "level")
		_, err := p.AtLevel(n)
		require.ErrorContains(t, err, fmt.Sprintf("the level is %d, want 1 to 10", n))
	})
}
