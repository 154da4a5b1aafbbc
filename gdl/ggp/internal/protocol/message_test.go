package protocol_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/gdl/ggp/internal/protocol"
	"github.com/banyan-go/banyan/gdl/kif"
)

func TestParse(t *testing.T) {
	rules, err := kif.Parse([]byte("(role x) (<= terminal (true over))"))
	require.NoError(t, err)
	for text, want := range map[string]protocol.Message{
		"( START Match.1 X ((role x) (<= terminal (true over))) 60 15 )": {
			Kind: protocol.Start, MatchID: "Match.1", Role: "X", Rules: rules, StartClock: time.Minute, PlayClock: 15 * time.Second,
		},
		"(play match.1 nil)":                      {Kind: protocol.Play, MatchID: "match.1"},
		"(PLAY match.1 ((MARK 1 3) noop (tick)))": {Kind: protocol.Play, MatchID: "match.1", Moves: []string{"(MARK 1 3)", "noop", "tick"}},
		"(STOP match.1 (a b)) ; the end":          {Kind: protocol.Stop, MatchID: "match.1", Moves: []string{"a", "b"}},
		"(ABORT match.1)":                         {Kind: protocol.Abort, MatchID: "match.1"},
		"\r\n(INFO)":                              {Kind: protocol.Info},
		"(PREVIEW () 2.5)":                        {Kind: protocol.Preview, StartClock: 2500 * time.Millisecond},
	} {
		have, err := protocol.Parse([]byte(text))
		require.NoError(t, err, text)
		requireSame(t, want, have)
		again, err := protocol.Parse([]byte(have.String()))
		require.NoError(t, err, have.String())
		requireSame(t, have, again)
	}
}

// requireSame compares messages except for the places of their rules in the text.
func requireSame(t require.TestingT, want, have protocol.Message) {
	require.True(t, kif.List(want.Rules...).Equal(kif.List(have.Rules...)), "%v and %v", want, have)
	want.Rules, have.Rules = nil, nil
	require.Equal(t, want, have)
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "ggp: message: there are 0 expressions, want one list such as (INFO)",
		"info":                        "ggp: message: there are 1 expressions, want one list such as (INFO)",
		"(INFO) (INFO)":               "ggp: message: there are 2 expressions, want one list such as (INFO)",
		"(INFO":                       "ggp: message: kif: line 1, column 1: a list is not closed, want )",
		"(HELLO)":                     `ggp: message: the kind is "HELLO", want START, PLAY, STOP, ABORT, INFO or PREVIEW`,
		"((INFO))":                    `ggp: message: the kind is "(INFO)", want START, PLAY, STOP, ABORT, INFO or PREVIEW`,
		"(INFO 1)":                    "ggp: message: line 1, column 7: there is something after the last part; want (INFO)",
		"(PLAY m)":                    "ggp: message: the joint move is missing; want (PLAY match NIL) or (PLAY match (move ...))",
		"(PLAY (m) NIL)":              `ggp: message: line 1, column 7: the match is "(m)", want a name; want (PLAY match NIL) or (PLAY match (move ...))`,
		"(PLAY m noop)":               `ggp: message: line 1, column 9: the joint move is "noop", want NIL or a list of moves; want (PLAY match NIL) or (PLAY match (move ...))`,
		"(START m x (role x) 1 soon)": `ggp: message: line 1, column 23: the play clock is "soon", want seconds from 0 to 1000000; want (START match role (rule ...) startclock playclock)`,
		"(START m x rules 1 1)":       `ggp: message: line 1, column 12: the list of rules is "rules", want a list; want (START match role (rule ...) startclock playclock)`,
		"(PREVIEW () -1)":             `ggp: message: line 1, column 13: the start clock is "-1", want seconds from 0 to 1000000; want (PREVIEW (rule ...) startclock)`,
		"(PREVIEW () NaN)":            `ggp: message: line 1, column 13: the start clock is "NaN", want seconds from 0 to 1000000; want (PREVIEW (rule ...) startclock)`,
	} {
		_, err := protocol.Parse([]byte(text))
		require.EqualError(t, err, want, text)
	}
}

// A message is read as it was written.
func TestMessageRoundTrip(t *testing.T) {
	name := rapid.StringMatching(`[a-z][a-z0-9._]{0,5}`).Filter(func(s string) bool { return s != "nil" })
	move := rapid.Custom(func(t *rapid.T) string {
		if rapid.Bool().Draw(t, "name") {
			return name.Draw(t, "move")
		}
		return "(" + name.Draw(t, "move") + " " + name.Draw(t, "argument") + ")"
	})
	clock := rapid.Map(rapid.IntRange(0, 1e9), func(ms int) time.Duration { return time.Duration(ms) * time.Millisecond })
	rapid.Check(t, func(t *rapid.T) {
		m := protocol.Message{Kind: rapid.SampledFrom([]protocol.Kind{protocol.Start, protocol.Play, protocol.Stop, protocol.Abort, protocol.Info, protocol.Preview}).Draw(t, "kind")}
		if m.Kind != protocol.Info && m.Kind != protocol.Preview {
			m.MatchID = name.Draw(t, "match")
		}
		if m.Kind == protocol.Start || m.Kind == protocol.Preview {
			for range rapid.IntRange(0, 3).Draw(t, "rules") {
				m.Rules = append(m.Rules, kif.List(kif.Name(name.Draw(t, "head")), kif.List(kif.Name(name.Draw(t, "body")))))
			}
			m.StartClock = clock.Draw(t, "start clock")
		}
		switch m.Kind {
		case protocol.Start:
			m.Role, m.PlayClock = name.Draw(t, "role"), clock.Draw(t, "play clock")
		case protocol.Play, protocol.Stop:
			if moves := rapid.SliceOfN(move, 0, 3).Draw(t, "moves"); len(moves) > 0 {
				m.Moves = moves
			}
		}
		again, err := protocol.Parse([]byte(m.String()))
		require.NoError(t, err)
		requireSame(t, m, again)
	})
}

// Any text is a message that is written and read again, or an error.
func FuzzParseMessage(f *testing.F) {
	for _, text := range []string{
		"(START m x ((role x) (<= (goal x 100) (true (f a)))) 10 5)", "(PLAY m NIL)", "(PLAY m ((mark 1 3) noop))", "(STOP m (a))",
		"(ABORT m)", "(INFO)", "(PREVIEW ((role x)) 1e3)", "((", "; ", "(PLAY m () x)",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := protocol.Parse(text)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		again, err := protocol.Parse([]byte(m.String()))
		require.NoError(t, err, "%q", m.String())
		requireSame(t, m, again)
	})
}
