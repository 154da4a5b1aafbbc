package nested

import "github.com/banyan-go/banyan/game"

// Coder is implemented by games that define which actions share a weight of [NRPA]: actions with
// equal codes. An action that is learned at one state is then learned at others, too. Without
// Coder, equal actions share a weight, whatever the state.
type Coder[S any, A comparable] interface {
	// Code returns the code of a, a legal action of s: any 64 bits.
	Code(s *S, a A) uint64
}

// CodeLister is a [Coder] that lists the codes of all actions at once, which is faster.
type CodeLister[S any, A comparable] interface {
	Coder[S, A]

	// AppendCodes appends to actions what AppendActions appends, and to codes the code of each of
	// these actions.
	AppendCodes(actions []A, codes []uint64, s *S) ([]A, []uint64)
}

// coder finds the codes of actions.
type coder[S any, A comparable] struct {
	lister CodeLister[S, A]
	coder  Coder[S, A]
	index  game.Indexer[A]
	known  map[A]uint64 // the codes of a game without any of these, in the order in which they were met
	dense  int          // if > 0, codes are below it
}

// maxDense is the greatest number of codes for which there is a slice. Copying it takes more time
// than the look-ups in a table that has only the codes of lines to learn from.
const maxDense = 1 << 13

func newCoder[S any, A comparable](r *game.Rules[S, A]) *coder[S, A] {
	c := &coder[S, A]{index: r.Indexer}
	c.coder, _ = game.As[Coder[S, A]](r.Game)
	c.lister, _ = game.As[CodeLister[S, A]](r.Game)
	switch {
	case c.coder != nil:
	case c.index == nil:
		c.known = map[A]uint64{}
	case c.index.NumActions() <= maxDense:
		c.dense = c.index.NumActions()
	}
	return c
}

// append appends the code of each action.
func (c *coder[S, A]) append(codes []uint64, s *S, actions []A) []uint64 {
	switch {
	case c.coder != nil:
		for _, a := range actions {
			codes = append(codes, c.coder.Code(s, a))
		}
	case c.index != nil:
		for _, a := range actions {
			codes = append(codes, uint64(c.index.ActionIndex(a)))
		}
	default:
		for _, a := range actions {
			code, ok := c.known[a]
			if !ok {
				code = uint64(len(c.known))
				c.known[a] = code
			}
			codes = append(codes, code)
		}
	}
	return codes
}
