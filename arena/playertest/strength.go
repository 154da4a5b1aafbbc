package playertest

import (
	"cmp"
	"context"
	"testing"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/mcts"
)

// NotWeaker plays m, a match of two entrants, and fails t unless a sequential test decides that the
// first entrant is not weaker than the second: that it is equal (H1) and not 50 Elo weaker (H0),
// see [stats.SPRT]. The match ends with the decision. It also fails if there is none after m.Pairs
// pairs; if that is 0, 1000 is used. m.Stop must be nil.
//
// A player that is as strong fails one time in twenty by chance, and one that is stronger hardly
// ever; the same seeds have the same result.
//
//	playertest.NotWeaker(t, arena.Match[mygame.State, mygame.Action]{
//		Game: game, Start: game.Start(), OpeningPlies: 2, Seed: 1,
//		Entrants: []arena.Entrant[mygame.State, mygame.Action]{mine, uct},
//	})
func NotWeaker[S any, A comparable](t testing.TB, m arena.Match[S, A]) {
	t.Helper()
	if len(m.Entrants) != 2 || m.Stop != nil {
		t.Fatalf("playertest: the match has %d entrants and Stop is set: %t; want 2 entrants and no Stop", len(m.Entrants), m.Stop != nil)
	}
	m.Pairs = cmp.Or(m.Pairs, 1000)
	test, pairs := stats.SPRT{Elo0: -50, Elo1: 0}, stats.Pairs{}
	m.Stop = func(pair []arena.Record) bool {
		pairs = pairs.Add(arena.Count(pair, 0, 1).WinRate())
		return test.Test(pairs).Conclusion != stats.Undecided
	}
	if _, err := m.Run(context.Background()); err != nil {
		t.Fatalf("playertest: %v", err)
	}
	first, second := m.Entrants[0].Name, m.Entrants[1].Name
	switch test.Test(pairs).Conclusion {
	case stats.AcceptH0:
		t.Errorf("playertest: strength: %s is weaker than %s: its score is %.3f in %d pairs of games", first, second, pairs.Mean(), pairs.Count)
	case stats.Undecided:
		t.Errorf("playertest: strength: %d pairs of games do not decide whether %s is weaker than %s, with a score of %.3f", pairs.Count, first, second, pairs.Mean())
	}
}

// MoreSimulations fails t if a search with many simulations for every action is weaker than the
// same search with few. It plays the match of [NotWeaker] with random openings of two plies. In a
// game of perfect information, a search that is sound gains by simulations unless few are enough.
func MoreSimulations[S any, A comparable](t testing.TB, g mcts.Game[S, A], start S, cfg mcts.Config, few, many int) {
	t.Helper()
	NotWeaker(t, arena.Match[S, A]{
		Game: g, Start: start, Plan: arena.Plan{OpeningPlies: 2, Seed: 1},
		Entrants: []arena.Entrant[S, A]{
			arena.Searcher("many", g, cfg, mcts.Budget{Simulations: many}),
			arena.Searcher("few", g, cfg, mcts.Budget{Simulations: few}),
		},
	})
}
