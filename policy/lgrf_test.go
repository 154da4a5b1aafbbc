package policy

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// countingPolicy is an inner policy that counts its calls. It chooses the last action.
type countingPolicy struct{ chosen, learned, aged int }

func (p *countingPolicy) New(Info) (Chooser, error) { return p, nil }
func (p *countingPolicy) Learn(*Trace)              { p.learned++ }
func (p *countingPolicy) Decay(int)                 { p.aged++ }

func (p *countingPolicy) Choose(c *Choice) int {
	p.chosen++
	return len(c.Actions) - 1
}

// brokenPolicy is invalid and cannot be made.
type brokenPolicy struct{ error }

func (b brokenPolicy) New(Info) (Chooser, error) { return nil, b.error }
func (b brokenPolicy) Validate() error           { return b.error }

// nilPolicy returns no Chooser and no error.
type nilPolicy struct{}

func (nilPolicy) New(Info) (Chooser, error) { return nil, nil }

func TestLGRFMatchesItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, inner := fakeGames().Draw(t, "game"), &countingPolicy{}
		spec := LGRF{
			Levels:      rapid.IntRange(1, 2).Draw(t, "levels"),
			Fallback:    inner,
			KeepLosing:  rapid.Bool().Draw(t, "keep losing"),
			IgnoreDraws: rapid.Bool().Draw(t, "ignore draws"),
		}
		c, n := newChooser(t, spec, g.info()), newNaiveLGRF(g.players, spec)
		for _, r := range g.rounds(t, 5) {
			n.learn(&r.trace)
			learn(c, &r.trace)
			for _, choice := range r.choices {
				want, isReply := n.reply(&choice)
				if !isReply {
					want = len(choice.Actions) - 1
				}
				before := inner.chosen
				require.Equal(t, want, chooseOnce(c, choice), "%+v", choice)
				require.Equal(t, !isReply, inner.chosen > before, "%+v", choice)
			}
		}
	})
}

// Player 1 replies to the prompt of player 0.
var (
	prompt = Ply{Action: 1}
	reply7 = Ply{Action: 7, Player: 1}
	reply8 = Ply{Action: 8, Player: 1}
	won    = []float64{0, 1} // by player 1
	lost   = []float64{1, 0}
	drawn  = []float64{0.5, 0.5}
)

// replyToPrompt returns the reply of player 1 to the prompt: 7, 8, or 9 from the fallback.
func replyToPrompt(c Chooser) int {
	return 7 + chooseOnce(c, Choice{Player: 1, Actions: []int32{7, 8, 9}, History: []Ply{prompt}})
}

func TestLGRF(t *testing.T) {
	type game struct {
		returns []float64
		reply   Ply
	}
	for _, test := range []struct {
		name  string
		spec  LGRF
		games []game
		want  int
	}{
		{"nothing learned", LGRF{}, nil, 9},
		{"won", LGRF{}, []game{{won, reply7}}, 7},
		{"lost", LGRF{}, []game{{lost, reply7}}, 9},
		{"won and lost", LGRF{}, []game{{won, reply7}, {lost, reply7}}, 9},
		{"lost and won", LGRF{}, []game{{lost, reply7}, {won, reply7}}, 7},
		{"another one lost", LGRF{}, []game{{won, reply7}, {lost, reply8}}, 7},
		{"another one won", LGRF{}, []game{{won, reply7}, {won, reply8}}, 8},
		{"drawn", LGRF{}, []game{{drawn, reply7}}, 7},
		{"won and drawn", LGRF{}, []game{{won, reply7}, {drawn, reply8}}, 8},
		{"drawn, ignored", LGRF{IgnoreDraws: true}, []game{{drawn, reply7}}, 9},
		{"won and drawn, ignored", LGRF{IgnoreDraws: true}, []game{{won, reply7}, {drawn, reply8}}, 7},
		{"won and lost, kept", LGRF{KeepLosing: true}, []game{{won, reply7}, {lost, reply7}}, 7},
		{"lost, not kept", LGRF{KeepLosing: true}, []game{{lost, reply7}}, 9},
		{"kept until a better one", LGRF{KeepLosing: true}, []game{{won, reply7}, {lost, reply7}, {won, reply8}}, 8},
	} {
		for levels := range 3 {
			t.Run(fmt.Sprintf("%s/levels=%d", test.name, levels), func(t *testing.T) {
				test.spec.Levels, test.spec.Fallback = levels, &countingPolicy{}
				c := newChooser(t, test.spec, Info{Players: 2})
				for _, g := range test.games {
					learn(c, playoutTrace(g.returns, prompt, g.reply))
				}
				require.Equal(t, test.want, replyToPrompt(c))
				decay(c, 1)
				require.Equal(t, test.want, replyToPrompt(c), "after a move")
			})
		}
	}
}

