package play

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/liarsdice"
	"github.com/banyan-go/banyan/games/poker"
	"github.com/banyan-go/banyan/games/whist"
	"github.com/banyan-go/banyan/rng"
)

// A player knows the same after a history that is filled as after the one whose actions it has not
// seen.
func TestFill(t *testing.T) {
	t.Run("kuhn", rapid.MakeCheck(fills(poker.Kuhn{}, poker.Kuhn{}.Start())))
	t.Run("leduc", rapid.MakeCheck(fills(poker.Leduc{}, poker.Leduc{}.Start())))
	t.Run("liarsdice", rapid.MakeCheck(fills(liarsdice.Game{}, liarsdice.Game{}.Start())))
	t.Run("sealed", rapid.MakeCheck(fills(goofspiel.Sealed{}, goofspiel.Sealed{}.Start())))
	t.Run("whist", rapid.MakeCheck(fills(whist.Game{}, whist.Game{}.Start())))
}

func fills[S any, A comparable](g game.Game[S, A], start S) func(t *rapid.T) {
	return func(t *rapid.T) {
		rules, err := game.NewRules(g)
		require.NoError(t, err)
		r := rng.New(rapid.Uint64().Draw(t, "seed"))
		observer := rapid.IntRange(0, g.NumPlayers()-1).Draw(t, "observer")
		var s S
		rules.Copy(&s, &start)
		var texts []string
		for range rapid.IntRange(0, 40).Draw(t, "plies") {
			ply := rules.Draw(&s, r)
			if ply == nil {
				break
			}
			text := Unseen
			if sees(&rules, &s, observer) {
				text = fmt.Sprint(ply[0])
			}
			texts = append(texts, text)
			require.NoError(t, rules.Play(&s, ply...))
		}
		view := rules.Viewer.View(&s, observer)
		filled, err := Fill(&rules, &start, texts, func(s *S) bool { return rules.Viewer.View(s, observer) == view }, r)
		require.NoError(t, err, "%v", texts)
		var made S
		rules.Copy(&made, &start)
		for i, text := range filled {
			if texts[i] != Unseen {
				require.Equal(t, texts[i], text)
			}
			require.NoError(t, Apply(&rules, &made, text))
		}
		require.Equal(t, rules.Informer.InformationState(&s, observer), rules.Informer.InformationState(&made, observer),
			"%v became %v", texts, filled)
	}
}

// sees reports whether a player sees what is played at s.
func sees[S any, A comparable](rules *game.Rules[S, A], s *S, observer int) bool {
	lists := rules.Choices(nil, s)
	if len(lists) == 0 || len(lists[0]) == 1 {
		return true
	}
	met := map[uint64]bool{}
	for _, a := range lists[0] {
		var next S
		rules.Copy(&next, s)
		rules.Apply(&next, a)
		met[rules.Informer.InformationState(&next, observer)] = true
	}
	return len(met) > 1
}

func anything[S any](*S) bool { return true }

func TestFillErrors(t *testing.T) {
	rules, err := game.NewRules(poker.Kuhn{})
	require.NoError(t, err)
	start := poker.Kuhn{}.Start()
	for texts, want := range map[string]string{
		"? J J":       "action 2: there is no action \"J\"",
		"J ? ? ? ? ?": "action 5: ",
		"Z ?":         "action 0: there is no outcome \"Z\"",
	} {
		_, err := Fill(&rules, &start, strings.Fields(texts), anything[poker.KuhnState], rng.New(1))
		require.ErrorContains(t, err, want, texts)
	}
	open, err := game.NewRules(connect4.Game{})
	require.NoError(t, err)
	board := connect4.Game{}.Start()
	texts, err := Fill(&open, &board, strings.Fields("a ? a"), anything[connect4.State], rng.New(1))
	require.NoError(t, err)
	require.Len(t, texts, 3)
	require.NotContains(t, texts, Unseen)
}

// Some actions of a simultaneous move may be unseen.
func TestFillJointMoves(t *testing.T) {
	g := goofspiel.Game{}
	rules, err := game.NewRules(g)
	require.NoError(t, err)
	start := g.Start()
	texts, err := Fill(&rules, &start, []string{"P3", "5|?", "P4", "?|7"}, anything[goofspiel.State], rng.New(1))
	require.NoError(t, err)
	require.Regexp(t, `^P3 5\|\d+ P4 \d+\|7$`, strings.Join(texts, " "))
	_, err = Fill(&rules, &start, []string{"P3", "5|?", "P4", "5|?"}, anything[goofspiel.State], rng.New(1))
	require.ErrorContains(t, err, "action 3: ")
}
