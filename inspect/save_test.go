package inspect

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// The golden tree shows at a glance that a change of the search changed its decisions; it exists
// for that, and as an example of the two formats.
func TestExportGolden(t *testing.T) {
	s := searched(t, mcts.Config{Seed: 1, Selection: policy.UCT{C: math.Sqrt2}}, 300)
	for file, write := range map[string]func(*bytes.Buffer) error{
		"testdata/connect4.dot":  func(b *bytes.Buffer) error { return WriteDOT(b, s.Root(), 12) },
		"testdata/connect4.json": func(b *bytes.Buffer) error { return WriteJSON(b, s.Root(), 12) },
	} {
		t.Run(file, func(t *testing.T) {
			var got bytes.Buffer
			require.NoError(t, write(&got))
			testkit.Golden(t, file, got.String())
		})
	}
}

func TestExport(t *testing.T) {
	s := searched(t, mcts.Config{}, 5000)
	var b bytes.Buffer
	require.NoError(t, WriteJSON(&b, s.Root(), 0))
	whole := &exported{}
	require.NoError(t, json.Unmarshal(b.Bytes(), whole))
	var count func(*exported) int
	count = func(n *exported) int {
		c := 1
		for _, child := range n.Children {
			require.Positive(t, child.Visits)
			c += count(child)
		}
		return c
	}
	nodes := count(whole)
	require.Greater(t, nodes, 1000)

	var dot bytes.Buffer
	require.NoError(t, WriteDOT(&dot, s.Root(), 0))
	require.Equal(t, nodes, strings.Count(dot.String(), "[label="))
	require.Equal(t, nodes-1, strings.Count(dot.String(), "->"))

	require.ErrorIs(t, WriteDOT(brokenPipe{}, s.Root(), 0), errBroken)
	require.ErrorIs(t, WriteJSON(brokenPipe{}, s.Root(), 0), errBroken)
}

var errBroken = errors.New("broken")

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errBroken }
