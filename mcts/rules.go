package mcts

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/banyan-go/banyan/internal/reference"
	"github.com/banyan-go/banyan/rng"
)

// Rules is a game with its optional interfaces resolved: a field is nil if the game does not have
// that interface. Code that plays games should make Rules once and use them instead of [As],
// because they treat wrappers ([Wrapper]) and games that switch an interface off ([Supporter]) as a
// [Search] does.
type Rules[S any, A comparable] struct {
	Game[S, A]

	Copier       Copier[S]
	Chance       ChanceGame[S, A]
	Simultaneous SimultaneousGame[S, A]
	Indexer      Indexer[A]
	Lister       IndexLister[S, A]
	Playouter    Playouter[S]
	Recorder     PlayoutRecorder[S]
	Scorer       ScorePlayouter[S]
	Sampler      Sampler[S, A]
	Evaluator    Evaluator[S]
	Winner       Winner[S, A]
	Weigher      Weigher[S, A]
	Passer       Passer[A]
	Determinizer Determinizer[S]
	Turns        TurnCounter[S]
	Hasher       Hasher[S]
	Cells        CellBoard[S]
}

// NewRules resolves the optional interfaces of g. It reports an error if g is nil, has no players,
// or has states that assignment does not copy and no [Copier].
func NewRules[S any, A comparable](g Game[S, A]) (Rules[S, A], error) {
	r := Rules[S, A]{Game: g}
	if g == nil {
		return r, errors.New("the game is nil")
	}
	if n := g.NumPlayers(); n < 1 {
		return r, fmt.Errorf("%T.NumPlayers is %d, want >= 1", g, n)
	}
	r.Copier = supported[Copier[S]](g, HasCopier)
	r.Chance = supported[ChanceGame[S, A]](g, HasChanceGame)
	r.Simultaneous = supported[SimultaneousGame[S, A]](g, HasSimultaneousGame)
	r.Indexer = supported[Indexer[A]](g, HasIndexer)
	r.Lister = supported[IndexLister[S, A]](g, HasIndexLister)
	r.Playouter = supported[Playouter[S]](g, HasPlayouter)
	r.Recorder = supported[PlayoutRecorder[S]](g, HasPlayoutRecorder)
	r.Scorer = supported[ScorePlayouter[S]](g, HasScorePlayouter)
	r.Sampler = supported[Sampler[S, A]](g, HasSampler)
	r.Evaluator = supported[Evaluator[S]](g, HasEvaluator)
	r.Winner = supported[Winner[S, A]](g, HasWinner)
	r.Weigher = supported[Weigher[S, A]](g, HasWeigher)
	r.Passer = supported[Passer[A]](g, HasPasser)
	r.Determinizer = supported[Determinizer[S]](g, HasDeterminizer)
	r.Turns = supported[TurnCounter[S]](g, HasTurnCounter)
	r.Hasher = supported[Hasher[S]](g, HasHasher)
	r.Cells = supported[CellBoard[S]](g, HasCellBoard)
	if r.Copier == nil {
		return r, reference.Check(g, reflect.TypeFor[S]())
	}
	return r, nil
}

// Copy makes dst a copy of src.
func (r *Rules[S, A]) Copy(dst, src *S) {
	if r.Copier != nil {
		r.Copier.Copy(dst, src)
	} else {
		*dst = *src
	}
}

// DrawOutcome returns the index of one of outcomes, drawn by its probability. If the probabilities
// sum to less than 1 because of rounding, the last possible outcome gets the rest.
func DrawOutcome[A comparable](outcomes []Outcome[A], r *rng.Rand) int {
	u, last := r.Float64(), 0
	for k, o := range outcomes {
		if o.Prob > 0 {
			last = k
			if u -= o.Prob; u < 0 {
				break
			}
		}
	}
	return last
}
