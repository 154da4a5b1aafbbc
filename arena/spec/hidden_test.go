package spec_test

import (
	"context"
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/games/whist"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/timing"
)

// A search that does not specify how to handle hidden information gets the default of the game.
func TestDefaultHidden(t *testing.T) {
	p, err := spec.Parse("sims=10", "")
	require.NoError(t, err)
	require.True(t, p.LacksHidden())
	require.False(t, p.SeesAll())
	_, err = spec.Entrant("a", whist.Game{}, p)
	require.NoError(t, err)
	for text, sees := range map[string]bool{"hidden=no": true, "hidden=infoset": false, "alphabeta": true, "random": false} {
		p, err = spec.Parse(text, "")
		require.NoError(t, err)
		require.Equal(t, sees, p.SeesAll(), text)
		require.False(t, p.LacksHidden(), text)
	}
	cards, err := game.NewRules[whist.State, whist.Card](whist.Game{})
	require.NoError(t, err)
	require.Equal(t, "infoset", spec.DefaultHidden(&cards))
	cards.Simultaneous = joint{}
	require.Equal(t, "ensemble", spec.DefaultHidden(&cards))
	cards.Determinizer = nil
	require.Empty(t, spec.DefaultHidden(&cards))
}

type joint struct{}

func (joint) AppendPlayerActions(dst []whist.Card, _ *whist.State, _ int) []whist.Card { return dst }
func (joint) ApplyJoint(*whist.State, []whist.Card)                                    {}

func TestParseHidden(t *testing.T) {
	for text, want := range map[string]struct {
		hidden   mcts.HiddenInformation
		parallel mcts.Parallel
		sims     int
	}{
		"sims=250":                       {nil, nil, 250},
		"trees=40,sims=250":              {mcts.Ensemble{Trees: 40}, nil, 10_000},
		"hidden=ensemble,sims=250":       {mcts.Ensemble{}, nil, 10_000},
		"trees=3,merge=majority,sims=10": {mcts.Ensemble{Trees: 3, Merge: mcts.MergeVote}, nil, 30},
		"parallel=root,trees=3,sims=10":  {nil, mcts.RootParallel{Trees: 3}, 10},
		"parallel=root,workers=2,hidden=ensemble,trees=3,sims=10": {mcts.Ensemble{Trees: 3}, mcts.RootParallel{Workers: 2}, 30},
		"hidden=infoset,sims=250":                                 {mcts.ISMCTS{}, nil, 250},
		"hidden=infoset,beliefs=on,sims=250":                      {mcts.ISMCTS{Beliefs: true}, nil, 250},
		"hidden=infoset,parallel=root,trees=3,sims=25":            {mcts.ISMCTS{}, mcts.RootParallel{Trees: 3}, 25},
		"parallel=root,hidden=no,trees=3,merge=majority":          {mcts.PerfectInformation{}, mcts.RootParallel{Trees: 3, Merge: mcts.MergeVote}, 0},
	} {
		t.Run(text, func(t *testing.T) {
			p, err := spec.Parse(text, "")
			require.NoError(t, err, text)
			require.Equal(t, want.hidden, p.Search.Hidden, text)
			require.Equal(t, want.parallel, p.Search.Parallel, text)
			require.Equal(t, want.sims, p.Budget.Simulations, text)
			again, err := spec.Parse(p.String(), "")
			require.NoError(t, err)
			require.Equal(t, p, again)
		})
	}
	most := strconv.Itoa(math.MaxInt)
	for text, want := range map[string]string{
		"hidden=infoset,trees=3":     "mcts has no trees here",
		"hidden=no,trees=3":          "mcts has no trees here",
		"hidden=yes":                 "hidden=yes, want one of no, ensemble, infoset",
		"merge=majority":             "mcts has no merge here",
		"trees=1000000,sims=" + most: "sims=" + most + ", want fewer, of so many trees",
		"trees=3,wide=yes":           "mcts has no wide here",
		"lambda=0":                   "lambda=0, want a number above 0",
		"lambda=2":                   "lambda=2, want a number from 0 to 1",
		"loss=1":                     "loss=1, want a number from -1 to 0",
		"loss=-1.5":                  "loss=-1.5, want a number from -1 to 0",
		"plydiscount=0.9,lambda=0.9": "plydiscount=0.9, want it without lambda and loss",
	} {
		t.Run(text, func(t *testing.T) {
			_, err := spec.Parse(text, "")
			require.ErrorContains(t, err, want, text)
		})
	}
}

