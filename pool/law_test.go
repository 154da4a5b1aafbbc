package pool_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/pool"
)

// game is a game in play on a pool, and a separate search that it should match.
type game struct {
	state   state
	session *session
	alone   *search
	seed    uint64

	tree    bool // whether the session should have one
	bytes   int64
	ran     []int // the numbers of its runs among the runs of all games
	unknown int   // how many games there were at its first run
}

// awaits returns in how many runs the next of g is due, or how long ago it was.
func (g *game) awaits(now int) int {
	last, pause := g.ran[len(g.ran)-1], g.unknown
	if len(g.ran) > 1 {
		pause = last - g.ran[len(g.ran)-2]
	}
	return max(last+pause-now, now-last-pause)
}

// A session finds what a separate search would find that is reset whenever the session loses its
// tree. It loses it when the trees of the others and the one that is searched, at its largest, need
// the memory; the tree dropped is then the least or the most recently used one, whichever is due
// later.
func TestSessionIsASearchThatMayForget(t *testing.T) {
	rules := tictactoe.Game{}
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		config := mcts.Config{MaxBytes: chunk}
		if rapid.Bool().Draw(t, "mast") {
			config.Playout = policy.MAST{}
		}
		most := chunk + rapid.Int64Range(0, chunk).Draw(t, "bytes for others")
		p := newPool(t, pool.Config{Running: 1, MaxBytes: most, Search: config})
		var games, kept []*game            // kept have a tree; the last has searched last
		unused := []int64{p.Stats().Bytes} // by closed sessions
		runs, lost := 0, 0
		full := func() bool {
			sum := int64(chunk)
			for _, bytes := range unused {
				sum += bytes
			}
			for _, g := range kept {
				sum += g.bytes
			}
			return sum > most
		}
		forget := func() {
			if len(unused) > 0 {
				unused = unused[:len(unused)-1]
				return
			}
			loser := kept[0]
			if last := kept[len(kept)-1]; last.awaits(runs) > loser.awaits(runs) {
				loser = last
			}
			loser.tree, kept = false, without(kept, loser)
			lost++
		}
		t.Repeat(map[string]func(*rapid.T){
			"open": func(t *rapid.T) {
				g := &game{seed: rapid.Uint64().Draw(t, "seed")}
				g.session = p.Open(g.seed)
				var err error
				g.alone, err = mcts.New(mcts.Game[state, action](tictactoe.Game{}), config)
				require.NoError(t, err)
				games = append(games, g)
			},
			"run": func(t *rapid.T) {
				g := draw(t, games)
				kept = without(kept, g)
				if !g.tree {
					g.alone.Reset(g.seed)
					if len(unused) > 0 || full() {
						forget()
					}
				}
				for full() {
					forget()
				}
				if runs++; len(g.ran) == 0 {
					g.unknown = len(games)
				}
				g.tree, g.ran = true, append(g.ran, runs)
				n := rapid.IntRange(1, 50).Draw(t, "n")
				want, err := g.alone.Run(ctx, &g.state, mcts.Budget{Simulations: n})
				require.NoError(t, err)
				got, err := g.session.Run(ctx, &g.state, simulations(n))
				require.NoError(t, err)
				want.Elapsed, want.Bytes = got.Elapsed, got.Bytes
				require.Equal(t, want, got.Result)
				g.bytes, kept = got.Bytes, append(kept, g)
			},
			"advance": func(t *rapid.T) {
				g := draw(t, games)
				a := rapid.SampledFrom(rules.AppendActions(nil, &g.state)).Draw(t, "action")
				after := g.state
				rules.Apply(&after, a)
				if len(rules.AppendActions(nil, &after)) == 0 {
					t.Skip("the game would be over")
				}
				g.state = after
				if g.tree {
					_, err := g.alone.Advance(a)
					require.NoError(t, err)
				}
				g.session.Advance(a)
			},
			"illegal": func(t *rapid.T) { draw(t, games).session.Advance(action(99)) }, // It changes nothing.
			"close": func(t *rapid.T) {
				g := draw(t, games)
				g.session.Close()
				if games = without(games, g); g.tree {
					kept, unused = without(kept, g), append(unused, g.bytes)
				}
			},
			"": func(t *rapid.T) {
				stats := p.Stats()
				assert.Equal(t, len(games), stats.Sessions)
				assert.EqualValues(t, lost, stats.Evicted)
				assert.Equal(t, len(unused)+len(kept), stats.Searches)
				assert.LessOrEqual(t, stats.Bytes, most)
			},
		})
	})
}

func draw(t *rapid.T, games []*game) *game {
	if len(games) == 0 {
		t.Skip("no game")
	}
	return games[rapid.IntRange(0, len(games)-1).Draw(t, "game")]
}

func without(games []*game, g *game) []*game {
	return slices.DeleteFunc(slices.Clone(games), func(other *game) bool { return other == g })
}
