package testkit_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
)

// check returns what testkit.Golden says, which is "" if it passes.
func check(t *testing.T, path, got string) string {
	t.Helper()
	said, failed := testkit.RunCheck(func(tb testing.TB) { testkit.Golden(tb, path, got) })
	require.Equal(t, failed, said != "")
	return said
}

func TestGolden(t *testing.T) {
	path := filepath.Join(t.TempDir(), "poem.txt")
	require.NoError(t, os.WriteFile(path, []byte("banyan\n"), 0o600))
	require.Empty(t, check(t, path, "banyan\n"))
	require.Contains(t, check(t, path, "oak\n"), "banyan")
	require.Contains(t, check(t, filepath.Join(t.TempDir(), "none.txt"), ""), "none.txt")
}
