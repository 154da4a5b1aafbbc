// Package golden compares text with files in the repository. With -update, the test binary writes
// the files instead; `make golden` does that for all packages with golden files.
package golden

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// Check fails t unless got equals the content of the file at path.
func Check(t testing.TB, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Fatalf("%s is\n%s\nwant, unless -update makes it so,\n%s", path, want, got)
	}
}
