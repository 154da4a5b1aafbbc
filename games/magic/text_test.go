package magic_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/rng"
)

func TestView(t *testing.T) {
	g := magic.Game{}
	s := g.Start()
	require.Equal(t, "The cards are not dealt yet\n", g.View(&s, 0))
	s = g.Deal(rng.New(2))
	require.Equal(t, `Turn 1: First plays cards for 0 mana
First:  20 life, 0 lands, 7 in hand (LLADEEF), 33 in the library
  ready -, tapped -, dead -
Second: 20 life, 0 lands, 7 in hand, 33 in the library
  ready -, tapped -, dead -
Cards: L land, A 1/1(1), B 2/2(2), C 2/3(3), D 3/2(3), E 3/3(4), F 4/4(5), G 5/5(6), H 6/6(7)
`, g.View(&s, 0))
	require.NotContains(t, g.View(&s, 1), "(LLADEEF)")
	require.Contains(t, g.Text(&s), "(LLADEEF)")
	binary := newGame(t, magic.Config{Main: magic.Binary})
	s = binary.Deal(rng.New(2))
	require.Contains(t, binary.View(&s, 0), "First plays cards for 0 mana, L?\n")
	require.Contains(t, binary.View(&s, 1), "First plays cards for 0 mana\n")
}

func TestParse(t *testing.T) {
	g := magic.Game{}
	for text, want := range map[string]string{
		"pass": "pass", " PASS\n": "pass", "play l": "play L", "Play BLA": "play LAB", "play hh": "play HH", "done": "done",
		"cast L": "cast L", "CAST c": "cast C", "skip L": "skip L", "attack cc": "attack CC", "attack A": "attack A",
		"hold h": "hold H", "block  B": "block B", "deal 1000": "deal 1000", "draw L": "draw L", "draw h": "draw H",
	} {
		a, err := g.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, a.String())
	}
	for text, want := range map[string]string{
		"":                                  "want a verb",
		"A":                                 "want a verb",
		"play":                              "want letters of cards after the verb",
		"attack":                            "want letters of cards after the verb",
		"pass A":                            "want nothing after pass",
		"done A":                            "want nothing after done",
		"play I":                            "there is no card 'I', want letters of LABCDEFGH",
		"play A B":                          "there is no card ' '",
		"play LL":                           "want one L at most",
		"attack AB":                         "want one letter after attack, once or several times",
		"attack L":                          "a land does not fight",
		"block L":                           "a land does not fight",
		"hold LA":                           "want one letter after hold",
		"cast AA":                           "want one letter after cast",
		"cast LL":                           "want one letter after cast",
		"deal 0":                            "want deal 1 to deal 1000",
		"deal 1001":                         "want deal 1 to deal 1000",
		"deal 01":                           "want deal 1 to deal 1000",
		"deal":                              "want deal 1 to deal 1000",
		"deal +1":                           "want deal 1 to deal 1000",
		"attack " + strings.Repeat("A", 16): "a deck has at most 15 cards A",
	} {
		a, err := g.Parse(text)
		require.ErrorContains(t, err, want, text)
		require.ErrorContains(t, err, fmt.Sprintf("%q is not a move: ", text))
		require.Zero(t, a)
	}
}

// sorted returns the characters of a text in order, in upper case and without spaces.
func sorted(text string) string {
	bytes := []byte(strings.Join(strings.Fields(strings.ToUpper(strings.ToLower(text))), ""))
	slices.Sort(bytes)
	return string(bytes)
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"pass", "play LAAB", "cast L", "skip c", "attack CC", "hold A", "block B", "done", "deal 7", "draw H", "play ſ", "play Å", "", " ", "play ", "\xff"} {
		f.Add(seed)
	}
	g := magic.Game{}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := g.Parse(text)
		if err != nil {
			require.Zero(t, a)
			return
		}
		again, err := g.Parse(a.String())
		require.NoError(t, err, a.String())
		require.Equal(t, a, again)
		require.Equal(t, sorted(text), sorted(a.String()))
	})
}

func TestLegalExplains(t *testing.T) {
	parse := func(text string) magic.Action {
		a, err := magic.Game{}.Parse(text)
		require.NoError(t, err)
		return a
	}
	g := magic.Game{}
	s := g.Start()
	require.EqualError(t, g.Legal(&s, parse("pass")), "chance deals the cards now")
	s = g.Deal(rng.New(2)) // LLADEEF
	require.NoError(t, g.Legal(&s, parse("play LA")))
	require.EqualError(t, g.Legal(&s, parse("play LH")), "your hand has 0 cards H, not 1")
	require.EqualError(t, g.Legal(&s, parse("play LEE")), "EE costs 8 mana, and you have 1")
	require.EqualError(t, g.Legal(&s, parse("attack A")), "play cards now: play and their letters, or pass")
	pruned := newGame(t, magic.Config{Prune: magic.PruneLand})
	require.EqualError(t, pruned.Legal(&s, parse("pass")), "pass is not offered here: play more cards")
	binary := newGame(t, magic.Config{Main: magic.Binary})
	require.EqualError(t, binary.Legal(&s, parse("pass")), "choose whether to play L now: cast L or skip L")

	seen := map[string]bool{}
	walk(g, s, rng.New(1), func(s *magic.State, actions []magic.Action) {
		for _, text := range []string{"done", "attack A", "play L"} {
			if err := g.Legal(s, parse(text)); err != nil {
				seen[strings.Join(strings.Fields(err.Error())[:3], " ")] = true
			}
		}
	})
	for _, want := range []string{"choose attackers of", "choose the blockers", "the game is", "there is no", "play cards now:"} {
		require.True(t, seen[want], "%s: %v", want, seen)
	}
}
