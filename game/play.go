package game

import (
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// Mover returns who chooses at s, as ToMove does. It reports an error if that is no player of the
// game, or if the game lacks the interface that it calls for.
func (r *Rules[S, A]) Mover(s *S) (int, error) {
	switch by := r.ToMove(s); {
	case by == Chance && r.Chance == nil && r.Sampling == nil:
		return by, fmt.Errorf("%T.ToMove is Chance, want a game with AppendOutcomes or SampleOutcome", r.Game)
	case by == Simultaneous && r.Simultaneous == nil:
		return by, fmt.Errorf("%T.ToMove is Simultaneous, want a game with AppendPlayerActions and ApplyJoint", r.Game)
	case by < Simultaneous || by >= r.NumPlayers():
		return by, fmt.Errorf("%T.ToMove is %d, want a player below %d, Chance or Simultaneous", r.Game, by, r.NumPlayers())
	default:
		return by, nil
	}
}

// Choices appends to dst what can be played at s, and returns the extended slice: the legal actions
// of the player to move, the outcomes of chance, or at a simultaneous-move node a list for each
// player. It appends nothing if the game is over, and an empty list at the chance node of a
// [SamplingGame], whose outcomes cannot be listed. Lists between the length and the capacity of dst
// are used again. Choices panics if [Rules.Mover] reports an error.
func (r *Rules[S, A]) Choices(dst [][]A, s *S) [][]A {
	by, err := r.Mover(s)
	if err != nil {
		panic("game: " + err.Error())
	}
	before := len(dst)
	if by == Simultaneous {
		for player := range r.NumPlayers() {
			dst = extend(dst)
			dst[before+player] = r.Simultaneous.AppendPlayerActions(dst[before+player], s, player)
		}
		return dst
	}
	dst = extend(dst)
	list := &dst[before]
	switch {
	case by == Chance && r.Chance == nil:
		return dst
	case by == Chance:
		for _, o := range r.Chance.AppendOutcomes(nil, s) {
			*list = append(*list, o.Action)
		}
	default:
		*list = r.AppendActions(*list, s)
	}
	if len(*list) == 0 {
		return dst[:before]
	}
	return dst
}

// extend appends an empty list to lists, with the memory of the one that was there.
func extend[A any](lists [][]A) [][]A {
	if n := len(lists); n < cap(lists) {
		lists = lists[:n+1]
		lists[n] = lists[n][:0]
		return lists
	}
	return append(lists, nil)
}

// Play plays one ply at s: an action of the player to move, an outcome of chance, or at a
// simultaneous-move node an action of every player, in their order. If that is not legal, or if the
// game is over, it reports an error and leaves s as it is. An outcome of a [SamplingGame] is not
// checked.
func (r *Rules[S, A]) Play(s *S, ply ...A) error {
	by, err := r.Mover(s)
	if err != nil {
		return err
	}
	lists := r.Choices(nil, s)
	switch {
	case len(lists) == 0:
		return fmt.Errorf("%v cannot be played: the game is over", ply)
	case len(ply) != len(lists):
		return fmt.Errorf("%v are %d actions of a ply, want %d", ply, len(ply), len(lists))
	}
	for k, a := range ply {
		switch {
		case slices.Contains(lists[k], a), by == Chance && r.Chance == nil:
		case by == Chance:
			return fmt.Errorf("%v is not an outcome of chance here", a)
		case by == Simultaneous:
			return fmt.Errorf("%v is not a legal action of player %d", a, k)
		default:
			return fmt.Errorf("%v is not a legal action", a)
		}
	}
	if by == Simultaneous {
		r.Simultaneous.ApplyJoint(s, ply)
	} else {
		r.Apply(s, ply[0])
	}
	return nil
}

// AddRewards adds what the ply that has just led to s has brought every player to sum, and nothing
// if the game is no [Rewarder].
func (r *Rules[S, A]) AddRewards(s *S, sum []float64) {
	if r.Rewarder != nil {
		add(sum, s, r.Rewarder.Rewards)
	}
}

// AddReturns adds what the end of the game at s brings every player to sum, which then is the
// result of the game if AddRewards was called after each ply.
func (r *Rules[S, A]) AddReturns(s *S, sum []float64) { add(sum, s, r.Returns) }

func add[S any](sum []float64, s *S, values func(s *S, out []float64)) {
	out := make([]float64, len(sum))
	values(s, out)
	for p, v := range out {
		sum[p] += v
	}
}

// Draw returns a random ply at s, for [Rules.Play]: an outcome of chance by its probability, and of
// every player that chooses one of its legal actions, all equally likely. It returns nil if there
// is nothing to play, and panics if [Rules.Mover] reports an error.
func (r *Rules[S, A]) Draw(s *S, rand *rng.Rand) []A {
	by, err := r.Mover(s)
	switch {
	case err != nil:
		panic("game: " + err.Error())
	case by == Chance && r.Chance == nil:
		return []A{r.Sampling.SampleOutcome(s, rand)}
	case by == Chance:
		outcomes := r.Chance.AppendOutcomes(nil, s)
		if k := DrawOutcome(outcomes, rand); k < len(outcomes) && outcomes[k].Prob > 0 {
			return []A{outcomes[k].Action}
		}
		return nil
	}
	var ply []A
	for _, list := range r.Choices(nil, s) {
		if len(list) == 0 {
			return nil
		}
		ply = append(ply, list[rand.IntN(len(list))])
	}
	return ply
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
