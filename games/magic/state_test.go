package magic_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/rng"
)

// The accessors agree with Text, whose lines are written independently of them.
func TestAccessorsAgreeWithText(t *testing.T) {
	for name, c := range variants() {
		t.Run(name, func(t *testing.T) {
			g, r := newGame(t, c), rng.New(1)
			met := map[magic.Phase]bool{}
			for range 5 {
				walk(g, g.Deal(r), r, func(s *magic.State, _ []magic.Action) {
					requireAccessors(t, g, s)
					met[s.Phase()] = true
				})
			}
			require.True(t, met[magic.PhaseAttack] && met[magic.PhaseBlock] && met[magic.PhaseCards] && met[magic.PhaseOver])
			require.Equal(t, c.ChanceDraws, met[magic.PhaseDraw])
		})
	}
}

var (
	attackText = regexp.MustCompile(`^Turn (\d+): (First|Second) attacks, how many`)
	blockText  = regexp.MustCompile(`^Turn (\d+): (First|Second) attacks with [A-P]+, (?:First|Second) blocks ([A-P]), with ([A-P-]+) so far`)
	cardsText  = regexp.MustCompile(`^Turn (\d+): (First|Second) plays cards for (\d+) mana`)
)

func requireAccessors(t *testing.T, g magic.Game, s *magic.State) {
	text, mover := g.Text(s), g.ToMove(s)
	attacker, blockers, ok := s.Combat()
	require.Equal(t, s.Phase() == magic.PhaseBlock, ok)
	require.True(t, ok || attacker == "" && blockers == "")
	for player := range 2 {
		require.Contains(t, text, fmt.Sprintf("%-7s%3d life, %d lands, %d in hand",
			g.PlayerName(player)+":", s.Life(player), s.Lands(player), s.Hand(player)))
	}
	var turn, active string
	switch s.Phase() {
	case magic.PhaseAttack:
		require.Equal(t, s.Active(), mover)
		found := attackText.FindStringSubmatch(text)
		turn, active = found[1], found[2]
	case magic.PhaseBlock:
		require.Equal(t, 1-s.Active(), mover)
		found := blockText.FindStringSubmatch(text)
		turn, active = found[1], found[2]
		require.Equal(t, []string{found[3], strings.Trim(found[4], "-")}, []string{attacker, blockers})
	case magic.PhaseCards:
		require.Equal(t, s.Active(), mover)
		found := cardsText.FindStringSubmatch(text)
		turn, active = found[1], found[2]
		require.Equal(t, found[3], fmt.Sprint(s.Mana()))
	case magic.PhaseDraw:
		require.Equal(t, game.Chance, mover)
		return
	default:
		require.Equal(t, magic.PhaseOver, s.Phase())
		require.Empty(t, g.AppendActions(nil, s))
		return
	}
	require.Equal(t, fmt.Sprint(g.Turn(s)+1), turn)
	require.Equal(t, g.PlayerName(s.Active()), active)
}

func TestPhaseBeforeTheDeal(t *testing.T) {
	s := magic.Game{}.Start()
	require.Equal(t, magic.PhaseDeal, s.Phase())
}

func TestPhaseNames(t *testing.T) {
	require.Equal(t, "deal draw attack block cards over Phase(6)",
		fmt.Sprint(magic.PhaseDeal, magic.PhaseDraw, magic.PhaseAttack, magic.PhaseBlock, magic.PhaseCards, magic.PhaseOver, magic.Phase(6)))
}

func TestWords(t *testing.T) {
	for text, want := range map[string][2]string{
		"pass": {"pass", ""}, "done": {"done", ""}, "play LAB": {"play", "LAB"}, "attack CC": {"attack", "CC"}, "hold C": {"hold", "C"},
		"cast L": {"cast", "L"}, "deal 17": {"deal", "17"},
	} {
		t.Run(text, func(t *testing.T) {
			a, err := magic.Game{}.Parse(text)
			require.NoError(t, err)
			verb, object := a.Words()
			require.Equal(t, want, [2]string{verb, object})
		})
	}
}
