package mcts_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/timing"
)

// ticks begins a move on a clock of ticks, of which the plan takes so many.
func ticks(planned int, rules ...timing.Rule) *timing.MoveTime {
	s := timing.Planner{Plan: timing.Fixed{Each: time.Duration(planned)}, Rules: rules}.Begin(timing.Situation{
		Clock: timing.Clock{Main: 1_000_000, Ticks: true},
	})
	return &s
}

// On a clock of ticks a search makes as many simulations as the plan has, no more and no fewer.
func TestSessionOfTicks(t *testing.T) {
	for _, n := range []int{1, 49, 50, 51, 1000, 12_345} {
		s, err := mcts.New(connect4.Game{}, mcts.Config{})
		require.NoError(t, err)
		r, err := s.Run(bg, &connect4.State{}, mcts.Budget{MoveTime: ticks(n)})
		require.NoError(t, err)
		require.Equal(t, n, r.Simulations)
		require.Equal(t, mcts.StopMoveTime, r.Stop)
		require.Equal(t, timing.ReasonTime, r.Reason)

		r, err = s.Run(bg, &connect4.State{}, mcts.Budget{MoveTime: ticks(n), Simulations: 30})
		require.NoError(t, err)
		require.Equal(t, min(n, 30), r.Simulations, "limits combine")
	}
}

// On a clock of ticks nothing depends on how fast the machine is: a search on a clock that stands
// still is that on one which jumps on each time it is read.
func TestTicksAreNotTime(t *testing.T) {
	for _, p := range []mcts.Parallel{nil, mcts.RootParallel{Trees: 2, Workers: 2}, mcts.LockStep{Workers: 2}} {
		t.Run(fmt.Sprintf("%T%+v", p, p), func(t *testing.T) {
			for seed := range uint64(mcts.Fewer(testkit.Few(5, 20))) {
				var results []mcts.Result[connect4.Drop]
				for _, step := range []time.Duration{0, time.Millisecond} {
					now := time.Time{}
					clock := func() time.Time {
						now = now.Add(step)
						return now
					}
					s, err := mcts.New(connect4.Game{}, mcts.Config{Seed: seed, Clock: clock, Parallel: p})
					require.NoError(t, err)
					r, err := s.Run(bg, &connect4.State{}, mcts.Budget{MoveTime: ticks(20_000, timing.EarlyStop{F: 1.5, P: 0.5})})
					require.NoError(t, err)
					r.Elapsed = 0
					results = append(results, r)
				}
				require.Equal(t, results[0], results[1], "%v", p)
			}
		})
	}
}

// STOP-A changes how long a search takes, and never what it answers.
func TestStopAChangesNoAnswer(t *testing.T) {
	mcts.OneGoroutine(t)
	const planned = 600
	enough := testkit.Few(250, 1000)
	g := connect4.Game{}
	saved, positions := 0, 0
	for seed := uint64(0); positions < enough; seed++ {
		r, state := rng.New(seed), connect4.State{}
		for range r.IntN(30) {
			if actions := g.AppendActions(nil, &state); len(actions) > 0 {
				g.Apply(&state, actions[r.IntN(len(actions))])
			}
		}
		if len(g.AppendActions(nil, &state)) < 2 {
			continue
		}
		positions++
		cfg := mcts.Config{Seed: seed, Selection: policy.UCT{C: 0.7}}
		_, whole := search(t, g, state, cfg, planned)
		s, err := mcts.New(g, cfg)
		require.NoError(t, err)
		early, err := s.Run(bg, &state, mcts.Budget{MoveTime: ticks(planned, timing.StopA())})
		require.NoError(t, err)
		require.Equal(t, whole.Action, early.Action, "seed %d, after %d simulations", seed, early.Simulations)
		if early.Simulations < planned {
			require.Equal(t, timing.ReasonEarly, early.Reason)
		}
		saved += planned - early.Simulations
	}
	require.Greater(t, saved, enough*planned/20, "so little saved that the rule was not tried")
}

