package gtp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/mcts"
)

// session sends commands to an engine, one at a time.
type session struct {
	t interface { // of testing and of rapid
		require.TestingT
		Helper()
	}
	out    bytes.Buffer
	server *server
}

func newSession(t *testing.T, args string) *session {
	t.Helper()
	o, err := parseOptions(strings.Fields(args), &bytes.Buffer{})
	require.NoError(t, err)
	return o.session(t)
}

func (o options) session(t *testing.T) *session {
	t.Helper()
	s := &session{t: t}
	p, err := o.open(t.Context(), o.settings)
	require.NoError(t, err)
	t.Cleanup(p.stop)
	s.server = newServer(p, &s.out)
	return s
}

// ask returns the response to a command without the final newlines. It ends an open response.
func (s *session) ask(line string) string {
	s.t.Helper()
	s.out.Reset()
	_, err := s.server.handle(line)
	require.NoError(s.t, err)
	if s.server.open {
		_, err = s.server.handle("\n")
		require.NoError(s.t, err)
	}
	require.True(s.t, strings.HasSuffix(s.out.String(), "\n\n"), "%q", s.out.String())
	return strings.TrimSuffix(s.out.String(), "\n\n")
}

// tell sends commands whose response is empty.
func (s *session) tell(lines ...string) {
	s.t.Helper()
	for _, line := range lines {
		require.Equal(s.t, "= ", s.ask(line), line)
	}
}

// refuse checks that the response to a command is an error that contains want, and that the
// position does not change.
func (s *session) refuse(line, want string) {
	s.t.Helper()
	before := s.ask("showboard")
	answer := s.ask(line)
	require.True(s.t, strings.HasPrefix(answer, "? "), "%s: %s", line, answer)
	require.Contains(s.t, answer, want, line)
	require.Equal(s.t, before, s.ask("showboard"), line)
}

// nogo returns the engine of a session of NoGo.
func (s *session) nogo() *engine[nogo.State, nogo.Point] {
	e, ok := s.server.player.(*engine[nogo.State, nogo.Point])
	require.True(s.t, ok)
	return e
}

// nogo3 returns an engine of NoGo on a 3x3 board.
func nogo3(t require.TestingT, s settings) *engine[nogo.State, nogo.Point] {
	g, err := nogo.New(3, 3)
	require.NoError(t, err)
	if s.now == nil {
		s.now = newTicks(1).now
	}
	s.search.Clock = s.now
	if s.budget == (mcts.Budget{}) {
		s.budget.Simulations = 3
	}
	e, err := newEngine(context.Background(), sized(bundled.NoGo, g, noGoBoard), s)
	require.NoError(t, err)
	return e
}

func TestBoardsize(t *testing.T) {
	s := newSession(t, "-sims 10")
	s.tell("play b a1", "boardsize 9", "play b a1")
	s.refuse("boardsize 7", "unacceptable size: the board with hollow points is 9x9")
	s.refuse("boardsize 9 8", "unacceptable size")
	s.refuse("boardsize x", "syntax error")
	s.refuse("boardsize", "syntax error: want boardsize WIDTH [HEIGHT]")
	s.refuse("boardsize 1 2 3", "syntax error")
	s.tell("boardsize 9 9", "play b a1")

	s = newSession(t, "-sims 10 -board 5x4")
	s.tell("boardsize 5", "play b e4")
	s.refuse("play w e5", "want a point from A1 to E4")
	s.refuse("boardsize 20", "unacceptable size")
	s.tell("boardsize 5 5", "play b e5", "boardsize 3", "play b c3", "boardsize 2 3", "play b b3")
	s.refuse("play w c1", "want a point from A1 to B3")
}

func TestClearBoard(t *testing.T) {
	s := newSession(t, "-sims 10")
	empty := s.ask("showboard")
	s.tell("play b a1")
	require.NotEqual(t, empty, s.ask("showboard"))
	s.tell("clear_board")
	require.Equal(t, empty, s.ask("showboard"))
	s.refuse("undo", "cannot undo")
}

