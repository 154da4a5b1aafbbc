package gametest

import (
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/internal/moments"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// checkPlayout checks the results of single playouts at every eighth position and at the end of
// every game.
func (k *kit[S, A]) checkPlayout(p *position[S, A]) {
	if k.Playouter == nil || !k.isSampled(p) {
		return
	}
	seed := uint64(k.plies)
	out := k.vector(lawPlayout, "Playout", func(out []float64) {
		k.Copy(&k.scratch, p.state)
		k.Playouter.Playout(&k.scratch, rng.New(seed), out)
	})
	if !k.found(lawPlayout) {
		k.checkRange("Playout", out)
		k.checkLast(p, &k.scratch, out)
	}
	if !p.isOver() {
		return
	}
	if want := k.returns(p.state); !slices.Equal(out, want) {
		k.find(lawPlayout, "Playout of a terminal state wrote %v, and Returns %v", out, want)
	}
}

// The length of the comparison of means at one position, and its threshold. A correct game deviates
// by more than five standard errors less than once in a million comparisons, and is then compared
// again.
const (
	meanPlies    = 50_000
	meanPlayouts = 2000
	meanSigmas   = 5
)

// checkPlayoutMeans compares Playout with uniform play at the start, in the course of three games,
// and shortly before the end of more, where a preference for some of a few actions shows in the
// returns.
func (k *kit[S, A]) checkPlayoutMeans() {
	if k.Playouter == nil || k.found(lawMover) || k.found(lawJoint) {
		return // the rules cannot be played uniformly
	}
	for quarter, g := range k.games[:min(4, len(k.games))] {
		k.checkPlayoutMean(g, len(g.path)*quarter/4)
	}
	for i, g := range k.games[:min(24, len(k.games))] {
		if plies := len(g.path) - 2 - i%6; plies > 0 {
			k.checkPlayoutMean(g, plies)
		}
	}
}

// checkPlayoutMean compares the means after the first plies of a game.
func (k *kit[S, A]) checkPlayoutMean(g record[A], plies int) {
	k.seed, k.path = g.seed, g.path[:plies]
	defer k.catch()
	n := min(meanPlayouts, max(meanPlies/(len(g.path)-plies), 50))
	deviations := k.deviations(n, 1)
	if len(deviations) == 0 {
		return
	}
	for i := range k.deviations(n, 3) {
		if found, twice := deviations[i]; twice {
			k.find(lawPlayoutMean, "%s", found)
		}
	}
}

// deviations compares the means of n playouts from the current place with uniform play, with two
// streams, and describes those that are too far away.
func (k *kit[S, A]) deviations(n int, stream uint64) map[int]string {
	var p position[S, A]
	fast := k.sample(n, stream, k.Playouter.Playout)
	slow := k.sample(n, stream+1, func(s *S, r *rng.Rand, out []float64) { k.playout(&p, s, r, out) })
	found := map[int]string{}
	for i := range fast {
		a, b := fast[i], slow[i]
		bound := meanSigmas*math.Sqrt(a.ErrorSquared()+b.ErrorSquared()) + 1e-9*math.Abs(b.Mean)
		if !(math.Abs(a.Mean-b.Mean) <= bound) {
			found[i] = fmt.Sprintf("the mean of the %s is %.4g over %d playouts, and %.4g in uniform play, want within %.2g",
				k.sampledName(i), a.Mean, n, b.Mean, bound)
		}
	}
	return found
}

// sampledName names the quantity of which sample returns the i-th moments.
func (k *kit[S, A]) sampledName(i int) string {
	switch {
	case i < k.players:
		return fmt.Sprintf("returns of player %d", i)
	case i < 2*k.players:
		return fmt.Sprintf("squared returns of player %d", i-k.players)
	}
	return "last turn"
}

// sample plays n times from the current place and returns the moments of each player's returns,
// followed by the moments of their squares and, in a game with Turn, of the last turn. The squares
// distinguish draws from wins and losses that balance.
func (k *kit[S, A]) sample(n int, stream uint64, play func(s *S, r *rng.Rand, out []float64)) []moments.Sample {
	var s S
	root := k.copyOf(&k.start)
	for _, chosen := range k.path {
		k.apply(root, chosen)
	}
	r, out, all := rng.New(stream), make([]float64, k.players), make([]moments.Sample, 2*k.players, 2*k.players+1)
	if k.Turns != nil {
		all = all[:cap(all)]
	}
	for range n {
		k.Copy(&s, root)
		play(&s, r, out)
		for player, v := range out {
			all[player].Add(v)
			all[k.players+player].Add(v * v)
		}
		if k.Turns != nil {
			all[2*k.players].Add(float64(k.Turns.Turn(&s)))
		}
	}
	return all
}

// isSampled reports whether playouts are checked at this position, since they take long.
func (k *kit[S, A]) isSampled(p *position[S, A]) bool { return k.plies%8 == 1 || p.isTerminal() }

// checkRecord compares RecordPlayout with Playout, and replays what it recorded, at every eighth
// position and at the end of every game.
func (k *kit[S, A]) checkRecord(p *position[S, A]) {
	switch {
	case k.Recorder == nil || k.Indexer == nil || k.Chance != nil || k.Sampling != nil || k.Simultaneous != nil:
		return // A search does not use it.
	case !k.isSampled(p):
		return
	}
	seed := uint64(k.plies)
	a, b := rng.New(seed), rng.New(seed)
	want := make([]float64, k.players)
	k.Copy(&k.scratch, p.state)
	k.Recorder.Playout(&k.scratch, a, want)

	before := []policy.Ply{{Action: -1, Player: -1}}
	var plies []policy.Ply
	out := k.vector(lawRecord, "RecordPlayout", func(out []float64) {
		b.Seed(seed)
		k.Copy(&k.scratch, p.state)
		plies = k.Recorder.RecordPlayout(&k.scratch, b, out, slices.Clone(before))
	})
	switch {
	case k.found(lawRecord):
	case len(plies) == 0 || plies[0] != before[0]:
		k.find(lawRecord, "RecordPlayout does not append to what it is given")
	case !slices.Equal(out, want):
		k.find(lawRecord, "RecordPlayout wrote %v, and Playout %v with the same stream", out, want)
	case a.Uint64() != b.Uint64():
		k.find(lawRecord, "RecordPlayout leaves the stream at another place than Playout")
	default:
		k.replay(lawRecord, p, plies[1:], out, func(*S, policy.Ply) {})
	}
}

// replay plays the plies of a recorded playout from p, shows each of them with the state before it,
// and compares the end.
func (k *kit[S, A]) replay(law string, p *position[S, A], plies []policy.Ply, returns []float64, show func(*S, policy.Ply)) {
	s, sum := k.copyOf(p.state), make([]float64, k.players)
	var actions []A
	for i := 0; ; i++ {
		actions = k.skipPasses(actions, s, sum)
		if i == len(plies) {
			break
		}
		ply := plies[i]
		at := slices.IndexFunc(actions, func(a A) bool { return int32(k.Indexer.ActionIndex(a)) == ply.Action })
		if mover := k.ToMove(s); at < 0 || int(ply.Player) != mover || ply.Joint != 0 {
			k.find(law, "ply %d of a recorded playout is %+v, want one of the actions [%s] of player %d", i, ply, list(actions), mover)
			return
		}
		show(s, ply)
		k.Apply(s, actions[at])
		k.AddRewards(s, sum)
	}
	if len(actions) > 0 {
		k.find(law, "a recorded playout of %d plies leads to a state that is not terminal", len(plies))
		return
	}
	if k.AddReturns(s, sum); !k.same(returns, sum) {
		k.find(law, "the playout wrote %v, and what it recorded is worth %v", returns, sum)
	}
}

// same reports whether two sums of returns are equal, except for the rounding of rewards.
func (k *kit[S, A]) same(a, b []float64) bool {
	if k.Rewarder == nil {
		return slices.Equal(a, b)
	}
	return slices.EqualFunc(a, b, func(v, w float64) bool { return math.Abs(v-w) <= 1e-9*(1+math.Abs(v)+math.Abs(w)) })
}

// skipPasses plays the passes at s, which are not recorded, and returns the actions after them. It
// adds their rewards to sum.
func (k *kit[S, A]) skipPasses(actions []A, s *S, sum []float64) []A {
	for range maxPlies {
		actions = k.AppendActions(actions[:0], s)
		if k.Passer == nil || len(actions) != 1 || !k.Passer.IsPass(actions[0]) {
			break
		}
		k.Apply(s, actions[0])
		k.AddRewards(s, sum)
	}
	return actions
}

// checkTurn checks that Turn depends on the state alone and does not fall along a game.
func (k *kit[S, A]) checkTurn(p *position[S, A]) {
	if k.Turns == nil {
		return
	}
	turn := k.Turns.Turn(p.state)
	k.Copy(&k.scratch, p.state)
	if again := k.Turns.Turn(&k.scratch); again != turn {
		k.find(lawTurn, "the turn of a state is %d, and %d of its copy", turn, again)
	}
	if len(k.path) > 0 && turn < k.turn {
		k.find(lawTurn, "Turn falls from %d to %d in one ply", k.turn, turn)
	}
	k.turn = turn
}

// checkLast checks last, the state that Playout from p left, which ended with the returns out.
func (k *kit[S, A]) checkLast(p *position[S, A], last *S, out []float64) {
	if k.Turns == nil {
		return
	}
	var end position[S, A]
	if k.look(&end, last); !end.isOver() {
		k.find(lawTurn, "Playout leaves a state that is not terminal")
		return
	}
	if returns := k.returns(last); k.Rewarder == nil && !slices.Equal(returns, out) {
		k.find(lawTurn, "Playout wrote %v and leaves a state with returns %v", out, returns)
	}
	if before, after := k.Turns.Turn(p.state), k.Turns.Turn(last); after < before {
		k.find(lawTurn, "Turn falls from %d to %d in Playout", before, after)
	}
}
