package gametest

import (
	"slices"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// checkRecord compares RecordPlayout with Playout, and replays what it recorded, at every eighth
// position and at the end of every game.
func (k *kit[S, A]) checkRecord(p *position[S, A]) {
	switch {
	case k.Recorder == nil || k.Indexer == nil || k.Chance != nil || k.Simultaneous != nil:
		return // A search does not use it.
	case k.plies%8 != 1 && !p.isTerminal():
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
	var s S
	k.Copy(&s, p.state)
	var actions []A
	for i := 0; ; i++ {
		actions = k.skipPasses(actions, &s)
		if i == len(plies) {
			break
		}
		ply := plies[i]
		at := slices.IndexFunc(actions, func(a A) bool { return int32(k.Indexer.ActionIndex(a)) == ply.Action })
		if mover := k.ToMove(&s); at < 0 || int(ply.Player) != mover || ply.Joint != 0 {
			k.find(law, "ply %d of a recorded playout is %+v, want one of the actions [%s] of player %d", i, ply, list(actions), mover)
			return
		}
		show(&s, ply)
		k.Apply(&s, actions[at])
	}
	if len(actions) > 0 {
		k.find(law, "a recorded playout of %d plies leads to a state that is not terminal", len(plies))
		return
	}
	want := make([]float64, k.players)
	if k.Returns(&s, want); !slices.Equal(returns, want) {
		k.find(law, "the playout wrote %v, and what it recorded is worth %v", returns, want)
	}
}

// skipPasses plays the passes at s, which are not recorded, and returns the actions after them.
func (k *kit[S, A]) skipPasses(actions []A, s *S) []A {
	for range maxPlies {
		actions = k.AppendActions(actions[:0], s)
		if k.Passer == nil || len(actions) != 1 || !k.Passer.IsPass(actions[0]) {
			break
		}
		k.Apply(s, actions[0])
	}
	return actions
}
