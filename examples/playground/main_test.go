package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/console/cli"
)

func TestArguments(t *testing.T) {
	t.Setenv("COLUMNS", "")
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"-help"}, cli.Done, "the folder to write to"},
		{nil, cli.Usage, "playground: -out is missing: want a folder\n"},
		{[]string{"-out"}, cli.Usage, "playground: flag needs an argument: -out\n"},
		{[]string{"-out", "public", "othello"}, cli.Usage, `playground: unexpected argument "othello"`},
		{[]string{"-out", file}, cli.Failed, "playground: mkdir "},
	} {
		var out, errs bytes.Buffer
		require.Equal(t, c.status, run(t.Context(), c.args, &out, &errs), c.args)
		require.Contains(t, errs.String(), c.want)
		require.Empty(t, out.String())
	}
}

// Every file that the page names is there, and the script of the playground comes before the one
// that starts the page.
func TestPage(t *testing.T) {
	files, err := page(t.Context())
	require.NoError(t, err)
	index := string(files["index.html"])
	require.Contains(t, index, "<title>Banyan</title>")
	require.Less(t, strings.Index(index, `"playground.js"`), strings.Index(index, `"app.js"`))
	files["playground.js"] = script // build adds it
	for _, tag := range []string{`<script src="([^"]+)"`, `<link rel="stylesheet" href="([^"]+)"`} {
		names := regexp.MustCompile(tag).FindAllStringSubmatch(index, -1)
		require.NotEmpty(t, names)
		for _, name := range names {
			require.NotEmpty(t, files[name[1]], name[1])
		}
	}
}
