package arena

import (
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// PlayoutLength returns the mean number of plies from s to the end of the game over n uniformly
// random playouts, drawn from r: what [timing.Situation.Playout] asks for. The number of a game
// that breaks its contract is 0, which means unknown. s does not change; what observer cannot see
// in it is drawn at random in every playout.
//
// A playout is cut off at 10,000 plies. If n is less than 1, there is one playout.
func PlayoutLength[S any, A comparable](g mcts.Game[S, A], s *S, observer, n int, r *rng.Rand) float64 {
	rules, err := newRules(g)
	if err != nil {
		return 0
	}
	n = max(n, 1)
	plies := 0
	for range n {
		length, err := rules.playoutLength(s, observer, r)
		if err != nil {
			return 0
		}
		plies += length
	}
	return float64(plies) / float64(n)
}

// playoutLength returns the number of plies of one playout.
func (r *rules[S, A]) playoutLength(from *S, observer int, random *rng.Rand) (int, error) {
	var s S
	r.Copy(&s, from)
	if r.Determinizer != nil {
		r.Determinizer.Determinize(&s, observer, random)
	}
	choose := func(_ int, legal []A) (A, error) { return legal[random.IntN(len(legal))], nil }
	for plies := range defaultMaxPlies {
		if over, err := r.over(&s); over || err != nil {
			return plies, err
		}
		if _, err := r.step(&s, random, choose); err != nil {
			return plies, err
		}
	}
	return defaultMaxPlies, nil
}
