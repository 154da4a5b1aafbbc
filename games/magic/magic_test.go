package magic_test

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

var (
	_ game.Game[magic.State, magic.Action]       = magic.Game{}
	_ game.ChanceGame[magic.State, magic.Action] = magic.Game{}
	_ game.Hasher[magic.State]                   = magic.Game{}
	_ game.Playouter[magic.State]                = magic.Game{}
	_ game.Indexer[magic.Action]                 = magic.Numbered{}
)

// variants are the forms, levels of pruning and orders, with and without chance.
func variants() map[string]magic.Config {
	return map[string]magic.Config{
		"canonical":         {},
		"subsets dominated": {Prune: magic.PruneDominated},
		"binary":            {Main: magic.Binary},
		"binary dominated":  {Main: magic.Binary, Prune: magic.PruneDominated},
		"shuffled":          {Main: magic.Binary, Prune: magic.PruneDominated, Order: magic.Shuffled},
		"chance":            {Main: magic.Binary, Prune: magic.PruneLand, ChanceDraws: true},
		"large":             {Main: magic.Subsets, Prune: magic.PruneLand, Deck: large(), Life: 40},
		"large ascending":   {Main: magic.Binary, Prune: magic.PruneDominated, Order: magic.Ascending, Deck: large()},
	}
}

// large returns a deck of 60 cards with 15 kinds, and a creature 15 times.
func large() *magic.Deck {
	d := magic.Deck{Lands: 24}
	for i := range 36 {
		c := magic.Creature{Power: i % 7, Toughness: 1 + i%7, Cost: i % 7}
		if i >= 22 {
			c = magic.Creature{Power: 1, Toughness: 9, Cost: 1}
		} else if i >= 14 {
			c.Cost += 2
		}
		d.Creatures = append(d.Creatures, c)
	}
	return &d
}

func newGame(t require.TestingT, c magic.Config) magic.Game {
	g, err := magic.New(c)
	require.NoError(t, err)
	return g
}

func TestConformance(t *testing.T) {
	for name, c := range variants() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "large ascending" || name == "binary" {
				testkit.Long(t) // Others are alike.
			}
			g := newGame(t, c)
			if c.Main == magic.Binary {
				gametest.Run(t, magic.Numbered{Game: g}, g.Deal(rng.New(1)))
				return
			}
			gametest.Run(t, g, g.Deal(rng.New(1)))
		})
	}
}

// wholes are forms with whole combat. Their texts differ from the texts of variants.
func wholes() map[string]magic.Config {
	return map[string]magic.Config{
		"whole":       {Combat: magic.Whole},
		"whole large": {Combat: magic.Whole, Main: magic.Binary, Prune: magic.PruneDominated, Deck: large()},
	}
}

func TestConformanceWhole(t *testing.T) {
	for name, c := range wholes() {
		t.Run(name, func(t *testing.T) {
			if name != "whole" {
				testkit.Long(t)
			}
			g := newGame(t, c)
			gametest.Run(t, g, g.Deal(rng.New(1)))
		})
	}
}

func TestNew(t *testing.T) {
	require.Equal(t, magic.Game{}, newGame(t, magic.Config{}))
	require.Equal(t, 40, len(magic.DefaultDeck().Creatures)+magic.DefaultDeck().Lands)
	bears := slices.Repeat([]magic.Creature{{Power: 2, Toughness: 2, Cost: 2}}, 16)
	var kinds []magic.Creature
	for n := range 16 {
		kinds = append(kinds, magic.Creature{Power: n, Toughness: 1, Cost: 1})
	}
	for want, c := range map[string]magic.Config{
		"Config.Life is -1, want 0..100":              {Life: -1},
		"Config.Life is 356, want 0..100":             {Life: 356},
		"Config.Main is 2, want Subsets or Binary":    {Main: 2},
		"Config.Prune is 3, want PruneNone":           {Prune: 3},
		"Config.Order is 3, want Descending":          {Order: 3},
		"has 5 lands and 1 creatures, want 7 to 60":   {Deck: &magic.Deck{Lands: 5, Creatures: bears[:1]}},
		"has 46 lands and 15 creatures, want 7 to 60": {Deck: &magic.Deck{Lands: 46, Creatures: bears[:15]}},
		"has -1 lands and 16 creatures":               {Deck: &magic.Deck{Lands: -1, Creatures: bears}},
		"more than 15 creatures 2/2(2)":               {Deck: &magic.Deck{Creatures: bears}},
		"more than 15 different creatures":            {Deck: &magic.Deck{Creatures: kinds}},
		"the creature 2/0(1) is out of bounds":        {Deck: &magic.Deck{Lands: 7, Creatures: []magic.Creature{{2, 0, 1}}}},
		"the creature 61/1(1) is out of bounds":       {Deck: &magic.Deck{Lands: 7, Creatures: []magic.Creature{{61, 1, 1}}}},
		"the creature 1/1(-1) is out of bounds":       {Deck: &magic.Deck{Lands: 7, Creatures: []magic.Creature{{1, 1, -1}}}},
		"toughness 1..60 and cost 0..60":              {Deck: &magic.Deck{Lands: 7, Creatures: []magic.Creature{{1, 1, 61}}}},
		"power 0..60, toughness 1..60 and cost 0..60": {Deck: &magic.Deck{Lands: 7, Creatures: []magic.Creature{{-1, 1, 0}}}},
	} {
		g, err := magic.New(c)
		require.ErrorContains(t, err, want)
		require.Zero(t, g)
	}
}

func TestStateIsSmall(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(magic.State{}), uintptr(168))
	require.LessOrEqual(t, unsafe.Sizeof(magic.Game{}), uintptr(16))
}