func TestParseDiscount(t *testing.T) {
	for text, want := range map[string]policy.Backup{
		"":                    nil,
		"lambda=0.95":         policy.TurnDiscount{Lambda: 0.95},
		"loss=-1":             policy.TurnDiscount{Loss: -1},
		"lambda=0.9,loss=-.5": policy.TurnDiscount{Lambda: 0.9, Loss: -0.5},
		"loss=0":              policy.TurnDiscount{},
		"plydiscount=0.999":   policy.PlyDiscount{Gamma: 0.999},
	} {
		t.Run(text, func(t *testing.T) {
			p, err := spec.Parse(text, "")
			require.NoError(t, err, text)
			require.Equal(t, want, p.Search.Backup, text)
		})
	}
}

// last chooses the last action.
var last = mcts.PlayoutFunc(func(_ *tictactoe.State, _ int, actions []tictactoe.Cell, _ *rng.Rand) int { return len(actions) - 1 })

func TestNames(t *testing.T) {
	names := spec.Names{
		Playouts: map[string]policy.Playout{"last": policy.MAST{Unseen: 0.5}},
		Keys:     map[string][]string{"main": {"subsets", "binary"}, "prune": {"none", "land"}, "size": nil},
		Kinds:    []spec.Kind{"expert"},
	}
	p, err := names.Parse("playout=last,trees=2,main=binary", "prune=land")
	require.NoError(t, err)
	require.Equal(t, policy.MAST{Unseen: 0.5}, p.Search.Playout)
	require.Equal(t, map[string]string{"main": "binary", "prune": "land"}, p.Chosen)
	require.Equal(t, mcts.Ensemble{Trees: 2}, p.Search.Hidden)
	again, err := names.Parse(p.String(), "")
	require.NoError(t, err)
	require.Equal(t, p, again)

	p, err = names.Parse("playout=lgrf,fallback=last", "")
	require.NoError(t, err)
	require.Equal(t, policy.LGRF{Levels: 2, Fallback: policy.MAST{Unseen: 0.5}}, p.Search.Playout)
	require.Equal(t, map[string]string{"main": "subsets", "prune": "none"}, p.Chosen)

	p, err = names.Parse("trees=2,size=7/x,sims=3", "")
	require.NoError(t, err)
	require.Equal(t, map[string]string{"main": "subsets", "prune": "none", "size": "7/x"}, p.Chosen)
	require.Equal(t, "mcts,trees=2,size=7/x,sims=3", p.String())

	for text, want := range map[string]string{
		"playout=best":  "playout=best, want one of uniform, mast, nst, lgrf, adaptive, last",
		"main=both":     "main=both, want one of subsets, binary",
		"wizard":        `no kind "wizard"; there are: mcts, alphabeta, random, nrpa, nmcs, expert`,
		"expert,sims=3": "expert has no parameters, not sims",
	} {
		t.Run(text, func(t *testing.T) {
			_, err := names.Parse(text, "")
			require.ErrorContains(t, err, want, text)
		})
	}
	p, err = names.Parse("expert", "sims=5")
	require.NoError(t, err)
	require.Equal(t, "expert", p.String())
	_, err = spec.Entrant("none", tictactoe.Game{}, p)
	require.ErrorContains(t, err, `Player.Kind is "expert"`)

	played, err := spec.Names{Playouts: map[string]policy.Playout{"last": last}}.Parse("playout=last,sims=5", "")
	require.NoError(t, err)
	_, err = spec.Entrant("last", tictactoe.Game{}, played)
	require.NoError(t, err)
}

