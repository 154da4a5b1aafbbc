package gametest_test

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

// lawsOf returns the names of the laws in what Hidden and Posterior say, notes included, in order.
func lawsOf[S any](g game.Game[S, uint8], view func(s *S, observer int) string) string {
	said, _ := testkit.RunCheck(func(t testing.TB) {
		gametest.Hidden(t, g, *new(S), view)
		gametest.Posterior(t, g, *new(S), view, testkit.Few(2000, 6000))
	})
	var laws []string
	for _, match := range regexp.MustCompile(`gametest: ([a-z]+): `).FindAllStringSubmatch(said, -1) {
		laws = append(laws, match[1])
	}
	slices.Sort(laws)
	return strings.Join(slices.Compact(laws), " ")
}

func lawsOfRounds(g rounds) string { return lawsOf(g, g.View) }
func lawsOfHiding(g hiding) string { return lawsOf(g, g.View) }

// The games without a mistake keep all laws.
func TestFaultlessHiddenGames(t *testing.T) {
	for _, g := range []rounds{{}, {plain: true}, {higherFirst: true}} {
		require.Empty(t, lawsOfRounds(g), "%+v", g)
	}
	require.Empty(t, lawsOfHiding(hiding{}))
}

// Each mistake is found by these laws, and by no others.
func TestPlantedInRounds(t *testing.T) {
	isSecond := func(s *roundsState) func(player, round int) bool {
		return func(player, round int) bool { return round == 1 || s.shown[player][round] }
	}
	for name, c := range map[string]struct {
		game  rounds
		laws  string // that find the mistake
		plain string // the same without InformationState, if it differs
	}{
		"the second card is not replaced": {rounds{determinize: func(s *roundsState, observer int, r *rng.Rand) {
			left := s.without(func(player, round int) bool { return player == observer || isSecond(s)(player, round) })
			s.replace(observer, r, left, func(player, round int) bool { return s.isHidden(player, round) && round == 0 })
		}}, "forgets", ""},
		"player 1 sees all": {rounds{determinize: func(s *roundsState, observer int, r *rng.Rand) {
			if observer == 0 {
				rounds{}.Determinize(s, observer, r)
			}
		}}, "everyone forgets", ""},
		"a card of the observer is drawn again": {rounds{determinize: func(s *roundsState, observer int, r *rng.Rand) {
			left := s.without(func(player, round int) bool { return s.shown[player][round] })
			s.replace(observer, r, left, s.isHidden)
		}}, "posterior", ""},
		"one card is drawn twice as often": {rounds{determinize: func(s *roundsState, observer int, r *rng.Rand) {
			left := s.unseen(observer)
			s.replace(observer, r, append(left, left[0]), s.isHidden)
		}}, "posterior", ""},
		"card 1 is never drawn": {rounds{determinize: func(s *roundsState, observer int, r *rng.Rand) {
			left := slices.DeleteFunc(s.unseen(observer), func(c uint8) bool { return c == 1 })
			s.replace(observer, r, left, s.isHidden)
		}}, "posterior", ""},
		"who moves depends on hidden cards":  {rounds{plain: true, higherFirst: true}, "movers", ""},
		"Determinize changes who is to move": {rounds{higherFirst: true, determinize: rounds{}.Determinize}, "knows view", "movers view"},
		"Determinize changes the observer's own card": {rounds{determinize: func(s *roundsState, observer int, r *rng.Rand) {
			rounds{}.Determinize(s, 1-observer, r)
		}}, "forgets knows posterior view", "forgets posterior view"},
		"actions depend on the other's card": {rounds{mayShow: func(s *roundsState, player int) bool {
			return s.cards[player][0] > s.cards[1-player][0]
		}}, "knows posterior view", "posterior view"},
		"a card that was shown is drawn again": {rounds{determinize: func(s *roundsState, observer int, r *rng.Rand) {
			left := s.without(func(player, _ int) bool { return player == observer })
			s.replace(observer, r, left, func(player, round int) bool { return s.cards[player][round] > 0 })
		}}, "knows posterior view", "posterior view"},
		"Determinize shuffles in place": {rounds{determinize: func(s *roundsState, observer int, r *rng.Rand) {
			left := s.unseen(observer)
			for i, c := range s.cards[1-observer] {
				if at := slices.Index(left, c); at >= 0 {
					left[i], left[at] = left[at], left[i]
				}
			}
			s.replace(observer, r, left, s.isHidden)
		}}, "forgets hidden", ""},
		"View shows the other's card": {rounds{view: func(s *roundsState, _ int) string { return fmt.Sprint(*s) }}, "knows view", "posterior view"},
	} {
		// 2000 games are too few to show that these draw cards that have no chance.
		isRare := name == "actions depend on the other's card" || name == "a card that was shown is drawn again"
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if isRare {
				testkit.Long(t)
			}
			assert.Equal(t, c.laws, lawsOfRounds(c.game))
		})
		t.Run(name+", plain", func(t *testing.T) {
			t.Parallel()
			if isRare || c.plain == "" {
				testkit.Long(t)
			}
			g := c.game
			g.plain = true
			assert.Equal(t, cmp.Or(c.plain, c.laws), lawsOfRounds(g))
		})
	}
}

