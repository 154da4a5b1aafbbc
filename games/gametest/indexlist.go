package gametest

import (
	"slices"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// checkIndexList compares the list of numbers with the list of actions.
func (k *kit[S, A]) checkIndexList(p *position[S, A]) {
	if k.Lister == nil || p.isChance() || p.isJoint() {
		return
	}
	numbers := k.Lister.AppendIndices([]int32{-7}, p.state)
	want := []int32{-7}
	for _, a := range p.actions {
		i := int32(k.Lister.ActionIndex(a))
		want = append(want, i)
		if again := k.Lister.IndexAction(i); again != a {
			k.find(lawIndexList, "IndexAction(%d) is %v, want %v", i, again, a)
		}
	}
	if !slices.Equal(numbers, want) {
		k.find(lawIndexList, "AppendIndices appends %v to [-7], want %v after it", numbers, want[1:])
	}
	for i := range int32(k.numActions) {
		if legal := slices.Contains(want, i); k.Lister.IsLegalIndex(p.state, i) != legal {
			k.find(lawIndexList, "IsLegalIndex(%d) is %t, and the numbers of the legal actions are %v", i, !legal, want[1:])
			return
		}
	}
}

// checkScores replays playouts by random scores, at every eighth position and at the end of every
// game.
func (k *kit[S, A]) checkScores(p *position[S, A]) {
	switch {
	case k.Scorer == nil || k.Lister == nil || k.Chance != nil || k.Sampling != nil || k.Simultaneous != nil:
		return // A search does not use it.
	case !k.isSampled(p):
		return
	}
	r := rng.New(uint64(k.plies))
	scores := make([][]float32, k.players)
	for player := range scores {
		for range k.numActions {
			scores[player] = append(scores[player], float32(r.IntN(4))/4) // with ties
		}
	}
	for _, epsilon := range []float64{0, 0.5, 1} {
		k.checkScorePlayout(p, scores, epsilon)
	}
	if len(p.actions) > 1 && k.scored < maxSampled {
		k.scored++
		k.checkShares(p, scores)
	}
}

func (k *kit[S, A]) checkScorePlayout(p *position[S, A], scores [][]float32, epsilon float64) {
	before := []policy.Ply{{Action: -1, Player: -1}}
	var plies []policy.Ply
	out := k.vector(lawScores, "ScorePlayout", func(out []float64) {
		k.Copy(&k.scratch, p.state)
		plies = k.Scorer.ScorePlayout(&k.scratch, scores, epsilon, rng.New(1), out, slices.Clone(before))
	})
	switch {
	case k.found(lawScores):
	case len(plies) == 0 || plies[0] != before[0]:
		k.find(lawScores, "ScorePlayout does not append to what it is given")
	default:
		k.replay(lawScores, p, plies[1:], out, func(s *S, played policy.Ply) {
			if row := scores[played.Player]; epsilon == 0 && row[played.Action] < bestScore(row, k.Lister.AppendIndices(nil, s)) {
				k.find(lawScores, "ScorePlayout plays %+v with epsilon 0, and another action has a higher score", played)
			}
		})
	}
}

func bestScore(row []float32, numbers []int32) float32 {
	best := row[numbers[0]]
	for _, i := range numbers {
		best = max(best, row[i])
	}
	return best
}

// checkShares measures how often the first action of a playout is each of the legal ones.
func (k *kit[S, A]) checkShares(p *position[S, A], scores [][]float32) {
	const epsilon = 0.5
	numbers, row := k.Lister.AppendIndices(nil, p.state), scores[p.mover]
	best, ties := bestScore(row, numbers), 0.0
	for _, i := range numbers {
		if row[i] == best {
			ties++
		}
	}
	r, out := rng.New(uint64(k.plies)), make([]float64, k.players)
	counts, want := make([]float64, len(numbers)), make([]float64, len(numbers))
	draws := min(drawsPerCount*len(counts), maxDraws)
	for range draws {
		k.Copy(&k.scratch, p.state)
		if plies := k.Scorer.ScorePlayout(&k.scratch, scores, epsilon, r, out, nil); len(plies) > 0 {
			if at := slices.Index(numbers, plies[0].Action); at >= 0 {
				counts[at]++
			}
		}
	}
	for at, i := range numbers {
		want[at] = float64(draws) * epsilon / float64(len(numbers))
		if row[i] == best {
			want[at] += float64(draws) * (1 - epsilon) / ties
		}
	}
	if chi, bound := chiSquared(counts, want); chi > bound {
		k.find(lawScores, "%d playouts with epsilon 0.5 begin with %v %.0f times each, want %.4g", draws, numbers, counts, want)
	}
}
