package testkit_test

import (
	"flag"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/internal/testkit"
)

func TestLong(t *testing.T) {
	for value, want := range map[string]bool{"": true, "0": true, "1": false} {
		t.Setenv("BANYAN_LONG", value)
		var skipped bool
		t.Run("long", func(t *testing.T) {
			defer func() { skipped = t.Skipped() }()
			testkit.Long(t)
		})
		require.Equal(t, want || testing.Short(), skipped, "BANYAN_LONG=%q", value)
	}
}

func TestFew(t *testing.T) {
	for value, want := range map[string]int{"": 3, "0": 3, "1": 40} {
		t.Setenv("BANYAN_LONG", value)
		require.Equal(t, want, testkit.Few(3, 40), "BANYAN_LONG=%q", value)
	}
}

func TestCheck(t *testing.T) {
	usual := flag.Lookup("rapid.checks").Value.String()
	count := func(value string) (n int) {
		t.Setenv("BANYAN_LONG", value)
		t.Run("law", testkit.MakeCheck(func(t *rapid.T) {
			rapid.Bool().Draw(t, "anything")
			n++
		}))
		require.Equal(t, usual, flag.Lookup("rapid.checks").Value.String())
		return n
	}
	few, many := count("0"), count("1")
	if testing.Short() {
		require.Equal(t, many, few)
		return
	}
	require.Equal(t, (many+3)/4, few)
}

func TestCollectSeldom(t *testing.T) {
	for name, c := range map[string]struct {
		long, gogc, bench string
		want              int
	}{
		"plain": {want: 400},
		"long":  {long: "1", want: 100},
		"given": {gogc: "100", want: 100},
		"bench": {bench: ".", want: 100},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("BANYAN_LONG", c.long)
			t.Setenv("GOGC", c.gogc)
			bench := flag.Lookup("test.bench").Value
			defer func(before string) { require.NoError(t, bench.Set(before)) }(bench.String())
			require.NoError(t, bench.Set(c.bench))
			before := debug.SetGCPercent(100)
			testkit.CollectSeldom()
			require.Equal(t, c.want, debug.SetGCPercent(before))
		})
	}
}
