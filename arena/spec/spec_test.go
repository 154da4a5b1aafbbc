package spec_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/timing"
)

func TestParse(t *testing.T) {
	search := func(p policy.Playout) spec.Player {
		return spec.Player{Kind: spec.MCTS, Search: mcts.Config{Selection: policy.UCT{}, Playout: p}}
	}
	parallel := func(p mcts.Parallel, s policy.Selection, f policy.Final) spec.Player {
		return spec.Player{Kind: spec.MCTS, Search: mcts.Config{Selection: s, Final: f, Playout: policy.Uniform{}, Parallel: p}}
	}
	plain := search(policy.Uniform{})
	budget := plain
	budget.Budget = mcts.Budget{Simulations: 1000, Time: 2 * time.Second}
	tuned := plain
	tuned.Search.Selection, tuned.Search.Final = policy.UCB1Tuned{}, policy.SecureChild{}
	tuned.Search.MaxPlies, tuned.Search.MaxNodes = 30, 5000
	proving, probing := plain, plain
	proving.Search.Solver = &mcts.Solver{}
	probing.Search.Solver = &mcts.Solver{Probe: true, GeneralSum: true}
	together := proving
	together.Search.Parallel = mcts.TreeParallel{Workers: 2}
	implicit, shared, judged := plain, plain, plain
	implicit.Search.Selection = policy.ImplicitMinimax{}
	shared.Search.Selection = policy.ImplicitMinimax{C: 0.2, Alpha: 0.8}
	judged.Search.Prediction = &mcts.Prediction{}
	mixed := shared
	mixed.Search.Selection = policy.ImplicitMinimax{Alpha: math.SmallestNonzeroFloat64}
	mixed.Search.Prediction = &mcts.Prediction{Playouts: 0.5}
	for text, want := range map[string]spec.Player{
		"":                                   plain,
		"selection=implicit":                 implicit,
		"selection=implicit,alpha=0.8,c=0.2": shared,
		"prediction=evaluator":               judged,
		"prediction=off":                     plain,
		"prediction=evaluator,playouts=0.5,selection=implicit,alpha=0": mixed,
		"solver=on":                         proving,
		"solver=off":                        plain,
		"solver=on,parallel=tree,workers=2": together,
		"solver=on,probe=on,sum=general":    probing,
		"mcts":                              plain,
		" playout = uniform ":               plain,
		"sims=1000,time=2s":                 budget,
		"mcts, sims=1000, time=2s":          budget,
		"selection=ucb1tuned,final=secure,maxplies=30,maxnodes=5000": tuned,
		"parallel=root,trees=2,workers=1,merge=majority": {Kind: spec.MCTS, Search: mcts.Config{
			Selection: policy.UCT{}, Playout: policy.Uniform{},
			Parallel: mcts.RootParallel{Trees: 2, Workers: 1, Merge: mcts.MergeVote},
		}},
		"selection=regret,gamma=0.2": {Kind: spec.MCTS, Search: mcts.Config{
			Selection: policy.RegretMatching{Gamma: 0.2}, Playout: policy.Uniform{},
		}},
		"selection=grave":                         parallel(nil, policy.GRAVE{}, nil),
		"selection=grave,ref=15,bias=1e-10,c=0.2": parallel(nil, policy.GRAVE{Ref: 15, Bias: 1e-10, C: 0.2}, nil),
		"selection=rave,bias=0.01":                parallel(nil, policy.RAVE{Bias: 0.01}, nil),
		"c=0.7,final=max":                         parallel(nil, policy.UCT{C: 0.7}, policy.MaxChild{}),
		"final=maxrobust":                         parallel(nil, policy.UCT{}, policy.MaxRobustChild{}),
		"parallel=leaf,playouts=3,workers=2":      parallel(mcts.LeafParallel{Playouts: 3, Workers: 2}, policy.UCT{}, nil),
		"parallel=lockstep,batch=16,workers=2":    parallel(mcts.LockStep{Batch: 16, Workers: 2}, policy.UCT{}, nil),
		"parallel=tree,virtualloss=yes,workers=2": parallel(mcts.TreeParallel{VirtualLoss: true, Workers: 2}, policy.UCT{}, nil),
		"parallel=tree":                           parallel(mcts.TreeParallel{}, policy.UCT{}, nil),
		"selection=exp3,gamma=0.2": {Kind: spec.MCTS, Search: mcts.Config{
			Selection: policy.Exp3{Gamma: 0.2}, Playout: policy.Uniform{},
		}},
		"playout=mast": search(policy.MAST{}),
		"playout=mast,rule=gibbs,tau=0.2,unseen=0.5,treeonly=yes,decay=0.6": search(policy.MAST{
			Rule: policy.Gibbs{Tau: 0.2}, Unseen: 0.5, TreeOnly: true, Decay: policy.Decay{Move: 0.6},
		}),
		"playout=nst,epsilon=0.2,k=9,n=2,decay=1": search(policy.NST{
			Rule: policy.EpsilonGreedy{Epsilon: 0.2}, K: 9, N: 2, Decay: policy.Decay{Move: 1},
		}),
		"playout=nst,rule=greedy,batchdecay=0.5,batchsize=10,simdecay=0.999,decayper=ply": search(policy.NST{
			Rule: policy.Greedy{}, Decay: policy.Decay{Batch: 0.5, BatchSize: 10, Simulation: 0.999, EveryPly: true},
		}),
		"playout=mast,epsilon=0": search(policy.MAST{Rule: policy.Greedy{}}),
		"playout=lgrf":           search(policy.LGRF{Levels: 2, Fallback: policy.Uniform{}}),
		"playout=mast,decay=0":   search(policy.MAST{Decay: policy.Decay{Move: math.SmallestNonzeroFloat64}}),
		"playout=lgrf,levels=1,forget=no,draws=ignore,fallback=mast,epsilon=0.1": search(policy.LGRF{
			Levels: 1, KeepLosing: true, IgnoreDraws: true, Fallback: policy.MAST{Rule: policy.EpsilonGreedy{Epsilon: 0.1}},
		}),
		"playout=adaptive": search(policy.Adaptive{}),
		"playout=adaptive,candidates=uniform/mast/mast:0.2/nst:0.4/nst:0.2:3/lgrf,floor=0.1,weights=1/2/3/4/5/0.5": search(policy.Adaptive{
			Candidates: []policy.Playout{
				policy.Uniform{},
				policy.MAST{},
				policy.MAST{Rule: policy.EpsilonGreedy{Epsilon: 0.2}},
				policy.NST{Rule: policy.EpsilonGreedy{Epsilon: 0.4}},
				policy.NST{Rule: policy.EpsilonGreedy{Epsilon: 0.2}, K: 3},
				policy.LGRF{},
			},
			Weights: []float64{1, 2, 3, 4, 5, 0.5},
			Floor:   0.1,
		}),
		"decisive=anti":         search(mcts.DecisiveMoves{Playout: policy.Uniform{}, Anti: true}),
		"alphabeta,depth=4":     {Kind: spec.AlphaBeta, AlphaBeta: minimax.Config{Depth: 4}},
		"alphabeta,tablebits=8": {Kind: spec.AlphaBeta, AlphaBeta: minimax.Config{TableBits: 8}},
		"alphabeta,time=2s":     {Kind: spec.AlphaBeta, Budget: mcts.Budget{Time: 2 * time.Second}},
		"random":                {Kind: spec.Random},
	} {
		t.Run(text, func(t *testing.T) {
			got, err := spec.Parse(text, "")
			require.NoError(t, err, text)
			again, err := spec.Parse(got.String(), "")
			require.NoError(t, err, got.String())
			require.Equal(t, got, again)
			got, _ = spec.Parse(text, "")
			require.Equal(t, want.Kind, got.Kind, text)
			require.Equal(t, want.Search, got.Search, text)
			require.Equal(t, want.Budget, got.Budget, text)
			require.Equal(t, want.AlphaBeta, got.AlphaBeta, text)
		})
	}
}

