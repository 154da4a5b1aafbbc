package record

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// game is a small game in text form.
const game = `[Record "1"]
[Game "heap"]
[Number "2"]
[MatchSeed "1"]
[Seed "18446744073709551615"]
[Player "random"]
[Player "mcts,sims=5"]
[Opening "1"]
[Result "0 1"]
[End "rules"]

1. one 2. "two words" 3. three
4. [x
`

func TestRead(t *testing.T) {
	games, err := Read(game)
	require.NoError(t, err)
	require.Len(t, games, 1)
	g := games[0]
	require.Equal(t, []string{"one", "two words", "three", "[x"}, g.Plies)
	require.Equal(t, 12, g.Line(0))
	require.Equal(t, 13, g.Line(3))
	require.Equal(t, 13, g.Line(4), "after the last ply")
	require.Equal(t, uint64(1<<64-1), g.Seed)
	require.Equal(t, []float64{0, 1}, g.Result)
	require.Equal(t, ByRules, g.End)
	again, err := Read(strings.ReplaceAll(game, "\n", "\r\n"))
	require.NoError(t, err)
	require.Equal(t, games, again)
}

// text returns a text that may have every special character.
func text() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"", " ", "a b", `"`, `\`, "[a]", "1.", "2. d", "\n", "\t", "é", "\u00a0", "\xff", "'", "`", "�", "\u2028"}),
		rapid.String(), rapid.StringMatching(`[a-h][1-8]`),
	)
}

func games(t *rapid.T) []Game {
	var list []Game
	for i := range rapid.IntRange(1, 3).Draw(t, "games") {
		seats := rapid.IntRange(1, 3).Draw(t, "seats")
		g := Game{
			Name: text().Draw(t, "name"), Size: rapid.SampledFrom([]string{"", "6x5"}).Draw(t, "size"), Number: 2*i + 1,
			MatchSeed: rapid.Uint64().Draw(t, "seed"), Seed: rapid.Uint64().Draw(t, "seed"),
			Players: rapid.SliceOfN(text(), seats, seats).Draw(t, "players"),
			Result:  rapid.SliceOfN(rapid.Float64Range(-1e300, 1e300), seats, seats).Draw(t, "result"),
			End:     rapid.SampledFrom([]End{ByRules, ByPlies, ByTime}).Draw(t, "end"),
			Plies:   rapid.SliceOf(text()).Draw(t, "plies"),
		}
		g.Opening = rapid.IntRange(0, len(g.Plies)).Draw(t, "opening")
		list = append(list, g)
	}
	return list
}

// unread returns games as they were before they were written.
func unread(list []Game) []Game {
	for i := range list {
		list[i].lines, list[i].firstLine = nil, 0
		if list[i].Plies == nil {
			list[i].Plies = []string{}
		}
	}
	return list
}

func TestWriteRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := games(t)
		var b strings.Builder
		require.NoError(t, Write(&b, want))
		have, err := Read(b.String())
		require.NoError(t, err, b.String())
		require.Equal(t, unread(want), unread(have), b.String())
	})
}

// Lines of plies are not much wider than a terminal.
func TestWidth(t *testing.T) {
	g := Game{Players: []string{"a"}, Result: []float64{1}, End: ByRules, Number: 1}
	for range 300 {
		g.Plies = append(g.Plies, "a2-a3")
	}
	var b strings.Builder
	require.NoError(t, Write(&b, []Game{g}))
	for line := range strings.Lines(b.String()) {
		require.LessOrEqual(t, len(line), columns+1)
	}
	require.Less(t, strings.Count(b.String(), "\n"), 60)
}

// Every mistake is named with its line.
func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{game, "", `line 1: there is no game, want one that begins with [Record "1"]`},
		{game, "hello", `line 1: "hello" is outside of a game, which begins with [Record "1"]`},
		{`[Record "1"]`, ``, `line 2: the tag Game is outside of a game, which begins with [Record "1"]`},
		{`[Record "1"]`, `[Record "2"]`, `line 1: the record has version "2", want "1"`},
		{`[Game "heap"]`, `[Gmae "heap"]`, `line 2: tag Gmae: there is no such tag; there are: Record, Game,`},
		{`[Game "heap"]`, `[Game heap]`, `line 2: [Game heap] is not a tag, want [Name "value"]`},
		{`[Game "heap"]`, `[Game "heap"`, `line 2: [Game "heap" is not a tag`},
		{`[Game "heap"]`, `[`, `line 2: [ is not a tag`},
		{`[Game "heap"]`, ``, `the game that begins in line 1 has no tag Game`},
		{`[Number "2"]`, `[Number "0"]`, `line 3: tag Number: "0", want a whole number from 1`},
		{`[Number "2"]`, `[Game "heap"]`, `line 3: the tag Game is there twice`},
		{`[Seed "18446744073709551615"]`, `[Seed "-1"]`, `line 5: tag Seed: "-1", want a whole number from 0`},
		{`[Player "random"]`, ``, `the game that begins in line 1 has 1 players and the result of 2`},
		{`[Opening "1"]`, `[Opening "5"]`, `has 4 plies and an opening of 5`},
		{`[Result "0 1"]`, `[Result "0 NaN"]`, `line 9: tag Result: "0 NaN", want the returns of all players, like "1 0"`},
		{`[End "rules"]`, `[End "soon"]`, `line 10: tag End: "soon", want rules, plies or time`},
		{`1. one`, `2. one`, `line 12: "2. one`},
		{`1. one`, `one`, `want ply 1, like "1. " and its text`},
		{`"two words"`, `"two words`, `line 12: ply 2: "\"two words 3. three" has no end of its quotes`},
		{`"two words"`, `"two"words`, `want a space after the quotes`},
		{`4. [x`, `4. `, `line 13: "4.", want ply 4`},
		{`4. [x`, `[Size "6x6"]`, `line 13: the tag Size follows plies, want another game to begin with [Record "1"]`},
		{game, game + game, `the games that begin in lines 1 and 14 have the same number, 2`},
	} {
		_, err := Read(strings.Replace(game, c.old, c.new, 1))
		require.ErrorContains(t, err, c.want)
		require.ErrorAs(t, err, new(*Error))
	}
}

// FuzzRead looks for texts that stop the reader, or that it does not read as it wrote them.
func FuzzRead(f *testing.F) {
	f.Add(game)
	f.Add(game + strings.Replace(game, `Number "2"`, `Number "3"`, 1))
	f.Add("[Record \"1\"]\n1. \"")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Read(text)
		if err != nil {
			require.Regexp(t, `^line \d+: `, err.Error())
			return
		}
		var b strings.Builder
		require.NoError(t, Write(&b, list))
		again, err := Read(b.String())
		require.NoError(t, err, b.String())
		require.Equal(t, unread(list), unread(again))
	})
}
