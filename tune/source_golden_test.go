package tune_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/tune"
)

// sourceCases are players with every kind of field that the text of a player sets.
var sourceCases = []string{
	"mcts",
	"c=0.25,solver=on,probe=on,final=max",
	"selection=puct,c=1.5,fpu=0,prediction=evaluator,playouts=0.5",
	"selection=implicit,alpha=0.6,maxplies=4,reuse=off",
	"selection=grave,ref=50,bias=0.001,playout=nst,n=2,k=7,epsilon=0.2",
	"widening=2/0.4,prior=heuristic,playout=mast,rule=gibbs,tau=0.5,decay=0.4,decisive=anti",
	"playout=lgrf,fallback=mast,forget=no,final=temperature/0.5,lambda=0.99,loss=-0.5",
	"playout=adaptive,candidates=uniform/mast:0.4/nst:0.2:7,floor=0.1",
	"hidden=ensemble,trees=8,merge=majority",
	"hidden=infoset,parallel=root,trees=4,merge=majority",
	"parallel=lockstep,batch=16,root=noise/0.3/0.25",
	"selection=exp3,gamma=0.2,similarity=huffman,distance=1,importcap=20",
}

func config(t *testing.T, text string) mcts.Config {
	t.Helper()
	p, err := spec.Parse(text, "")
	require.NoError(t, err)
	return p.Search
}

// TestSource checks that the texts are the Go programs in source_cases_test.go, whose values are
// the configurations.
func TestSource(t *testing.T) {
	const path = "source_cases_test.go"
	var b strings.Builder
	b.WriteString("package tune_test\n\n" +
		"// This file is written by go test -run TestSource -update.\n\nimport (\n\t\"math\"\n\n" +
		"\t\"github.com/banyan-go/banyan/mcts\"\n\t\"github.com/banyan-go/banyan/policy\"\n\t\"github.com/banyan-go/banyan/similarity\"\n)\n\n" +
		"// sources are the configurations of sourceCases as Source writes them.\nvar sources = []mcts.Config{\n")
	for _, text := range sourceCases {
		source, err := tune.Source(config(t, text))
		require.NoError(t, err, text)
		b.WriteString("\t" + strings.ReplaceAll(strings.TrimPrefix(source, "mcts.Config"), "\n", "\n\t") + ",\n")
	}
	b.WriteString("}\n")
	testkit.Golden(t, path, b.String())
	if *testkit.Update {
		return // The values come from the file before.
	}
	require.Len(t, sources, len(sourceCases))
	for i, text := range sourceCases {
		want := config(t, text)
		want.Seed, want.Clock = 0, nil
		require.Equal(t, want, sources[i], text)
	}
}

// A configuration with a function or a field that is not exported has no text.
func TestSourceErrors(t *testing.T) {
	_, err := tune.Source(mcts.Config{Playout: secret{n: 1}})
	require.ErrorContains(t, err, "tune: Config.Playout: there is no text for a tune_test.secret, whose field n is not exported")
	_, err = tune.Source(mcts.Config{Playout: mcts.DecisiveMoves{Playout: secret{F: func() {}}}})
	require.ErrorContains(t, err, "tune: Config.Playout: there is no text for a func()")
}

// A strategy says itself how it is written.
func TestSourceGoString(t *testing.T) {
	source, err := tune.Source(mcts.Config{Playout: told{}, MaxPlies: 3})
	require.NoError(t, err)
	require.Equal(t, "mcts.Config{\n\tPlayout:  mine.Playout(),\n\tMaxPlies: 3,\n}", source)
}

type told struct{ secret }

func (told) GoString() string { return "mine.Playout()" }

type secret struct {
	F func()
	n int
}

func (secret) New(policy.Info) (policy.Chooser, error) { return nil, nil }
