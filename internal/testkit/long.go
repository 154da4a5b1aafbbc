// Package testkit helps the tests of this repository.
package testkit

import (
	"flag"
	"os"
	"runtime/debug"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// isLong reports whether the environment variable BANYAN_LONG is 1, as in CI.
func isLong() bool { return os.Getenv("BANYAN_LONG") == "1" }

// Long skips a test that takes seconds of processor time to check what shorter tests check, too,
// unless the environment variable BANYAN_LONG is 1, as in CI, and the tests are not to be short.
func Long(t testing.TB) {
	t.Helper()
	if !isLong() || testing.Short() {
		t.Skip("it takes long: BANYAN_LONG=1 runs it, without -short")
	}
}

// Few returns how many seeds, games or simulations a test takes: many if the environment variable
// BANYAN_LONG is 1, and otherwise few.
func Few(few, many int) int {
	if isLong() {
		return many
	}
	return few
}

// Check is rapid.Check for a law of which each check takes long: unless the environment variable
// BANYAN_LONG is 1 or the tests are short, a quarter of the usual checks are made. It must not be
// called by two tests at the same time.
func Check(t *testing.T, law func(*rapid.T)) {
	t.Helper()
	f := flag.Lookup("rapid.checks")
	usual := f.Value.String()
	if n, err := strconv.Atoi(usual); err == nil && !isLong() && !testing.Short() {
		defer func() { _ = f.Value.Set(usual) }()
		_ = f.Value.Set(strconv.Itoa((n + 3) / 4))
	}
	rapid.Check(t, law)
}

// MakeCheck makes a subtest of a law for [Check].
func MakeCheck(law func(*rapid.T)) func(*testing.T) {
	return func(t *testing.T) {
		t.Helper()
		Check(t, law)
	}
}

// CollectSeldom is for TestMain of a package whose tests allocate much and keep little, such as
// search trees: there the garbage collector takes up to a third of the time at its usual pace. That
// pace stays for benchmarks, if the environment variable GOGC gives one, and in CI, where
// BANYAN_LONG is 1.
func CollectSeldom() {
	flag.Parse()
	if !isLong() && os.Getenv("GOGC") == "" && flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(400)
	}
}
