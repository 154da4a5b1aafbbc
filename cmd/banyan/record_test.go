package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// recorded plays a match with -record and returns the path and the text of the record.
func recorded(t *testing.T, args string) (path, text string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games.txt")
	_, errs, status := run(t, program("x"), "", append(strings.Fields("match "+args), "-record", path)...)
	require.Zero(t, status, errs)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return path, string(data)
}

// The record of a match can be replayed in every kind of game: with chance, hidden cards,
// simultaneous moves, passes and three players.
func TestRecord(t *testing.T) {
	for _, args := range []string{
		"-game tictactoe", "-game breakthrough -size 5x5", "-game othello -size 4x4", "-game goofspiel5", "-game dots -size 2x2 -games 6",
		"-game magic -games 2", "-game leduc", "-game liarsdice", "-game sealed",
	} {
		t.Run(args, func(t *testing.T) {
			args += " -a random -b random -seed 3"
			path, text := recorded(t, "-games 4 "+args)
			_, again := recorded(t, "-games 4 -workers 1 "+args)
			require.Equal(t, text, again, "the record depends on nothing but the match")
			n := strings.Count(text, `[Record "1"]`)
			for number := 1; number <= n; number++ {
				out, errs, status := run(t, program("x"), "", "play", "-replay", path, "-number", string(rune('0'+number)))
				require.Zero(t, status, errs)
				require.Contains(t, out, ", game "+string(rune('0'+number))+", ")
				require.Regexp(t, `\nThe game is over: .* -?[0-9.]+, .*\.\n$`, out)
			}
			first, _, _ := run(t, program("x"), "", "play", "-replay", path)
			require.Contains(t, first, ", game 1, ")
		})
	}
}

func TestRecordTags(t *testing.T) {
	_, text := recorded(t, "-game breakthrough -size 5x5 -a level1 -b random -games 2 -opening 3 -seed 9")
	for _, tag := range []string{
		"[Game \"breakthrough\"]\n[Size \"5x5\"]\n[Number \"1\"]\n[MatchSeed \"9\"]\n[Seed \"", "\"]\n[Player \"level1\"]\n[Player \"random\"]\n[Opening \"3\"]\n[Result \"",
		"[Player \"random\"]\n[Player \"level1\"]\n", "[End \"rules\"]\n\n1. ",
	} {
		require.Contains(t, text, tag)
	}
	_, text = recorded(t, "-game magic -a random -b expert -games 2")
	require.Regexp(t, `(?m)^1\. "\w+ \d+" `, text, "the cards are among the plies")
}

// Wrong flags and files get errors that describe the mistake and its place.
func TestReplayRefuses(t *testing.T) {
	path, text := recorded(t, "-game tictactoe -a random -b random -games 4")
	file := func(text string) string {
		path := filepath.Join(t.TempDir(), "wrong.txt")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"-number 3", 2, "-number is the number of a game of a record, want -replay FILE too"},
		{"-replay " + path + " -number 9", 2, "there is no game 9, want one of 1, 2, 3, 4"},
		{"-replay " + path + " -number 0", 2, "there is no game 0"},
		{"-replay " + path + " -player random", 2, "leave out -player"},
		{"-replay " + path + " -size 6x6", 2, "leave out -size"},
		{"-replay " + path + " now", 2, `unexpected argument "now"`},
		{"-replay " + path + "x", 2, "no such file"},
		{"-replay " + filepath.Dir(path), 2, "-replay: read "},
		{"-replay " + file(""), 1, "wrong.txt: line 1: there is no game"},
		{"-replay " + file("\x00\x01"), 1, "line 1: "},
		{"-replay " + file(strings.Replace(text, "tictactoe", "chess", 1)), 1, `line 1: there is no game "chess"; there are: `},
		{"-replay " + file(strings.Replace(text, "[Number", "[Size \"4x4\"]\n[Number", 1)), 1, "line 1: tictactoe has only one board"},
		{"-replay " + file(strings.Replace(text, "[Number", "[Size \"4\"]\n[Number", 1)), 1, `line 1: tag Size: "4", want width x height`},
		{"-replay " + file(strings.Replace(text, "1. ", "1. z9 2. ", 1)), 1, `line 12: "2. `},
	} {
		out, errs, status := run(t, program("x"), "", strings.Fields("play "+c.args)...)
		require.Equal(t, c.status, status, errs)
		require.Contains(t, errs, c.want)
		require.Empty(t, out)
	}
	for _, record := range []string{filepath.Dir(path), filepath.Join(path, "games.txt"), "/no/such/folder/games.txt"} {
		out, errs, status := run(t, program("x"), "", "match", "-game", "tictactoe", "-a", "random", "-b", "random", "-record", record)
		require.Equal(t, 2, status)
		require.Contains(t, errs, "-record: ")
		require.Empty(t, out, "before a game is played")
	}
}

// No file replaces another one.
func TestRecordOfItsOwn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.svg")
	for _, other := range []string{"journal", "svg"} {
		_, errs, status := run(t, program("x"), "", "match", "-game", "tictactoe", "-a", "random", "-b", "random", "-record", path, "-"+other, path)
		require.Equal(t, 2, status)
		require.Contains(t, errs, "-record and -"+other+" are both ")
		require.NoFileExists(t, path)
	}
}
