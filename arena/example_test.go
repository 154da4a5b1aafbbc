package arena_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

func Example() {
	game := tictactoe.Game{}
	match := arena.Match[tictactoe.State, tictactoe.Cell]{
		Game:  game,
		Start: game.Start(),
		Entrants: []arena.Entrant[tictactoe.State, tictactoe.Cell]{
			arena.Searcher("search", game, mcts.Config{}, mcts.Budget{Simulations: 200}),
			arena.Random("random", game),
		},
		Plan: arena.Plan{Pairs: 50, OpeningPlies: 1, Seed: 1},
	}
	records, err := match.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	t := arena.Count(records, 0, 1)
	low, high := t.Interval(0.95)
	fmt.Printf("%d wins, %d draws, %d losses: %.3f [%.3f, %.3f]\n", t.Wins, t.Draws, t.Losses, t.WinRate(), low, high)
	// Output:
	// 95 wins, 5 draws, 0 losses: 0.975 [0.923, 0.992]
}

// An interrupted match is resumed.
func ExampleOpenJournal() {
	folder, err := os.MkdirTemp("", "arena")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(folder) }()

	game := tictactoe.Game{}
	match := arena.Match[tictactoe.State, tictactoe.Cell]{
		Game:     game,
		GameName: "tictactoe",
		Start:    game.Start(),
		Entrants: []arena.Entrant[tictactoe.State, tictactoe.Cell]{arena.Random("a", game), arena.Random("b", game)},
		Plan:     arena.Plan{Pairs: 5},
	}
	for range 2 {
		match.Journal, err = arena.OpenJournal(filepath.Join(folder, "match.jsonl"), match.Header())
		if err != nil {
			fmt.Println(err)
			return
		}
		before := len(match.Journal.Records())
		records, err := match.Run(context.Background())
		fmt.Println(len(records), "games,", len(records)-before, "new", err)
		_ = match.Journal.Close()
		match.Pairs = 8
	}
	// Output:
	// 10 games, 10 new <nil>
	// 16 games, 6 new <nil>
}

// A sequential test ends a match as soon as it reaches a conclusion.
func ExampleMatch_sequentialTest() {
	game := tictactoe.Game{}
	match := arena.Match[tictactoe.State, tictactoe.Cell]{
		Game:  game,
		Start: game.Start(),
		Entrants: []arena.Entrant[tictactoe.State, tictactoe.Cell]{
			arena.Searcher("search", game, mcts.Config{}, mcts.Budget{Simulations: 200}),
			arena.Random("random", game),
		},
		Plan: arena.Plan{Pairs: 1000, Seed: 1},
	}
	test, pairs := stats.SPRT{Elo0: 0, Elo1: 100}, stats.Pairs{}
	match.Stop = func(pair []arena.Record) bool {
		pairs = pairs.Add(arena.Count(pair, 0, 1).WinRate())
		return test.Test(pairs).Conclusion != stats.Undecided
	}
	records, err := match.Run(context.Background())
	fmt.Println(len(records), "games:", test.Test(pairs).Conclusion, err)
	// Output:
	// 10 games: H1 <nil>
}

// Any function can be a player.
func ExampleFunc() {
	game := tictactoe.Game{}
	middle := arena.Func("middle", func(_ context.Context, s *tictactoe.State, _ int, r *rng.Rand) (tictactoe.Cell, error) {
		if middle := tictactoe.Cell(4); game.Legal(s, middle) == nil {
			return middle, nil
		}
		actions := game.AppendActions(nil, s)
		return actions[r.IntN(len(actions))], nil
	})
	match := arena.Match[tictactoe.State, tictactoe.Cell]{
		Game:     game,
		Start:    game.Start(),
		Entrants: []arena.Entrant[tictactoe.State, tictactoe.Cell]{middle, arena.Random("random", game)},
		Plan:     arena.Plan{Pairs: 100, Seed: 1},
	}
	records, err := match.Run(context.Background())
	fmt.Println(arena.Count(records, 0, 1), err)
	for seat, t := range arena.CountSeats(records, 0, 1) {
		fmt.Println(game.PlayerName(seat), t)
	}
	// Output:
	// {120 23 57} <nil>
	// X {77 10 13}
	// O {43 13 44}
}
