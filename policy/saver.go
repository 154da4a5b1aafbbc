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
	// one does, to the bit. Equal policies append equal bytes.
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
	var data []byte
	switch s := c.(type) {
	case Saver:
		var err error
		if data, err = s.AppendBinary(nil); err != nil {
			return dst, err
		}
	case Learner, Decayer:
		return dst, fmt.Errorf("policy: %T learns and has no AppendBinary and UnmarshalBinary, see policy.Saver: %w", c, errors.ErrUnsupported)
	}
	return wire.AppendBytes(dst, data), nil
}

// RestoreLearned gives a chooser what AppendLearned has appended to data, and returns the rest of
// data.
func RestoreLearned(data []byte, c Chooser) (rest []byte, err error) {
	r := wire.NewReader(data)
	learned := r.Bytes()
	rest = data[len(data)-r.Len():]
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("policy: %T: %w", c, err)
	}
	if s, ok := c.(Saver); ok {
		if err := s.UnmarshalBinary(learned); err != nil {
			return nil, err
		}
	} else if len(learned) > 0 {
		return nil, fmt.Errorf("policy: there are learned tables for %T, which does not learn", c)
	}
	return rest, nil
}

// restoreAll gives several choosers what AppendLearned has appended for one after the other.
func restoreAll(data []byte, choosers ...Chooser) (err error) {
	for _, c := range choosers {
		if data, err = RestoreLearned(data, c); err != nil {
			return err
		}
	}
	return wire.NewReader(data).End()
}

// unmarshal reads the learned tables of a policy.
func unmarshal(policy string, data []byte, read func(r *wire.Reader)) error {
	r := wire.NewReader(data)
	read(r)
	if err := r.End(); err != nil {
		return fmt.Errorf("policy: the learned tables of %s: %w", policy, err)
	}
	return nil
}
