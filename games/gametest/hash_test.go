package gametest_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
)

var (
	_ game.Hasher[rooksState]   = rooks{}
	_ game.Hasher[marksState]   = marks{}
	_ game.Rewarder[marksState] = payingMarks{}
)

// A hash that forgets what the rules remember is found, although random games hardly meet a
// position twice.
func TestHashesThatForgetAreFound(t *testing.T) {
	for rule, says := range map[rule]string{
		limit:      "with other actions after ",
		repetition: "with other actions after ",
		castling:   "; they differ in memory[",
		ko:         "with other actions; they differ in memory[0] ",
		score:      "with other returns after ",
	} {
		t.Run(string(rule), func(t *testing.T) {
			require.NoError(t, gametest.Test(rooks{rule: rule}, rooks{}.Start()))
			err := gametest.Test(rooks{rule: rule, forgets: true}, rooks{}.Start())
			requireFinding(t, err, "hash", says)
		})
	}
	for rule, says := range map[rule]string{
		again: "with another player to move; they differ in mover ",
		goods: "with other returns after ",
		taboo: "with other actions; they differ in last ",
	} {
		t.Run(string(rule), func(t *testing.T) {
			require.NoError(t, gametest.Test(marks{rule: rule}, marks{}.Start()))
			err := gametest.Test(marks{rule: rule, forgets: true}, marks{}.Start())
			requireFinding(t, err, "hash", says)
		})
	}
}

// A hash may leave out what was paid, even if people see it.
func TestHashMayForgetThePast(t *testing.T) {
	require.NoError(t, gametest.Test(rooks{rule: nothing}, rooks{}.Start()))
	require.NoError(t, gametest.Test(payingMarks{marks{rule: paid}}, marks{}.Start()))
}

// slantedNature is pebbles in which the outcomes of chance depend on what its hash leaves out.
type slantedNature struct {
	hashIgnoresDetail
	certain bool // one outcome, and otherwise two with other probabilities
}

func (g slantedNature) AppendOutcomes(dst []game.Outcome[take], s *heap) []game.Outcome[take] {
	switch {
	case s.counts[1]%2 == 0:
		return g.pebbles.AppendOutcomes(dst, s)
	case g.certain:
		return append(dst, game.Outcome[take]{Action: 1, Prob: 1})
	}
	return append(dst, game.Outcome[take]{Action: 0, Prob: 0.5}, game.Outcome[take]{Action: 1, Prob: 0.5})
}

func TestHashesOfOtherOutcomesAreFound(t *testing.T) {
	requireFinding(t, gametest.Test(slantedNature{}, pebbles{}.Start()), "hash", "with other probabilities")
	requireFinding(t, gametest.Test(slantedNature{certain: true}, pebbles{}.Start()), "hash", "with other outcomes")
}

// strictMarks panics at an illegal ply.
type strictMarks struct{ marks }

func (g strictMarks) Apply(s *marksState, a square) {
	if !slices.Contains(g.AppendActions(nil, s), a) {
		panic(fmt.Sprintf("%d is illegal", a))
	}
	g.marks.Apply(s, a)
}

func TestLinesAreLegalInEveryOrder(t *testing.T) {
	require.NoError(t, gametest.Test(strictMarks{marks{rule: taboo}}, marks{}.Start()))
}
