// Package record writes the games of a match as text that people can read, and reads it back. The
// form resembles PGN, the notation of chess: tags, then the plies with their numbers.
//
//	[Record "1"]
//	[Game "breakthrough"]
//	[Size "6x6"]
//	[Number "3"]
//	[MatchSeed "1"]
//	[Seed "9278459349"]
//	[Player "level3"]
//	[Player "random"]
//	[Opening "2"]
//	[Result "1 0"]
//	[End "rules"]
//
//	1. a2-a3 2. c5-c4 3. "a text with spaces" 4. ...
//
// A ply is an action of a player, an outcome of chance, such as the order of the cards, or the
// actions of all players at a simultaneous move, joined by "|". So the plies alone lead to every
// position. A ply is quoted like a string of Go if it has spaces, quotes or other special
// characters.
package record

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// version is the version of the format.
const version = "1"

// Game is one recorded game. Slices per seat have an element for every player of the game, in its
// order.
type Game struct {
	Name      string    // of the game
	Size      string    // of the board, like "6x6"; empty for the usual one
	Number    int       // in the match, from 1
	MatchSeed uint64    // of the match
	Seed      uint64    // of the game, which its pair has in common
	Players   []string  // per seat
	Opening   int       // random plies at the start, outcomes of chance included
	Result    []float64 // the returns, per seat
	End       End
	Plies     []string

	lines     []int // of the plies in the file, if it was read
	firstLine int
}

// End is the reason why a game ended.
type End string

// What ends a game.
const (
	ByRules End = "rules" // the end of the game
	ByPlies End = "plies" // a limit of the number of plies
	ByTime  End = "time"  // the clock of a player
)

// Line returns the line of the ply with that index, from 0. After the last ply it is the line of
// the last one, and for -1 the first line of the game. It is 0 if the game was not read.
func (g Game) Line(ply int) int {
	if ply = min(ply, len(g.lines)-1); ply < 0 {
		return g.firstLine
	}
	return g.lines[ply]
}

// columns is the greatest width of a line of plies.
const columns = 100

// Write writes games, with an empty line between them.
func Write(w io.Writer, games []Game) error {
	var b strings.Builder
	for i, g := range games {
		if i > 0 {
			b.WriteByte('\n')
		}
		g.write(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (g Game) write(b *strings.Builder) {
	tag := func(name, value string) { fmt.Fprintf(b, "[%s %s]\n", name, strconv.Quote(value)) }
	tag("Record", version)
	tag("Game", g.Name)
	if g.Size != "" {
		tag("Size", g.Size)
	}
	tag("Number", strconv.Itoa(g.Number))
	tag("MatchSeed", strconv.FormatUint(g.MatchSeed, 10))
	tag("Seed", strconv.FormatUint(g.Seed, 10))
	for _, p := range g.Players {
		tag("Player", p)
	}
	tag("Opening", strconv.Itoa(g.Opening))
	tag("Result", Score(g.Result))
	tag("End", string(g.End))
	b.WriteByte('\n')
	width := 0
	for i, ply := range g.Plies {
		text := strconv.Itoa(i+1) + ". " + quoted(ply)
		n := utf8.RuneCountInString(text)
		switch {
		case width == 0:
		case width+1+n > columns:
			b.WriteByte('\n')
			width = 0
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(text)
		width += n
	}
	if width > 0 {
		b.WriteByte('\n')
	}
}

// Score returns the returns of all players as text, like "1 0".
func Score(returns []float64) string {
	texts := make([]string, len(returns))
	for i, v := range returns {
		texts[i] = strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strings.Join(texts, " ")
}

// quoted returns the text of a ply, in quotes if it could be misread without them.
func quoted(text string) string {
	plain := text != "" && utf8.ValidString(text)
	for _, r := range text {
		if r == '"' || r == '[' || r == '\\' || r == utf8.RuneError || strconv.Quote(string(r)) != `"`+string(r)+`"` || r == ' ' {
			plain = false
		}
	}
	if plain {
		return text
	}
	return strconv.Quote(text)
}
