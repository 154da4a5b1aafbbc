package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRulesOfGames(t *testing.T) {
	for _, c := range []struct{ args, id, size, side string }{
		{"", "Nogo", "9", "black"},
		{"-board 5x3", "Nogo", "5", "black"},
		{"-game connect4", "Connectfour", "7", "black"},
		{"-game connect4 -board 4x7", "Connectfour", "7", "black"},
		{"-game breakthrough", "Breakthrough", "8", "white"},
	} {
		t.Run(c.args, func(t *testing.T) {
			s := newSession(t, c.args)
			require.Equal(t, "= "+c.id, s.ask("gogui-rules_game_id"))
			require.Regexp(t, `^[A-Z][a-z]+$`, c.id, "GoGui wants one capital letter")
			require.Equal(t, "= "+c.size, s.ask("gogui-rules_board_size"))
			require.Equal(t, "= "+c.side, s.ask("gogui-rules_side_to_move"))
			s.refuse("gogui-rules_final_result", "the game is not over")
			s.refuse("gogui-rules_board 3", "syntax error")
		})
	}
}

func TestRulesBoard(t *testing.T) {
	s := newSession(t, "-game connect4 -board 5x4")
	s.tell("play b a", "play w b", "play b b")
	require.Equal(t, "= . . . . .\n. . . . .\n. . . . .\n. X . . .\nX O . . .", s.ask("gogui-rules_board"))
	require.Equal(t, "= A2 B3 C1 D1 E1", s.ask("gogui-rules_legal_moves"))
	require.Equal(t, "= white", s.ask("gogui-rules_side_to_move"))

	s = newSession(t, "-game breakthrough -board 4x6")
	s.tell("play w a2-a3")
	require.Equal(t, "= X X X X . .\nX X X X . .\n. . . . . .\nO . . . . .\n. O O O . .\nO O O O . .", s.ask("gogui-rules_board"))
	require.Regexp(t, `^= .* a5-a4 .* c5-d4$`, s.ask("gogui-rules_legal_moves"))

	s = newSession(t, "-board hollow9")
	s.tell("play b e5", "play w a1")
	require.Equal(t, "= . . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . X . . . .\n"+
		". . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\nO . . . . . . . .", s.ask("gogui-rules_board"))
	holes := 8
	require.Len(t, strings.Fields(s.ask("gogui-rules_legal_moves")[2:]), 81-holes-2)
}

// TestReferee plays games as GoGui does: it asks for the legal moves and the side to move, plays
// one of the moves, and stops when there are none.
func TestReferee(t *testing.T) {
	for _, c := range []struct{ args, result string }{
		{"-board 3x3", `^= (Black|White) wins$`},
		{"-game connect4 -board 4x1", `^= Draw$`},
		{"-game connect4", `^= (Black|White) wins$`},
		{"-game breakthrough -board 4x5", `^= (Black|White) wins$`},
	} {
		t.Run(c.args, func(t *testing.T) {
			s := newSession(t, c.args)
			winner, stones := "", regexp.MustCompile(`[XO]`)
			for ply := 0; ; ply++ {
				moves := strings.Fields(s.ask("gogui-rules_legal_moves")[2:])
				if len(moves) == 0 {
					break
				}
				for _, move := range moves {
					require.Regexp(t, `^([A-T]\d+|[a-h]\d-[a-h]\d)$`, move)
				}
				side := s.ask("gogui-rules_side_to_move")[2:]
				winner = strings.ToUpper(side[:1]) + side[1:] + " wins" // the last player to move wins
				s.tell(fmt.Sprintf("play %s %s", side, moves[ply*7%len(moves)]))
				if !strings.Contains(c.args, "breakthrough") {
					require.Len(t, stones.FindAllString(s.ask("gogui-rules_board"), -1), ply+1)
				}
			}
			result := s.ask("gogui-rules_final_result")
			require.Regexp(t, c.result, result)
			if strings.Contains(result, "wins") {
				require.Equal(t, "= "+winner, result)
				require.Equal(t, "= "+winner[:1]+"+1", s.ask("final_score"))
			}
		})
	}
}

// TestLag checks the default and that the help explains it.
func TestLag(t *testing.T) {
	require.Equal(t, "100ms", newSession(t, "").nogo().settings.lag.String())
	_, _, errs := program(t, "", "-help")
	require.Contains(t, errs, "18 of 180 moves")
}
