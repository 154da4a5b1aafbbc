package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestWrap(t *testing.T) {
	word := strings.Repeat("x", 59)
	require.Equal(t, word+" "+word+"\n"+word, wrap(word+"\n"+word+" "+word))
	require.Equal(t, "- "+word+"\n  "+word+" "+word[1:]+"\n- b", wrap("- "+word+" "+word+"\n  "+word[1:]+"\n- b"))
	require.Equal(t, "1. a b\n2. c", wrap("1. a\n   b\n2. c"))
	for _, text := range []string{
		"| " + word + " | " + word + " |\n| a |", "# a\n\n## b\n", "![" + word + "](" + word + word + ")", "    code\n    code",
		"```\na\nb\n```", "",
	} {
		require.Equal(t, text, wrap(text))
	}
}

// Wrapping keeps the words, and wrapping twice changes nothing.
func TestWrapKeepsWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.SampledFrom([]string{"", "a b", "- item of a list", "| table |", strings.Repeat("long ", 40), "# heading"})).Draw(t, "lines")
		text := strings.Join(lines, "\n")
		wrapped := wrap(text)
		require.Equal(t, strings.Fields(text), strings.Fields(wrapped))
		require.Equal(t, wrapped, wrap(wrapped))
		for line := range strings.SplitSeq(wrapped, "\n") {
			require.LessOrEqual(t, len(line), pageWidth)
		}
	})
}
