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
	c    chan int
}

func TestOf(t *testing.T) {
	one := 1
	full := outer{3, [2]inner{{1, nil}, {2, func() {}}}, []float64{0.5, 1e300}, map[string]bool{"b": true, "a": false}, &inner{a: 9}, &one, make(chan int)}
	for want, v := range map[string]any{
		"int(-3)":               -3,
		"uint64(9)":             uint64(9),
		"float64(0.25)":         0.25,
		"complex64((1+2i))":     complex64(1 + 2i),
		`string(a")`:            `a"`,
		"[2]bool{true, false}":  [2]bool{true, false},
		"(*int)(set)":           &one,
		"(*int)(nil)":           (*int)(nil),
		"[]int(nil)":            []int(nil),
		"<nil>":                 nil,
		"map[int]int{2:3, 7:1}": map[int]int{7: 1, 2: 3},
		"&fingerprint_test.inner{a:0x1, f:(func())(nil)}": &inner{a: 1},
		"fingerprint_test.inner{a:0x1, f:(func())(set)}":  inner{1, func() {}},
	} {
		require.Equal(t, want, fingerprint.Of(v))
	}
	text := fingerprint.Of(full)
	require.Contains(t, text, "fingerprint_test.outer{N:3, in:[2]fingerprint_test.inner{fingerprint_test.inner{a:0x1, f:(func())(nil)}, ")
	other := full
	other.c = nil
	require.NotEqual(t, text, fingerprint.Of(other), "what is cut off counts")
	other = full
	two := 2
	other.p, other.any, other.c = &two, &inner{a: 8}, make(chan int)
	require.Equal(t, text, fingerprint.Of(other), "but not what is pointed to")
}

// Long texts are cut off between two characters, and every element counts.
func TestLongValues(t *testing.T) {
	a := fingerprint.Of(strings.Repeat("ä", 200) + "1")
	b := fingerprint.Of(strings.Repeat("ä", 200) + "2")
	require.NotEqual(t, a, b)
	require.Less(t, len(a), 200)
	require.True(t, strings.ToValidUTF8(a, "") == a)
	long := make([]uint8, 100_000)
	c := fingerprint.Of(long)
	long[99_999] = 1
	require.NotEqual(t, c, fingerprint.Of(long))
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
