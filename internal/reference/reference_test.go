package reference_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/reference"
)

func TestPath(t *testing.T) {
	type inner struct{ List []string }
	for want, v := range map[string]any{
		".B[i].List is a []string": struct {
			A int
			B [2]inner
		}{},
		" is a *int":              new(int),
		" is a map[int]int":       map[int]int{},
		".F is a func()":          struct{ F func() }{},
		"[i].V is a interface {}": [1]struct{ V any }{},
	} {
		require.Equal(t, want, reference.Path(reflect.TypeOf(v)))
	}
	for _, v := range []any{1, "text", [3]float64{}, [0][]int{}, struct{ A, B uint8 }{}} {
		require.Empty(t, reference.Path(reflect.TypeOf(v)), "%T", v)
	}
}

func TestCheck(t *testing.T) {
	require.NoError(t, reference.Check(1, reflect.TypeFor[[3]int]()))
	require.EqualError(t, reference.Check(1, reflect.TypeFor[struct{ cells []int }]()),
		"int has no Copy, and a state struct { cells []int } cannot be copied by assignment: state.cells is a []int")
}