func TestPlantedInHiding(t *testing.T) {
	for name, c := range map[string]struct {
		game hiding
		laws string
	}{
		"the hidden move is not replaced": {hiding{determinize: func(s *hidingState, observer int, r *rng.Rand) {
			if observer == 0 {
				hiding{}.Determinize(s, observer, r)
			}
		}}, "everyone forgets"},
		"InformationState holds the hidden move": {hiding{know: func(s *hidingState, player int) string {
			return fmt.Sprint(hiding{}.View(s, player), s.place)
		}}, "knows posterior"},
		"InformationState lacks the coin": {hiding{know: func(s *hidingState, player int) string {
			c := *s
			c.coin = 0
			return hiding{}.View(&c, player)
		}}, "knows"},
		"Tell says where the other hides": {hiding{tell: func(before *hidingState, a uint8, _ *hidingState) string {
			return fmt.Sprint(before.step, a)
		}}, "tell"},
		"InformationState and View lack the observer's own hidden move": {hiding{
			know: func(s *hidingState, player int) string {
				c := *s
				c.place = 0
				return hiding{}.View(&c, player)
			},
			view: func(s *hidingState, observer int) string {
				c := *s
				c.place = 0
				return hiding{}.View(&c, observer)
			},
		}, "forgets"},
		// No law finds this one: the view misleads people, and searches do not read it.
		"View lacks the observer's own hidden move": {hiding{view: func(s *hidingState, observer int) string {
			c := *s
			c.place = 0
			return hiding{}.View(&c, observer)
		}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, c.laws, lawsOfHiding(c.game))
		})
	}
}

// TestEach also looks at determinizations.
func TestEachOfDeterminizations(t *testing.T) {
	differ := func(s *roundsState) error {
		if s.step >= 2 && s.cards[0][0] == s.cards[1][0] {
			return errors.New("two equal cards")
		}
		return nil
	}
	require.NoError(t, gametest.TestEach(rounds{}, roundsState{}, differ))
	broken := rounds{determinize: func(s *roundsState, observer int, r *rng.Rand) {
		s.replace(observer, r, s.without(func(int, int) bool { return false }), s.isHidden)
	}}
	require.ErrorContains(t, gametest.TestEach(broken, roundsState{}, differ), "gametest: each: in a determinization for player")
}

// A wrong InformationState is found by the player to move and by its actions where views are blank.
func TestKnows(t *testing.T) {
	blank := func(*hidingState, int) string { return "" }
	err := gametest.TestHidden(hiding{know: blank}, hidingState{}, blank)
	require.ErrorContains(t, err, "gametest: knows: InformationState of player 0 is equal at states where it is to move, and where it is not")
	moves := func(s *hidingState, player int) string { return fmt.Sprint(hiding{}.ToMove(s) == player) }
	err = gametest.TestHidden(hiding{know: moves}, hidingState{}, blank)
	require.ErrorContains(t, err, "gametest: knows: InformationState of player 0 is equal at states where its actions are [0 1 2], and [0 1]")
	changes := func(s *hidingState, _ int) string { s.guess++; return "" }
	err = gametest.TestHidden(hiding{know: changes}, hidingState{}, blank)
	require.ErrorContains(t, err, "gametest: knows: InformationState of player 0 changed the state")
	asked := 0
	counts := func(*hidingState, int) string { asked++; return fmt.Sprint(asked) }
	err = gametest.TestHidden(hiding{know: counts}, hidingState{}, blank)
	require.ErrorContains(t, err, " when asked again")
	all := func(s *hidingState, _ int) string { return fmt.Sprint(*s) }
	err = gametest.TestHidden(hiding{know: all}, hidingState{}, blank)
	require.ErrorContains(t, err, "gametest: knows: Determinize for player 1 changes its InformationState from ")
	require.ErrorContains(t, err, "\nand it changes place 2 and 0 (seed 0, after 1: 2)")
}

// uninformed is hiding without InformationState.
type uninformed struct{ hiding }

func (uninformed) Supports(c game.Capability) bool { return c != game.HasInformer }

