package distributed

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVersionOf(t *testing.T) {
	revision := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: modified}}
	}
	mine := debug.Module{Path: "example.org/game", Version: "v0.0.0-2026-abc"}
	banyan := &debug.Module{Path: library, Version: "v1.2.0"}
	local := &debug.Module{Path: library, Version: "v0.0.0", Replace: &debug.Module{Path: "../banyan"}}
	for name, test := range map[string]struct {
		info  debug.BuildInfo
		want  string
		exact bool
	}{
		"nothing":             {debug.BuildInfo{}, "(devel)", false},
		"go run":              {debug.BuildInfo{Main: debug.Module{Path: "example.org/game", Version: "(devel)"}}, "(devel)", false},
		"a release":           {debug.BuildInfo{Main: debug.Module{Path: "example.org/game", Version: "v1.0.0"}}, "v1.0.0", true},
		"a revision":          {debug.BuildInfo{Main: mine, Settings: revision("false")}, "abc", true},
		"changed files":       {debug.BuildInfo{Main: mine, Settings: revision("true")}, "abc+dirty", false},
		"changed, no setting": {debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-2026-abc+dirty"}}, "v0.0.0-2026-abc+dirty", false},
		"with a library":      {debug.BuildInfo{Main: mine, Settings: revision("false"), Deps: []*debug.Module{banyan}}, "abc with banyan v1.2.0", true},
		"with a folder":       {debug.BuildInfo{Main: mine, Settings: revision("false"), Deps: []*debug.Module{local}}, "abc", false},
		"of this repository": {debug.BuildInfo{
			Main: debug.Module{Path: library + "/console"}, Settings: revision("false"), Deps: []*debug.Module{local},
		}, "abc", true},
	} {
		version, exact := versionOf(&test.info)
		require.Equal(t, test.want, version, name)
		require.Equal(t, test.exact, exact, name)
	}
}

// TestBuildVersion has the version of a test, which the go command builds without a revision.
func TestBuildVersion(t *testing.T) {
	path, err := os.Executable()
	require.NoError(t, err)
	sum, err := FileSum(path)
	require.NoError(t, err)
	require.Contains(t, BuildVersion(), " "+sum[:16])
	t.Setenv(versionVariable, "mine")
	require.Equal(t, "mine", BuildVersion())

	other := filepath.Join(t.TempDir(), "other")
	require.NoError(t, os.WriteFile(other, []byte("other"), 0o600))
	changed, err := FileSum(other)
	require.NoError(t, err)
	require.NotEqual(t, sum, changed)
	_, err = FileSum(other + "x")
	require.ErrorContains(t, err, "no such file")
}
