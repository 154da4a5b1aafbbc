package testkit_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m, program) }

// program prints its arguments. Their number is its status.
func program() {
	fmt.Println(os.Args[1:], os.Getenv("COLUMNS"))
	os.Exit(len(os.Args) - 1)
}

func TestCommand(t *testing.T) {
	t.Setenv("COLUMNS", "40")
	out, err := testkit.Command(t).Output()
	require.NoError(t, err)
	require.Equal(t, "[] \n", string(out))
	require.Equal(t, 2, testkit.Run(t, testkit.Command(t, "a", "b")))
}