func TestKomiHasNoEffect(t *testing.T) {
	s := newSession(t, "-sims 10 -board 1x1")
	s.tell("komi 0", "komi -6.5", "komi 1000000")
	require.Equal(t, "= W+1", s.ask("final_score"))
	s.refuse("komi x", "syntax error")
	s.refuse("komi", "syntax error: want komi KOMI")
}

func TestPlay(t *testing.T) {
	s := newSession(t, "-sims 10")
	s.refuse("play w d4", "illegal move: it is the turn of Black")
	s.refuse("play b e2", "illegal move: E2 is a hollow point")
	s.refuse("play b i5", "syntax error")
	s.refuse("play b k1", "syntax error")
	s.refuse("play b a10", "syntax error")
	s.refuse("play b d0", "syntax error")
	s.refuse("play green d4", `"green" is not a color`)
	s.refuse("play b", "want play COLOR VERTEX")
	s.refuse("play b d4 d5", "want play COLOR VERTEX")
	s.refuse("play b pass", "illegal move: this game has no pass")
	s.refuse("play b resign", "illegal move")
	s.tell("play BLACK D4", "play White j9", "play B a1")
	s.refuse("play w d4", "is taken by")
	s.refuse("play b b1", "it is the turn of White")
	s.refuse("play b d4", "it is the turn of White")
	s.tell("play w b1")
	s.tell("play b d9")
	s.refuse("play w a2", "capture")
}

func TestUndo(t *testing.T) {
	s := newSession(t, "-sims 200")
	s.refuse("undo", "cannot undo")
	s.tell("play b e5")
	board, move := s.ask("showboard"), s.ask("genmove w")
	require.NotEqual(t, board, s.ask("showboard"))
	s.tell("undo")
	require.Equal(t, board, s.ask("showboard"))
	require.Equal(t, 0, s.nogo().search.Root().Visits(), "a new tree")
	fresh := newSession(t, "-sims 200")
	fresh.tell("play b e5")
	require.Equal(t, move, fresh.ask("genmove w"))
	s.tell("undo")
	s.refuse("undo", "cannot undo")
}

// A search continues with the tree of the search before: it starts with the visits of the chosen
// action.
func TestTreeReuse(t *testing.T) {
	s := newSession(t, "-sims 2000 -board 3x3")
	require.Regexp(t, "^= [A-C][1-3]$", s.ask("genmove b"))
	kept := s.nogo().search.Root().Visits()
	require.Greater(t, kept, 100)
	var r report
	require.NoError(t, json.NewDecoder(strings.NewReader(s.ask("banyan-analyze 50")[2:])).Decode(&r))
	require.Equal(t, 50, r.Simulations)
	require.Equal(t, kept+50, r.Visits)
}

func TestGenmove(t *testing.T) {
	s := newSession(t, "-sims 100")
	s.refuse("genmove w", "it is the turn of Black")
	s.refuse("genmove", "want genmove COLOR")
	s.refuse("genmove b now", "want genmove COLOR")
	s.refuse("genmove x", "is not a color")
	s.refuse("reg_genmove w", "it is the turn of Black")
	board := s.ask("showboard")
	require.Regexp(t, "^= [A-HJ][1-9]$", s.ask("reg_genmove b"))
	require.Equal(t, board, s.ask("showboard"), "the move is not played")
	move := s.ask("genmove b")
	require.Regexp(t, "^= [A-HJ][1-9]$", move)
	s.refuse("play w "+move[2:], "is taken by")
}

