package wire_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/internal/wire"
)

// What is appended is read again, to the bit.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u, i := rapid.Uint64().Draw(t, "uint"), rapid.Int64().Draw(t, "int")
		yes := rapid.Bool().Draw(t, "bool")
		f, g := rapid.Uint32().Draw(t, "float32"), rapid.Uint64().Draw(t, "float64")
		data, text := rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"), rapid.String().Draw(t, "string")
		b := wire.AppendUint([]byte{7}, u)
		b = wire.AppendInt(b, i)
		b = wire.AppendBool(b, yes)
		b = wire.AppendFloat32(b, math.Float32frombits(f))
		b = wire.AppendFloat64(b, math.Float64frombits(g))
		b = wire.AppendBytes(b, data)
		b = wire.AppendString(b, text)

		r := wire.NewReader(b[1:])
		require.Equal(t, u, r.Uint())
		require.Equal(t, i, r.Int())
		require.Equal(t, yes, r.Bool())
		require.Equal(t, f, math.Float32bits(r.Float32()))
		require.Equal(t, g, math.Float64bits(r.Float64()))
		require.Equal(t, string(data), string(r.Bytes()))
		require.Equal(t, text, r.String())
		require.NoError(t, r.End())

		cut := rapid.IntRange(1, len(b)-1).Draw(t, "cut")
		r = wire.NewReader(b[1:cut])
		r.Uint()
		r.Int()
		r.Bool()
		r.Float32()
		r.Float64()
		r.Bytes()
		_ = r.String()
		require.ErrorIs(t, r.Err(), wire.ErrShort)
	})
}

func TestSmallNumbersTakeFewBytes(t *testing.T) {
	for want, b := range map[int][][]byte{
		1: {wire.AppendUint(nil, 127), wire.AppendInt(nil, -64), wire.AppendFloat32(nil, 0), wire.AppendFloat64(nil, 0), wire.AppendFloat32(nil, 0.5)},
		3: {wire.AppendFloat32(nil, 1), wire.AppendFloat64(nil, 1)},
	} {
		for _, data := range b {
			require.Len(t, data, want)
		}
	}
}

// Every method refuses what it cannot be, and nothing is read after an error.
func TestErrors(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		read func(r *wire.Reader)
		want string
	}{
		"empty":      {nil, func(r *wire.Reader) { r.Uint() }, "ends too early"},
		"upto":       {[]byte{4}, func(r *wire.Reader) { r.Upto(3) }, "a number is 4, want at most 3"},
		"bool":       {[]byte{2}, func(r *wire.Reader) { r.Bool() }, "want at most 1"},
		"count":      {[]byte{3, 0, 0, 0, 0, 0}, func(r *wire.Reader) { r.Count(2) }, "3 items of at least 2 bytes"},
		"bytes":      {[]byte{9, 0}, func(r *wire.Reader) { r.Bytes() }, "9 items"},
		"float32":    {wire.AppendUint(nil, 1<<32), func(r *wire.Reader) { r.Float32() }, "want at most"},
		"not finite": {wire.AppendFloat32(nil, float32(math.NaN())), func(r *wire.Reader) { r.Within32(1) }, "a number is NaN"},
		"too large":  {wire.AppendFloat64(nil, 1.5), func(r *wire.Reader) { r.Within64(1) }, "a number is 1.5, want one of magnitude up to 1"},
		"long":       {[]byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1}, func(r *wire.Reader) { r.Uint() }, "more than 64 bits"},
		"left over":  {[]byte{1, 1}, func(r *wire.Reader) { r.Uint() }, "1 bytes are left over"},
	} {
		t.Run(name, func(t *testing.T) {
			r := wire.NewReader(c.data)
			c.read(r)
			err := r.End()
			require.ErrorContains(t, err, c.want)
			require.Zero(t, r.Len())
			require.Zero(t, r.Uint())
			require.Equal(t, err, r.Err(), "the first error stays")
		})
	}
}
