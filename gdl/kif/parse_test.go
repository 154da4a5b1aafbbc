package kif_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/gdl/kif"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		" ; nothing":                  "",
		"a":                           "a",
		"Mark (MARK 1 2)":             "Mark (MARK 1 2)",
		"(a(b)c)()":                   "(a (b) c) ()",
		"(a ; one\r\n b)\r; two\rc":   "(a b) c",
		"(caf\xe9)":                   "(café)",
		"\ufeff(a)":                   "(a)",
		"(<= (p ?X) (not (q ?x)))\t.": "(<= (p ?X) (not (q ?x))) .",
	} {
		list, err := kif.Parse([]byte(text))
		require.NoError(t, err, text)
		require.Equal(t, want, join(list), text)
	}
}

func join(list []kif.Expr) string {
	var texts []string
	for _, e := range list {
		texts = append(texts, e.String())
	}
	return strings.Join(texts, " ")
}

func TestPositions(t *testing.T) {
	list, err := kif.Parse([]byte("(é b\r\n  (c))\r\rd"))
	require.NoError(t, err)
	require.Equal(t, kif.Pos{Line: 1, Column: 1}, list[0].Pos)
	require.Equal(t, kif.Pos{Line: 1, Column: 4}, list[0].List[1].Pos)
	require.Equal(t, kif.Pos{Line: 2, Column: 3}, list[0].List[2].Pos)
	require.Equal(t, kif.Pos{Line: 2, Column: 4}, list[0].List[2].List[0].Pos)
	require.Equal(t, kif.Pos{Line: 4, Column: 1}, list[1].Pos)
}

func TestErrors(t *testing.T) {
	deep := strings.Repeat("(", kif.MaxDepth)
	for text, want := range map[string]string{
		"a\n (b))":                          "kif: line 2, column 5: ) without (",
		"(a\n (b":                           "kif: line 2, column 2: a list is not closed, want )",
		deep + "(":                          "kif: line 1, column 201: more than 200 lists in one another",
		strings.Repeat(" ", kif.MaxBytes+1): "kif: line 1, column 1: the text has 16777217 bytes, want at most 16777216",
	} {
		_, err := kif.Parse([]byte(text))
		require.EqualError(t, err, want)
	}
	_, err := kif.Parse([]byte(deep + strings.Repeat(")", kif.MaxDepth)))
	require.NoError(t, err)
}

// expressions draws expressions of a few levels.
func expressions(depth int) *rapid.Generator[kif.Expr] {
	name := rapid.Map(rapid.StringMatching(`[a-z0-9?+<=é]{1,4}`), kif.Name)
	if depth == 0 {
		return name
	}
	list := rapid.Map(rapid.SliceOfN(expressions(depth-1), 0, 4), func(list []kif.Expr) kif.Expr { return kif.List(list...) })
	return rapid.OneOf(name, list)
}

// What String writes is read again, with any white space and comments between the words.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := expressions(3).Draw(t, "expression")
		gap := rapid.SampledFrom([]string{" ", "\n", "\r\n", "\t ", "; x ( y\n", "\f\v"}).Draw(t, "gap")
		text := strings.NewReplacer(" ", gap, "(", "("+gap, ")", gap+")").Replace(want.String())
		list, err := kif.Parse([]byte(text))
		require.NoError(t, err)
		require.Len(t, list, 1)
		require.True(t, want.Equal(list[0]), "%v is not %v", list[0], want)
	})
}

func TestEqual(t *testing.T) {
	a := kif.List(kif.Name("a"), kif.List())
	require.True(t, a.Equal(kif.List(kif.Expr{Name: "a", Pos: kif.Pos{Line: 2, Column: 1}}, kif.List())))
	for _, other := range []kif.Expr{kif.Name("a"), kif.List(kif.Name("a")), kif.List(kif.Name("a"), kif.Name("b")), kif.List(kif.Name("b"), kif.List())} {
		require.False(t, a.Equal(other), "%v", other)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("(<= (p ?x) ; c\r\n (q \xe9)) ()"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := kif.Parse(text)
		if err != nil {
			return
		}
		again, err := kif.Parse([]byte(join(list)))
		require.NoError(t, err)
		require.Equal(t, join(list), join(again))
	})
}
