package minimax

import (
	"context"
	"errors"
)

// Deepen searches root to depth 1, then to depth 2, and so on until ctx ends, and returns the
// result of the last depth that was finished: iterative deepening, for a limit of time in place of
// a depth. It ends earlier when the value is exact or Config.Depth is reached. Nodes counts the
// positions of all finished depths.
//
// An error of ctx is returned only if not even depth 1 was finished.
func (s *Search[S, A]) Deepen(ctx context.Context, root *S) (Result[A], error) {
	most := s.config.Depth
	defer func() { s.config.Depth = most }()
	var result Result[A]
	for depth := 1; most == 0 || depth <= most; depth++ {
		s.config.Depth = depth
		deeper, err := s.Run(ctx, root)
		if depth > 1 && err != nil && errors.Is(err, ctx.Err()) {
			break
		}
		deeper.Nodes += result.Nodes
		if result = deeper; err != nil || result.Solved {
			return result, err
		}
	}
	return result, nil
}
