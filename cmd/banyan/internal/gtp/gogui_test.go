package gtp

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console"
)

// TestRules plays random games as GoGui does: it asks for the legal moves, the side to move and the
// board, and plays one of the moves until there are none. The game itself provides the expected
// responses.
func TestRules(t *testing.T) {
	t.Run("nogo", ruled(bundled.NoGo, drawing{above: 1, before: 3}, "9x9", "3x3", "5x2"))
	t.Run("connect4", ruled(bundled.Connect4, drawing{before: 1}, "7x6", "4x1", "4x7"))
	t.Run("breakthrough", ruled(bundled.Breakthrough, drawing{before: 2}, "8x8", "4x6", "5x4"))
	t.Run("knightthrough", ruled(bundled.Knightthrough, drawing{before: 2}, "8x8"))
	t.Run("pawnwhopping", ruled(bundled.PawnWhopping, drawing{before: 2}, "8x8"))
	t.Run("gomoku", ruled(bundled.Gomoku, drawing{before: 3}, "8x8", "5x5", "19x2", "12x12"))
	t.Run("othello", ruled(bundled.Othello, drawing{above: 1, before: 2, down: true}, "8x8", "4x4", "6x6"))
	t.Run("tictactoe", ruled(bundled.TicTacToe, drawing{before: 2}, "3x3"))
}

// TestGames checks that all bundled games are here, except those that are not played by two players
// on a board of points.
func TestGames(t *testing.T) {
	others := []string{
		"goofspiel", "goofspiel5", "dots", "dots2", "dots-points", "pig", "whist", "kuhn", "leduc", "liarsdice", "sealed", "magic", "magic60", "2048", "8-puzzle", "15-puzzle", "sailing", "samegame",
	}
	require.ElementsMatch(t, bundled.Names(), append(others, games.Names()...))
	for _, name := range games.Names() {
		require.Regexp(t, `^= [A-Z][a-z]+$`, newSession(t, "-game "+name).ask("gogui-rules_game_id"), "GoGui wants one capital letter")
	}
}

// known is a game as the tests know it.
type known[S any, A comparable] interface {
	rules[S, A]
	PlayerName(player int) string
}

// drawing describes how the text of a game draws its board: the lines above it, the characters
// before the first column, and whether the rows go down from row 1.
type drawing struct {
	above, before int
	down          bool
}

// ruled returns a test of the commands on boards of these sizes. The first one is the usual board.
func ruled[G known[S, A], S any, A comparable](b bundled.Board[G], d drawing, sizes ...string) func(*testing.T) {
	return func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			i := rapid.IntRange(0, len(sizes)-1).Draw(t, "size")
			size, err := console.ParseSize(sizes[i])
			require.NoError(t, err)
			args, usual := "-game "+b.Name+" -board "+sizes[i], size
			if i == 0 {
				args, usual = "-game "+b.Name, console.Size{}
			}
			g, err := b.On(usual)
			require.NoError(t, err)
			r := ruler[S, A]{game: g, size: size, drawing: d}
			s := g.Start()
			if rapid.Bool().Draw(t, "gogui") {
				args, r.steps = args+" -gogui", strings.Contains(r.vertex(&s, g.AppendActions(nil, &s)[0]), "-")
			}
			o, err := parseOptions(strings.Fields(args), nil)
			require.NoError(t, err)
			p, err := o.open(context.Background(), o.settings)
			require.NoError(t, err)
			r.session = &session{t: t}
			r.server = newServer(p, &r.out)
			r.play(t)
		})
	}
}

// ruler plays a game by the commands in parallel with the game itself.
type ruler[S any, A comparable] struct {
	*session
	game    known[S, A]
	size    console.Size
	drawing drawing
	steps   bool // a move from square to square is entered as two vertices
}

// play plays a game with some moves taken back.
func (r ruler[S, A]) play(t *rapid.T) {
	states, vertices := []S{r.game.Start()}, []string{""}
	for {
		last := len(states) - 1
		s := states[last]
		actions, legal := r.game.AppendActions(nil, &s), r.legal(&s)
		r.check(&s, r.ends(legal, ""))
		if len(actions) == 0 {
			return
		}
		if last > 0 && rapid.IntRange(0, 9).Draw(t, "undo") == 0 {
			r.tell("undo")
			if from := r.origin(vertices[last]); from != "" {
				r.check(&states[last-1], r.ends(r.legal(&states[last-1]), from))
				r.tell("undo")
			}
			states, vertices = states[:last], vertices[:last]
			continue
		}
		i := rapid.IntRange(0, len(actions)-1).Draw(t, "action")
		side, move := r.color(r.game.ToMove(&s)), legal[i]
		if from := r.origin(move); from != "" {
			r.tell("play " + side + " " + from)
			r.check(&s, r.ends(legal, from))
			move = strings.ToUpper(move[3:])
		}
		r.tell("play " + side + " " + move)
		r.game.Apply(&s, actions[i])
		states, vertices = append(states, s), append(vertices, legal[i])
	}
}