// A color without a legal move resigns, and no more moves can be played.
func TestNoGoToTheEnd(t *testing.T) {
	s := newSession(t, "-sims 20 -board 3x3")
	colors := [2]string{"b", "w"}
	i := 0
	for ; ; i++ {
		s.refuse("final_score", "cannot score")
		move := s.ask("genmove " + colors[i%2])
		if move == "= resign" {
			break
		}
		if _, over := s.nogo().returns(); over {
			i++
			break
		}
	}
	loser, winner := colors[i%2], colors[(i+1)%2]
	for range 2 {
		require.Equal(t, "= resign", s.ask("genmove "+loser))
		require.Equal(t, "= resign", s.ask("reg_genmove "+loser))
	}
	s.refuse("genmove "+winner, "it is the turn of")
	s.refuse("play "+loser+" pass", "this game has no pass")
	s.refuse("play "+loser+" a1", "illegal move")
	s.refuse("banyan-analyze", "the game is over")
	require.Equal(t, "= "+strings.ToUpper(winner)+"+1", s.ask("final_score"))
	require.Contains(t, s.ask("showboard"), "cannot move and loses")
	s.tell("undo")
	s.refuse("final_score", "cannot score")
}

func TestConnectFour(t *testing.T) {
	s := newSession(t, "-game connect4 -sims 500")
	require.Regexp(t, "^= [A-G]1$", s.ask("genmove b"))
	s.tell("clear_board", "play b D1", "play w d2", "play b c", "play w C2", "play b e")
	s.refuse("play w e1", "falls to E2")
	s.refuse("play w h1", "want a column")
	s.refuse("play w 11", "is neither a column nor a square")
	s.refuse("play w e22222222222", "falls to E2")
	s.tell("play w 5")
	move := s.ask("genmove b")
	require.Contains(t, []string{"= B1", "= F1"}, move, "a win in one")
	require.Equal(t, "= resign", s.ask("genmove w"))
	require.Equal(t, "= B+1", s.ask("final_score"))
	s.refuse("play w a", "illegal move: the game is over")

	s.tell("boardsize 7", "boardsize 4 1", "boardsize 4")
	for range 2 {
		require.Regexp(t, "^= [A-D]1$", s.ask("genmove b"))
		require.Regexp(t, "^= [A-D]1$", s.ask("genmove w"))
	}
	s.refuse("play b a1", "illegal move")
	require.Equal(t, "= 0", s.ask("final_score"))
	require.Equal(t, "= pass", s.ask("reg_genmove b"))
	require.Equal(t, "= pass", s.ask("genmove b"))
	s.tell("play w pass", "undo", "undo")
	require.Equal(t, "= 0", s.ask("final_score"), "undo takes back passes, too")
	s.tell("undo")
	s.refuse("play w pass", "this game has no pass")
}

// A full column is reported as full.
func TestFullColumn(t *testing.T) {
	s := newSession(t, "-game connect4 -board 4x2 -sims 10")
	s.tell("play b a1", "play w a2")
	s.refuse("play b a", "column a is full")
	s.refuse("play b a3", "illegal move")
}

func TestBreakthrough(t *testing.T) {
	s := newSession(t, "-game breakthrough -board 6x6 -sims 50")
	s.refuse("genmove b", "it is the turn of White")
	require.Regexp(t, "^= [a-f]2-[a-f]3$", s.ask("genmove w"))
	s.tell("play b a5a4")
	s.refuse("play w a9", "syntax error")
	s.refuse("play w a5-a4", "illegal move")
	s.tell("boardsize 5", "boardsize 4 5", "boardsize 8")
	s.refuse("boardsize 9", "unacceptable size")
	s.tell("boardsize 2 4", "play w a2xb3", "play b a3-b2", "play w b3-a4")
	require.Equal(t, "= W+1", s.ask("final_score"))
	require.Equal(t, "= resign", s.ask("genmove b"))
}