// Whether a single player did worse than before does not depend on where returns begin, even if
// they are large.
func TestLGRFOffset(t *testing.T) {
	for _, offset := range []float64{0, -3, 1 << 53} {
		var l lgrf
		for i, want := range []bool{false, false, false, true, false} {
			v := offset + []float64{0, 2, 2, 0, 4}[i]
			require.Equal(t, want, l.isWorse(v), "%v, the one with index %d", v, i)
		}
	}
}

// Among three players, the replies of those with the highest return are good.
func TestLGRFOfThreePlayers(t *testing.T) {
	third := Ply{Action: 8, Player: 2}
	for _, test := range []struct {
		returns []float64
		one     int
		two     int
	}{
		{[]float64{0, 1, 0}, 0, 2},
		{[]float64{0, 0.5, 0.5}, 0, 1},
		{[]float64{0.5, 0.5, 0}, 0, 2},
		{[]float64{1, 0.9, 0}, 2, 2},
		{[]float64{-3, -3, -3}, 0, 1},
	} {
		t.Run(fmt.Sprint(test.returns), func(t *testing.T) {
			c := newChooser(t, LGRF{Fallback: &countingPolicy{}}, Info{Players: 3})
			learn(c, playoutTrace(test.returns, prompt, reply7, third))
			actions := []int32{7, 8, 9}
			require.Equal(t, test.one, chooseOnce(c, Choice{Player: 1, Actions: actions, History: []Ply{prompt}}))
			require.Equal(t, test.two, chooseOnce(c, Choice{Player: 2, Actions: actions, History: []Ply{prompt, reply7}}))
		})
	}
}

// The reply to two actions takes precedence over that to one, unless it is unknown or not legal.
func TestLGRFLevels(t *testing.T) {
	inner := &countingPolicy{}
	c := newChooser(t, LGRF{Fallback: inner}, Info{Players: 2})
	one := newChooser(t, LGRF{Levels: 1, Fallback: inner}, Info{Players: 2})
	x := Ply{Action: 2}
	for _, c := range []Chooser{c, one} {
		learn(c, playoutTrace(won, x, prompt, reply7))
		learn(c, playoutTrace(won, prompt, reply8)) // a context of one action only
	}
	chosen := func(c Chooser, player int, history []Ply, actions ...int32) int32 {
		return actions[chooseOnce(c, Choice{Player: player, History: history, Actions: actions})]
	}
	require.EqualValues(t, 7, chosen(c, 1, []Ply{x, prompt}, 9, 8, 7, 3))
	require.EqualValues(t, 8, chosen(one, 1, []Ply{x, prompt}, 9, 8, 7, 3))
	require.EqualValues(t, 8, chosen(c, 1, []Ply{x, prompt}, 9, 8, 3), "7 is not legal")
	require.EqualValues(t, 8, chosen(c, 1, []Ply{prompt, prompt}, 9, 8, 7, 3), "no reply to these two")
	require.Zero(t, inner.chosen)
	require.EqualValues(t, 3, chosen(c, 1, []Ply{x, prompt}, 9, 3), "no reply is legal")
	require.EqualValues(t, 3, chosen(c, 1, nil, 9, 8, 7, 3), "no context")
	require.Equal(t, 2, inner.chosen)
	require.EqualValues(t, 3, chosen(c, 0, []Ply{x, prompt}, 9, 8, 7, 3), "another player")
}

// Levels at which at most 2^20 contexts are possible have an array.
func TestLGRFTables(t *testing.T) {
	for actions, arrays := range map[int]int{0: 0, 724: 2, 725: 1, 1 << 19: 1, 1<<19 + 1: 0} {
		c, ok := newChooser(t, LGRF{}, Info{Players: 2, Actions: actions}).(*lgrf)
		require.True(t, ok)
		for i, table := range c.replies {
			require.Equal(t, i < arrays, table.array != nil, "%d actions, contexts of %d", actions, i+1)
		}
	}
}

func TestLGRFPassesTracesToItsFallback(t *testing.T) {
	inner := &countingPolicy{}
	c := newChooser(t, LGRF{Fallback: inner, IgnoreDraws: true}, Info{Players: 2})
	learn(c, playoutTrace(won, prompt, reply7))
	learn(c, playoutTrace(drawn, prompt, reply7))
	decay(c, 1)
	require.Equal(t, countingPolicy{learned: 2, aged: 1}, *inner)
}

func TestErrorsOfInnerPolicies(t *testing.T) {
	broken := brokenPolicy{errors.New("no such thing")}
	for _, spec := range []interface {
		Playout
		Validator
	}{LGRF{Fallback: broken}, Mix{First: broken}, Mix{Second: broken}, LGRF{Fallback: Mix{Second: broken}}} {
		_, err := spec.New(Info{Players: 2})
		require.ErrorIs(t, err, broken.error)
		require.ErrorIs(t, spec.Validate(), broken.error)
	}
	for _, spec := range []Playout{LGRF{Fallback: nilPolicy{}}, Mix{First: nilPolicy{}}, Mix{Second: nilPolicy{}}} {
		_, err := spec.New(Info{Players: 2})
		require.ErrorContains(t, err, "policy: New of policy.nilPolicy returned nil")
	}
}
