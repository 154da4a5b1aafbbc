package gametest_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gametest"
)

const failing = "GAMETEST_RUN_FAILING"

// The test runs itself in another process, where Run of a broken game fails it.
func TestRunFails(t *testing.T) {
	if os.Getenv(failing) != "" {
		gametest.Run(t, legalAccepts{}, pebbles{}.Start())
		return
	}
	command := exec.Command(os.Args[0], "-test.run=^TestRunFails$")
	command.Env = append(os.Environ(), failing+"=1")
	out, err := command.CombinedOutput()
	require.Error(t, err)
	require.Regexp(t, `(?s)--- FAIL: TestRunFails.*run_test.go:\d+: gametest: legal: .*gametest: legal: `, string(out))
}
