package play

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStatus checks the status on a terminal of ten columns: a line that changes and disappears.
func TestStatus(t *testing.T) {
	var out strings.Builder
	c := &Console{out: &out, live: true, width: 10}
	c.show("short")
	c.show("longer than the terminal")
	c.print("a move")
	c.print("another text")
	require.Equal(t, "\rshort\x1b[K\rlonger th\x1b[K\r\x1b[Ka move\nanother\ntext\n", out.String())
}

// TestStatusPiped checks that each status is a separate line without a terminal.
func TestStatusPiped(t *testing.T) {
	var out strings.Builder
	c := &Console{out: &out}
	c.show("thinking of a move that takes more than ten columns")
	c.print("a move")
	require.Equal(t, "thinking of a move that takes more than ten columns\na move\n", out.String())
}

func TestTruncate(t *testing.T) {
	require.Equal(t, "héll", truncate("héllo", 4))
	require.Equal(t, "héllo", truncate("héllo", 5))
	require.Equal(t, "héllo", truncate("héllo", -1), "the width is not known")
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		`breakthrough: Parse("x"): want two squares`: `"x" is not a move: want two squares`,
		`magic: Parse("a \") b"): no`:                `"a \") b" is not a move: no`,
		`connect4: New(3, 3): want 1..8 columns`:     `want 1..8 columns`,
		`gomoku: d4 is taken by White`:               `d4 is taken by White`,
		`column a is full`:                           `column a is full`,
		`want 1: 2`:                                  `want 1: 2`,
	} {
		t.Run(text, func(t *testing.T) { require.Equal(t, want, Plain(errors.New(text))) })
	}
}

func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"column a is full": "Column a is full.", "d4 is taken.": "d4 is taken.", `"x" is wrong`: `"x" is wrong.`, "": ".",
		"a disc would turn none": "A disc would turn none.",
	} {
		t.Run(text, func(t *testing.T) { require.Equal(t, want, sentence(text)) })
	}
}
