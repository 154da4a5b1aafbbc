package mcts_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
)

// save replaces a file by the search. The file is complete at any time, even if the program is
// killed or the power fails.
func save(s *mcts.Search[tictactoe.State, tictactoe.Cell], name string) error {
	f, err := os.Create(name + ".new")
	if err != nil {
		return err
	}
	if err := errors.Join(s.Save(f), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// A search is saved between two Runs, and another one continues with the second.
func ExampleSearch_Save() {
	dir, err := os.MkdirTemp("", "search")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	name := filepath.Join(dir, "search")
	newSearch := func() *mcts.Search[tictactoe.State, tictactoe.Cell] {
		s, err := mcts.New(tictactoe.Game{}, mcts.Config{Seed: 1})
		if err != nil {
			panic(err)
		}
		return s
	}
	var root tictactoe.State
	search := newSearch()
	if _, err := search.Run(context.Background(), &root, mcts.Budget{Simulations: 1000}); err != nil {
		panic(err)
	}
	if err := save(search, name); err != nil {
		panic(err)
	}

	f, err := os.Open(name)
	if err != nil {
		panic(err)
	}
	defer func() { _ = f.Close() }()
	loaded := newSearch()
	if err := loaded.Load(f, &root); err != nil {
		panic(err)
	}
	for _, s := range []*mcts.Search[tictactoe.State, tictactoe.Cell]{search, loaded} {
		r, err := s.Run(context.Background(), &root, mcts.Budget{Simulations: 1000})
		if err != nil {
			panic(err)
		}
		fmt.Println(r.Inherited, r.Action, r.Children[0].Visits)
	}
	// Output:
	// 1000 b2 1044
	// 1000 b2 1044
}