// A note says where a game without InformationState has a move that another player does not see.
func TestUnseen(t *testing.T) {
	notes := func(view func(*hidingState, int) string) string {
		said, _ := testkit.RunCheck(func(t testing.TB) { gametest.Hidden(t, uninformed{}, hidingState{}, view) })
		return said
	}
	require.Equal(t, "gametest: unseen: player 1 sees the same after 0 and 1 of player 0; if it does not see the action, "+
		"implement InformationState, because searches take all actions for seen without it (seed 0, at the start)\n", notes(hiding{}.View))
	require.NotContains(t, notes(func(s *hidingState, _ int) string { return fmt.Sprint(*s) }), "unseen")
}

// The findings and the note point out what to look at.
func TestHiddenFindings(t *testing.T) {
	note := "gametest: movers: after the actions "
	g := rounds{plain: true, higherFirst: true}
	said, failed := testkit.RunCheck(func(t testing.TB) { gametest.Hidden(t, g, roundsState{}, g.View) })
	require.False(t, failed)
	require.Contains(t, said, note)
	require.Contains(t, said, "implement InformationState")
	require.NoError(t, gametest.TestHidden(g, roundsState{}, g.View))

	// Determinize itself changes who is to move. That is a finding and gets no note.
	other := broken{determinize: func(s *secret, _ int, r *rng.Rand) { s.said = uint8(r.IntN(2)) }}
	said, failed = testkit.RunCheck(func(t testing.TB) { gametest.Hidden(t, other, secret{}, viewSecret) })
	require.True(t, failed)
	require.NotContains(t, said, note)

	nothing := hiding{determinize: func(s *hidingState, observer int, r *rng.Rand) {
		if observer == 0 {
			hiding{}.Determinize(s, observer, r)
		}
	}}
	err := gametest.TestHidden(nothing, hidingState{}, nothing.View)
	require.ErrorContains(t, err, "gametest: forgets: player 1 cannot tell 0 from 1, and Determinize after them makes two different states")
	require.ErrorContains(t, err, "gametest: everyone: different states look the same to player 1")

	tells := hiding{tell: func(_ *hidingState, a uint8, _ *hidingState) string { return fmt.Sprint(a) }}
	err = gametest.TestHidden(tells, hidingState{}, tells.View)
	require.ErrorContains(t, err, `gametest: tell: player 1 cannot tell 0 from 1, and Tell says "0" and "1" (seed 0, at the start)`)
}

// Nothing is hidden from player 0 if the coin is not, and then Determinize need not do anything.
func TestEveryoneHasAnException(t *testing.T) {
	sees := func(s *hidingState, observer int) string {
		if observer == 0 {
			return fmt.Sprint(*s)
		}
		return hiding{}.View(s, 1)
	}
	g := hiding{know: sees, view: sees, determinize: func(s *hidingState, observer int, r *rng.Rand) {
		if observer == 1 {
			hiding{}.Determinize(s, 1, r)
		}
	}}
	require.Empty(t, lawsOfHiding(g))
}

// Random play at place 0 chooses each guess less often. The weights of the games make up for that.
func TestPosteriorOfUnequalNumbersOfActions(t *testing.T) {
	require.Empty(t, lawsOfHiding(hiding{wide: true}))
}

func TestPosterior(t *testing.T) {
	g := hiding{determinize: func(s *hidingState, observer int, r *rng.Rand) {
		hiding{}.Determinize(s, observer, r)
		if observer == 1 && s.step > 0 && s.step < 4 {
			s.place = min(s.place, 1)
		}
	}}
	err := gametest.TestPosterior(g, hidingState{}, g.View, 1000)
	require.ErrorContains(t, err, "gametest: posterior: in ")
	require.ErrorContains(t, err, "player 1 has the same history, with the view\nstep 1, coin 0, guess 0\n")
	require.Equal(t, err.Error(), gametest.TestPosterior(g, hidingState{}, g.View, 1000).Error(), "the same findings each time")
	said, _ := testkit.RunCheck(func(t testing.TB) { gametest.Posterior(t, hiding{}, hidingState{}, hiding{}.View, 1000) })
	require.Equal(t, "gametest: posterior compared 21 histories with 100 of 1000 games, up to ply 3 of 4\n", said)

	err = gametest.TestPosterior(hiding{}, hidingState{}, hiding{}.View, 99)
	require.EqualError(t, err, "gametest: posterior: no history has 100 of 99 games: play more games, or a smaller one (seed 0, at the start)")
	err = gametest.TestPosterior(pebbles{}, pebbles{}.Start(), nil, 1)
	require.ErrorContains(t, err, "the game has no Determinize")
	err = gametest.TestPosterior(withoutCopy{pebbles{}}, pebbles{}.Start(), nil, 1)
	require.ErrorContains(t, err, "has no Copy")
	panics := func(*hidingState, int, *rng.Rand) { panic("no") }
	require.ErrorContains(t, gametest.TestPosterior(hiding{determinize: panics}, hidingState{}, hiding{}.View, 100), "gametest: panic: no")
}
