package breakthrough_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

// variant has the methods that Knightthrough and PawnWhopping have in common.
type variant interface {
	game.Game[breakthrough.State, breakthrough.Move]
	game.Indexer[breakthrough.Move]
	game.Hasher[breakthrough.State]
	game.Playouter[breakthrough.State]
	game.Sampler[breakthrough.State, breakthrough.Move]
	Start() breakthrough.State
	Text(s *breakthrough.State) string
	Parse(text string) (breakthrough.Move, error)
	Legal(s *breakthrough.State, m breakthrough.Move) error
	PlayerName(player int) string
}

// variants lists the games with their naive implementations, greatest lengths and perft counts.
var variants = []struct {
	name     string
	game     variant
	naive    func() naiveVariant
	maxPlies int
	perft    []uint64
}{
	{
		name: "knightthrough", game: breakthrough.Knightthrough{}, naive: newNaiveKnights, maxPlies: 208,
		perft: []uint64{40, 1600, 63_520, 2_521_306},
	},
	{
		name: "pawnwhopping", game: breakthrough.PawnWhopping{}, naive: newNaivePawns, maxPlies: 192,
		perft: []uint64{16, 256, 3846, 57_744, 815_760},
	},
}

// eachVariant runs a test as a subtest for each variant.
func eachVariant(t *testing.T, test func(t *testing.T, i int)) {
	for i, v := range variants {
		t.Run(v.name, func(t *testing.T) { test(t, i) })
	}
}

func TestVariantConformance(t *testing.T) {
	eachVariant(t, func(t *testing.T, i int) {
		gametest.Run(t, variants[i].game, variants[i].game.Start())
	})
}

// Random games have the same moves, boards and results as with the naive implementation.
func TestVariantRulesAreThoseOfTheNaiveGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := variants[rapid.IntRange(0, 1).Draw(t, "variant")]
		requireNaiveGame(t, v.game, v.naive(), v.maxPlies)
	})
}

func requireNaiveGame(t *rapid.T, g variant, n naiveVariant, maxPlies int) {
	s, r := g.Start(), rng.New(rapid.Uint64().Draw(t, "seed"))
	for plies := 0; ; plies++ {
		require.LessOrEqual(t, plies, maxPlies)
		moves, want := g.AppendActions(nil, &s), n.moves()
		require.Equal(t, sorted(want), sorted(moves))
		require.Contains(t, g.Text(&s), n.text())
		require.Equal(t, n.blackToMove, g.ToMove(&s) == 1)
		if len(want) == 0 {
			break
		}
		m := want[r.IntN(len(want))]
		a, err := g.Parse(m.String())
		require.NoError(t, err)
		g.Apply(&s, a)
		n.play(m)
	}
	out := make([]float64, 2)
	g.Returns(&s, out)
	require.Equal(t, map[byte][]float64{'W': {1, 0}, 'B': {0, 1}, 0: {0.5, 0.5}}[n.winner()], out)
}

// The counts come from the naive implementation, which computes the smaller ones again here. No
// published source is known.
func TestVariantPerft(t *testing.T) {
	eachVariant(t, func(t *testing.T, i int) {
		v := variants[i]
		n := v.naive()
		for depth, want := range v.perft {
			if want > 1e6 && testing.Short() {
				break
			}
			require.Equal(t, want, gametest.Perft(v.game, v.game.Start(), depth+1), "depth %d", depth+1)
			if want < 100_000 {
				require.Equal(t, want, n.perft(depth+1), "naive, depth %d", depth+1)
			}
		}
	})
}

// variantPosition draws a position that random play reaches, possibly a terminal one.
func variantPosition(t *rapid.T, g variant) breakthrough.State {
	s, r := g.Start(), rng.New(rapid.Uint64().Draw(t, "seed"))
	for range rapid.IntRange(0, 100).Draw(t, "plies") {
		m, ok := g.RandomAction(&s, r)
		if !ok {
			break
		}
		g.Apply(&s, m)
	}
	return s
}

