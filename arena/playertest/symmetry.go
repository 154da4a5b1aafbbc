package playertest

import (
	"math"
	"testing"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// Mirror is a symmetry of a game: it maps a position to one where the same player chooses, and each
// action there to the one that does the same in the other position. [Symmetry] calls both functions
// with states that they must not change.
type Mirror[S any, A comparable] struct {
	State  func(s *S) S
	Action func(a A) A
}

// Symmetry fails t unless e chooses each action as often as it chooses the mirrored action in the
// mirrored position. It compares the choices of players with that number of different seeds, at
// start and at so many other positions of random games. Two frequencies may differ by five standard
// deviations; 100 seeds find a preference of about one third.
//
// The law is for players that break ties at random, as a search does. One that takes the first of
// equal actions has a preference for places.
func Symmetry[S any, A comparable](t testing.TB, g mcts.Game[S, A], start S, e arena.Entrant[S, A], m Mirror[S, A], positions, seeds int) {
	t.Helper()
	k := newAsker(t, g, e)
	r := rng.New(1)
	k.each(start, positions+1, "with a choice", func(s *S, place string, number int) bool {
		const oneIn = 8
		if len(k.actions(s)) < 2 || number > 0 && r.IntN(oneIn) > 0 {
			return false
		}
		k.compare(s, place, m, seeds)
		return true
	})
}

// compare compares the choices at a position and at its mirror image.
func (k *asker[S, A]) compare(s *S, place string, m Mirror[S, A], seeds int) {
	k.Helper()
	mirrored := m.State(s)
	mirroredPlace := "the mirror image of " + place
	counts, images := map[A]int{}, map[A]int{}
	for seed := range uint64(seeds) {
		counts[k.choose(s, 2*seed, place)]++
		images[k.choose(&mirrored, 2*seed+1, mirroredPlace)]++
	}
	for _, a := range k.actions(s) {
		image := m.Action(a)
		p, q, n := float64(counts[a])/float64(seeds), float64(images[image])/float64(seeds), float64(seeds)
		if math.Abs(p-q) > 5*math.Sqrt((p*(1-p)+q*(1-q))/n)+1/n {
			k.find("symmetry: %s chooses %v %d times of %d and, in the mirror image, %v %d times (%s)", k.entrant.Name, a, counts[a], seeds, image, images[image], place)
			return
		}
	}
}
