package features_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/features"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// keeper counts its calls.
type keeper struct {
	tree.Nop
	calls []string
	err   error
}

func (k *keeper) Reset(uint64)                       { k.calls = append(k.calls, "reset") }
func (k *keeper) Prepare(bool) error                 { k.calls = append(k.calls, "prepare"); return k.err }
func (k *keeper) Check(tree.Checked, *tree.Findings) { k.calls = append(k.calls, "check") }
func (k *keeper) Code(*wire.Coder)                   { k.calls = append(k.calls, "code") }
func (k *keeper) CodeBlock(*wire.Coder, tree.Block)  { k.calls = append(k.calls, "block") }

// Every feature is called for everything, in the order in which they were added, and those that
// take part in simulations are among the parts.
func TestFeatures(t *testing.T) {
	wrong := errors.New("wrong")
	first, second := &keeper{}, &keeper{err: wrong}
	var f features.Features
	f.Add(first)
	require.False(t, f.TakePart)
	f.Add(pass.Nop{})
	f.Add(second)
	require.True(t, f.TakePart)
	require.Equal(t, []pass.Part{pass.Nop{}}, f.Parts)
	f.Reset(1)
	require.ErrorIs(t, f.Prepare(true), wrong)
	f.Check(tree.Checked{}, nil)
	f.Code(nil)
	f.CodeBlock(nil, tree.Block{})
	require.Equal(t, []string{"reset", "prepare", "check", "code", "block"}, first.calls)
	require.Equal(t, first.calls, second.calls)
}