func TestParseTime(t *testing.T) {
	for text, want := range map[string]timing.Planner{
		"time=expected":                           {Plan: timing.Expected{}},
		"time=stop,f=5,p=0.9":                     {Rules: []timing.Rule{timing.EarlyStop{F: 5, P: 0.9}}},
		"time=stopa":                              {Rules: []timing.Rule{timing.StopA()}},
		"time=stopb,f=2":                          {Rules: []timing.Rule{timing.StopB(2)}},
		"time=enhanced,share=20,maxply=40":        {Plan: timing.Enhanced{C: 20, MaxPly: 40}},
		"time=basic+behind+unstable,v=0.6,f=0.75": {},
		"time=basic+behind+unstable,share=30,behind.v=0.6,behind.f=0.75,unstable.loops=2": {
			Plan:  timing.Basic{C: 30},
			Rules: []timing.Rule{timing.Behind{F: 0.75, V: 0.6}, timing.Unstable{Loops: 2}},
		},
		"time=opening+stop,opening.f=2,stop.f=3": {
			Plan: timing.Opening{F: 2}, Rules: []timing.Rule{timing.EarlyStop{F: 3}},
		},
		"time=middle,height=1,ply=30,width=9": {Plan: timing.Middle{A: 1, B: 30, C: 9}},
		"time=stopa,moves=playout": {
			Plan: timing.Expected{Moves: timing.HalfPlayout{}}, Rules: []timing.Rule{timing.StopA()},
		},
		"time=opening,f=2,moves=playout": {Plan: timing.Opening{F: 2, Plan: timing.Expected{Moves: timing.HalfPlayout{}}}},
		"time=close,f=1.5,d=0.8,loops=3": {Rules: []timing.Rule{timing.Close{F: 1.5, D: 0.8, Loops: 3}}},
		"time=fixed,each=50":             {Plan: timing.Fixed{Each: 50}},
		"time=yamashita":                 {Plan: timing.Yamashita{}},
	} {
		t.Run(text, func(t *testing.T) {
			p, err := spec.Parse(text, "")
			if want.Plan == nil && want.Rules == nil {
				require.ErrorContains(t, err, "f is a parameter of several parts")
				return
			}
			require.NoError(t, err, text)
			require.Equal(t, want, *p.Timing, text)
			again, err := spec.Parse(p.String(), "")
			require.NoError(t, err)
			require.Equal(t, p, again)
		})
	}
}

