package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWorks(t *testing.T) {
	for _, all := range []map[string]func(int) error{works(), more} {
		for name, run := range all {
			require.NoError(t, run(100), name)
		}
	}
}
