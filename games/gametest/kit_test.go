package gametest_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
)

var (
	_ game.Game[heap, take]       = pebbles{}
	_ game.Copier[heap]           = pebbles{}
	_ game.ChanceGame[heap, take] = pebbles{}
	_ game.Indexer[take]          = pebbles{}
	_ game.Hasher[heap]           = pebbles{}
	_ game.Sampler[heap, take]    = pebbles{}
	_ game.Winner[heap, take]     = pebbles{}
	_ game.Playouter[heap]        = pebbles{}
	_ game.Evaluator[heap]        = pebbles{}
	_ game.Weigher[heap, take]    = pebbles{}
	_ game.CellBoard[heap]        = pebbles{}
	_ game.TurnCounter[heap]      = pebbles{}
)

func TestCorrectGamePasses(t *testing.T) {
	start := pebbles{}.Start()
	gametest.Run(t, pebbles{}, start)
	require.NoError(t, gametest.Test(pebbles{}, start))
	require.Equal(t, pebbles{}.Start(), start, "the start is left alone")
}

func TestHashMayIgnoreWhatNeverShows(t *testing.T) {
	require.NoError(t, gametest.Test(hashIgnoresDetail{}, pebbles{}.Start()))
}

// Each broken game must be found under the name of the law that it breaks. It may break other laws
// as well.
func TestBrokenGamesAreFound(t *testing.T) {
	type chances = []game.Outcome[take]
	for _, c := range []struct {
		law, says string
		game      game.Game[heap, take]
	}{
		{"players", "NumPlayers is 0", noPlayers{}},
		{"players", "was 2 before", morePlayersLater{asked: new(int)}},
		{"mover", "ToMove is 2", thirdPlayer{}},
		{"mover", "called again", restlessMover{}},
		{"mover", "ToMove is -1", chanceWithoutOutcomes{pebbles{}}},
		{"distinct", "lists 1 twice", twice{}},
		{"order", "called again", anyOrder{}},
		{"append", "AppendActions", freshSlice{}},
		{"append", "AppendActions", overwrites{}},
		{"append", "AppendOutcomes", freshOutcomes{}},
		{"read-only", "ToMove", marksMover{}},
		{"read-only", "AppendActions", marksActions{}},
		{"read-only", "AppendOutcomes", marksOutcomes{}},
		{"read-only", "Returns", marksReturns{}},
		{"read-only", "RandomAction", marksSampler{}},
		{"read-only", "Evaluate", marksEvaluate{}},
		{"read-only", "Hash", marksHash{}},
		{"read-only", "AppendCells", marksCells{}},
		{"read-only", "Turn", marksTurn{}},
		{"read-only", "Text", marksText{}},
		{"read-only", "Legal", marksLegal{}},
		{"copy", "Playout on a copy", playoutShares{}},
		{"apply", "on equal states", unsteadyApply{}},
		{"copy", "changed the start", sharesCounts{}},
		{"copy", "changed the original", sharesLate{}},
		{"copy", "playing on from ply", sharesAtNature{}},
		{"copy", "differs from its original", forgetsMover{}},
		{"copy", "} differs from its original", forgetsWhenNew{}},
		{"copy", "over an earlier copy differs", keepsOldCounts{}},
		{"copy", "has no Copy", withoutCopy{pebbles{}}},
		{"goroutines", "digest", overlaps{inside: new(atomic.Int64)}},
		{"goroutines", "two at the same time", overlapPanics{overlaps{inside: new(atomic.Int64)}}},
		{"goroutines", "digest", overlapsIn{overlaps{inside: new(atomic.Int64)}, "IsPass"}},
		{"goroutines", "digest", overlapsIn{overlaps{inside: new(atomic.Int64)}, "Turn"}},
		{"goroutines", "digest", overlapsIn{overlaps{inside: new(atomic.Int64)}, "AppendCells"}},
		{"goroutines", "digest", overlapsIn{overlaps{inside: new(atomic.Int64)}, "Determinize"}},
		{"ends", "after 100000 plies", endless{}},
		{"returns", "wrote NaN", skipsLoser{}},
		{"returns", "wrote NaN", addsReturns{}},
		{"returns", "wrote +Inf", infiniteReturns{}},
		{"returns", "wrote -1e+31", hugeReturns{}},
		{"returns", "called again", unsteadyReturns{}},
		{"outcomes", "lists 1 twice", outcomes{list: chances{{Action: 1, Prob: 0.5}, {Action: 1, Prob: 0.5}}}},
		{"outcomes", "sum to 0.75", outcomes{list: chances{{Action: 0, Prob: 0.25}, {Action: 1, Prob: 0.5}}}},
		{"outcomes", "is -0.5", outcomes{list: chances{{Action: 0, Prob: 1.5}, {Action: 1, Prob: -0.5}}}},
		{"outcomes", "sum to 0", outcomes{}},
		{"outcomes", "sum to 1.0001", outcomes{list: chances{{Action: 0, Prob: 0.25}, {Action: 1, Prob: 0.7501}}}},
		{"cells", "and at least 1", cellsNone{}},
		{"outcomes", "called again", unsteadyOutcomes{}},
		{"index", "want 0 to 2", indexTooHigh{}},
		{"index", "want 0 to 2", indexNegative{}},
		{"index", "both for", indexShared{}},
		{"index", " before", indexMoves{}},
		{"index", "was 3 before", moreActionsLater{asked: new(int)}},
		{"hash", "another state", hashConstant{}},
		{"cells", "does not append", cellsFresh{}},
		{"cells", "want 1 as before", cellsGrow{}},
		{"cells", "of its copy", cellsUnsteady{}},
		{"hash", "another state", hashIgnoresNature{}},
		{"hash", "another state", hashIgnoresCounts{}},
		{"hash", "another state", hashIgnoresCountsEarly{}},
		{"hash", "for an equal state before", hashDrifts{}},
		{"hash", "of its copy", hashUnsteady{}},
		{"hash", "of its copy", hashOfMemory{}},
		{"playout", "wrote NaN", playoutSilent{}},
		{"playout", "nothing for player 1", playoutSkipsBob{}},
		{"playout", "called again", playoutUnsteady{}},
		{"playout", "and Returns", playoutDraws{}},
		{"playout-mean", "in uniform play", playoutLists{least: 2, most: 3}},
		{"playout-mean", "in uniform play", playoutLists{least: 1, most: 2}},
		{"playout-mean", "squared returns of player 1", playoutAverages{}},
		{"playout-mean", "returns of player 0", playoutSwaps{}},
		{"winner", "that there is none", winnerBlind{}},
		{"winner", "which does not win", winnerHopes{}},
		{"winner", "which does not win", winnerIllegal{}},
		{"winner", "WinningAction returns", winnerUnsteady{}},
		{"read-only", "WinningAction", marksWinner{}},
		{"weigh", "wrote NaN or nothing for 1", weighsNothing{}},
		{"weigh", "wrote -1 or nothing for 2", weighsNegative{}},
		{"weigh", "wrote +Inf or nothing for 3", weighsInfinite{}},
		{"weigh", "are 0", weighsZero{}},
		{"weigh", "in another order", weighsByPlace{}},
		{"weigh", "changed the actions", weighsAndSorts{}},
		{"read-only", "Weigh", marksWeigh{}},
		{"goroutines", "digest", overlapsIn{overlaps{inside: new(atomic.Int64)}, "Weigh"}},
		{"sampler", "draws 3, which is not legal", samplerIllegal{}},
		{"sampler", "true at a state with 0 actions", samplerAtEnd{}},
		{"sampler", "false at a state with 1 actions", samplerGivesUp{}},
		{"sampler", "the same stream", samplerUnsteady{}},
		{"sampler-uniform", "chi squared", samplerSlanted{}},
		{"sampler-uniform", "chi squared", samplerFairNature{}},
		{"evaluate", "wrote NaN", evaluateNaN{}},
		{"evaluate", "nothing for player 0", evaluateSilent{}},
		{"evaluate", "nothing for player 1", evaluateSkipsBob{}},
		{"evaluate", "called again", evaluateUnsteady{}},
		{"turn", "in one ply", turnFalls{}},
		{"turn", "of its copy", turnUnsteady{}},
		{"turn", "leaves a state that is not terminal", playoutOnCopy{}},
		{"turn", "leaves a state with returns", playoutChangesEnd{}},
		{"turn", "in Playout", playoutForgetsTurns{}},
		{"playout-mean", "the last turn", playoutAddsTurns{}},
		{"text", "called again", textUnsteady{}},
		{"parse", "want 2", parseWrong{}},
		{"parse", "pebbles: no", parseRefuses{}},
		{"legal", "Legal refuses", legalRefuses{}},
		{"legal", "Legal accepts", legalAccepts{}},
		{"panic", "panics.Apply at broken_rules_test.go:", panics{}},
		{"panic", "no idea", panicsAtOnce{}},
		{"panic", "playoutPlaysOn.Playout", playoutPlaysOn{}},
	} {
		t.Run(fmt.Sprintf("%T", c.game), func(t *testing.T) {
			calls.Store(0)
			err := gametest.Test(c.game, pebbles{}.Start())
			requireFinding(t, err, c.law, c.says)
		})
	}
}
