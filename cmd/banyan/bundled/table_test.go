package bundled

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

// row returns what random games are like, as a row of the table.
func (g bundledGame[S, A]) row(t *testing.T, games int) string {
	rules, err := game.NewRules(g.rules)
	require.NoError(t, err)
	random := rng.New(1)
	plies, choices, actions := 0, 0, 0
	for range games {
		for s, lists := range randomGame(&rules, &g.start, random) {
			if len(lists) == 0 || rules.ToMove(s) == game.Chance {
				continue
			}
			plies++
			for _, list := range lists {
				choices++
				actions += len(list)
			}
		}
	}
	has := func(is bool) string {
		if is {
			return "yes"
		}
		return ""
	}
	return fmt.Sprintf("| `%s` | %s | %d | %s | %s | %s | %.1f | %.1f |\n", g.Name(), strings.TrimSuffix(cmp.Or(summaries[g.Name()], "Bid a card for each prize, all at once; most points win"), "."),
		rules.NumPlayers(), has(rules.Chance != nil || rules.Sampling != nil), has(rules.Determinizer != nil), has(rules.Simultaneous != nil),
		float64(actions)/float64(choices), float64(plies)/float64(games))
}

// intro is what docs/games.md says before its table.
const intro = `# The bundled games

For those who want to try a search on a game, or look for an example of rules like theirs. The names are values of the
option -game of the program:

    go run ./cmd/banyan play -game breakthrough

Chance is dice or cards that no player chooses, hidden is what a player does not see, and at simultaneous moves all
players choose at once. Actions at a ply and plies of a game are means of 200 random games.
` + "`go test ./bundled -run TableOfGames -update` in `cmd/banyan`" + ` writes this page.

| name | | players | chance | hidden | simultaneous | actions | plies |
|---|---|---|---|---|---|---|---|
`

// outro is what it says behind it.
const outro = `
Boards have other sizes, too: -size 5x4 is one of Connect Four with five columns. A rule sheet of general game playing
is a game as well, such as -game gdl:gdl/sheets/checkers.kif.

Next: [your own game](tutorial.md), [which search for which game](choosing.md).
`

// The table of docs/games.md has what random games of each game are like.
func TestTableOfGames(t *testing.T) {
	page := intro
	for _, name := range Names() {
		g, err := Find(name, console.Size{})
		require.NoError(t, err)
		random, ok := g.(interface {
			row(t *testing.T, games int) string
		})
		require.True(t, ok, name)
		page += random.row(t, 200)
	}
	testkit.Golden(t, "../../../docs/games.md", page+outro)
}