// Rules see the root, and what they answer is done.
func TestSessionAsksRules(t *testing.T) {
	told := &rule{answer: timing.Decision{Verdict: timing.Extend, By: 100, Reason: timing.ReasonCustom}}
	s, r := search(t, connect4.Game{}, connect4.State{}, mcts.Config{}, 200)
	again, err := s.Run(bg, &connect4.State{}, mcts.Budget{MoveTime: ticks(300, told), Simulations: 5000})
	require.NoError(t, err)
	require.Equal(t, 400, again.Simulations, "one extension of 100")
	require.Equal(t, timing.ReasonCustom, again.Reason)
	first := told.moments[0]
	require.Len(t, first.Children, 7)
	require.Equal(t, 7, first.Actions)
	require.Equal(t, 5000, first.Budget)
	visits := 0
	for _, c := range first.Children {
		visits += c.Visits
	}
	require.Equal(t, r.Simulations+first.Simulations, visits, "inherited visits are visits")
	require.Equal(t, time.Duration(first.Simulations), first.Spent, "and no time")
	last := told.moments[len(told.moments)-1]
	require.InDelta(t, again.Values[0], last.Value, 0.05)

	stop := &rule{answer: timing.Decision{Verdict: timing.Stop, Reason: timing.ReasonCustom + 1}}
	early, err := s.Run(bg, &connect4.State{}, mcts.Budget{MoveTime: ticks(300, stop)})
	require.NoError(t, err)
	require.LessOrEqual(t, early.Simulations, 50)
	require.Equal(t, timing.ReasonCustom+1, early.Reason)
}

// rule keeps what it is told, and extends once where the time is over, or stops at once.
type rule struct {
	answer  timing.Decision
	moments []timing.Moment
}

func (r *rule) Check(m *timing.Moment) timing.Decision {
	kept := *m
	kept.Children = append([]timing.Child(nil), m.Children...)
	r.moments = append(r.moments, kept)
	if r.answer.Verdict == timing.Extend && (!m.Over() || m.Loops > 0) {
		return timing.Decision{}
	}
	return r.answer
}

// On a clock of time, the plan is overrun by a tenth of a millisecond or one simulation.
func TestSessionOfTime(t *testing.T) {
	mcts.OneGoroutine(t)
	for name, takes := range map[string]time.Duration{
		"fast": time.Microsecond, "slow": 7 * time.Millisecond, "very slow": time.Second,
	} {
		t.Run(name, func(t *testing.T) {
			g, c := newSlow(func(int) time.Duration { return takes })
			s, err := mcts.New(g, mcts.Config{Clock: c.read})
			require.NoError(t, err)
			session := timing.Planner{Plan: timing.Basic{C: 10}}.Begin(timing.Situation{Clock: timing.Clock{Main: time.Second}})
			r, err := s.Run(bg, &connect4.State{}, mcts.Budget{MoveTime: &session})
			require.NoError(t, err)
			require.Equal(t, mcts.StopMoveTime, r.Stop)
			require.GreaterOrEqual(t, r.Elapsed, 100*time.Millisecond)
			require.LessOrEqual(t, r.Elapsed, 100*time.Millisecond+max(400*time.Microsecond, takes))
		})
	}
}

// Sessions go together with the rest: a context, Watch, a single action, joint actions.
func TestSessionAmongOthers(t *testing.T) {
	s, err := mcts.New(connect4.Game{}, mcts.Config{})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(bg)
	cancel()
	r, err := s.Run(ctx, &connect4.State{}, mcts.Budget{MoveTime: ticks(100)})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, mcts.StopContext, r.Stop)
	require.Equal(t, timing.ReasonNone, r.Reason)

	results := 0
	for r, err := range s.Watch(bg, &connect4.State{}, mcts.Budget{MoveTime: ticks(5000)}, 0) {
		require.NoError(t, err)
		results++
		if r.Stop != mcts.StopUnfinished {
			require.Equal(t, 5000, r.Simulations)
		}
	}
	require.Greater(t, results, 2)

	one := tictactoe.State{}
	for _, c := range []int{0, 1, 2, 4, 3, 5, 7, 6} {
		tictactoe.Game{}.Apply(&one, tictactoe.Cell(c))
	}
	single, err := mcts.New(tictactoe.Game{}, mcts.Config{})
	require.NoError(t, err)
	forced, err := single.Run(bg, &one, mcts.Budget{MoveTime: ticks(5000)})
	require.NoError(t, err)
	require.Equal(t, mcts.StopForced, forced.Stop)

	g, err := goofspiel.New(2, 4, goofspiel.Descending)
	require.NoError(t, err)
	joint, err := mcts.New(g, mcts.Config{})
	require.NoError(t, err)
	start := g.Start()
	both, err := joint.Run(bg, &start, mcts.Budget{Player: 1, MoveTime: ticks(700, timing.Unstable{}, timing.Behind{V: 0.01})})
	require.NoError(t, err)
	require.GreaterOrEqual(t, both.Simulations, 700)
}

