package game

import (
	"errors"
	"fmt"
	"math"
	"reflect"

	"github.com/banyan-go/banyan/internal/reference"
)

// Rules is a game with its optional interfaces resolved: a field is nil if the game does not have
// that interface. Code that plays games should make Rules once and use them instead of [As],
// because they treat wrappers ([Wrapper]) and games that switch an interface off ([Supporter]) as a
// search does.
type Rules[S any, A comparable] struct {
	_ [0]func() // Rules are not compared, so no comparison is compiled for every game.

	Game[S, A]

	// The optional interfaces of the game, each nil if the game lacks it.
	Copier       Copier[S]
	Chance       ChanceGame[S, A]
	Sampling     SamplingGame[S, A] // nil if there is Chance
	Simultaneous SimultaneousGame[S, A]
	Rewarder     Rewarder[S]
	Indexer      Indexer[A]
	Lister       IndexLister[S, A]
	Scorer       ScorePlayouter[S]
	Playouter    Playouter[S]
	Recorder     PlayoutRecorder[S]
	Sampler      Sampler[S, A]
	Range        ReturnRanger
	Evaluator    Evaluator[S]
	Winner       Winner[S, A]
	Weigher      Weigher[S, A]
	Passer       Passer[A]
	Determinizer Determinizer[S]
	Informer     Informer[S]
	Turns        TurnCounter[S]
	Hasher       Hasher[S]
	Cells        CellBoard[S]

	// The ones for programs and people.
	Starter      Starter[S]
	Texter       Texter[S]
	Illustrator  Illustrator[S]
	Parser       Parser[A]
	Referee      Referee[S, A]
	JointReferee JointReferee[S, A]
	Namer        PlayerNamer
	Viewer       Viewer[S]
	Teller       Teller[S, A]
}

// NewRules resolves the optional interfaces of g. It reports an error if g is nil, has no players,
// or has states that assignment does not copy and no [Copier], or a ReturnRange that is invalid.
func NewRules[S any, A comparable](g Game[S, A]) (Rules[S, A], error) {
	r := Rules[S, A]{Game: g}
	if g == nil {
		return r, errors.New("the game is nil")
	}
	if n := g.NumPlayers(); n < 1 {
		return r, fmt.Errorf("%T.NumPlayers is %d, want >= 1", g, n)
	}
	rules := reflect.ValueOf(&r).Elem()
	for _, i := range interfaces {
		field := rules.FieldByName(i.field)
		if owner := find[S, A](g, field.Type()); owner != nil && i.supported(owner) {
			field.Set(reflect.ValueOf(owner))
		}
	}
	if r.Chance != nil {
		r.Sampling = nil
	}
	if r.Range != nil {
		if low, high := r.Range.ReturnRange(); !(low < high) || math.IsInf(high-low, 0) {
			return r, fmt.Errorf("%T.ReturnRange is (%v, %v), want finite numbers, the first below the second", g, low, high)
		}
	}
	if r.Copier == nil {
		return r, reference.Check(g, reflect.TypeFor[S]())
	}
	return r, nil
}

// Bounds returns the returns of a loss and a win: the least and the greatest one that the game
// declares, or else 0 and 1. A draw is the middle.
func (r *Rules[S, A]) Bounds() (low, high float64) {
	if r.Range == nil {
		return 0, 1
	}
	return r.Range.ReturnRange()
}

// InRange reports whether a player may get v in a whole game: it is in the range that the game
// declares, except for rounding in sums of rewards. Without a range, every number is.
func (r *Rules[S, A]) InRange(v float64) bool {
	if r.Range == nil {
		return !math.IsNaN(v)
	}
	const slack = 1e-9
	low, high := r.Range.ReturnRange()
	d := slack * (high - low)
	return v >= low-d && v <= high+d
}

// Win returns the return of a win; see [Rules.Bounds].
func (r *Rules[S, A]) Win() float64 {
	_, high := r.Bounds()
	return high
}

// Copy makes dst a copy of src.
func (r *Rules[S, A]) Copy(dst, src *S) {
	if r.Copier != nil {
		r.Copier.Copy(dst, src)
	} else {
		*dst = *src
	}
}