func TestWithHorizon(t *testing.T) {
	h := timing.ByPly{Table: timing.Table{9, 8}}
	for text, want := range map[string]timing.Plan{
		"time=stop":     timing.Expected{Moves: h},
		"time=expected": timing.Expected{Moves: h},
		"time=opening":  timing.Opening{Plan: timing.Expected{Moves: h}},
		"time=middle":   timing.Middle{Plan: timing.Expected{Moves: h}},
		"time=basic":    timing.Basic{},
	} {
		t.Run(text, func(t *testing.T) {
			p, err := spec.Parse(text, "")
			require.NoError(t, err)
			require.Equal(t, want, p.WithHorizon(h).Timing.Plan, text)
			again, _ := spec.Parse(text, "")
			require.Equal(t, again, p, "the player itself does not change")
		})
	}
	p, err := spec.Parse("time=expected", "")
	require.NoError(t, err)
	other := timing.ByPly{Table: timing.Table{1}}
	require.Equal(t, timing.Expected{Moves: h}, p.WithHorizon(h).WithHorizon(other).Timing.Plan, "the first horizon stays")
	plain, _ := spec.Parse("sims=5", "")
	require.Equal(t, plain, plain.WithHorizon(h))
}

func TestNeedsHorizon(t *testing.T) {
	for text, want := range map[string]bool{
		"time=stop": true, "time=expected": true, "time=opening": true, "time=middle+stop": true,
		"time=basic": false, "time=expected,moves=playout": false, "time=stop,moves=playout": false,
		"time=opening,moves=playout": false, "time=middle,moves=playout": false, "time=expected,moves=table": true,
		"sims=5": false, "time=20ms": false, "random": false,
	} {
		p, err := spec.Parse(text, "")
		require.NoError(t, err)
		require.Equal(t, want, p.NeedsHorizon(), text)
		require.False(t, p.WithHorizon(timing.ByPly{}).NeedsHorizon(), text)
	}
}

