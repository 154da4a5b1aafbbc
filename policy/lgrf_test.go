package policy

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// part is a policy that counts what a policy around it asks of it. It chooses the last action.
type part struct{ chosen, learned, aged int }

func (p *part) New(Info) (Chooser, error) { return p, nil }
func (p *part) Learn(*Trace)              { p.learned++ }
func (p *part) Decay()                    { p.aged++ }

func (p *part) Choose(c *Choice) int {
	p.chosen++
	return len(c.Actions) - 1
}

// broken cannot be made, and knows why.
type broken struct{ error }

func (b broken) New(Info) (Chooser, error) { return nil, b.error }
func (b broken) Validate() error           { return b.error }

// nothing is made without an error, and is nothing.
type nothing struct{}

func (nothing) New(Info) (Chooser, error) { return nil, nil }

func TestLGRFIsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, inner := worlds().Draw(t, "world"), &part{}
		spec := LGRF{
			Levels:      rapid.IntRange(1, 2).Draw(t, "levels"),
			Fallback:    inner,
			KeepLosing:  rapid.Bool().Draw(t, "keep losing"),
			IgnoreDraws: rapid.Bool().Draw(t, "ignore draws"),
		}
		c, n := live(t, spec, w.info()), newNaiveLGRF(w.players, spec)
		for range rapid.IntRange(1, 60).Draw(t, "simulations") {
			trace := w.trace()
			n.learn(trace)
			learn(c, trace)
			for range 5 {
				choice := w.choice()
				want, isReply := n.reply(choice)
				if !isReply {
					want = len(choice.Actions) - 1
				}
				before := inner.chosen
				require.Equal(t, want, c.Choose(choice), "%+v", choice)
				require.Equal(t, !isReply, inner.chosen > before, "%+v", choice)
			}
		}
	})
}

var (
	hello  = Ply{Action: 1}
	answer = Ply{Action: 7, Player: 1}
	other  = Ply{Action: 8, Player: 1}
	won    = []float64{0, 1} // by who answers
	lost   = []float64{1, 0}
	drawn  = []float64{0.5, 0.5}
)

// replyToHello returns what a policy replies to hello: 7, 8, or 9 from the fallback.
func replyToHello(c Chooser) int {
	return 7 + c.Choose(&Choice{Player: 1, Actions: []int32{7, 8, 9}, History: []Ply{hello}, Rand: rng.New(1)})
}

func TestLGRF(t *testing.T) {
	type lesson struct {
		returns []float64
		reply   Ply
	}
	for _, test := range []struct {
		name    string
		spec    LGRF
		lessons []lesson
		want    int
	}{
		{"nothing learned", LGRF{}, nil, 9},
		{"won", LGRF{}, []lesson{{won, answer}}, 7},
		{"lost", LGRF{}, []lesson{{lost, answer}}, 9},
		{"won and lost", LGRF{}, []lesson{{won, answer}, {lost, answer}}, 9},
		{"lost and won", LGRF{}, []lesson{{lost, answer}, {won, answer}}, 7},
		{"another one lost", LGRF{}, []lesson{{won, answer}, {lost, other}}, 7},
		{"another one won", LGRF{}, []lesson{{won, answer}, {won, other}}, 8},
		{"drawn", LGRF{}, []lesson{{drawn, answer}}, 7},
		{"won and drawn", LGRF{}, []lesson{{won, answer}, {drawn, other}}, 8},
		{"drawn, ignored", LGRF{IgnoreDraws: true}, []lesson{{drawn, answer}}, 9},
		{"won and drawn, ignored", LGRF{IgnoreDraws: true}, []lesson{{won, answer}, {drawn, other}}, 7},
		{"won and lost, kept", LGRF{KeepLosing: true}, []lesson{{won, answer}, {lost, answer}}, 7},
		{"lost, not kept", LGRF{KeepLosing: true}, []lesson{{lost, answer}}, 9},
		{"kept until a better one", LGRF{KeepLosing: true}, []lesson{{won, answer}, {lost, answer}, {won, other}}, 8},
	} {
		for levels := range 3 {
			test.spec.Levels, test.spec.Fallback = levels, &part{}
			c := live(t, test.spec, Info{Players: 2})
			for _, l := range test.lessons {
				learn(c, trace(l.returns, hello, l.reply))
			}
			require.Equal(t, test.want, replyToHello(c), "%s, %d levels", test.name, levels)
			decay(c)
			require.Equal(t, test.want, replyToHello(c), "%s, after a move", test.name)
		}
	}
}

