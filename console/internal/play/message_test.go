package play

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

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
