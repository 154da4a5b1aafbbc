package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/research/internal/table"
)

// storeTrials stores the numbers of trials with Huffman codes and 250 simulations a move.
func storeTrials(t *testing.T, folder, game string, trials table.Trials) {
	t.Helper()
	trials.Name = game + " huffman 250 10"
	require.NoError(t, table.Put(filepath.Join(folder, trialsFile), trials))
}

// The tables of trials have our numbers next to Tables 1, 4 and 5.
func TestTrialTables(t *testing.T) {
	p := page{folder: t.TempDir()}
	text, err := p.trials("Go")
	require.NoError(t, err)
	require.Contains(t, text, "\n| Connect Four 8x6 |  | 4.52 |  | 5.11 |  | 5.48 |  | 0.0067 |  | 0.0049 |  | 0.0016 |")
	shapes, err := p.shapes("Go")
	require.NoError(t, err)
	require.NotContains(t, shapes, "Connect Four")

	storeTrials(t, p.folder, "connect4 8x6", table.Trials{
		Mean: 4.2, Spread: 0.01, Shares: []float64{0.5, 0.5}, Random: bundled.Shape{Plies: 21.5, Kinds: 2, Changes: 1, Width: 7.75},
	})
	text, err = p.trials("Go")
	require.NoError(t, err)
	require.Contains(t, text, "\n| Connect Four 8x6 | 4.20 | 4.52 |  | 5.11 |  | 5.48 | 0.0100 | 0.0067 |")
	shapes, err = p.shapes("Go")
	require.NoError(t, err)
	require.Contains(t, shapes, "\n| Connect Four 8x6 | 21.50 | 22.52 | 2 | 2 | 1.00 | 1.00 | 7.75 | 8.00 |")
	require.NoError(t, p.drawTrials(t.TempDir()))

	require.NoError(t, os.WriteFile(filepath.Join(p.folder, trialsFile), []byte("["), 0o600))
	_, err = p.trials("Go")
	require.ErrorContains(t, err, "adviser.csv")
	_, err = p.shapes("Go")
	require.Error(t, err)
}

// The tables of rule sheets have the games that are no games in Go.
func TestSheetTables(t *testing.T) {
	require.Len(t, onlySheets(), 5)
	p := page{folder: t.TempDir(), results: map[string]match.Summary{}}
	for sheet, advice := range map[string]int{"checkers": 2, "goldenrectangle": 0} {
		storeTrials(t, p.folder, sheetPrefix+sheet+".kif", table.Trials{
			Mean: 5, Spread: 0.01, Advice: advice, Random: bundled.Shape{Plies: 50, Kinds: 4, Changes: 0.1, Width: 6},
		})
	}
	trials, err := p.trials("sheets")
	require.NoError(t, err)
	require.Contains(t, trials, "\n| Checkers | 5.00 | 10.30 |  | 4.72 |  | 9.34 | 0.0100 | 0.0394 |")
	require.NotContains(t, trials, "Connect")
	shapes, err := p.shapes("sheets")
	require.NoError(t, err)
	require.Contains(t, shapes, "\n| Checkers | 50.00 | 51.58 | 4 | 4 | 0.10 | 0.15 | 6.00 | 6.51 |")

	for name, wins := range map[string]int{"checkers-huffman-0": 30, "checkers-huffman-2": 40, "gold-huffman-0": 20, "gold-huffman-2": 30} {
		score := match.NewScore(stats.Tally{Wins: wins, Draws: 10, Losses: 50 - wins})
		p.results["sheet-"+name+"-ponder"] = match.Summary{Score: score}
	}
	switched, err := p.sheetSwitched()
	require.NoError(t, err)
	require.Equal(t, "on own turns *agrees 0, same direction 0, inconclusive 0, smaller 0, contradicts 0*; "+
		"on all turns *agrees 0, same direction 1, inconclusive 2, smaller 1, contradicts 0*", p.sheetCounts())
	require.Contains(t, switched, "\n| published | - | 10 | 0.622 | 0.571 | 0.631 |\n| ours | all | 2 | 0.500 | 0.700 | 0.600 |")
}

// The stored numbers are of the games, signatures and trials that their names tell.
func TestStoredTrials(t *testing.T) {
	for i, g := range append(slices.Clip(similarGames), onlySheets()...) {
		for _, codes := range scanSignatures {
			for _, kind := range trialKinds {
				f, ok, err := readTrials(stored, g.short, codes, kind)
				require.NoError(t, err)
				need := codes == "huffman" || kind == "real" && i < len(similarGames)
				require.True(t, ok || !need, "%s %s %s", g.short, codes, kind)
				if !ok {
					continue
				}
				require.Equal(t, []any{g.game, codes, 10}, []any{f.Game, f.Codes, f.Games})
				require.Equal(t, map[string][2]int{"250": {250, 10}, "500": {500, 10}, "real": {500, 1000}}[kind], [2]int{f.Simulations, f.Plies})
				require.Equal(t, kind == "250", f.Random != bundled.Shape{})
			}
		}
	}
}

// The numbers of random signatures of each length are stored, and the plots show them.
func TestRetrieval(t *testing.T) {
	p := page{folder: stored}
	for _, g := range similarGames {
		points, huffman, err := retrieval(stored, g.short)
		require.NoError(t, err)
		require.Len(t, points, len(randomBits))
		for i := 1; i < len(points); i++ {
			require.Less(t, points[i].Y, points[i-1].Y, "longer signatures find less")
		}
		require.Greater(t, huffman, 0.0)
		f, _, err := readTrials(stored, g.short, "random16", "250")
		require.NoError(t, err)
		require.Equal(t, []any{g.game, "random", 16, 250, 10}, []any{f.Game, f.Codes, f.Bits, f.Simulations, f.Games})
	}
	folder := t.TempDir()
	require.NoError(t, p.drawTrials(folder))
	for _, plot := range trialPlots {
		require.Greater(t, elements(t, filepath.Join(folder, plot.file)), 50)
	}
	table, err := p.retrievals()
	require.NoError(t, err)
	require.Contains(t, table, "\n| Connect Four 8x6 | 36.1 | 13.3 | 4.5 | 1.6 | 0.7 | 3.9 |")
}

// The error of a constant is the error of the rates on all turns at a distance.
func TestSheetError(t *testing.T) {
	p := resultsOf(map[string]int{"sheet-bt6-appearance-0-ponder": 63, "sheet-bt6-appearance-0": 90, "sheet-bt6-appearance-2-ponder": 90})
	require.Equal(t, "0.026 (chance alone 0.053)", p.sheetError(0, "0.1")) // published 0.604
	require.Equal(t, "0.146 (chance alone 0.036)", p.sheetError(2, "0.7")) // published 0.754
	require.Equal(t, "-", p.sheetError(0, "0.7"))
}
