package wire_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/rng"
)

// values has one of every kind.
type values struct {
	u       uint64
	i       int64
	small   int32
	yes     bool
	f       float32
	g       float64
	data    []byte
	text    string
	rand    rng.Rand
	sparse  []int32
	written int
}

const least, most = -70, 1 << 20

func (v *values) code(c *wire.Coder) {
	wire.Int(c, &v.u, 0, math.MaxUint64)
	wire.Int(c, &v.i, math.MinInt64, math.MaxInt64)
	wire.Int(c, &v.small, least, most)
	c.Bool(&v.yes)
	wire.Float(c, &v.f, math.MaxFloat32)
	wire.Float(c, &v.g, math.MaxFloat64)
	c.Bytes(&v.data)
	c.String(&v.text)
	c.Marshal(&v.rand)
	v.written = wire.Sparse(c, v.sparse, func(e *int32) bool { return *e != 0 }, func(e *int32) { wire.Int(c, e, -9, 9) })
}

// What is written is read again, bit for bit, and no part of it is taken for the whole.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := values{
			u: rapid.Uint64().Draw(t, "uint"), i: rapid.Int64().Draw(t, "int"), small: rapid.Int32Range(least, most).Draw(t, "small"),
			yes: rapid.Bool().Draw(t, "bool"), f: rapid.Float32().Draw(t, "float32"), g: rapid.Float64().Draw(t, "float64"),
			data: rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"), text: rapid.String().Draw(t, "string"),
			rand: *rng.New(rapid.Uint64().Draw(t, "seed")), sparse: rapid.SliceOf(rapid.Int32Range(-9, 9)).Draw(t, "sparse"),
		}
		w := wire.NewAppender([]byte{7})
		v.code(w)
		b, err := w.Appended()
		require.NoError(t, err)
		r := wire.NewReader(b[1:])
		got := values{sparse: make([]int32, len(v.sparse))}
		got.code(r)
		require.NoError(t, r.End())
		v.data = append([]byte{}, v.data...)
		got.data = append([]byte{}, got.data...)
		require.Equal(t, v, got)

		r = wire.NewReader(b[1:rapid.IntRange(1, len(b)-1).Draw(t, "cut")])
		got.code(r)
		require.ErrorIs(t, r.Err(), wire.ErrShort)
	})
}

func TestSmallNumbersTakeFewBytes(t *testing.T) {
	size := func(code func(c *wire.Coder)) int {
		w := wire.NewAppender(nil)
		code(w)
		b, err := w.Appended()
		require.NoError(t, err)
		return len(b)
	}
	near, half, one := -60, float32(0.5), 1.0
	require.Equal(t, 1, size(func(c *wire.Coder) { wire.Int(c, &near, -100, math.MaxInt) }))
	require.Equal(t, 1, size(func(c *wire.Coder) { wire.Float(c, &half, 1) }))
	require.Equal(t, 3, size(func(c *wire.Coder) { wire.Float(c, &one, 1) }))
}

// Every method refuses what cannot be, and nothing is read after an error.
func TestErrors(t *testing.T) {
	large := wire.NewAppender(nil)
	tooLarge := 1.5
	wire.Float(large, &tooLarge, 2)
	ofLarge, err := large.Appended()
	require.NoError(t, err)
	n, f, g, yes, data := 5, float32(5), 5.0, true, []byte{5}
	for name, c := range map[string]struct {
		data []byte
		read func(c *wire.Coder)
		want string
	}{
		"empty":      {nil, func(c *wire.Coder) { wire.Int(c, &n, 0, 9) }, "ends too early"},
		"too many":   {[]byte{4}, func(c *wire.Coder) { wire.Int(c, &n, 2, 5) }, "a number is 6, want 2 to 5"},
		"none":       {[]byte{0}, func(c *wire.Coder) { wire.Int(c, &n, 0, -1) }, "a number is 0, want none"},
		"bool":       {[]byte{2}, func(c *wire.Coder) { c.Bool(&yes) }, "want 0 to 1"},
		"count":      {[]byte{3, 0, 0, 0, 0, 0}, func(c *wire.Coder) { c.Count(&n, 2) }, "3 items of at least 2 bytes"},
		"bytes":      {[]byte{9, 0}, func(c *wire.Coder) { c.Bytes(&data) }, "9 items"},
		"float32":    {binary.AppendUvarint(nil, 1<<32), func(c *wire.Coder) { wire.Float(c, &f, 1) }, "want 0 to 4294967295"},
		"not finite": {binary.AppendUvarint(nil, 0xc07f), func(c *wire.Coder) { wire.Float(c, &f, 1) }, "a number is NaN"},
		"too large":  {ofLarge, func(c *wire.Coder) { wire.Float(c, &g, 1) }, "a number is 1.5, want one of magnitude up to 1"},
		"long":       {[]byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1}, func(c *wire.Coder) { wire.Int(c, &n, 0, 9) }, "more than 64 bits"},
		"unused": {[]byte{1, 9}, func(c *wire.Coder) {
			wire.Sparse(c, make([]int32, 3), func(*int32) bool { return false }, func(e *int32) { wire.Int(c, e, 0, 9) })
		}, "element 0 is said to be used, and is 9"},
		"left over": {[]byte{1, 1}, func(c *wire.Coder) { wire.Int(c, &n, 0, 9) }, "1 bytes are left over"},
	} {
		t.Run(name, func(t *testing.T) {
			r := wire.NewReader(c.data)
			c.read(r)
			err := r.End()
			require.ErrorContains(t, err, c.want)
			require.True(t, r.IsBad())
			require.Zero(t, r.Len())
			c.read(r)
			wire.Int(r, &n, 0, 9)
			require.Zero(t, n)
			require.Equal(t, err, r.Err(), "the first error stays")
		})
	}
}

// A number that is out of bounds is not written either.
func TestNothingUnreadableIsWritten(t *testing.T) {
	n, yes, text, f := 5, true, "text", math.Inf(1)
	w := wire.NewWriter(new(bytes.Buffer), "magic", 1)
	wire.Int(w, &n, 6, 9)
	require.ErrorContains(t, w.End(), "a number is 5, want 6 to 9")
	w = wire.NewAppender(nil)
	wire.Float(w, &f, 1)
	_, err := w.Appended()
	require.ErrorContains(t, err, "a number is +Inf")
	for _, code := range []func(){
		func() { wire.Int(w, &n, 0, 9) }, func() { w.Count(&n, 1) }, func() { w.Bool(&yes) }, func() { w.String(&text) }, func() { wire.Float(w, &f, 1) },
	} {
		code()
	}
	require.Equal(t, []any{5, true, "text", math.Inf(1)}, []any{n, yes, text, f}, "writing changes nothing, after an error, too")
}
