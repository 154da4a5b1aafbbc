package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStatus shows what a terminal of ten columns gets: a line that changes and goes.
func TestStatus(t *testing.T) {
	var out strings.Builder
	c := &console{out: &out, width: func() int { return 10 }}
	c.show("short")
	c.show("longer than the terminal")
	c.print("a move")
	c.print("another")
	require.Equal(t, "\rshort\x1b[K\rlonger th\x1b[K\r\x1b[Ka move\nanother\n", out.String())
}

// TestStatusPiped shows what a file gets: lines.
func TestStatusPiped(t *testing.T) {
	var out strings.Builder
	c := &console{out: &out}
	c.show("thinking of a move that takes more than ten columns")
	c.print("a move")
	require.Equal(t, "thinking of a move that takes more than ten columns\na move\n", out.String())
}

func TestTruncate(t *testing.T) {
	require.Equal(t, "héll", truncate("héllo", 4))
	require.Equal(t, "héllo", truncate("héllo", 5))
	require.Equal(t, "héllo", truncate("héllo", -1), "a terminal that does not tell its width")
}
