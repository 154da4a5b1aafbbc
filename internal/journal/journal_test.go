package journal_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/journal"
)

type header struct {
	Version int    `json:"version"`
	Name    string `json:"name"`
}

// open opens a journal of numbers and returns those that it has.
func open(path string, h header) (file *journal.File, numbers []int, err error) {
	file, err = journal.Open(path, h, journal.Format[header]{
		Kind: "sum",
		Header: func(text []byte) (h header, err error) {
			if err = json.Unmarshal(text, &h); err == nil && h.Version != 1 {
				err = errors.New("another version")
			}
			return h, err
		},
		Line: func(text []byte) error {
			var n int
			err := json.Unmarshal(text, &n)
			numbers = append(numbers, n)
			return err
		},
	})
	return file, numbers, err
}

// A journal that is cut off after any byte continues with its complete lines.
func TestCutAnywhere(t *testing.T) {
	path, h := filepath.Join(t.TempDir(), "a.jsonl"), header{1, "a"}
	file, numbers, err := open(path, h)
	require.NoError(t, err)
	require.Empty(t, numbers)
	for n := 10; n < 13; n++ {
		require.NoError(t, file.Append(n))
	}
	require.NoError(t, file.Close())
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	for size := range len(whole) + 1 {
		require.NoError(t, os.WriteFile(path, whole[:size], 0o600))
		file, numbers, err = open(path, h)
		require.NoError(t, err, "%q", whole[:size])
		require.Len(t, numbers, max(0, strings.Count(string(whole[:size]), "\n")-1))
		for n := 10 + len(numbers); n < 13; n++ {
			require.NoError(t, file.Append(n))
		}
		require.NoError(t, file.Close())
		have, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(whole), string(have))
	}
}

// A file that Open rejects is not changed.
func TestRejected(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"another header":  {"{\"version\":1,\"name\":\"b\"}\n1\n", `the journal is of another sum: name "b", want "a"`},
		"another version": {"{\"version\":2}\n", "line 1: another version"},
		"not a line":      {"{\"version\":1,\"name\":\"a\"}\nx\n", "line 2: "},
		"another file":    {"some text without a line", "the file is no journal of a sum"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.jsonl")
			require.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
			_, _, err := open(path, header{1, "a"})
			require.ErrorContains(t, err, c.want)
			have, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, c.text, string(have))
		})
	}
	_, _, err := open(t.TempDir(), header{1, "a"})
	require.Error(t, err)
}

// After a failed write a journal stays broken, because it may end with part of a line.
func TestStaysBroken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	file, _, err := open(path, header{1, "a"})
	require.NoError(t, err)
	require.NoError(t, file.Close())
	first := file.Append(1)
	require.Error(t, first)
	require.Equal(t, first, file.Append(2))
}
