package gametest_test

import (
	"fmt"
	"regexp"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/internal/testkit"
)

var (
	_ game.SimultaneousGame[bout, shown] = fingers{}
	_ game.Passer[shown]                 = fingers{}
	_ game.Copier[bout]                  = fingers{}
	_ game.Indexer[shown]                = fingers{}
	_ game.Hasher[bout]                  = fingers{}
	_ game.Sampler[bout, shown]          = fingers{}
	_ game.Playouter[bout]               = fingers{}
)

func TestCorrectJointGamePasses(t *testing.T) {
	start := fingers{}.Start()
	gametest.Run(t, fingers{}, start)
	require.Equal(t, fingers{}.Start(), start, "the start is left alone")
}

func TestBrokenJointGamesAreFound(t *testing.T) {
	for _, c := range []struct {
		law, says string
		game      game.Game[bout, shown]
	}{
		{"mover", "ToMove is -2, Simultaneous, but", hidesJoint{fingers{}}},
		{"mover", "ToMove is 2", thirdPlayerAtEnd{}},
		{"mover", "ToMove is -1", chanceAtEnd{}},
		{"joint", "lists nothing for player 0", jointAtEnd{}},
		{"joint", "lists nothing for player 1", restsSilently{}},
		{"joint", "ApplyJoint(3/2) changed joint to 2/3", writesJoint{}},
		{"joint", "keeps joint", keepsJoint{}},
		{"distinct", "lists 2 twice for player 1", jointTwice{}},
		{"order", "AppendPlayerActions for player 1 returns [", orderOfQuestions{asked: new(atomic.Int64)}},
		{"append", "AppendPlayerActions does not append", freshPlayerActions{}},
		{"read-only", "ToMove or AppendPlayerActions changed", marksPlayerActions{}},
		{"read-only", "AppendPlayerActions changed", marksLate{asked: new(atomic.Int64)}},
		{"read-only", "Legal changed", marksLegalFor{}},
		{"apply", "ApplyJoint(", unsteadyJoint{}},
		{"copy", "changed the start", sharesShown{}},
		{"copy", "over an earlier copy differs", sharesShownLate{}},
		{"goroutines", "digest", jointOverlaps{inside: new(atomic.Int64)}},
		{"index", "both for", jointIndexShared{}},
		{"hash", "another state", hashIgnoresBob{}},
		{"playout-mean", "in uniform play", playoutNeedsTwo{}},
		{"pass", " before", passUnsteady{}},
		{"pass", "IsPass(1) is true, and was false before", passDrifts{}},
		{"panic", "passPanics.IsPass", passPanics{}},
		{"legal", "LegalFor player 0 refuses 1, which is listed: fingers: it is nobody's turn", legalForRefuses{}},
		{"legal", "LegalFor player 0 accepts", legalForAccepts{}},
	} {
		t.Run(fmt.Sprintf("%T", c.game), func(t *testing.T) {
			calls.Store(0)
			requireFinding(t, gametest.Test(c.game, fingers{}.Start()), c.law, c.says)
		})
	}
}

// One fault is not reported under the names of other laws.
func TestJointFaultBreaksOneLaw(t *testing.T) {
	for says, g := range map[string]game.Game[bout, shown]{
		"gametest: joint: ApplyJoint(":  keepsJoint{},
		"want at least one action":      restsSilently{},
		"gametest: mover: ToMove is -1": chanceAtEnd{},
	} {
		for _, finding := range unjoin(gametest.Test(g, fingers{}.Start())) {
			require.ErrorContains(t, finding, says)
		}
	}
}

func requireFinding(t *testing.T, err error, law, says string) {
	t.Helper()
	require.Error(t, err)
	require.Regexp(t, `(?m)^gametest: `+law+`: .*`+regexp.QuoteMeta(says)+`.*\(seed \d+, (at the start|after \d+: .*)\)$`, err.Error())
}

// A game that returns Chance must be a ChanceGame, even if it lists actions.
func TestChanceWithoutOutcomesIsFound(t *testing.T) {
	requireFinding(t, gametest.Test(silentNature{pebbles{}}, pebbles{}.Start()), "mover", "ToMove is -1")
	even := pebbles{}.Start()
	even.left, even.nature = 12, true
	requireFinding(t, gametest.Test(silentNature{pebbles{}}, even), "mover", "ToMove is -1")
}

// A player that shows three fingers rests in the next round. So of the nine first joint actions
// four leave nine joint actions, four leave three, and one leaves one. Between the rounds the
// scorer has two actions.
func TestPerftOfJointActionsByHand(t *testing.T) {
	start := fingers{}.Start()
	start.rounds = 2
	for depth, want := range []uint64{1, 9, 9 * 2, 2 * (4*9 + 4*3 + 1), 2 * (4*9 + 4*3 + 1) * 2, 0} {
		require.Equal(t, want, gametest.Perft(fingers{}, start, depth), "depth %d", depth)
	}
}

func TestPlaythroughOfJointActionsGolden(t *testing.T) {
	testkit.Golden(t, "testdata/joint.txt", gametest.Playthrough(fingers{}, fingers{}.Start(), 1))
}
