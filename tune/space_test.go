package tune_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/tune"
)

const everyKind = `
c=0.1..2 log          # the constant
k=1..20 int log; n=1..5 int
playout=uniform|mast|nst
epsilon=0..0.6 if playout=mast|nst
way=plain{}|priors{selection=puct, fpu=0.2}
deep=off|on if playout=nst and way=priors
depth=1..3 int if deep=on`

func TestParseSpace(t *testing.T) {
	s, err := tune.ParseSpace(everyKind)
	require.NoError(t, err)
	require.Equal(t, tune.Space{Parameters: []tune.Parameter{
		{Name: "c", Kind: tune.Float{Low: 0.1, High: 2, Log: true}},
		{Name: "k", Kind: tune.Integer{Low: 1, High: 20, Log: true}},
		{Name: "n", Kind: tune.Integer{Low: 1, High: 5}},
		{Name: "playout", Kind: tune.Choice{{Name: "uniform"}, {Name: "mast"}, {Name: "nst"}}},
		{
			Name: "epsilon", Kind: tune.Float{High: 0.6},
			If: []tune.Condition{{Parameter: "playout", Alternatives: []string{"mast", "nst"}}},
		},
		{Name: "way", Kind: tune.Choice{{Name: "plain", Whole: true}, {Name: "priors", Whole: true, Text: "selection=puct,fpu=0.2"}}},
		{
			Name: "deep", Kind: tune.Choice{{Name: "off"}, {Name: "on"}}, If: []tune.Condition{
				{Parameter: "playout", Alternatives: []string{"nst"}}, {Parameter: "way", Alternatives: []string{"priors"}},
			},
		},
		{Name: "depth", Kind: tune.Integer{Low: 1, High: 3}, If: []tune.Condition{{Parameter: "deep", Alternatives: []string{"on"}}}},
	}}, s)
	again, err := tune.ParseSpace(s.String())
	require.NoError(t, err)
	require.Equal(t, s, again)
}

func TestParseSpaceErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "Space.Parameters is empty",
		"c":                                    `"c": want NAME=VALUES`,
		"c=0.4":                                `parameter "c": there is one value, want a range such as 0.1..2`,
		"c=2..0.1":                             "the range is 2..0.1, want two numbers, the lower one first",
		"c=0..1 log":                           "the range begins at 0, want a number above 0",
		"c=0..1 lgo":                           `there is "lgo" after the range, want int, log or if`,
		"c=0..x":                               "the range is 0..x, want two numbers",
		"c=0..1.5 int":                         "the range is 0..1.5, want two whole numbers",
		"k=0..2000000000 int":                  "want two numbers within ±1000000000",
		"c=0..NaN":                             "want two numbers, the lower one first",
		"c=-1e308..1e308":                      "want a smaller one",
		"c=1000..1004":                         "want a wider one: with three significant digits it has 1 of at least 3 values",
		"a=x|y; a=x|z":                         `parameter "a": the name is taken`,
		"a=x|x":                                `there are two alternatives "x"`,
		"a=" + strings.Repeat("x|", 200) + "x": "there are 201 alternatives, want at most 200",
		"a=x|":                                 `the alternative is "", want a word`,
		"a=x{c=1|y":                            `there is no } at the end of "x{c=1"`,
		"a=x{c}|y{}":                           "x{c}: want parameters of the form key=value",
		"a b=x|y":                              `parameter "a b": want a name`,
		"a=x|y; b=1..2 if a=z":                 "if a=z: want one of x|y",
		"b=1..2 if a=z":                        "if a: want the name of an earlier parameter",
		"a=1..2; b=1..2 if a=1":                "if a: want a choice, not a range",
		"a=x|y; b=1..2 if a":                   `the condition is "a", want NAME=VALUE`,
		"a=x|y; b=1..2 if":                     `the condition is "", want NAME=VALUE`,
		"a=x|y; b=1..2 if a=x or y":            "if a=x or y: want one of x|y",
	} {
		t.Run(text, func(t *testing.T) {
			_, err := tune.ParseSpace(text)
			require.ErrorContains(t, err, want)
		})
	}
}

