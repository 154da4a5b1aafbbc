package sheettest

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/gdl/sheets"
)

// Own returns the rule sheets of this library by their names.
func Own(t testing.TB) map[string]string { return read(t, sheets.Files) }

// Public returns public rule sheets, which are not in this repository: the files of the folder that
// the environment variable BANYAN_SHEETS names. If it names none, Public returns nil.
func Public(t testing.TB) map[string]string {
	folder := os.Getenv("BANYAN_SHEETS")
	if folder == "" {
		return nil
	}
	return read(t, os.DirFS(folder))
}

// read returns the rule sheets of a folder.
func read(t testing.TB, folder fs.FS) map[string]string {
	names, err := fs.Glob(folder, "*.kif")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	texts := map[string]string{}
	for _, name := range names {
		text, err := fs.ReadFile(folder, name)
		require.NoError(t, err)
		texts[strings.TrimSuffix(name, ".kif")] = string(text)
	}
	return texts
}
