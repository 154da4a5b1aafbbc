package poker_test

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/equilibrium"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/poker"
	"github.com/banyan-go/banyan/internal/testkit"
)

var (
	_ testkit.HiddenGame[poker.KuhnState, poker.Action]  = poker.Kuhn{}
	_ testkit.HiddenGame[poker.LeducState, poker.Action] = poker.Leduc{}
	_ game.ChanceGame[poker.KuhnState, poker.Action]     = poker.Kuhn{}
	_ game.ChanceGame[poker.LeducState, poker.Action]    = poker.Leduc{}
	_ game.Indexer[poker.Action]                         = poker.Kuhn{}
	_ game.Indexer[poker.Action]                         = poker.Leduc{}
	_ game.ReturnRanger                                  = poker.Kuhn{}
	_ game.ReturnRanger                                  = poker.Leduc{}
)

var (
	kuhn  = poker.Kuhn{}
	leduc = poker.Leduc{}
)

func TestConformance(t *testing.T) {
	gametest.Run(t, kuhn, kuhn.Start())
	gametest.Run(t, leduc, leduc.Start())
	assert.EqualValues(t, 5, unsafe.Sizeof(poker.KuhnState{}))
	assert.EqualValues(t, 13, unsafe.Sizeof(poker.LeducState{}))
}

func TestHidden(t *testing.T) {
	gametest.Hidden(t, kuhn, kuhn.Start(), kuhn.View)
	gametest.Hidden(t, leduc, leduc.Start(), leduc.View)
}

// seen returns a function that writes a path as a player sees it, with the cards at the end if
// isShown says so of the actions.
func seen(isShown func(actions string) bool) func(path []poker.Action, player int) string {
	return func(path []poker.Action, player int) string {
		var words, cards []string
		for i, a := range path {
			word := a.String()
			if i < 2 {
				cards = append(cards, word)
				if i != player {
					word = "?"
				}
			}
			words = append(words, word)
		}
		if len(path) > 2 && isShown(strings.Join(words[2:], " ")) {
			words = append(words, cards...)
		}
		return strings.Join(words, " ")
	}
}

func TestKuhnInformation(t *testing.T) {
	sets := testkit.CheckInformation(t, kuhn, 2000, seen(func(actions string) bool {
		return actions == "pass pass" || actions == "bet bet" || actions == "pass bet bet"
	}))
	assert.Equal(t, 12, sets)
}

func TestLeducInformation(t *testing.T) {
	sets := testkit.CheckInformation(t, leduc, 2000, seen(func(actions string) bool {
		_, second, _ := strings.Cut(strings.NewReplacer("J", "|", "Q", "|", "K", "|").Replace(actions), "|")
		return second == " call call" || strings.HasSuffix(second, "raise call")
	}))
	assert.Equal(t, 288, sets)
}

// The values are from OpenSpiel. A mistake in the rules shows in them.
func TestUniformPlay(t *testing.T) {
	small, err := equilibrium.New(kuhn, kuhn.Start(), 1_000)
	require.NoError(t, err)
	assert.InDelta(t, 11./12, small.NashConv(small.Uniform()), 1e-9)
	large, err := equilibrium.New(leduc, leduc.Start(), 100_000)
	require.NoError(t, err)
	assert.InDelta(t, 4.747222, large.NashConv(large.Uniform()), 1e-6)
}

// TestKuhnEquilibrium plays Kuhn's solution, in which player 0 bets with a king only: it loses 1/18
// of a chip.
func TestKuhnEquilibrium(t *testing.T) {
	bets := map[string]float64{ // by card and the actions before
		"J": 0, "Q": 0, "K": 0,
		"J pass bet": 0, "Q pass bet": 1. / 3, "K pass bet": 1,
		"J pass": 1. / 3, "Q pass": 0, "K pass": 1,
		"J bet": 0, "Q bet": 1. / 3, "K bet": 1,
	}
	tree, err := equilibrium.New(kuhn, kuhn.Start(), 1_000)
	require.NoError(t, err)
	strategy := tree.Uniform()
	for text, bet := range bets {
		own, actions, _ := strings.Cut(text, " ")
		cards := own + " " + map[string]string{"J": "Q", "Q": "K", "K": "J"}[own]
		if len(strings.Fields(actions))%2 == 1 { // It is player 1 that has the card.
			cards = cards[2:] + " " + own
		}
		s := kuhn.Start()
		play(t, kuhn, &s, cards+" "+actions)
		k := tree.Index(&s)
		require.Equal(t, []poker.Action{poker.Pass, poker.Bet}, tree.Sets()[k].Actions)
		strategy[k] = []float64{1 - bet, bet}
	}
	assert.InDelta(t, -1./18, tree.Values(strategy)[0], 1e-12)
}

