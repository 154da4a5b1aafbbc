package policy

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestNSTIsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := worlds().Draw(t, "world")
		n := newNaiveNST(w.players,
			rapid.IntRange(1, 5).Draw(t, "N"),
			rapid.SampledFrom([]int{1, 2, 3, 7}).Draw(t, "K"),
			rapid.SampledFrom([]float64{1, 0.3}).Draw(t, "unseen"),
			decays().Draw(t, "decay"))
		requireNaive(t, w, n, func(r Rule) Playout {
			return NST{N: n.n, K: int(n.k), Rule: r, Unseen: n.unseen, Decay: n.decay}
		})
	})
}

// A sequence of two counts from its seventh visit on, and longer ones for themselves.
func TestNSTNeedsVisits(t *testing.T) {
	s := &spy{}
	c := live(t, NST{Rule: s}, Info{Players: 2})
	a, b, x := Ply{Action: 1}, Ply{Action: 2, Player: 1}, Ply{Action: 3}
	for range 3 { // x elsewhere, which wins
		learn(c, trace([]float64{1, 0}, x))
	}
	for visits := 1; visits <= 8; visits++ {
		learn(c, trace([]float64{0, 1}, b, x)) // at the beginning, so that there is no sequence of three
		r1 := 3 / float32(3+visits)
		want := r1
		if visits >= 7 {
			want = r1 / 2 // R(b x) is 0
		}
		got := scores(c, s, 0, []Ply{a, b}, 3, 4)
		require.InDelta(t, want, got[0], 1e-6, "%d visits", visits)
		require.EqualValues(t, 1, got[1])
		require.InDelta(t, r1, scores(c, s, 0, nil, 3, 4)[0], 1e-6, "nothing before")
		require.InDelta(t, r1, scores(c, s, 0, []Ply{b, a}, 3, 4)[0], 1e-6, "another one before")
	}
	for range 7 {
		learn(c, trace([]float64{0.5, 0.5}, a, b, x))
	}
	r1, r2, r3 := (3+7*0.5)/18, 7*0.5/15, 0.5
	require.InDelta(t, (r1+r2+r3)/3, scores(c, s, 0, []Ply{a, b}, 3, 4)[0], 1e-6)
	require.InDelta(t, (r1+r2)/2, scores(c, s, 0, []Ply{x, b}, 3, 4)[0], 1e-6)
}

// The player of the last action gets the credit, and each player has sequences of his own.
func TestNSTCreditsTheLastPlayer(t *testing.T) {
	s := &spy{}
	c := live(t, NST{N: 2, K: 1, Rule: s}, Info{Players: 3})
	a, b := Ply{Action: 1}, Ply{Action: 2, Player: 2}
	learn(c, trace([]float64{0.25, 0, 0.75}, a, b))
	require.Equal(t, []float32{0.75, 1}, scores(c, s, 2, []Ply{a}, 2, 3))
	require.Equal(t, []float32{1, 1}, scores(c, s, 0, []Ply{a}, 2, 3), "another player's action")
	require.Equal(t, []float32{0.25, 1}, scores(c, s, 0, nil, 1, 3))
}

// What was played before the root is context, and is not learned again.
func TestNSTHistory(t *testing.T) {
	s := &spy{}
	c := live(t, NST{N: 2, K: 1, Rule: s, Unseen: 0.9}, Info{Players: 2})
	learn(c, &Trace{Plies: []Ply{{Action: 1}, {Action: 2, Player: 1}, {Action: 3}}, Root: 2, Leaf: 3, Returns: []float64{0, 1}})
	learn(c, trace([]float64{1, 0}, Ply{Action: 3}))
	require.Equal(t, []float32{0.9, 0.5}, scores(c, s, 0, nil, 1, 3))
	require.Equal(t, []float32{0.9, 0.25}, scores(c, s, 0, []Ply{{Action: 2, Player: 1}}, 1, 3), "(0.5 + 0) / 2")
	require.Equal(t, []float32{0.9, 0.9}, scores(c, s, 1, nil, 2, 1))
}

// Seen by player 1 of 4, the parts of a joint action were played by 1, 2, 3 and 0, and then it is his turn again. What
// the others play at the same time is not seen.
func TestPastsOfJointActions(t *testing.T) {
	joint := func(first int32) []Ply {
		var plies []Ply
		for p := range 4 {
			plies = append(plies, Ply{Action: first + int32(p), Player: int16(p), Joint: uint16(p)})
		}
		return plies
	}
	plies := append(append([]Ply{{Action: 99, Player: 2}}, joint(10)...), joint(20)...)
	sees := func(player int16, i int, actions ...int32) {
		t.Helper()
		want := []past{}
		for n := range actions {
			p := past(player)
			for _, a := range actions[:n+1] {
				p = p.before(a)
			}
			want = append(want, p)
		}
		require.Equal(t, want, pasts([]past{}, plies, i, len(actions), player))
	}
	sees(1, 9, 20, 23, 22, 21, 10, 13, 12, 11, 99)
	sees(0, 9, 23, 22, 21, 20, 13)
	sees(3, 9, 22, 21, 20, 23, 12)
	for i := 5; i < 9; i++ {
		sees(1, i, 10, 13, 12, 11, 99)
		sees(2, i, 11, 10)
	}
	sees(1, 1, 99)
	require.Empty(t, pasts(nil, plies, 0, 3, 1))
	require.Empty(t, pasts(nil, plies, 3, 0, 1))
	require.Len(t, pasts(nil, plies, 9, 20, 1), 9, "as many as there are")
}

// Full tables keep what they have and go on learning it.
func TestNSTMaxSequences(t *testing.T) {
	s := &spy{}
	c := live(t, NST{N: 2, K: 1, Rule: s, MaxSequences: 1}, Info{Players: 2})
	a, b, x := Ply{Action: 1}, Ply{Action: 2}, Ply{Action: 3, Player: 1}
	learn(c, trace([]float64{0, 1}, a, x))
	learn(c, trace([]float64{1, 0}, b, x)) // one too many
	learn(c, trace([]float64{0, 1}, a, x))
	r1 := 2. / 3
	require.InDelta(t, (r1+1)/2, scores(c, s, 1, []Ply{a}, 3, 4)[0], 1e-6)
	require.InDelta(t, r1, scores(c, s, 1, []Ply{b}, 3, 4)[0], 1e-6)
}

// A sequence does not count where the shorter one does not, be it for lack of room.
func TestNSTStopsAtTheFirst(t *testing.T) {
	s := &spy{}
	c := live(t, NST{N: 3, K: 1, Rule: s, MaxSequences: 1}, Info{Players: 1})
	a, b, x := Ply{Action: 1}, Ply{Action: 2}, Ply{Action: 3}
	learn(c, trace([]float64{0}, x, x))    // takes the room for two
	learn(c, trace([]float64{1}, a, b, x)) // and this that for three
	require.InDelta(t, 1./3, scores(c, s, 0, []Ply{a, b}, 3, 4)[0], 1e-6)
}
