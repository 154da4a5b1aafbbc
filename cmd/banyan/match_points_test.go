package main

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// withReturns is the part of the JSON of a match of two that is about mean returns.
type withReturns struct {
	Games int `json:"games"`
	Pairs struct {
		Counts  *[5]int `json:"counts"`
		Pairs   int     `json:"pairs"`
		Returns *struct {
			A              float64     `json:"a"`
			B              float64     `json:"b"`
			Difference     float64     `json:"difference"`
			DifferenceCI95 *[2]float64 `json:"difference_ci95"`
		} `json:"returns"`
	} `json:"pairs"`
}

func returnsOf(t *testing.T, args string) (r withReturns) {
	t.Helper()
	out, errs, status := command(t, args+" -json")
	require.Zero(t, status, errs)
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	return r
}

// A pair of games for one player has one result, and mean returns.
func TestMatchOfOnePlayer(t *testing.T) {
	const args = "-game sailing -a sims=40 -b random -games 20"
	r := returnsOf(t, args)
	require.Equal(t, 10, r.Games)
	require.Equal(t, 10, r.Pairs.Pairs)
	require.Nil(t, r.Pairs.Counts)
	require.InDelta(t, r.Pairs.Returns.A-r.Pairs.Returns.B, r.Pairs.Returns.Difference, 1e-9)
	require.Positive(t, r.Pairs.Returns.DifferenceCI95[0])
	out, errs, status := command(t, args)
	require.Zero(t, status, errs)
	require.Contains(t, out, "sailing, 20 games in pairs with 0 random plies")
	require.Regexp(t, `(?m)^ +pairs +wins +draws +losses`, out)
	require.NotContains(t, out, "in seat")
	require.Regexp(t, `(?m)^ +mean returns +of the first +of the second +difference +95 % by pairs\n +a against b +-\d+\.\d +-\d+\.\d +\+\d+\.\d +\+\d+\.\d to \+\d+\.\d$`, out)
	require.Contains(t, out, "a is stronger with the given budgets.\n")
}

// An interrupted match, the workers and a sequential test count pairs of one player like others.
func TestMatchOfOnePlayerGoesOn(t *testing.T) {
	journal := filepath.Join(t.TempDir(), "match.jsonl")
	const args = "-game sailing -a sims=20 -b random -workers 1 -games "
	_, errs, status := command(t, args+"6 -journal "+journal)
	require.Zero(t, status, errs)
	require.Equal(t, returnsOf(t, args+"12"), returnsOf(t, args+"12 -journal "+journal))
	svg := filepath.Join(t.TempDir(), "rate.svg")
	out, errs, status := command(t, args+"200 -sprt -100,100 -svg "+svg)
	require.Zero(t, status, errs)
	require.Contains(t, out, "sequential test     ")
	require.NotContains(t, out, "sailing, 200 games")
	require.FileExists(t, svg)
	_, errs, status = command(t, args+"3")
	require.Equal(t, 2, status)
	require.Contains(t, errs, "-games is 3, want 2, 4 or another multiple: both players play every opening")
}

// Points have means, in a round robin, too; games that are won or lost have none.
func TestMatchForPoints(t *testing.T) {
	r := returnsOf(t, "-game dots-points -size 2x2 -a sims=40 -b random -games 20")
	require.Equal(t, 20, r.Games)
	require.InDelta(t, -r.Pairs.Returns.A, r.Pairs.Returns.B, 1e-9, "what one player gets the other pays")
	require.Positive(t, r.Pairs.Returns.DifferenceCI95[0])
	out, errs, status := command(t, "-game dots-points -size 2x2 -p sims=10 -p random -p alphabeta,depth=2 -games 4")
	require.Zero(t, status, errs)
	require.Regexp(t, `mean returns .*\n +a against b .*\n +a against c .*\n +b against c `, out)
	require.Nil(t, returnsOf(t, "-game tictactoe -a sims=40 -b random -games 4").Pairs.Returns)
}

// The record of a game of one player can be replayed, with its result.
func TestRecordOfOnePlayer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.txt")
	_, errs, status := command(t, "-game 8-puzzle -a sims=10 -b random -games 2 -record "+path)
	require.Zero(t, status, errs)
	status, out, errs := playing(t, "", "-replay", path)
	require.Zero(t, status, errs)
	require.Regexp(t, `The game is over: \S+( \S+)? -\d+\.\n`, out)
}