// check compares the answers to the commands at a state with it, and with what can be played.
func (r ruler[S, A]) check(s *S, playable []string) {
	require.ElementsMatch(r.t, playable, strings.Fields(r.ask("gogui-rules_legal_moves")[2:]))
	require.Equal(r.t, "= "+r.color(r.game.ToMove(s)), r.ask("gogui-rules_side_to_move"))
	require.Equal(r.t, "= "+strings.Join(r.rows(s), "\n"), r.ask("gogui-rules_board"))
	require.Equal(r.t, "= "+strconv.Itoa(max(r.size.Width, r.size.Height)), r.ask("gogui-rules_board_size"))
	if len(playable) > 0 {
		r.refuse("gogui-rules_final_result", "the game is not over")
		r.refuse("play "+r.color(r.game.ToMove(s))+" A20", "? ")
		return
	}
	var returns [2]float64
	r.game.Returns(s, returns[:])
	result, score := "Draw", "0"
	for player, value := range returns {
		if value == 1 {
			color := r.color(player)
			score = strings.ToUpper(color[:1]) + "+1"
			result = strings.ToUpper(color[:1]) + color[1:] + " wins"
		}
	}
	require.Equal(r.t, "= "+result, r.ask("gogui-rules_final_result"))
	require.Equal(r.t, "= "+score, r.ask("final_score"))
}

// color returns the color of a player by its name.
func (r ruler[S, A]) color(player int) string {
	return map[string]string{"Black": "black", "White": "white", "X": "black", "O": "white"}[r.game.PlayerName(player)]
}

// rows returns the board as GoGui wants it, out of the text of the game.
func (r ruler[S, A]) rows(s *S) (rows []string) {
	side := max(r.size.Width, r.size.Height)
	lines := strings.Split(r.game.Text(s), "\n")[r.drawing.above:][:r.size.Height]
	if r.drawing.down {
		slices.Reverse(lines)
	}
	for range side - r.size.Height {
		rows = append(rows, strings.Repeat(". ", side)[:2*side-1])
	}
	for _, line := range lines {
		row := line[r.drawing.before:][:2*r.size.Width-1] + strings.Repeat(" .", side-r.size.Width)
		if r.drawing.above > 0 && !r.drawing.down { // NoGo, with a blank for a hollow point
			for x := range r.size.Width {
				if row[2*x] == ' ' {
					row = row[:2*x] + "." + row[2*x+1:]
				}
			}
		}
		rows = append(rows, strings.NewReplacer("B", "X", "W", "O", "+", ".").Replace(row))
	}
	return rows
}

// legal returns the vertices of the legal actions.
func (r ruler[S, A]) legal(s *S) (vertices []string) {
	for _, a := range r.game.AppendActions(nil, s) {
		vertices = append(vertices, r.vertex(s, a))
	}
	return vertices
}

// vertex returns the vertex of an action.
func (r ruler[S, A]) vertex(s *S, a A) string {
	text := fmt.Sprint(a)
	switch {
	case len(text) == 1: // a column of Connect Four
		row := 1
		for _, line := range r.rows(s) {
			if line[2*(text[0]-'a')] != '.' {
				row++
			}
		}
		return strings.ToUpper(text) + strconv.Itoa(row)
	case text == "pass" || len(text) == 5 || text[0] < 'a': // NoGo has no column I
		return text
	}
	return strings.NewReplacer("I", "J", "J", "K", "K", "L", "L", "M", "M", "N", "N", "O", "O", "P", "P", "Q", "Q", "R", "R", "S", "S", "T").
		Replace(strings.ToUpper(text))
}

// origin returns the square that a move is entered by first, or an empty string if it is entered at
// once.
func (r ruler[S, A]) origin(vertex string) string {
	if !r.steps || len(vertex) != 5 {
		return ""
	}
	return strings.ToUpper(vertex[:2])
}

// ends returns what can be played if these moves are legal: the origins, or the targets of the
// moves from an origin.
func (r ruler[S, A]) ends(legal []string, from string) (vertices []string) {
	for _, v := range legal {
		switch origin := r.origin(v); {
		case from != "" && origin == from:
			vertices = append(vertices, strings.ToUpper(v[3:]))
		case from == "" && origin == "":
			vertices = append(vertices, v)
		case from == "" && !slices.Contains(vertices, origin):
			vertices = append(vertices, origin)
		}
	}
	return vertices
}
