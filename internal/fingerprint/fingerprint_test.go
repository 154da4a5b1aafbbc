package fingerprint_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/fingerprint"
)

type inner struct {
	a uint8
	f func()
}

type outer struct {
	N    int
	in   [2]inner
	list []float64
	m    map[string]bool
	any  any
	p    *int
}

func TestOf(t *testing.T) {
	one := 1
	full := outer{3, [2]inner{{1, nil}, {2, func() {}}}, []float64{0.5, 1e300}, map[string]bool{"b": true, "a": false}, inner{a: 9}, &one}
	for want, v := range map[string]any{
		"int(-3)":                           -3,
		"uint16(9)":                         uint16(9),
		"bool(true)":                        true,
		"float64(0.25)":                     0.25,
		"complex64((1+2i))":                 complex64(1 + 2i),
		`string("a\"")`:                     `a"`,
		"[2]bool[true false]":               [2]bool{true, false},
		"*int(set)":                         &one,
		"*int(nil)":                         (*int)(nil),
		"[]int[]":                           []int(nil),
		"map[int]int[2:3 7:1]":              map[int]int{7: 1, 2: 3},
		"fingerprint_test.inner{a:1 f:nil}": inner{a: 1},
		"fingerprint_test.outer{N:3 in:[{a:1 f:nil} {a:2 f:set}] list:[0.5 1e+300] " +
			`m:["a":false "b":true] any:fingerprint_test.inner{a:9 f:nil} p:set}`: full,
	} {
		require.Equal(t, want, fingerprint.Of(v))
	}
	require.Equal(t, "nil", fingerprint.Of(nil))
}

// Long texts are cut off and still tell values apart, and a value that contains itself has an end.
func TestLongAndDeepValues(t *testing.T) {
	a := fingerprint.Of(strings.Repeat("ä", 200) + "1")
	b := fingerprint.Of(strings.Repeat("ä", 200) + "2")
	require.NotEqual(t, a, b)
	require.Less(t, len(a), 200)
	require.True(t, strings.ToValidUTF8(a, "") == a)
	long := make([]uint8, 100_000)
	c := fingerprint.Of(long)
	long[99_999] = 1
	require.NotEqual(t, c, fingerprint.Of(long), "every element counts")
	type self []any
	s := make(self, 1)
	s[0] = s
	require.Contains(t, fingerprint.Of(s), "fingerprint_test.self[fingerprint_test.self[")
}

// Equal maps have equal texts, whatever order they are walked in.
func TestMaps(t *testing.T) {
	first := ""
	for range 20 {
		m := map[int]string{}
		for i := range 50 {
			m[i] = "x"
		}
		text := fingerprint.Of(m)
		if first == "" {
			first = text
		}
		require.Equal(t, first, text)
	}
}
