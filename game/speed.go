package game

import "github.com/banyan-go/banyan/rng"

// Indexer is implemented by games that number their actions, so that strategies keep tables, not
// maps.
type Indexer[A comparable] interface {
	// NumActions returns a constant, at least 1. Strategies keep tables of that length, so it
	// should be as small as the game allows.
	NumActions() int

	ActionIndex(a A) int // in 0..NumActions-1, different for different actions
}

// IndexLister is an Indexer that lists actions by their numbers. Playouts by a policy that learns,
// such as policy.MAST, then list numbers only, and make an action of the one that is chosen. It is
// not used for games with chance or simultaneous moves.
type IndexLister[S any, A comparable] interface {
	Indexer[A]

	// AppendIndices appends the ActionIndex of every action that AppendActions lists, in that
	// order.
	AppendIndices(dst []int32, s *S) []int32

	// IsLegalIndex reports whether an action with number i, which is in 0..NumActions-1, is legal
	// at s.
	IsLegalIndex(s *S, i int32) bool

	// IndexAction returns the action with number i, which is the ActionIndex of a legal action.
	IndexAction(i int32) A
}

// Playouter is implemented by games that can play to the end at random in one call. It must draw
// uniformly from the legal actions at every ply (chance by its probabilities, every player at
// simultaneous moves), like the playout it replaces. s may be terminal already. What Playout leaves
// in s does not matter, except for a [TurnCounter], which must leave the last state there.
type Playouter[S any] interface {
	// Playout plays from s to the end and writes the returns of all players to out.
	Playout(s *S, r *rng.Rand, out []float64)
}

// PlayoutRecorder is a Playouter that can also report what it played. A search uses it where
// uniform playouts have to be read, as by a strategy with policy.NeedAMAF, if the game is an
// [Indexer] without chance and simultaneous moves. Without it, such playouts go ply by ply.
type PlayoutRecorder[S any] interface {
	Playouter[S]

	// RecordPlayout is Playout, with the same returns and the same use of r, and appends what was
	// played to plies, in order: for every ply its player and the ActionIndex of its action, with
	// Joint 0. Passes ([Passer]) are left out. It returns the extended slice.
	RecordPlayout(s *S, r *rng.Rand, out []float64, plies []Ply) []Ply
}

// ScorePlayouter is an [IndexLister] that can play to the end in one call as policies do that
// choose by scores of the actions, such as policy.MAST. A search uses it if nothing else chooses or
// looks at single plies, and the game has no chance, no simultaneous moves and no [TurnCounter]. If
// the game is a [Passer], no Backup may read the length of playouts, either.
type ScorePlayouter[S any] interface {
	// ScorePlayout plays from s, which may be terminal already, and writes the returns. At every
	// ply it draws uniformly from the legal actions with probability epsilon, and otherwise plays
	// one with the highest of scores[player][ActionIndex], a random one among ties (policy.Best).
	// It appends what was played to plies without the passes, like [PlayoutRecorder.RecordPlayout],
	// and leaves any state in s.
	ScorePlayout(s *S, scores [][]float32, epsilon float64, r *rng.Rand, out []float64, plies []Ply) []Ply
}

// Ply is an action of a player, by its number.
type Ply struct {
	Action int32 // action number
	Player int16 // the player who played it

	// Joint is the index of the ply among the components of a joint action, in the order of the
	// players. It is 0 for the first of them, and for a player that moved alone.
	Joint uint16
}

// Sampler is implemented by games that can draw a legal action uniformly without listing all of
// them; at a chance state, an outcome by its probability. It reports false for a terminal state,
// and is not asked if ToMove is Simultaneous.
type Sampler[S any, A comparable] interface {
	// RandomAction draws an action, and reports whether there is one.
	RandomAction(s *S, r *rng.Rand) (A, bool)
}
