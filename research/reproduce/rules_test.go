package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/distributed"
)

// The sum of a rule sheet is that of the file that workers read.
func TestRules(t *testing.T) {
	have, err := experiment{game: "gdl:gdl/sheets/checkers.kif"}.rules()
	require.NoError(t, err)
	want, err := distributed.FileSum("../../gdl/sheets/checkers.kif")
	require.NoError(t, err)
	require.Equal(t, want, have)
	lands, err := experiment{game: "magic:lands"}.rules()
	require.NoError(t, err)
	bombs, err := experiment{game: "magic:bombs"}.rules()
	require.NoError(t, err)
	require.Len(t, lands, len(bombs))
	require.NotEqual(t, lands, bombs)
	none, err := experiment{game: "breakthrough 6x6"}.rules()
	require.NoError(t, err)
	require.Empty(t, none)
	_, err = experiment{game: "gdl:gdl/sheets/nosuch.kif"}.rules()
	require.ErrorContains(t, err, "nosuch.kif")
}

// A journal is that of one sheet.
func TestJournalOfSheet(t *testing.T) {
	journal := t.TempDir()
	_, errs, status := command(t, "-quick", "sheet-trap-mast", "-games", "2", "-journal", journal, "-results", stored)
	require.Zero(t, status, errs)
	text, err := os.ReadFile(filepath.Join(journal, "sheet-trap-mast-quick.jsonl"))
	require.NoError(t, err)
	sum, err := experiment{game: sheetPrefix + "trap.kif"}.rules()
	require.NoError(t, err)
	require.Contains(t, string(text), sum)
}
