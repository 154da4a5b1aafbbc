package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWorks(t *testing.T) {
	for name, run := range works() {
		require.NoError(t, run(100), name)
	}
}
