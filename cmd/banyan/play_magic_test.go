package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// script returns the input of a person who tries all moves of one or two cards, again and again. A
// move that is illegal now has no effect.
func script() string {
	var b strings.Builder
	for _, c := range "HGFEDCBA" {
		fmt.Fprintf(&b, "play L%c\nplay %c\nattack %c\nblock %c\nhold %c\n", c, c, c, c, c)
	}
	return strings.Repeat(b.String()+"play L\ndone\npass\n", 300)
}

// TestMagic plays whole games against all kinds of opponents, in both seats, and checks that the
// opponent's hand is never shown.
func TestMagic(t *testing.T) {
	seen := ""
	for i, opponent := range []string{
		"expert", "reduced", "random", "hidden=ensemble,sims=1", "hidden=infoset,sims=20", "trees=3,sims=5,main=subsets,playout=expert,interesting=root",
		"hidden=ensemble,parallel=root,workers=2,trees=3,sims=5",
	} {
		human, me, other := "1", "First", "Second"
		if i%2 == 1 {
			human, me, other = "2", "Second", "First"
		}
		args := []string{"-game", "magic", "-human", human, "-player", opponent, "-seed", fmt.Sprint(i)}
		status, out, errs := playing(t, script(), args...)
		require.Zero(t, status, opponent)
		require.Empty(t, errs)
		require.Regexp(t, `(`+other+` wins\.|`+me+` wins\. Well played!)\n$`, out, opponent)
		require.Contains(t, out, "You are "+me+".")
		require.Regexp(t, `(?m)^`+me+`: .* in hand \([LA-H]+\), `, out)
		require.NotRegexp(t, `(?m)^`+other+`: .*\(`, out, "the opponent's hand is shown")
		require.NotRegexp(t, `%|simulations`, out, "the cards or the opponent's opinion are shown")
		_, again, _ := playing(t, script(), args...)
		require.Equal(t, out, again, "the same seed gives the same game")
		seen += out
	}
	for _, want := range []string{
		`(attacks with|holds) [A-H]+`, `blocks [A-H] with [A-H]`, `does not block [A-H]`, `plays [LA-H]+\.`, `plays no card`,
		`loses \d+ life`, `loses a creature`, `Moves: done, block [A-H]`, `Moves: hold [A-H], attack [A-H]`, `Moves: play L, pass`,
		`Choose the blockers of`, `Play cards now`, `Your hand has 0 `, `costs \d+ mana, and you have`,
	} {
		require.Regexp(t, want, seen)
	}
}

// TestMagicWatched checks that a person who does not play sees all cards.
func TestMagicWatched(t *testing.T) {
	status, out, errs := playing(t, "", "-game", "magic", "-human", "none", "-player", "expert")
	require.Zero(t, status)
	require.Empty(t, errs)
	require.Regexp(t, `(?m)^First: .* in hand \([LA-H]+\), `, out)
	require.Regexp(t, `(?m)^Second: .* in hand \([LA-H]+\), `, out)
	require.Regexp(t, `(First|Second) wins\.\n$`, out)
}

// TestMagicWrongInput checks that wrong input is explained and has no effect on the game.
func TestMagicWrongInput(t *testing.T) {
	const wrong = "L\nplay Q\nplay LL\nplay LHH\ndone\nshuffle 7\n\nhelp\nboard\nhint\n"
	args := []string{"-game", "magic", "-player", "expert"}
	_, out, _ := playing(t, wrong+"play l\n", args...)
	for _, want := range []string{
		"\"L\" is not a move: want a verb: play, pass", "Type help for the moves and the commands.", "there is no card 'Q'", "want one L at most",
		"cards H, not 2", "Play cards now", "Hint: play L\n", "Commands:",
	} {
		require.Contains(t, out, want)
	}
	_, plain, _ := playing(t, "play l\n", args...)
	const played = "First plays L.\n"
	_, after, found := strings.Cut(out, played)
	require.True(t, found)
	_, want, _ := strings.Cut(plain, played)
	require.Equal(t, want, after, "wrong input has no effect")
}

// TestMagicHands checks that the cards depend on the seed and not on the opponent.
func TestMagicHands(t *testing.T) {
	hands := map[string]bool{}
	for seed := range 30 {
		first := ""
		for _, opponent := range []string{"expert", "sims=5"} {
			_, out, _ := playing(t, "", "-game", "magic", "-seed", fmt.Sprint(seed), "-player", opponent)
			hand := ownHand.FindString(out)
			require.NotEmpty(t, hand)
			require.True(t, first == "" || first == hand)
			first, hands[hand] = hand, true
		}
	}
	require.Greater(t, len(hands), 25)
}

func TestMagicEnds(t *testing.T) {
	for _, opponent := range []string{"expert", "hidden=ensemble,sims=5"} {
		status, out, errs := playing(t, "hint\nplay L\n", "-game", "magic", "-player", opponent)
		require.Zero(t, status)
		require.Empty(t, errs)
		require.Regexp(t, `\nHint: (play L|pass)\n`, out, "a hint without an opinion")
		require.True(t, strings.HasSuffix(out, "\nEnd of input. The game is not finished.\n"), out)

		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		silence, _ := io.Pipe()
		for _, human := range []string{"1", "2", "none"} {
			var out, errs strings.Builder
			args := []string{"-game", "magic", "-player", opponent, "-human", human}
			require.Zero(t, runPlay(ctx, args, silence, &out, &errs))
			require.Empty(t, errs.String())
			require.True(t, strings.HasSuffix(out.String(), "Stopped. The game is not finished.\n"), out.String())
		}
	}
}

var ownHand = regexp.MustCompile(`in hand \([LA-H]+\)`)