// Legal accepts the legal moves of random positions. It refuses all other moves on the board and a
// sample of moves off the board.
func TestVariantLegalAgreesWithAppendActions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := variants[rapid.IntRange(0, 1).Draw(t, "variant")].game
		s := variantPosition(t, g)
		moves := g.AppendActions(nil, &s)
		for m := range 1 << 16 {
			if m&0xc0c0 != 0 && m%1009 != 0 && m != int(breakthrough.Pass) {
				continue
			}
			move := breakthrough.Move(m)
			if isLegal := g.Legal(&s, move) == nil; isLegal != slices.Contains(moves, move) {
				require.Failf(t, "Legal and AppendActions differ", "%v", move)
			}
		}
	})
}

// All moves have different numbers within range.
func TestVariantActionIndex(t *testing.T) {
	eachVariant(t, func(t *testing.T, i int) {
		g, n := variants[i].game, variants[i].naive()
		seen := map[int]bool{}
		for from := range 64 {
			for to := range 64 {
				m := step{from / 8, from % 8, to / 8, to % 8}
				rows, columns := max(m.toRow-m.row, m.row-m.toRow), max(m.toColumn-m.column, m.column-m.toColumn)
				if n.knights && rows*columns != 2 || !n.knights && (rows == 0 || rows > 2 || columns > 2-rows) {
					continue
				}
				if rows == 2 && !n.knights && (from/8 != 1 && from/8 != 6 || from/8 == 1 && to < from || from/8 == 6 && to > from) {
					continue
				}
				requireNewIndex(t, g, seen, breakthrough.Move(from|to<<8))
			}
		}
		if !n.knights {
			requireNewIndex(t, g, seen, breakthrough.Pass)
			require.Equal(t, g.NumActions()-1, g.ActionIndex(breakthrough.Pass), "the last number")
		}
	})
}

func requireNewIndex(t *testing.T, g variant, seen map[int]bool, m breakthrough.Move) {
	index := g.ActionIndex(m)
	require.False(t, seen[index], "%v has number %d again", m, index)
	require.GreaterOrEqual(t, index, 0)
	require.Less(t, index, g.NumActions())
	seen[index] = true
}

func TestVariantPlaythroughGolden(t *testing.T) {
	eachVariant(t, func(t *testing.T, i int) {
		got := gametest.Playthrough(variants[i].game, variants[i].game.Start(), 1)
		testkit.Golden(t, "testdata/"+variants[i].name+".txt", got)
	})
}

func TestVariantsDoNotAllocate(t *testing.T) {
	eachVariant(t, func(t *testing.T, i int) {
		g, out := variants[i].game, make([]float64, 2)
		start, r, moves := g.Start(), rng.New(1), make([]breakthrough.Move, 0, 64)
		s := start
		require.Zero(t, testing.AllocsPerRun(100, func() {
			s = start
			g.Playout(&s, r, out)
			m, _ := g.RandomAction(&s, r)
			moves = g.AppendActions(moves[:0], &s)
			g.Apply(&s, m)
			g.Hash(&s)
		}))
	})
}

func FuzzVariantParse(f *testing.F) {
	for _, text := range []string{"b2-c4", "h7xg8", "a1a1", "A2-A4", "pass", "PaSs", "a9-a1", "-", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, v := range variants {
			m, err := v.game.Parse(text)
			if err != nil {
				continue
			}
			again, err := v.game.Parse(m.String())
			require.NoError(t, err)
			require.Equal(t, m, again)
			plain := strings.NewReplacer("-", "", "x", "")
			require.Equal(t, plain.Replace(strings.ToLower(text)), plain.Replace(m.String()))
			s := v.game.Start()
			require.Equal(t, slices.Contains(v.game.AppendActions(nil, &s), m), v.game.Legal(&s, m) == nil)
		}
	})
}
