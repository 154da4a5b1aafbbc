package policy

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/rng"
)

// savers are policies with all tables that can be saved.
var savers = []Playout{
	MAST{},
	MAST{Rule: Gibbs{Tau: 1e-3}, Unseen: 0.5},
	MAST{Decay: Decay{Simulation: 0.9}},
	NST{K: 1},
	NST{N: 5, K: 2, Decay: Decay{Batch: 0.6, BatchSize: 7}, MaxSequences: 40},
	LGRF{Fallback: NST{Rule: Gibbs{}, Decay: Decay{Simulation: 0.99, Move: 0.6}}},
	LGRF{Levels: 1, KeepLosing: true},
	Mix{P: 0.5, First: MAST{TreeOnly: true}, Second: NST{}},
	Adaptive{Candidates: []Playout{Uniform{}, MAST{}, LGRF{}}},
}

// A policy that is saved in the middle of a game and restored continues bit for bit as one that is
// not, over many simulations and moves.
func TestRestoredPoliciesGoOn(t *testing.T) {
	for _, spec := range savers {
		for _, step := range []int{1, 20, 300} {
			t.Run(fmt.Sprintf("%+v, step %d", spec, step), func(t *testing.T) {
				g := &fakeGame{players: 3, actions: 5, step: step, jointTenths: 1, isNumbered: step < 300}
				r := rng.New(1)
				c, twin := newChooser(t, spec, g.info()), newChooser(t, spec, g.info())
				for n := range 600 {
					trace := g.trace(r)
					trace.Chooser = r.IntN(4)
					learn(c, &trace)
					learn(twin, &trace)
					if r.IntN(100) == 0 {
						decay(c, 2)
						decay(twin, 2)
					}
					if n%50 == 49 {
						data, err := AppendLearned(nil, c)
						require.NoError(t, err)
						c = newChooser(t, spec, g.info())
						rest, err := RestoreLearned(append(data, 7), c)
						require.NoError(t, err)
						require.Equal(t, []byte{7}, rest)
					}
					choice := g.choice(r)
					other := choice
					choice.Rand, other.Rand = rng.New(uint64(n)), rng.New(uint64(n))
					require.Equal(t, twin.Choose(&other), c.Choose(&choice))
				}
				want, err := AppendLearned(nil, twin)
				require.NoError(t, err)
				got, err := AppendLearned(nil, c)
				require.NoError(t, err)
				require.Equal(t, want, got)
			})
		}
	}
}

// Tables that are full behave in the same way after they were saved, with the replies they have
// forgotten.
func TestRestoredTablesStayFull(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 400).Draw(t, "limit")
		replies, twin := newReplyTable(limit), newReplyTable(limit)
		ngrams, other := newNGramTable(limit, 2), newNGramTable(limit, 2)
		for range rapid.IntRange(1, 20).Draw(t, "rounds") {
			for range rapid.IntRange(0, 200).Draw(t, "changes") {
				c, a := context(rapid.IntRange(0, 600).Draw(t, "context")).extend(0), rapid.Int32Range(0, 1).Draw(t, "action")
				if rapid.Bool().Draw(t, "forget") {
					replies.forget(c, a)
					twin.forget(c, a)
				} else {
					replies.store(c, a)
					twin.store(c, a)
				}
				ngrams.add(c, a, 1, 1)
				other.add(c, a, 1, 1)
			}
			w := wire.NewAppender(nil)
			replies.code(w, 2)
			ngrams.code(w)
			data, err := w.Appended()
			require.NoError(t, err)
			replies, ngrams = newReplyTable(limit), newNGramTable(limit, 2)
			r := wire.NewReader(data)
			replies.code(r, 2)
			ngrams.code(r)
			require.NoError(t, r.End())
			require.Equal(t, [...]int{twin.used, twin.forgotten, len(twin.slots)}, [...]int{replies.used, replies.forgotten, len(replies.slots)})
			require.Equal(t, other.used, ngrams.used)
			for i := range context(601) {
				c := i.extend(0)
				if want, found := twin.find(c), replies.find(c); found != want {
					t.Fatalf("after %d the reply is %v, want %v", c, found, want)
				}
				for a := range int32(2) {
					if want, found := *other.find(c, a), *ngrams.find(c, a); found != want {
						t.Fatalf("after %d action %d has %+v, want %+v", c, a, found, want)
					}
					if ngrams.find(c, a).visits >= 2 {
						require.Len(t, ngrams.maybeRipe(nil, c, []int32{a}), 1)
					}
				}
			}
		}
	})
}

