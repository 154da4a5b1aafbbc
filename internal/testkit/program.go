package testkit

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// variable is set in the environment of the processes that Command starts.
const variable = "BANYAN_TEST_MAIN"

// Main runs the tests or, in a process of a [Command], the program. It does not return.
//
//	func TestMain(m *testing.M) { testkit.Main(m, main) }
//
//	func TestHelp(t *testing.T) {
//		out, err := testkit.Command(t, "-help").Output()
//		...
//	}
func Main(m *testing.M, program func()) {
	if os.Getenv(variable) != "" {
		program()
	}
	os.Exit(m.Run())
}

// Command returns the program of [Main] with arguments, to be started in a separate process: the
// test binary starts itself. The process ends with the test, and does not know the width of a
// terminal.
func Command(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	path, err := os.Executable()
	require.NoError(t, err)
	c := exec.CommandContext(t.Context(), path, args...)
	c.Env = append(os.Environ(), variable+"=1", "COLUMNS=")
	return c
}

// Run runs a Command that has been given its input and output, and returns its status.
func Run(t testing.TB, c *exec.Cmd) int {
	t.Helper()
	if err := c.Run(); err != nil {
		require.ErrorAs(t, err, new(*exec.ExitError))
	}
	return c.ProcessState.ExitCode()
}
