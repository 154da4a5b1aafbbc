package mcts

import (
	"fmt"

	"github.com/banyan-go/banyan/policy"
)

// AppendBinary implements [policy.Saver].
func (d *decisive) AppendBinary(b []byte) ([]byte, error) { return policy.AppendLearned(b, d.inner) }

// UnmarshalBinary implements [policy.Saver].
func (d *decisive) UnmarshalBinary(data []byte) error {
	rest, err := policy.RestoreLearned(data, d.inner)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("mcts: %d bytes follow the learned tables of DecisiveMoves", len(rest))
	}
	return err
}
