// Package testkit helps the tests of this repository.
package testkit

import (
	"os"
	"testing"
)

// Long skips a test that takes seconds of processor time to check what shorter tests check, too,
// unless the environment variable BANYAN_LONG is 1, as in CI.
func Long(t testing.TB) {
	t.Helper()
	if os.Getenv("BANYAN_LONG") != "1" {
		t.Skip("it takes long: BANYAN_LONG=1 runs it")
	}
}
