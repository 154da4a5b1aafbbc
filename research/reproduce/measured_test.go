package main

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every measurement has its source, and is shown.
func TestMeasurements(t *testing.T) {
	texts := allTemplates()
	for name, m := range measurements {
		require.NotEmpty(t, m.command, name)
		require.Contains(t, texts, `"`+name+`"`, "it is shown")
		if m.everywhere() {
			require.Empty(t, m.date+m.processor+m.commit, name)
			for key, text := range m.values {
				for _, number := range regexp.MustCompile(`[\d.]+`).FindAllString(text, -1) {
					require.Contains(t, m.command+strings.Join(m.prints, "\n"), number, "%s of [%s] is not printed", key, name)
				}
			}
		} else {
			require.Regexp(t, `^20\d\d-\d\d-\d\d$`, m.date, name)
			require.NotEmpty(t, m.processor, name)
			require.Regexp(t, `^[0-9a-f]{8}$`, m.commit, name)
		}
		for key := range m.values {
			require.Regexp(t, `{{\s*value\s+"`+name+`"\s+"`+key+`"\s*}}`, texts)
		}
		if m.table != nil {
			require.Contains(t, texts, `{{measuredtable "`+name+`"}}`)
		}
	}
	for name, want := range map[string]string{"nosuch": "measured.txt has no [nosuch]", "tutorial-time": "has no table", "levels": "[levels] of measured.txt has no nosuch"} {
		_, first := measuredTable(name)
		_, second := value(name, "nosuch")
		require.Contains(t, errorText(first)+errorText(second), want)
	}
	_, err := measuredOn("tutorial-random")
	require.ErrorContains(t, err, "is the same on every machine")
	require.PanicsWithValue(t, `measured.txt:2: "so" is neither a name, a field nor a line of a table`, func() { parseMeasured("[a]\nso\n") })
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// The commands whose numbers are the same on every machine print them.
func TestPrints(t *testing.T) {
	for name, m := range measurements {
		if !m.everywhere() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command := exec.CommandContext(t.Context(), "sh", "-c", m.command) //nolint:gosec // the commands are in this folder
			command.Dir = root
			out, err := command.CombinedOutput()
			require.NoError(t, err, string(out))
			for _, line := range m.prints {
				require.Contains(t, string(out), line)
			}
		})
	}
}

// typed finds numbers: rates, shares, speeds and results of matches.
var typed = regexp.MustCompile(`\b0\.\d{2,}|\b\d+ of \d+\b|\b\d+ %|\b\d+/\d+/\d+\b|\b\d+(\.\d+)? million\b|\b\d+(\.\d+)? times as\b`)

// code matches what a page quotes: actions of the template, blocks and spans of code, and links.
var code = regexp.MustCompile("(?s){{.*?}}|```.*?\n```|`[^`]*`|\\]\\([^)]*\\)|(?m:^    [^\n]*$)|95 % (confidence )?interval")

// No number of the pages for users is typed by hand.
func TestNoTypedFigures(t *testing.T) {
	for file, text := range templates() {
		if strings.HasPrefix(file, "docs/results/") {
			continue // its sentences quote papers
		}
		require.Empty(t, typed.FindAllString(code.ReplaceAllString(text, ""), -1), file)
	}
}