// Of three players, the ones who do at least as well as everyone else have replied well.
func TestLGRFOfThree(t *testing.T) {
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
		c := live(t, LGRF{Fallback: &part{}}, Info{Players: 3})
		learn(c, trace(test.returns, hello, answer, third))
		require.Equal(t, test.one, c.Choose(&Choice{Player: 1, Actions: []int32{7, 8, 9}, History: []Ply{hello}}), test.returns)
		require.Equal(t, test.two, c.Choose(&Choice{Player: 2, Actions: []int32{7, 8, 9}, History: []Ply{hello, answer}}), test.returns)
	}
}

// The reply to two actions comes before that to one, which stands in where the former is not legal or not known.
func TestLGRFLevels(t *testing.T) {
	inner := &part{}
	c := live(t, LGRF{Fallback: inner}, Info{Players: 2})
	one := live(t, LGRF{Levels: 1, Fallback: inner}, Info{Players: 2})
	x := Ply{Action: 2}
	for _, c := range []Chooser{c, one} {
		learn(c, trace(won, x, hello, answer))
		learn(c, trace(won, hello, other)) // of one level only
	}
	reply := func(c Chooser, history []Ply, actions ...int32) int32 {
		return actions[c.Choose(&Choice{Player: 1, History: history, Actions: actions})]
	}
	require.EqualValues(t, 7, reply(c, []Ply{x, hello}, 9, 8, 7, 3))
	require.EqualValues(t, 8, reply(one, []Ply{x, hello}, 9, 8, 7, 3))
	require.EqualValues(t, 8, reply(c, []Ply{x, hello}, 9, 8, 3), "7 is not legal")
	require.EqualValues(t, 8, reply(c, []Ply{hello, hello}, 9, 8, 7, 3), "no reply to these two")
	require.Zero(t, inner.chosen)
	require.EqualValues(t, 3, reply(c, []Ply{x, hello}, 9, 3), "none is legal")
	require.EqualValues(t, 3, reply(c, nil, 9, 8, 7, 3), "a reply to nothing")
	require.Equal(t, 2, inner.chosen)
	require.EqualValues(t, 3, actionOf(c, 0, []Ply{x, hello}, 9, 8, 7, 3), "another player")
}

func actionOf(c Chooser, player int, history []Ply, actions ...int32) int32 {
	return actions[c.Choose(&Choice{Player: player, History: history, Actions: actions})]
}

func TestLGRFTeachesItsFallback(t *testing.T) {
	inner := &part{}
	c := live(t, LGRF{Fallback: inner, IgnoreDraws: true}, Info{Players: 2})
	learn(c, trace(won, hello, answer))
	learn(c, trace(drawn, hello, answer))
	decay(c)
	require.Equal(t, part{learned: 2, aged: 1}, *inner)
}

func TestPartsThatCannotBeMade(t *testing.T) {
	bad := broken{errors.New("no such thing")}
	for _, spec := range []interface {
		Playout
		Validator
	}{LGRF{Fallback: bad}, Mix{First: bad}, Mix{Second: bad}, LGRF{Fallback: Mix{Second: bad}}} {
		_, err := spec.New(Info{Players: 2})
		require.ErrorIs(t, err, bad.error)
		require.ErrorIs(t, spec.Validate(), bad.error)
	}
	for _, spec := range []Playout{LGRF{Fallback: nothing{}}, Mix{First: nothing{}}, Mix{Second: nothing{}}} {
		_, err := spec.New(Info{Players: 2})
		require.ErrorContains(t, err, "policy: New of policy.nothing returned nil")
	}
}
