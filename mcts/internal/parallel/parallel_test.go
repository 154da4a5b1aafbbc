package parallel

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
)

// traceLog is a learner that keeps the text of every trace.
type traceLog struct{ texts []string }

func (*traceLog) Choose(c *policy.Choice) int { return c.Rand.IntN(len(c.Actions)) }

func (l *traceLog) Learn(t *policy.Trace) {
	l.texts = append(l.texts, fmt.Sprint(t.Plies, t.Returns, t.Root, t.Leaf))
}

func traces() *rapid.Generator[policy.Trace] {
	ply := rapid.Custom(func(t *rapid.T) policy.Ply {
		return policy.Ply{Action: rapid.Int32().Draw(t, "action"), Player: rapid.Int16().Draw(t, "player"), Joint: rapid.Uint16().Draw(t, "joint")}
	})
	return rapid.Custom(func(t *rapid.T) policy.Trace {
		plies := rapid.SliceOfN(ply, 0, 40).Draw(t, "plies")
		leaf := rapid.IntRange(0, len(plies)).Draw(t, "leaf")
		return policy.Trace{
			Plies: plies, Leaf: leaf, Root: rapid.IntRange(0, leaf).Draw(t, "root"),
			Returns: rapid.SliceOfN(rapid.Float64(), 1, 4).Draw(t, "returns"),
		}
	})
}

// A batch replays the traces that were added, even if it has grown in between, if its memory is
// used again, or if the originals have changed.
func TestTraceBatchReplaysWhatWasAdded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b TraceBatch
		for range rapid.IntRange(1, 4).Draw(t, "rounds") {
			want, got := &traceLog{}, &traceLog{}
			for _, trace := range rapid.SliceOfN(traces(), 0, 30).Draw(t, "traces") {
				want.Learn(&trace)
				b.Add(&trace)
				clear(trace.Plies)
				clear(trace.Returns)
			}
			b.Replay(got)
			require.Equal(t, want.texts, got.texts)
			b.Reset()
			empty := &traceLog{}
			b.Replay(empty)
			require.Empty(t, empty.texts)
		}
	})
}

// A batch that has been filled once takes no more memory.
func TestTraceBatchUsesItsMemoryAgain(t *testing.T) {
	var b TraceBatch
	trace := policy.Trace{Plies: make([]policy.Ply, 40), Returns: make([]float64, 2)}
	fill := func() {
		b.Reset()
		for range 64 {
			b.Add(&trace)
		}
	}
	fill()
	require.Zero(t, testing.AllocsPerRun(5, fill))
}

// A panic, an error and the end of a goroutine stop the other workers.
func TestTogetherStops(t *testing.T) {
	for name, f := range map[string]func(int) error{
		"panic": func(int) error { panic("p") },
		"error": func(int) error { return context.Canceled },
	} {
		t.Run(name, func(t *testing.T) {
			stopped := false
			func() {
				defer func() { _ = recover() }()
				_ = Together(context.Background(), 1, func() { stopped = true }, f)
			}()
			require.True(t, stopped)
		})
	}
	require.NoError(t, Together(context.Background(), 1, func() { t.Error("stopped") }, func(int) error { return nil }))
}
