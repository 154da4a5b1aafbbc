package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// The processes that load the sheets are this program, too.
func TestMain(m *testing.M) {
	if os.Getenv(inside) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func TestRun(t *testing.T) {
	require.NoError(t, run([]string{"../../gdl/sheets/tictactoe.kif"}))
	require.ErrorContains(t, run([]string{"missing.kif"}), "missing.kif: exit status 1")
	require.ErrorContains(t, run(nil), "want the files of rule sheets")
}
