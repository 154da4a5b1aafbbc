package distributed

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"
)

// versionVariable is the environment variable that sets the version of a program. It is for
// programs that play the same games although they differ, such as builds for two kinds of machines.
const versionVariable = "BANYAN_VERSION"

// BuildVersion returns the version of the running program. Programs with the same version play the
// same games: it names the revision of the sources, or the release of the main module. If there is
// neither, or files were changed since, it has the sum of the executable file, so that only copies
// of that file have the same version. The environment variable BANYAN_VERSION replaces it.
func BuildVersion() string {
	if version := os.Getenv(versionVariable); version != "" {
		return version
	}
	return buildVersion()
}

var buildVersion = sync.OnceValue(func() string {
	version, exact := devel, false
	if info, ok := debug.ReadBuildInfo(); ok {
		version, exact = versionOf(info)
	}
	if exact {
		return version
	}
	path, err := os.Executable()
	if err != nil {
		return version
	}
	sum, err := FileSum(path)
	if err != nil { // A program that cannot be read is not distinguished from others like it.
		return version
	}
	return version + " " + sum[:16]
})

const (
	library = "github.com/banyan-go/banyan"
	devel   = "(devel)" // the go command's version of sources that it cannot name
	dirty   = "+dirty"  // what it adds if files were changed since
)

// versionOf returns the version that the go command has recorded, and whether the same version
// means the same sources. It records no revision for go run.
func versionOf(info *debug.BuildInfo) (version string, exact bool) {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	version = settings["vcs.revision"]
	switch {
	case version == "":
		version = cmp.Or(info.Main.Version, devel)
		exact = version != devel && !strings.HasSuffix(version, dirty)
	case settings["vcs.modified"] == "true":
		version += dirty
	default:
		exact = true
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		switch {
		case m.Version == "" || m.Version == devel: // in a folder of this machine
			exact = exact && strings.HasPrefix(info.Main.Path, library) // The modules of the library are one repository.
		case m.Path == library:
			version += " with banyan " + m.Version
		}
	}
	return version, exact
}

// FileSum returns the SHA-256 of a file in hexadecimal digits.
func FileSum(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("distributed: %w", err)
	}
	defer func() { _ = f.Close() }() // Nothing was written.
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", fmt.Errorf("distributed: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
