package testkit

import (
	"flag"
	"os"
	"testing"
)

// Update is the flag -update of the test binary: if it is set, [Golden] writes files instead of
// comparing with them.
var Update = flag.Bool("update", false, "write the golden files")

// Golden fails t unless got equals the content of the file at path. With -update, the test binary
// writes the file instead; `make golden` does that for all packages with golden files.
func Golden(t testing.TB, path, got string) {
	t.Helper()
	if *Update {
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
