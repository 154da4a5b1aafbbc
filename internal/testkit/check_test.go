package testkit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
)

func TestRun(t *testing.T) {
	for name, c := range map[string]struct {
		check            func(t testing.TB)
		said             string
		failed, toItsEnd bool
	}{
		"nothing": {func(testing.TB) {}, "", false, true},
		"Log":     {func(t testing.TB) { t.Log("a", 1) }, "a 1\n", false, true},
		"Logf":    {func(t testing.TB) { t.Logf("%d%%", 5); t.Log("b") }, "5%\nb\n", false, true},
		"Error":   {func(t testing.TB) { t.Error("a", 1) }, "a 1\n", true, true},
		"Errorf":  {func(t testing.TB) { t.Errorf("%d%%", 5) }, "5%\n", true, true},
		"Fail":    {func(t testing.TB) { t.Fail() }, "", true, true},
		"Fatal":   {func(t testing.TB) { t.Fatal("a", 1) }, "a 1\n", true, false},
		"Fatalf":  {func(t testing.TB) { t.Fatalf("%d%%", 5) }, "5%\n", true, false},
		"FailNow": {func(t testing.TB) { t.FailNow() }, "", true, false},
	} {
		t.Run(name, func(t *testing.T) {
			toItsEnd := false
			said, failed := testkit.RunCheck(func(t testing.TB) {
				t.Helper()
				c.check(t)
				toItsEnd = true
				if t.Failed() != c.failed {
					t.Log("and Failed is wrong")
				}
			})
			require.Equal(t, c.said, said)
			require.Equal(t, c.failed, failed)
			require.Equal(t, c.toItsEnd, toItsEnd)
		})
	}
}

func TestName(t *testing.T) {
	said, _ := testkit.RunCheck(func(t testing.TB) { t.Log(t.Name()) })
	require.Equal(t, "check\n", said)
}