func TestParseDefaults(t *testing.T) {
	p, err := spec.Parse("playout=nst,c=0.7", "c=0.4,final=max,epsilon=0.2,depth=3")
	require.NoError(t, err)
	require.Equal(t, "mcts,c=0.7,playout=nst,epsilon=0.2,final=max", p.String())
	ab, err := spec.Parse("alphabeta", "c=0.4,depth=3")
	require.NoError(t, err)
	require.Equal(t, "alphabeta,depth=3", ab.String())
	require.Equal(t, []string{"tau"}, spec.Unused("c=1,tau=1,depth=1", p, ab))
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"montecarlo":                                   `there is no kind "montecarlo"; there are: mcts, alphabeta, random`,
		"playout=mats":                                 "playout=mats, want one of uniform, mast, nst, lgrf, adaptive",
		"playout=adaptive,candidates=mast":             "candidates=mast, want two or more of uniform, mast, nst and lgrf",
		"playout=adaptive,candidates=mast/mats":        "candidates=mast/mats, want two or more",
		"playout=adaptive,candidates=mast/nst:2":       "candidates=mast/nst:2, want two or more",
		"playout=adaptive,candidates=mast/nst:0.2:x":   "candidates=mast/nst:0.2:x, want two or more",
		"playout=adaptive,candidates=nst/mast:0.2:3":   "candidates=nst/mast:0.2:3, want two or more",
		"playout=adaptive,candidates=mast/uniform:0.2": "candidates=mast/uniform:0.2, want two or more",
		"playout=adaptive,floor=0.6":                   "Adaptive.Floor is 0.6, want 0..0.5 with 2 candidates",
		"playout=adaptive,weights=1/x":                 "weights=1/x, want a number above 0 for each candidate",
		"playout=adaptive,weights=1":                   "Adaptive.Weights has 1 elements",
		"playout=adaptive,epsilon=0.2":                 "mcts has no epsilon here",
		"tau=1":                                        "mcts has no tau here; it has: selection, c, playout, final, parallel,",
		"playout=mast,tau=1":                           "mcts has no tau here; it has: selection, c, playout, rule, epsilon,",
		"playout=mast,epsilon=2":                       "epsilon=2, want a number from 0 to 1",
		"playout=mast,epsilon=x":                       "epsilon=x, want a number from 0 to 1",
		"playout=mast,epsilon=NaN":                     "epsilon=NaN, want a number from 0 to 1",
		"c=0":                                          "c=0, want a number above 0",
		"c=NaN":                                        "c=NaN, want a number above 0",
		"sims=0":                                       "sims=0, want a whole number above 0",
		"leaves=16":                                    "mcts has no leaves here",
		"parallel=lockstep,batch=0.5":                  "batch=0.5, want a whole number above 0",
		"sims=-1":                                      "sims=-1, want a whole number above 0",
		"sims=1e3":                                     "sims=1e3, want a whole number above 0",
		"sims=99999999999999999999":                    "want a whole number above 0",
		"time=5":                                       "time=5, want a time like 100ms, or of fixed, basic,",
		"time=stop,f=x":                                "f=x, want a number above 0",
		"time=basic+enhanced":                          "one plan only",
		"time=stop+unstable,f=2":                       "f is a parameter of several parts: write unstable.f",
		"time=stop,loops=2":                            "mcts has no loops here",
		"time=-1s":                                     "time=-1s, want a time",
		"playout=mast,treeonly=1":                      "treeonly=1, want one of no, yes",
		"c=1,c=2":                                      "c is set twice",
		"c=1,,final=max":                               `"", want key=value`,
		"c=1,mcts":                                     `"mcts", want key=value`,
		"random,sims=5":                                "random has no parameters, not sims",
		"alphabeta,sims=5":                             "alphabeta has no sims here; it has: depth, tablebits, time",
		"playout=lgrf,fallback=nst,tau=1":              "mcts has no tau here",
	} {
		t.Run(text, func(t *testing.T) {
			_, err := spec.Parse(text, "")
			require.ErrorContains(t, err, want, text)
			require.ErrorContains(t, err, "spec: player ", text)
		})
	}
	_, err := spec.Parse("random", "c")
	require.ErrorContains(t, err, `"c", want key=value`)
}

// Usage lists every key that a player reads.
func TestUsage(t *testing.T) {
	for _, text := range []string{
		"x=1", "trees=2,x=1", "parallel=root,hidden=ensemble,x=1", "playout=mast,x=1", "playout=nst,x=1", "playout=mast,rule=gibbs,x=1", "playout=lgrf,x=1", "selection=regret,x=1", "parallel=root,x=1",
		"parallel=leaf,x=1", "parallel=lockstep,x=1", "parallel=tree,x=1", "alphabeta,x=1", "nrpa,x=1", "nmcs,x=1",
	} {
		_, err := spec.Parse(text, "")
		_, keys, ok := strings.Cut(err.Error(), "it has: ")
		require.True(t, ok)
		for key := range strings.SplitSeq(keys, ", ") {
			require.Contains(t, spec.Usage, key+"=")
		}
	}
}

func TestEntrant(t *testing.T) {
	g := tictactoe.Game{}
	var entrants []arena.Entrant[tictactoe.State, tictactoe.Cell]
	for _, text := range []string{"sims=50,playout=nst", "alphabeta", "random", "sims=20,decisive=yes"} {
		p, err := spec.Parse(text, "")
		require.NoError(t, err)
		e, err := spec.Entrant(text, g, p)
		require.NoError(t, err)
		entrants = append(entrants, e)
	}
	match := arena.Match[tictactoe.State, tictactoe.Cell]{Game: g, Start: g.Start(), Entrants: entrants, Plan: arena.Plan{Pairs: 1}}
	records, err := match.Run(context.Background())
	require.NoError(t, err)
	require.Len(t, records, 12)
	require.Zero(t, arena.Count(records, 2, 1).Wins, "random does not beat a player that solves the game")

	p, err := spec.Parse("playout=mast", "")
	require.NoError(t, err)
	_, err = spec.Entrant("none", breakthrough.Game{}, p)
	require.ErrorContains(t, err, `spec: player "mcts,playout=mast": `)
	require.ErrorContains(t, err, "the budget is empty")
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "random", "alphabeta,depth=4", "playout=nst,epsilon=0.2,k=7,sims=10", "c=1,", "=,=", "mcts,mcts", "root=noise/0.3/0.25,final=temperature/1", "root=gumbel/16/50/1"} {
		f.Add(seed, "sims=100")
	}
	f.Fuzz(func(t *testing.T, text, defaults string) {
		p, err := spec.Parse(text, defaults)
		if err != nil {
			return
		}
		again, err := spec.Parse(p.String(), "")
		require.NoError(t, err)
		require.Equal(t, p, again)
	})
}
