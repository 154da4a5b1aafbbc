package mcts

import (
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// What [Game.ToMove] returns if no single player chooses.
const (
	Chance       = -1 // Nature moves: dice, a card drawn. Such a game is a ChanceGame.
	Simultaneous = -2 // All players choose independently. Such a game is a SimultaneousGame.
)

// Game states the rules of a game. It is a value that holds configuration only; everything that
// changes during play is in the state S. The search owns the states it plays on and passes them by
// pointer.
//
// S is copied by assignment. An S that holds slices, maps or pointers needs a [Copier], and New
// refuses a game without one. A is a small comparable value; equal actions are the same action.
//
// The methods must be deterministic and, for a search with several workers, safe to call from
// several goroutines on different states. Package games/gametest is the conformance kit: it checks
// every sentence of this contract on random play.
type Game[S any, A comparable] interface {
	// NumPlayers returns the number of players, at least 1, the same for every state.
	NumPlayers() int

	// ToMove returns who chooses the next action: a player 0..NumPlayers-1, or Chance, or
	// Simultaneous. The same player may move twice in a row. For a terminal state it may return any
	// player, but neither of the others.
	ToMove(s *S) int

	// AppendActions appends the legal actions of s to dst and returns the extended slice. They are
	// distinct and come in an order that depends on s alone. There are none if and only if s is
	// terminal. It is not called if ToMove is Chance or Simultaneous. A pass, if the rules have it,
	// is an action like any other.
	AppendActions(dst []A, s *S) []A

	// Apply plays a, which is one of the legal actions (or outcomes) of s, in place.
	Apply(s *S, a A)

	// Returns writes the result of every player into out, which has NumPlayers elements. It is
	// called on terminal states. By convention a win is 1, a draw 1/2 and a loss 0; any numbers of
	// magnitude up to 1e30 work, and the constants of the strategies scale with them.
	Returns(s *S, out []float64)
}

// The interfaces below are optional. A Game may have any of them; New looks for each once, behind
// wrappers too, and [Search.Explain] lists those it found. Copier, ChanceGame and SimultaneousGame
// are needed by games whose states or rules call for them, Determinizer by Config.Hidden, CellBoard
// by Config.Similarity. The others make a search faster or better informed, except Hasher, which
// serves package minimax and [CachePredictions].

// Copier is implemented by games whose states hold slices, maps or pointers.
type Copier[S any] interface {
	// Copy makes dst a copy of src that shares nothing with it that Apply changes. dst is the zero
	// S or an earlier copy, whose memory may be used again.
	Copy(dst, src *S)
}

// Indexer is implemented by games that number their actions, so that strategies keep tables, not
// maps.
type Indexer[A comparable] interface {
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
	Playout(s *S, r *rng.Rand, out []float64)
}

// PlayoutRecorder is a Playouter that can also tell what it played. A search uses it where uniform
// playouts have to be read, as by a strategy with policy.NeedAMAF, if the game is an [Indexer]
// without chance and simultaneous moves. Without it, such playouts go ply by ply.
type PlayoutRecorder[S any] interface {
	Playouter[S]

	// RecordPlayout is Playout, with the same returns and the same use of r, and appends what was
	// played to plies, in order: for every ply its player and the ActionIndex of its action, with
	// Joint 0. Passes ([Passer]) are left out. It returns the extended slice.
	RecordPlayout(s *S, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply
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
	ScorePlayout(s *S, scores [][]float32, epsilon float64, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply
}

// Sampler is implemented by games that can draw a legal action uniformly without listing all of
// them; at a chance state, an outcome by its probability. It reports false for a terminal state,
// and is not asked if ToMove is Simultaneous.
type Sampler[S any, A comparable] interface {
	RandomAction(s *S, r *rng.Rand) (A, bool)
}

// Evaluator is implemented by games that can estimate the returns of a state that is not terminal,
// for playouts that are cut off and for [Prediction].
type Evaluator[S any] interface {
	Evaluate(s *S, out []float64)
}

// Winner is implemented by games that can find an action which wins at once, without playing all
// actions one by one. It speeds up [DecisiveMoves] and [Solver.Probe].
type Winner[S any, A comparable] interface {
	// WinningAction returns an action after which the game is over, with a return of 1 or more for
	// the player to move at s. It reports false if there is none, in which no action may be like
	// that; so it does if the game is over at s. It is not asked at chance states and at
	// simultaneous moves.
	WinningAction(s *S) (A, bool)
}

// Weigher is implemented by games that can tell promising actions from others before any search,
// for [Prediction]. Its weights become the priors of strategies such as policy.PUCT.
type Weigher[S any, A comparable] interface {
	// Weigh fills in a weight for each of actions, which are the legal actions of the player to
	// move at s, in any order. Weights are finite, at least 0 and not all zero. Only their ratios
	// matter, and they do not depend on the order: an action with twice the weight of another one
	// is tried about twice as often until the results tell more. Weigh is not called at chance
	// states and at simultaneous moves, and it keeps neither slice.
	Weigh(s *S, actions []A, weights []float32)
}

// ChanceGame is implemented by games in which nature moves.
type ChanceGame[S any, A comparable] interface {
	// AppendOutcomes appends what may happen at s, where ToMove is Chance: distinct outcomes, in an
	// order that depends on s alone, with probabilities that sum to 1.
	AppendOutcomes(dst []Outcome[A], s *S) []Outcome[A]
}

// Outcome is one thing that nature may do. Apply plays its Action.
type Outcome[A comparable] struct {
	Action A
	Prob   float64
}

// SimultaneousGame is implemented by games with simultaneous moves, at some states or at all. Such
// a state, where ToMove is Simultaneous, is not terminal.
type SimultaneousGame[S any, A comparable] interface {
	// AppendPlayerActions appends the actions that player may choose at s, where ToMove is
	// Simultaneous. There is at least one: a player with nothing to decide gets a single action,
	// such as a pass. They are distinct, for one player, and come in an order that depends on s
	// alone. What one player chooses does not restrict the others.
	AppendPlayerActions(dst []A, s *S, player int) []A

	// ApplyJoint plays one legal action of every player, joint[player], in place. joint is only
	// read and not kept.
	ApplyJoint(s *S, joint []A)
}

// Passer is implemented by games with forced no-ops: the pass of a player that cannot move, or the
// "no operation" of a player without a decision. An action that is a choice, like the pass of Go,
// is none of them. Policies that learn from the preceding actions, like NST and LGRF, leave these
// out, so that what the others did stays in view, and learn nothing of them. [RecognizePasses]
// finds the no-ops of a game that does not name them.
type Passer[A comparable] interface {
	IsPass(a A) bool
}

// Determinizer is implemented by imperfect-information games: states that hold what a player cannot
// see.
type Determinizer[S any] interface {
	// Determinize replaces what observer cannot see in s, other players' hands and the order of the
	// deck for example, by a determinization drawn from r: any that agrees with all that observer
	// knows, with its probability given that. What observer sees stays as it is; so do who is to
	// move and, if that is observer, the legal actions.
	//
	// What it replaces must not matter: from two states that look the same to observer it makes
	// equal ones, given equal streams. (Shuffle the hidden cards from an order of their own, not
	// from the one they lie in.) It is called on states of any kind, terminal ones too, and on
	// determinizations. A Copier must not share what Determinize changes.
	Determinize(s *S, observer int, r *rng.Rand)
}

// TurnCounter is implemented by games in which a turn is not a ply. See policy.TurnDiscount and
// [Interesting].
type TurnCounter[S any] interface {
	// Turn returns the number of the turn at s. It rises by one from turn to turn, and every player
	// may know it.
	Turn(s *S) int
}

// Hasher is implemented by games that tell states apart by 64 bits: equal states have equal hashes,
// and different ones different hashes except by coincidence. Package minimax
// and [CachePredictions] use it.
type Hasher[S any] interface {
	Hash(s *S) uint64
}

// CellBoard is implemented by games on a board that can show it cell by cell, for
// [Config.Similarity].
type CellBoard[S any] interface {
	// AppendCells appends a symbol for every cell, empty ones too, and returns the extended slice.
	// The cells are always as many and in the same order: column by column, and each from the first
	// row on. Equal states have equal cells. What is not on the board, such as who is to move, is
	// left out. Small numbers make faster signatures. It may write beyond the result, up to the
	// capacity of dst.
	AppendCells(dst []uint8, s *S) []uint8
}

// Wrapper is a Game around another. [As] looks behind it, so a wrapper that changes the rules must
// itself have every optional interface of the inner game that it would make wrong.
type Wrapper[S any, A comparable] interface {
	Unwrap() Game[S, A]
}

// Supporter is implemented by games whose method set says more than a value of the game can do: a
// game that reads its rules from a file, for example, has ApplyJoint even if these rules have no
// simultaneous moves. An optional interface that such a game does not support counts as missing.
type Supporter interface {
	// Supports reports whether the game has an optional interface, which it has by its method set.
	Supports(c Capability) bool
}

// Capability names an optional interface.
type Capability string

// The optional interfaces, for [Supporter].
const (
	HasCopier           Capability = "Copier"
	HasIndexer          Capability = "Indexer"
	HasIndexLister      Capability = "IndexLister"
	HasPlayouter        Capability = "Playouter"
	HasPlayoutRecorder  Capability = "PlayoutRecorder"
	HasScorePlayouter   Capability = "ScorePlayouter"
	HasSampler          Capability = "Sampler"
	HasEvaluator        Capability = "Evaluator"
	HasWinner           Capability = "Winner"
	HasWeigher          Capability = "Weigher"
	HasChanceGame       Capability = "ChanceGame"
	HasSimultaneousGame Capability = "SimultaneousGame"
	HasPasser           Capability = "Passer"
	HasDeterminizer     Capability = "Determinizer"
	HasTurnCounter      Capability = "TurnCounter"
	HasHasher           Capability = "Hasher"
	HasCellBoard        Capability = "CellBoard"
)

// As returns the optional interface T of g, looking behind wrappers like errors.As, and whether
// there is one. It does not ask a [Supporter]; [NewRules] does.
func As[T any, S any, A comparable](g Game[S, A]) (T, bool) {
	t, _, ok := lookUp[T](g)
	return t, ok
}

// lookUp is As, and also returns the game that has T.
func lookUp[T any, S any, A comparable](g Game[S, A]) (t T, owner Game[S, A], ok bool) {
	for g != nil {
		if t, ok := g.(T); ok {
			return t, g, true
		}
		w, ok := g.(Wrapper[S, A])
		if !ok {
			break
		}
		g = w.Unwrap()
	}
	return t, nil, false
}

// supported is As for a capability, which the game that has it may switch off.
func supported[T any, S any, A comparable](g Game[S, A], c Capability) T {
	t, owner, ok := lookUp[T](g)
	if s, asks := owner.(Supporter); ok && asks && !s.Supports(c) {
		var none T
		return none
	}
	return t
}
