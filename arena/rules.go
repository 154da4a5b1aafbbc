package arena

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// rules plays a game and checks that it keeps its contract.
type rules[S any, A comparable] struct {
	game.Rules[S, A]
}

func newRules[S any, A comparable](g mcts.Game[S, A]) (rules[S, A], error) {
	r, err := game.NewRules(g)
	if err != nil {
		return rules[S, A]{}, fmt.Errorf("arena: %w", err)
	}
	return rules[S, A]{r}, nil
}

// ply is what was played at one state.
type ply[A comparable] struct {
	by      int // a player, mcts.Chance or mcts.Simultaneous
	actions []A // one action, or one for every player
}

// chooser returns one of the legal actions of a player.
type chooser[A comparable] func(seat int, legal []A) (A, error)

// over reports whether s is terminal.
func (r *rules[S, A]) over(s *S) (bool, error) {
	by, err := r.Mover(s)
	return err == nil && by >= 0 && len(r.AppendActions(nil, s)) == 0, err
}

// step plays one ply at s, which is not terminal. Chance events are drawn from random, and the
// actions of players are those that choose returns.
func (r *rules[S, A]) step(s *S, random *rng.Rand, choose chooser[A]) (ply[A], error) {
	by, err := r.Mover(s)
	if err != nil {
		return ply[A]{}, err
	}
	if by == mcts.Chance {
		if r.Chance == nil {
			// Every outcome takes one draw, so that equal streams continue equally after it.
			random = rng.New(random.Uint64())
		}
		drawn := r.Draw(s, random)
		if drawn == nil {
			return ply[A]{}, fmt.Errorf("%T.AppendOutcomes has nothing with a probability above 0", r.Game)
		}
		return ply[A]{by, drawn}, r.Play(s, drawn...)
	}
	var actions []A
	for seat, legal := range r.Choices(nil, s) {
		if by == mcts.Simultaneous && len(legal) == 0 {
			return ply[A]{}, fmt.Errorf("%T.AppendPlayerActions has nothing for player %d", r.Game, seat)
		} else if by != mcts.Simultaneous {
			seat = by
		}
		a, err := choose(seat, legal)
		if err != nil {
			return ply[A]{}, err
		}
		actions = append(actions, a)
	}
	return ply[A]{by, actions}, r.Play(s, actions...)
}

// reward adds the rewards of the ply that has just led to s to sum.
func (r *rules[S, A]) reward(s *S, sum []float64) error {
	if r.Rewarder == nil {
		return nil
	}
	return r.addTo(sum, s, "Rewards", r.Rewarder.Rewards)
}

// returns adds the returns of a terminal state to sum, which holds the rewards on the way to it.
func (r *rules[S, A]) returns(s *S, sum []float64) error {
	if err := r.addTo(sum, s, "Returns", r.Returns); err != nil {
		return err
	}
	for _, v := range sum {
		if !r.InRange(v) {
			low, high := r.Bounds()
			return fmt.Errorf("%T.ReturnRange is (%v, %v), and the game ends with %v", r.Game, low, high, sum)
		}
	}
	return nil
}

// addTo adds the numbers that a method of the game writes to sum.
func (r *rules[S, A]) addTo(sum []float64, s *S, method string, write func(s *S, out []float64)) error {
	out := slices.Repeat([]float64{math.NaN()}, len(sum))
	write(s, out)
	for i, v := range out {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%T.%s wrote %v, want finite numbers", r.Game, method, out)
		}
		sum[i] += v
	}
	return nil
}

// assumed returns an error unless a win, a draw and a loss are known in spite of such returns.
func (r *rules[S, A]) assumed(returns []float64) error {
	if r.Range == nil && isUnusual(returns) {
		return fmt.Errorf("a game ended before its end, by the limit of plies or a clock, and others with returns such as %v: "+
			"nobody knows what it is worth, want %T.ReturnRange, or a greater Match.MaxPlies", returns, r.Game)
	}
	return nil
}

// consistent returns an error if a game was cut off, so that it got the returns of a draw or a
// loss, and others have returns that do not go with them.
func (r *rules[S, A]) consistent(records []Record) error {
	if r.Range != nil || !slices.ContainsFunc(records, func(r Record) bool { return r.Cut || r.Timeout }) {
		return nil
	}
	for _, record := range records {
		if err := r.assumed(record.Returns); err != nil {
			return fmt.Errorf("arena: game %d: %w", record.Game, err)
		}
	}
	return nil
}

// isUnusual reports whether a return is not in [0,1].
func isUnusual(returns []float64) bool {
	return slices.ContainsFunc(returns, func(v float64) bool { return v < 0 || v > 1 })
}

// openingTries is the number of openings that are drawn before a match gives up, if all of them end
// the game.
const openingTries = 1000

// opening plays random plies from start, not counting chance events, but at most maxPlies with
// them. If they end the game, it draws another opening. It sets sum to the rewards of the opening.
func (r *rules[S, A]) opening(start *S, plies, maxPlies int, seed uint64, sum []float64) (s S, played []ply[A], err error) {
	random := rng.New(seed)
	for range openingTries {
		r.Copy(&s, start)
		clear(sum)
		played, err = r.randomPlies(&s, plies, maxPlies, random, sum)
		if err != nil {
			return s, nil, err
		}
		if over, err := r.over(&s); !over || err != nil {
			return s, played, err
		}
	}
	if plies == 0 {
		return s, nil, errors.New("the game is over at its start")
	}
	return s, nil, fmt.Errorf("%d openings of %d random plies all ended the game, want fewer random plies", openingTries, plies)
}

// randomPlies plays until the players have made the given number of plies, maxPlies are played
// including chance events, or the game is over. It adds their rewards to sum.
func (r *rules[S, A]) randomPlies(s *S, plies, maxPlies int, random *rng.Rand, sum []float64) (played []ply[A], err error) {
	uniform := func(_ int, legal []A) (A, error) { return legal[random.IntN(len(legal))], nil }
	for plies > 0 && len(played) < maxPlies {
		if over, err := r.over(s); over || err != nil {
			return played, err
		}
		p, err := r.step(s, random, uniform)
		if err != nil {
			return played, err
		}
		if err := r.reward(s, sum); err != nil {
			return played, err
		}
		played = append(played, p)
		if p.by != mcts.Chance {
			plies--
		}
	}
	return played, nil
}

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