// walk plays a random game and shows every state to visit.
func walk(g magic.Game, s magic.State, r *rng.Rand, visit func(s *magic.State, actions []magic.Action)) {
	for {
		var actions []magic.Action
		if g.ToMove(&s) == game.Chance {
			for _, o := range g.AppendOutcomes(nil, &s) {
				actions = append(actions, o.Action)
			}
		} else {
			actions = g.AppendActions(nil, &s)
		}
		visit(&s, actions)
		if len(actions) == 0 {
			return
		}
		g.Apply(&s, actions[r.IntN(len(actions))])
	}
}

// In every game, each player keeps 40 cards in all zones together, life does not rise, at most one
// land comes per turn, and turns are counted one by one.
func TestLawsOfRandomGames(t *testing.T) {
	all := variants()
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(names).Draw(t, "variant")
		g := newGame(t, all[name])
		r := rng.New(rapid.Uint64().Draw(t, "seed"))
		last := g.Deal(r)
		size := last.Library(0) + last.Hand(0) + last.Lands(0) + last.Creatures(0)
		walk(g, last, r, func(s *magic.State, actions []magic.Action) {
			for player := range 2 {
				require.Equal(t, size, magic.Cards(g, s, player), "no card is lost")
				require.LessOrEqual(t, s.Life(player), last.Life(player))
				require.LessOrEqual(t, s.Lands(player)-last.Lands(player), g.Turn(s)-g.Turn(&last)+1)
				require.LessOrEqual(t, s.Library(player), last.Library(player))
				require.GreaterOrEqual(t, s.Lands(player), last.Lands(player))
				require.Positive(t, s.Life(player)+boolInt(len(actions) == 0)*100)
			}
			require.GreaterOrEqual(t, g.Turn(s), g.Turn(&last))
			require.False(t, len(actions) == 1 && g.ToMove(s) != game.Chance, "a decision with one answer is not asked: %v", actions)
			last = *s
		})
	})
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// The deals differ, and the players have different hands.
func TestDeals(t *testing.T) {
	g, start := magic.Game{}, magic.Game{}.Start()
	require.Equal(t, game.Chance, g.ToMove(&start))
	outcomes := g.AppendOutcomes(nil, &start)
	require.Len(t, outcomes, magic.Deals)
	met := map[magic.State]bool{}
	for _, o := range outcomes {
		s := start
		g.Apply(&s, o.Action)
		met[s] = true
		if g.Turn(&s) > 0 {
			continue // the first player has no land, so its turn is over
		}
		require.Equal(t, [...]int{7, 7, 33, 33, 20, 20}, [...]int{s.Hand(0), s.Hand(1), s.Library(0), s.Library(1), s.Life(0), s.Life(1)})
	}
	require.Len(t, met, magic.Deals)
	require.Equal(t, g.Deal(rng.New(5)), g.Deal(rng.New(5)))
}

// Chance draws each kind with the frequency of its cards.
func TestChanceDraws(t *testing.T) {
	g := newGame(t, magic.Config{ChanceDraws: true, Deck: &magic.Deck{Lands: 8, Creatures: slices.Repeat([]magic.Creature{{1, 1, 9}}, 4)}})
	draws := 0
	walk(g, g.Deal(rng.New(3)), rng.New(3), func(s *magic.State, _ []magic.Action) {
		if g.ToMove(s) != game.Chance {
			return
		}
		draws++
		sum, lands := 0.0, 0.0
		for _, o := range g.AppendOutcomes(nil, s) {
			sum += o.Prob
			if o.Action.String() == "draw L" {
				lands = o.Prob
			}
		}
		require.InDelta(t, 1, sum, 1e-12)
		active := g.Turn(s) % 2
		left := float64(8 - s.Lands(active) - magic.HandLands(s, active))
		require.InDelta(t, left/float64(s.Library(active)), lands, 1e-12)
	})
	require.Equal(t, 2*(12-7), draws)
}

func TestHash(t *testing.T) {
	met := map[uint64]magic.State{}
	for seed := range uint64(100) {
		g := newGame(t, magic.Config{Main: magic.Binary})
		walk(g, g.Deal(rng.New(seed)), rng.New(seed), func(s *magic.State, _ []magic.Action) {
			h := g.Hash(s)
			if other, ok := met[h]; ok {
				require.Equal(t, other, *s)
			}
			met[h] = *s
		})
	}
	require.Greater(t, len(met), 5000)
}

func TestSearchMethodsDoNotAllocate(t *testing.T) {
	for name, c := range variants() {
		g, r, out := newGame(t, c), rng.New(1), make([]float64, 2)
		actions := make([]magic.Action, 0, 1<<16)
		byRules := g.PlayoutBy([2]magic.Rule{magic.Expert, magic.Reduced})
		var states []magic.State
		walk(g, g.Deal(r), r, func(s *magic.State, _ []magic.Action) { states = append(states, *s) })
		for _, s := range states {
			require.Zero(t, testing.AllocsPerRun(3, func() {
				c := s
				if player := g.ToMove(&c); player >= 0 {
					if actions = g.AppendActions(actions[:0], &c); len(actions) > 0 {
						g.Expert(&c, player, actions, r)
						g.Apply(&c, actions[g.Reduced(&c, player, actions, r)])
					}
				}
				g.Determinize(&c, 0, r)
				g.Hash(&c)
				d := c
				g.Playout(&c, r, out)
				byRules(&d, r, out)
			}), name)
		}
	}
}

func TestPlaythrough(t *testing.T) {
	for name, c := range map[string]magic.Config{
		"subsets": {}, "binary": {Main: magic.Binary, Prune: magic.PruneDominated, ChanceDraws: true},
	} {
		g := newGame(t, c)
		testkit.Golden(t, "testdata/playthrough-"+name+".txt", gametest.Playthrough(g, g.Deal(rng.New(1)), 1))
	}
}