func TestAnalyze(t *testing.T) {
	for _, args := range []string{"-board 3x3", "-board 3x3 -parallel root -workers 2", "-game connect4", "-game breakthrough -board 4x4"} {
		s := newSession(t, args+" -sims 300 -time 100000ticks")
		board := s.ask("showboard")
		decoder := json.NewDecoder(strings.NewReader(s.ask("banyan-analyze 200")[2:]))
		decoder.DisallowUnknownFields()
		var r report
		require.NoError(t, decoder.Decode(&r))
		require.Equal(t, 200, r.Simulations)
		require.Equal(t, "simulations", r.Stop)
		require.InDelta(t, 1, r.Values["Black"]+r.Values["White"], 1e-9)
		require.Equal(t, r.Move, r.PV[0])
		visits, most, longest, last := 0, 0, 0, math.MaxInt
		for decoder.More() {
			var l line
			require.NoError(t, decoder.Decode(&l))
			require.Equal(t, l.Move, l.PV[0])
			require.LessOrEqual(t, l.Visits, last)
			most, longest = max(most, l.Visits), max(longest, len(l.PV))
			require.GreaterOrEqual(t, l.Value, 0.0)
			require.LessOrEqual(t, l.Value, 1.0)
			if l.Move == r.Move {
				require.Equal(t, most, l.Visits, "the chosen action is among the most visited")
			}
			visits, last = visits+l.Visits, l.Visits
		}
		require.Equal(t, r.Visits, visits)
		require.Greater(t, longest, 1)
		require.Equal(t, board, s.ask("showboard"))

		require.NoError(t, json.NewDecoder(strings.NewReader(s.ask("banyan-analyze")[2:])).Decode(&r))
		require.Equal(t, 300, r.Simulations, "the number of simulations of a move")
		s.refuse("banyan-analyze 0", "syntax error")
		s.refuse("banyan-analyze -1", "syntax error")
		s.refuse("banyan-analyze 1 2", "want banyan-analyze [SIMULATIONS]")
	}
	require.Regexp(t, `^= (\w+/[^/]+/\S+( %\w)?\n?)+$`, newSession(t, "").ask("gogui-analyze_commands"))
}

// Two games of one program differ. Games of two programs with the same seed are equal.
func TestSeeds(t *testing.T) {
	game := func(s *session) (moves string) {
		s.tell("clear_board")
		for range 5 {
			moves += s.ask("genmove b") + s.ask("genmove w")
		}
		return moves
	}
	one, two, other := newSession(t, "-sims 20"), newSession(t, "-sims 20"), newSession(t, "-sims 20 -seed 2")
	first := game(one)
	require.Equal(t, first, game(two))
	require.NotEqual(t, first, game(other))
	require.NotEqual(t, first, game(one))
}

// In Othello the winner may be to move at the end, and passes. The loser resigns.
func TestOthelloEnds(t *testing.T) {
	answers := map[string]bool{}
	for seed := range 20 {
		s := newSession(t, fmt.Sprintf("-game othello -board 4x4 -sims 1 -seed %d", seed))
		mover := ""
		for mover = s.ask("gogui-rules_side_to_move")[2:]; s.ask("gogui-rules_legal_moves") != "= "; mover = s.ask("gogui-rules_side_to_move")[2:] {
			s.ask("genmove " + mover)
		}
		result := s.ask("gogui-rules_final_result")
		if result == "= Draw" || strings.EqualFold(result, "= "+mover+" wins") {
			s.tell("play "+mover+" pass", "undo")
			require.Equal(t, "= pass", s.ask("genmove "+mover), result)
		} else {
			s.refuse("play "+mover+" pass", "illegal move: the game is over")
			require.Equal(t, "= resign", s.ask("genmove "+mover), result)
		}
		answers[s.ask("reg_genmove "+mover)] = true
	}
	require.Len(t, answers, 2, "both ends occur")
}

// Answers such as win rates would be wrong for a game for points.
func TestPointsAreRefused(t *testing.T) {
	g, err := dots.NewPoints(2, 2)
	require.NoError(t, err)
	_, err = newEngine(t.Context(), board[dots.PointsState, dots.Edge]{rules: g}, settings{})
	require.ErrorContains(t, err, "for games that are won or lost, and dots.Points is for points")
}