// "strong" stands for the parameters of the game. Parameters in the text take precedence over the
// game's, and these over the shared defaults.
func TestStrong(t *testing.T) {
	names := spec.Names{Strong: "playout=mast,tau=0.5,rule=gibbs,c=0.3"}
	for text, want := range map[string]string{
		"strong,sims=100":              "mcts,c=0.3,playout=mast,rule=gibbs,tau=0.5,sims=100",
		"strong,c=0.7,sims=100":        "mcts,c=0.7,playout=mast,rule=gibbs,tau=0.5,sims=100",
		"strong,playout=uniform":       "mcts,c=0.3,playout=uniform,sims=9",
		"mcts":                         "mcts,c=1,sims=9",
		" strong ,final=max":           "mcts,c=0.3,playout=mast,rule=gibbs,tau=0.5,final=max,sims=9",
		"strong,rule=epsilon,sims=100": "mcts,c=0.3,playout=mast,rule=epsilon,sims=100",
	} {
		p, err := names.Parse(text, "c=1,sims=9")
		require.NoError(t, err, text)
		require.Equal(t, want, p.String(), text)
	}
	_, err := spec.Parse("strong", "")
	require.ErrorContains(t, err, `there is no kind "strong"; there are: mcts, alphabeta, random, nrpa, nmcs`)
	_, err = names.Parse("weak", "")
	require.ErrorContains(t, err, `there is no kind "weak"; there are: mcts, alphabeta, random, nrpa, nmcs, strong`)
	_, err = names.Parse("strong,depth=3", "")
	require.ErrorContains(t, err, "mcts has no depth here")
}

// cards is a game of two cards in which each player says three times whether its card is the higher
// one.
type cards struct{}

type cardsState struct {
	card  [2]int8
	plies int8
	right [2]int8
}

func (cards) NumPlayers() int          { return 2 }
func (cards) ToMove(s *cardsState) int { return int(s.plies) % 2 }
func (cards) AppendActions(dst []int, s *cardsState) []int {
	if s.plies == 6 {
		return dst
	}
	return append(dst, 0, 1)
}

func (cards) Apply(s *cardsState, a int) {
	p := s.plies % 2
	if (s.card[p] > s.card[1-p]) == (a == 1) {
		s.right[p]++
	}
	s.plies++
}

func (cards) Returns(s *cardsState, out []float64) {
	for p := range out {
		out[p] = float64(s.right[p]) / 3
	}
}

func (cards) Determinize(s *cardsState, observer int, r *rng.Rand) {
	own := s.card[observer]
	other := int8(r.IntN(9))
	if other >= own {
		other++
	}
	s.card[1-observer] = other
	s.right = [2]int8{} // these would reveal the cards
}

// Players of a game with hidden information play matches with a budget and with a clock.
func TestHiddenMatch(t *testing.T) {
	start := cardsState{card: [2]int8{9, 0}}
	var entrants []arena.Entrant[cardsState, int]
	for _, text := range []string{"trees=5,sims=40", "hidden=infoset,sims=200,lambda=0.99,loss=-1", "random", "trees=3,sims=30,parallel=root,hidden=ensemble"} {
		p, err := spec.Parse(text, "")
		require.NoError(t, err)
		e, err := spec.Entrant(text, mcts.Game[cardsState, int](cards{}), p)
		require.NoError(t, err)
		entrants = append(entrants, e)
	}
	match := arena.Match[cardsState, int]{Game: cards{}, Start: start, Entrants: entrants, Plan: arena.Plan{Pairs: 2}}
	records, err := match.Run(context.Background())
	require.NoError(t, err)
	require.Len(t, records, 24)

	p, err := spec.Parse("trees=5,time=basic+stop", "")
	require.NoError(t, err)
	timed, err := spec.Entrant("timed", mcts.Game[cardsState, int](cards{}), p)
	require.NoError(t, err)
	match.Clock = timing.Clock{Main: 3000, Ticks: true}
	match.Entrants = []arena.Entrant[cardsState, int]{timed, entrants[2]}
	more, err := match.Run(context.Background())
	require.NoError(t, err)
	require.Positive(t, more[0].Simulations[0])
	for _, r := range more {
		for seat, entrant := range r.Seats {
			if entrant == 0 {
				require.Equal(t, 1.0, r.Returns[seat], "%+v", r)
			}
		}
	}
	for _, r := range records {
		for seat, entrant := range r.Seats {
			if entrant != 2 {
				require.Equal(t, 1.0, r.Returns[seat], "9 is the highest and 0 the lowest: %+v", r)
			}
		}
	}
}