// FuzzParseSpace checks that a space that is read has a text that is read as the same space.
func FuzzParseSpace(f *testing.F) {
	f.Add(everyKind)
	f.Add("a=x{}|y{b=1}; c=1e-3..1e3 log if a=x")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := tune.ParseSpace(text)
		if err != nil {
			require.Empty(t, s)
			return
		}
		again, err := tune.ParseSpace(s.String())
		require.NoError(t, err, "%q", s.String())
		require.Equal(t, s, again)
		require.NotContains(t, s.Text(s.Start()), ";")
	})
}

// TestText checks which parameters a player has.
func TestText(t *testing.T) {
	s, err := tune.ParseSpace(everyKind)
	require.NoError(t, err)
	s.Fixed = "mcts,sims=5"
	for want, p := range map[string]tune.Point{
		"mcts,sims=5,c=0.4,k=2,n=3,playout=uniform":                                            {0.4, 2, 3, 0, 0.5, 0, 1, 2},
		"mcts,sims=5,c=0.4,k=2,n=3,playout=nst,epsilon=0.5":                                    {0.4, 2, 3, 2, 0.5, 0, 1, 2},
		"mcts,sims=5,c=1,k=2,n=3,playout=uniform,selection=puct,fpu=0.2":                       {1, 2, 3, 0, 0.5, 1, 1, 2},
		"mcts,sims=5,c=1,k=2,n=3,playout=nst,epsilon=0,selection=puct,fpu=0.2,deep=on,depth=2": {1, 2, 3, 2, 0, 1, 1, 2},
		"mcts,sims=5,c=1,k=2,n=3,playout=nst,epsilon=0,selection=puct,fpu=0.2,deep=off":        {1, 2, 3, 2, 0, 1, 0, 2},
	} {
		require.Equal(t, want, s.Text(p))
	}
	require.Equal(t, "mcts,sims=5,c=0.447,k=4,n=3,playout=uniform", s.Text(s.Start()))
}

// many returns a choice that has too many alternatives for random players to have all pairs.
func many(name string) string {
	text := name + "=0"
	for i := 1; i < 40; i++ {
		text += fmt.Sprintf("|%d", i)
	}
	return text
}

// Before any game, a space is checked at the ends of its ranges and at all pairs of alternatives.
func TestSpaceIsChecked(t *testing.T) {
	for text, bad := range map[string]string{
		"c=0..2":                             "c=0",
		"c=1..2":                             "c=2",
		many("a") + ";" + many("b"):          "a=39,b=38",
		"a=x|y; c=0..2 if a=y":               "a=y,c=0",
		"a=x|y|z; b=1|2; c=u|v":              "a=z,b=1,c=v",
		"a=x|y; b=1|2 if a=y; c=u|v":         "a=y,b=2,c=v",
		"a=x|y; b=1|2 if a=y; c=0..9 if b=2": "a=y,b=2,c=9",
	} {
		t.Run(text, func(t *testing.T) {
			s, err := tune.ParseSpace(text)
			require.NoError(t, err)
			refuses := checked{bad: bad}
			_, err = tune.Run(t.Context(), refuses, s, tune.Options{Default: "default", Pairs: 10})
			require.EqualError(t, err, "tune: the space has a player that cannot play: not "+bad)
		})
	}
}

// checked refuses one player.
type checked struct {
	function
	bad string
}

func (c checked) Check(player string) error {
	if player == c.bad {
		return errors.New("not " + player)
	}
	return nil
}

// Numbers are in their range and have three digits at most.
func TestValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(1e-6, 1e6).Draw(t, "low")
		high := low * rapid.Float64Range(1.01, 1e6).Draw(t, "factor")
		k := tune.Float{Low: low, High: high, Log: rapid.Bool().Draw(t, "log")}
		s := tune.Space{Parameters: []tune.Parameter{{Name: "x", Kind: k}}}
		if err := s.Validate(); err != nil { // Three digits are too few for it.
			require.ErrorContains(t, err, "want a wider one")
			require.Less(t, high/low, 1.03)
			return
		}
		x := s.Start()[0]
		require.True(t, low <= x && x <= high)
		again, err := tune.ParseSpace(s.String())
		require.NoError(t, err)
		require.Equal(t, s, again)
		digits := strings.Trim(strings.NewReplacer(".", "", "-", "").Replace(strings.Split(strings.TrimPrefix(s.Text(s.Start()), "x="), "e")[0]), "0")
		require.True(t, len(digits) <= 3 || slices.Contains([]float64{low, high}, x), digits)
	})
}
