package golden_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/golden"
)

// recorder is a testing.TB that records a failure without ending the test around it.
type recorder struct {
	testing.TB
	message string
}

func (*recorder) Helper() {}

func (r *recorder) Fatal(args ...any) {
	r.message = fmt.Sprint(args...)
	runtime.Goexit()
}

func (r *recorder) Fatalf(format string, args ...any) { r.Fatal(fmt.Sprintf(format, args...)) }

// check returns the message with which golden.Check fails, or "" if it passes.
func check(path, got string) string {
	r := &recorder{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		golden.Check(r, path, got)
	}()
	<-done
	return r.message
}

func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "poem.txt")
	require.NoError(t, os.WriteFile(path, []byte("banyan\n"), 0o600))
	require.Empty(t, check(path, "banyan\n"))
	require.Contains(t, check(path, "oak\n"), "banyan")
	require.Contains(t, check(filepath.Join(t.TempDir(), "none.txt"), ""), "none.txt")
}
