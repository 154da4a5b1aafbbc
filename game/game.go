package game

import "github.com/banyan-go/banyan/rng"

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

// Copier is implemented by games whose states hold slices, maps or pointers.
type Copier[S any] interface {
	// Copy makes dst a copy of src that shares nothing with it that Apply changes. dst is the zero
	// S or an earlier copy, whose memory may be used again.
	Copy(dst, src *S)
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
	Prob   float64 // its probability
}

// SamplingGame is implemented by games in which nature moves and whose outcomes can be drawn, but
// not listed, or only at a great cost: a simulator. A game that is a [ChanceGame], too, counts as
// that only.
type SamplingGame[S any, A comparable] interface {
	// SampleOutcome draws what happens at s, where ToMove is Chance, for Apply. It does not change
	// s. All that is random comes from r, and everything random is in the outcome: Apply is
	// deterministic, so a simulator may return the seed of its next step.
	SampleOutcome(s *S, r *rng.Rand) A
}

// Rewarder is implemented by games that reward the players during play: points, costs of a step.
// What a player gets from a state on is then the sum of the rewards of all plies to the end, and of
// what [Game.Returns] adds there, and so mean Playout, ScorePlayout, RecordPlayout and Evaluate,
// which start at a state and leave out earlier rewards. The points need not be a part of the state,
// whose Hash should leave out the last reward, too.
type Rewarder[S any] interface {
	// Rewards writes what the last ply, of a player, of all players or of chance, has brought every
	// player into out, which has NumPlayers elements. It is called on a state that was just reached
	// by Apply or ApplyJoint.
	Rewards(s *S, out []float64)
}

// Line is a way to play on from a state to the end of the game, for one player without chance.
type Line[A any] struct {
	Return  float64 // what it brings, the rewards on the way included
	Actions []A     // to the end of the game
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
// out, so that what the others did stays in view, and learn nothing of them.
type Passer[A comparable] interface {
	// IsPass reports whether a is such a no-op.
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
	// equal ones, given equal streams. (Shuffle the hidden cards starting from a fixed order, not
	// from the order they lie in.) It is called on states of any kind, terminal ones too, and on
	// determinizations. A Copier must not share what Determinize changes.
	Determinize(s *S, observer int, r *rng.Rand)
}

// Informer is implemented by imperfect-information games that can identify what a player knows, as
// its information state (OpenSpiel's word; the information set of game theory is all states that
// have the same one). With it, mcts.ISMCTS distinguishes positions by the mover's knowledge and not
// by the actions that led to them, so that moves may be hidden, and package equilibrium can measure
// how good a strategy is.
type Informer[S any] interface {
	// InformationState returns a number for all that player knows at s: what it sees, its own
	// actions, and what it saw of chance and of the others' actions before. Two states have the
	// same one if player cannot tell them apart, and different ones otherwise, except by
	// coincidence.
	//
	// Determinize for player keeps it. Whether player is to move, and then its legal actions,
	// depend on it alone. It is called on states of any kind, and only reads s.
	InformationState(s *S, player int) uint64
}

// TurnCounter is implemented by games in which a turn is not a ply. See policy.TurnDiscount.
type TurnCounter[S any] interface {
	// Turn returns the number of the turn at s. It rises by one from turn to turn, and every player
	// may know it.
	Turn(s *S) int
}