// play plays actions and returns what is told of them, and the return of player 0 at the end.
func play[S any](t *testing.T, g interface {
	game.Game[S, poker.Action]
	Legal(s *S, a poker.Action) error
	Parse(text string) (poker.Action, error)
	Tell(before *S, a poker.Action, after *S) string
}, s *S, actions string,
) (told string, value float64) {
	for _, text := range strings.Fields(actions) {
		a, err := g.Parse(text)
		require.NoError(t, err)
		require.NoError(t, g.Legal(s, a))
		before := *s
		g.Apply(s, a)
		told += g.Tell(&before, a, s) + " "
	}
	var out [2]float64
	if len(g.AppendActions(nil, s)) == 0 && g.ToMove(s) != game.Chance {
		g.Returns(s, out[:])
	}
	assert.Zero(t, out[0]+out[1])
	return strings.TrimSpace(told), out[0]
}

func TestPlayKuhn(t *testing.T) {
	for actions, want := range map[string]float64{
		"Q K pass pass": -1, "Q J pass pass": 1, "J K bet bet": -2, "K J bet bet": 2, "J K bet pass": 1,
		"K J pass bet pass": -1, "K Q pass bet bet": 2, "Q K pass bet bet": -2,
	} {
		s := kuhn.Start()
		_, got := play(t, kuhn, &s, actions)
		assert.InDelta(t, want, got, 0, actions)
		assert.EqualError(t, kuhn.Legal(&s, poker.Bet), "the game is over")
	}
	s := kuhn.Start()
	require.EqualError(t, kuhn.Legal(&s, poker.Bet), "bet is not possible: want J or Q or K")
	told, _ := play(t, kuhn, &s, "K")
	assert.EqualError(t, kuhn.Legal(&s, poker.King), "K is not possible: want J or Q")
	assert.Equal(t, "A card is dealt.", told)
	told, _ = play(t, kuhn, &s, "j PASS bet")
	assert.Equal(t, "A card is dealt. Player 1: pass. Player 2: bet.", told)
	assert.Equal(t, "Player 1: K, 1 in the pot\nPlayer 2: J, 2 in the pot\nActions: [pass bet]\n", kuhn.Text(&s))
	assert.Equal(t, "Player 1: ?, 1 in the pot\nPlayer 2: J, 2 in the pot\nActions: [pass bet]\n", kuhn.View(&s, 1))
	assert.EqualError(t, kuhn.Legal(&s, poker.Jack), "J is not possible: want pass or bet")
	told, _ = play(t, kuhn, &s, "bet")
	assert.Equal(t, "Player 1: bet. The cards are K and J.", told)
	assert.Equal(t, kuhn.Text(&s), kuhn.View(&s, 1))
}

func TestPlayLeduc(t *testing.T) {
	for actions, want := range map[string]float64{
		"Q K raise fold":                                    1,
		"Q K raise raise fold":                              -3,
		"Q K call raise raise fold":                         3,
		"Q K call call J raise fold":                        1,
		"Q K call call J call call":                         -1,
		"Q K call call Q call call":                         1,
		"Q Q call call J raise call":                        0,
		"J K call raise call J call raise call":             7,
		"K K raise call J raise raise fold":                 -7,
		"Q J raise raise call K raise raise call":           13,
		"Q K call raise raise call J call raise raise call": -13,
	} {
		s := leduc.Start()
		_, got := play(t, leduc, &s, actions)
		assert.InDelta(t, want, got, 0, actions)
		assert.EqualError(t, leduc.Legal(&s, poker.Call), "the game is over")
	}
	s := leduc.Start()
	_, _ = play(t, leduc, &s, "K K")
	assert.EqualError(t, leduc.Legal(&s, poker.Fold), "fold is not possible: want call or raise")
	_, _ = play(t, leduc, &s, "raise raise")
	assert.EqualError(t, leduc.Legal(&s, poker.Raise), "raise is not possible: want fold or call")
	_, _ = play(t, leduc, &s, "call")
	assert.EqualError(t, leduc.Legal(&s, poker.King), "K is not possible: want J or Q")
	told, _ := play(t, leduc, &s, "J call")
	assert.Equal(t, "The public card is J. Player 1: call.", told)
	assert.Equal(t, strings.Join([]string{
		"Player 1: K, 5 in the pot",
		"Player 2: ?, 5 in the pot",
		"Actions: [raise raise call]",
		"Public card: J",
		"Actions: [call]\n",
	}, "\n"), leduc.View(&s, 0))
	told, _ = play(t, leduc, &s, "call")
	assert.Equal(t, "Player 2: call. The cards are K and K.", told)
}

func TestParse(t *testing.T) {
	for a := poker.Jack; a <= poker.Raise; a++ {
		_, err := kuhn.Parse(a.String())
		assert.Equal(t, a <= poker.Bet, err == nil, a)
		_, err = leduc.Parse(strings.ToUpper(a.String()) + " ")
		assert.Equal(t, a <= poker.King || a >= poker.Fold, err == nil, a)
	}
	_, err := kuhn.Parse("?")
	require.EqualError(t, err, `"?" is not an action: want J or Q or K or pass or bet`)
	assert.Equal(t, "Action(10)", poker.Action(10).String())
}