// A file with numbers that no policy has by itself is refused.
func TestImpossibleNumbersAreRefused(t *testing.T) {
	info := Info{Players: 2, Actions: 3}
	batch := func(size int) Chooser { return newChooser(t, MAST{Decay: Decay{Batch: 0.5, BatchSize: size}}, info) }
	eight := batch(8)
	learnWins(eight, 7)
	unscored := newAdaptive(t, Adaptive{}, info)
	unscored.scores[1] = 0
	for want, test := range map[string]struct{ saved, restored Chooser }{
		"a number is 7, want 0 to 6":                      {eight, batch(7)},
		"the score of a candidate is 0, want more than 0": {unscored, newAdaptive(t, Adaptive{}, info)},
	} {
		w := wire.NewAppender(nil)
		codeLearned(w, test.saved)
		data, _ := w.Appended()
		r := wire.NewReader(data)
		codeLearned(r, test.restored)
		require.ErrorContains(t, r.Err(), want)
	}
}

// learning learns and cannot be saved.
type learning struct{ uniform }

func (learning) Learn(*Trace)               {}
func (learning) New(Info) (Chooser, error)  { return learning{}, nil }
func (learning) AppendBinary([]byte) []byte { return nil } // with a wrong signature

func TestUnsavedLearnersAreNamed(t *testing.T) {
	for _, spec := range []Playout{learning{}, Mix{Second: learning{}}, LGRF{Fallback: learning{}}, Adaptive{Candidates: []Playout{learning{}}}} {
		_, err := AppendLearned(nil, newChooser(t, spec, Info{Players: 2}))
		require.ErrorIs(t, err, errors.ErrUnsupported)
		require.ErrorContains(t, err, "policy: policy.learning learns and has no AppendBinary and UnmarshalBinary")
	}
	data, err := AppendLearned([]byte{1}, newChooser(t, Uniform{}, Info{}))
	require.NoError(t, err)
	require.Equal(t, []byte{1, 0}, data)
	_, err = RestoreLearned([]byte{1, 5}, uniform{})
	require.ErrorContains(t, err, "there are learned tables for policy.uniform, which does not learn")
	_, err = RestoreLearned(nil, uniform{})
	require.ErrorIs(t, err, wire.ErrShort)
}

// Whatever data a policy restores, it does not panic then or later, and an action that does not
// exist is not replied.
func FuzzRestoreLearned(f *testing.F) {
	g := &fakeGame{players: 2, actions: 4, step: 1, jointTenths: 1, isNumbered: true}
	for i, spec := range savers {
		c, err := spec.New(g.info())
		require.NoError(f, err)
		r := rng.New(1)
		for range 60 {
			trace := g.trace(r)
			learn(c, &trace)
		}
		data, err := AppendLearned(nil, c)
		require.NoError(f, err)
		f.Add(uint8(i), true, data)
		f.Add(uint8(i), false, data)
	}
	f.Fuzz(func(t *testing.T, which uint8, isNumbered bool, data []byte) {
		g := *g
		g.isNumbered = isNumbered
		c := newChooser(t, savers[int(which)%len(savers)], g.info())
		if _, err := RestoreLearned(slices.Clone(data), c); err != nil {
			return
		}
		again, err := AppendLearned(nil, c)
		require.NoError(t, err)
		r := rng.New(2)
		for range 20 {
			choice := g.choice(r)
			choice.Rand = r
			k := c.Choose(&choice)
			require.True(t, 0 <= k && k < len(choice.Actions))
			if p, ok := c.(Proposer); ok && isNumbered {
				for _, a := range p.AppendProposals(nil, &choice) {
					require.True(t, 0 <= a && int(a) < g.info().Actions)
				}
			}
			trace := g.trace(r)
			learn(c, &trace)
			decay(c, 1)
		}
		other := newChooser(t, savers[int(which)%len(savers)], g.info())
		_, err = RestoreLearned(again, other)
		require.NoError(t, err, "what was taken for good can be saved")
	})
}