// The session sees the value of the player who chooses: the one to move or, at simultaneous moves,
// Budget.Player.
func TestSessionSeesTheValueOfThePlayer(t *testing.T) {
	g := &script{players: 3}
	root := g.node(1, g.leaf(0, 0.25, 1), g.leaf(0, 0.25, 1))
	all := g.add(scriptNode{Player: mcts.Simultaneous, Counts: []int{2, 1, 1}, Children: []int{g.leaf(0, 0.25, 1), g.leaf(0, 0.25, 1)}})
	for _, c := range []struct {
		root, player int
		want         float64
	}{{root, 0, 0.25}, {root, 2, 0.25}, {all, 0, 0}, {all, 1, 0.25}, {all, 2, 1}} {
		told := &rule{}
		s, err := mcts.New[int, branch](g, mcts.Config{})
		require.NoError(t, err)
		_, err = s.Run(bg, &c.root, mcts.Budget{Player: c.player, MoveTime: ticks(200, told)})
		require.NoError(t, err)
		require.NotEmpty(t, told.moments)
		for _, m := range told.moments {
			require.InDelta(t, c.want, m.Value, 1e-12)
		}
	}
}

// On a real clock the session is queried at least once per interval, however fast simulations are,
// and not after every one of them.
func TestSessionIntervalOnARealClock(t *testing.T) {
	told := &rule{}
	session := timing.Planner{Plan: timing.Fixed{Each: time.Hour}, Rules: []timing.Rule{told}}.Begin(timing.Situation{
		Clock: timing.Clock{Main: 2 * time.Hour},
	})
	now := time.Unix(0, 0)
	s, err := mcts.New(connect4.Game{}, mcts.Config{Clock: func() time.Time { return now }})
	require.NoError(t, err)
	_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 2000, MoveTime: &session})
	require.NoError(t, err)
	most, last := 0, 0
	for _, m := range told.moments {
		most, last = max(most, m.Simulations-last), m.Simulations
	}
	require.Equal(t, session.Interval(), most)
}

// On a clock of ticks one worker asks the rules in every interval of the move. Several workers
// ask them every 512 simulations, because each time all of them have to return. Both ask them at
// the end.
func TestSessionIntervalOnAClockOfTicks(t *testing.T) {
	for _, c := range []struct {
		parallel mcts.Parallel
		every    int
	}{
		{nil, 50},
		{mcts.LockStep{Workers: 2}, 512},
		{mcts.RootParallel{Workers: 2, Trees: 2}, 512},
		{mcts.TreeParallel{Workers: 2}, 512},
	} {
		t.Run(fmt.Sprintf("%T", c.parallel), func(t *testing.T) {
			told := &rule{}
			s, err := mcts.New(connect4.Game{}, mcts.Config{Parallel: c.parallel})
			require.NoError(t, err)
			_, err = s.Run(bg, &connect4.State{}, mcts.Budget{MoveTime: ticks(2000, told)})
			require.NoError(t, err)
			var asked, want []int
			for _, m := range told.moments {
				asked = append(asked, m.Simulations)
			}
			for n := c.every; n < 2000; n += c.every {
				want = append(want, n)
			}
			require.Equal(t, append(want, 2000), asked)
		})
	}
}
