package game

import "context"

// Evaluator is implemented by games that can estimate the returns of a state that is not terminal,
// for playouts that are cut off and for mcts.Prediction.
type Evaluator[S any] interface {
	// Evaluate writes an estimate of the return of every player to out, which has NumPlayers
	// elements, on the scale of Returns. It does not change s. Several goroutines may call it at
	// once, with different states.
	Evaluate(s *S, out []float64)
}

// ReturnRanger is implemented by games that know the possible returns. Without it, a win is a
// return of 1, a loss is a return of 0, and nothing is known about returns outside [0, 1].
type ReturnRanger interface {
	// ReturnRange returns the least and the greatest return that a player may get in a whole game,
	// rewards included. The greatest one is a win, for mcts.DecisiveMoves, mcts.Solver and
	// [Winner]. A return beyond them ends a search with an error. They are finite, and low is below
	// high.
	ReturnRange() (low, high float64)
}

// Winner is implemented by games that can find an action which wins at once, without playing all
// actions one by one. It speeds up mcts.DecisiveMoves and mcts.Solver.Probe.
type Winner[S any, A comparable] interface {
	// WinningAction returns an action after which the game is over with a win of the player to move
	// at s: the greatest return that the game declares as a [ReturnRanger], or 1 or more if it
	// declares none. It reports false if there is none, in which no action may be like that; so it
	// does if the game is over at s. It is not asked at chance states and at
	// simultaneous moves.
	WinningAction(s *S) (A, bool)
}

// Weigher is implemented by games that can tell promising actions from others before any search,
// for mcts.Prediction. Its weights become the priors of strategies such as policy.PUCT.
type Weigher[S any, A comparable] interface {
	// Weigh fills in a weight for each of actions, which are the legal actions of the player to
	// move at s, in any order. Weights are finite, at least 0 and not all zero. Only their ratios
	// matter, and they do not depend on the order: an action with twice the weight of another one
	// is tried about twice as often until the results tell more. Weigh is not called at chance
	// states and at simultaneous moves, and it keeps neither slice.
	Weigh(s *S, actions []A, weights []float32)
}

// Hasher is implemented by games that identify positions by 64 bits. Package minimax and
// mcts.Config.Graph use it: they take states of the same hash for one position.
type Hasher[S any] interface {
	// Hash returns the same number for equal states. It depends on everything that matters from s
	// on: the player to move; what the rules remember, such as castling rights, a ko or the
	// positions before; the number of plies, if it may end the game or change the returns; and
	// points that Returns counts. So states of the same hash have the same player to move, the same
	// actions in the same order and the same outcomes of chance, and after the same plies the same
	// rewards and returns. What does not matter is better left out, so that more lines lead to one
	// position: the reward of the last ply, and points that were paid as rewards.
	//
	// Different positions have the same hash only by coincidence, as random numbers would: among n
	// positions with a probability of about n*n/2^65, which is accepted.
	Hash(s *S) uint64
}

// CellBoard is implemented by games on a board that can show it cell by cell, for
// mcts.Config.Similarity.
type CellBoard[S any] interface {
	// AppendCells appends a symbol for every cell, empty ones too, and returns the extended slice.
	// The cells are always as many and in the same order: column by column, and each from the first
	// row on. Equal states have equal cells. What is not on the board, such as who is to move, is
	// left out. Small numbers make faster signatures. It may write beyond the result, up to the
	// capacity of dst.
	AppendCells(dst []uint8, s *S) []uint8
}

// Predictor judges positions before they are searched: a heuristic, or a neural network that works
// on batches.
type Predictor[S any, A comparable] interface {
	// Predict fills in what is wanted of every position of the batch. One goroutine calls it at a
	// time for each tree of a search. An error ends the search without a Result. ctx is the context
	// of Run; in Advance it is the background. If ctx ends during the call, a Predictor that
	// finishes the batch keeps the Result, and one that returns ctx.Err() gives it up to end
	// sooner.
	Predict(ctx context.Context, batch []Position[S, A]) error
}

// Position is a state that a [Predictor] judges. The search owns it and everything it refers to.
type Position[S any, A comparable] struct {
	State   *S        // only read
	Player  int       // who moves, or Chance
	Actions []A       // the legal actions of Player, at least one; nil if chance moves
	Priors  []float32 // to fill, a weight >= 0 for each action, not all zero; the search normalizes them. nil: not wanted
	Values  []float64 // to fill, the expected return of every player. nil: not wanted
}
