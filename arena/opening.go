package arena

import (
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// openingTries is the number of openings that are drawn before a match gives up, if all of them end
// the game.
const openingTries = 1000

// opening plays random plies from start, not counting chance events, but at most maxPlies with
// them. If they end the game, it draws another opening.
func (r *rules[S, A]) opening(start *S, plies, maxPlies int, seed uint64) (s S, played []ply[A], err error) {
	random := rng.New(seed)
	for range openingTries {
		r.Copy(&s, start)
		played, err = r.randomPlies(&s, plies, maxPlies, random)
		if err != nil {
			return s, nil, err
		}
		if over, err := r.over(&s); !over || err != nil {
			return s, played, err
		}
	}
	if plies == 0 {
		return s, nil, errors.New("Match.Start is terminal")
	}
	return s, nil, fmt.Errorf("%d openings of %d plies all ended the game, want fewer Match.OpeningPlies", openingTries, plies)
}

// randomPlies plays until the players have made the given number of plies, maxPlies are played
// including chance events, or the game is over.
func (r *rules[S, A]) randomPlies(s *S, plies, maxPlies int, random *rng.Rand) (played []ply[A], err error) {
	uniform := func(_ int, legal []A) (A, error) { return legal[random.IntN(len(legal))], nil }
	for plies > 0 && len(played) < maxPlies {
		if over, err := r.over(s); over || err != nil {
			return played, err
		}
		p, err := r.step(s, random, uniform)
		if err != nil {
			return played, err
		}
		played = append(played, p)
		if p.by != mcts.Chance {
			plies--
		}
	}
	return played, nil
}
