package policy

import (
	"encoding"
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/internal/wire"
)

// Saver is a Chooser whose learned tables can be saved, for mcts.Search.Save. All bundled policies
// that learn are Savers. A search that is saved must be able to save its playout policy: a Learner
// or Decayer that is no Saver is an error.
type Saver interface {
	Chooser

	// AppendBinary appends all that Learn and Decay have made of the policy, so that another one
	// from the same Playout and the same Info, after UnmarshalBinary, chooses and learns as this
	// one does, bit for bit, and appends the same bytes.
	encoding.BinaryAppender

	// UnmarshalBinary replaces what the policy has learned. It must not trust data: it returns an
	// error, without a panic, for data that AppendBinary cannot have written, and allocates no more
	// than in proportion to the length of data. After an error the policy is not used again. It
	// must not keep data.
	encoding.BinaryUnmarshaler
}

// AppendLearned appends what a chooser has learned, if it does learn, for RestoreLearned. It is for
// policies that have others in them. The error names a chooser that learns and is no [Saver], and
// wraps [errors.ErrUnsupported].
func AppendLearned(dst []byte, c Chooser) ([]byte, error) {
	w := wire.NewAppender(dst)
	codeLearned(w, c)
	return w.Appended()
}

// RestoreLearned gives a chooser what AppendLearned has appended to data, and returns the rest of
// data.
func RestoreLearned(data []byte, c Chooser) (rest []byte, err error) {
	r := wire.NewReader(data)
	codeLearned(r, c)
	return data[len(data)-r.Len():], r.Err()
}

// codeLearned codes what choosers have learned, one after the other.
func codeLearned(c *wire.Coder, all ...Chooser) {
	for _, one := range all {
		switch s := one.(type) {
		case Saver:
			c.Marshal(s)
			continue
		case Learner, Decayer:
			c.Stop(fmt.Errorf("policy: %T learns and has no AppendBinary and UnmarshalBinary, see policy.Saver: %w", one, errors.ErrUnsupported))
		}
		none := 0
		if c.Count(&none, 1); none > 0 {
			c.Fail("policy: there are learned tables for %T, which does not learn", one)
		}
	}
}

// saver makes a policy a [Saver].
type saver struct {
	name string
	code func(c *wire.Coder) // codes the learned tables
}

// AppendBinary implements [Saver].
func (s *saver) AppendBinary(b []byte) ([]byte, error) {
	c := wire.NewAppender(b)
	s.code(c)
	return c.Appended()
}

// UnmarshalBinary implements [Saver].
func (s *saver) UnmarshalBinary(data []byte) error {
	c := wire.NewReader(data)
	s.code(c)
	if err := c.End(); err != nil {
		return fmt.Errorf("policy: the learned tables of %s: %w", s.name, err)
	}
	return nil
}
