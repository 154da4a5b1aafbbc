package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTable(t *testing.T) {
	require.NoError(t, table(time.Millisecond, 1))
}
