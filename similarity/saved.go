package similarity

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/banyan-go/banyan/internal/wire"
)

// AppendBinary implements [encoding.BinaryAppender]: it appends all that the table holds, so that
// another table for as many players, the same distance and the same limit does after
// UnmarshalBinary what this one does, to the bit. It returns no error.
func (t *SignatureTable) AppendBinary(b []byte) ([]byte, error) {
	x := t.index
	b = wire.AppendFloat64(b, t.stored)
	b = wire.AppendUint(b, uint64(bits.Len(uint(len(x.halves[0].buckets)))))
	b = wire.AppendUint(b, uint64(len(t.rows)/t.width()))
	for _, v := range t.rows {
		b = wire.AppendFloat64(b, v)
	}
	b = wire.AppendUint(b, uint64(len(x.nodes)))
	for id, n := range x.nodes {
		b = wire.AppendUint(wire.AppendUint(b, n.signature), uint64(bits.RotateLeft32(t.refs[id], 1)))
	}
	return b, nil
}

// maxSum is beyond the visits, the returns and the number of simulations in a table.
const maxSum = 1e60

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]: the table holds what the other one held.
// It returns an error for data that no table has appended, and is then empty.
func (t *SignatureTable) UnmarshalBinary(data []byte) error {
	t.Reset()
	r := wire.NewReader(data)
	t.read(r)
	if err := r.End(); err != nil {
		t.Reset()
		return fmt.Errorf("similarity: the signature table: %w", err)
	}
	return nil
}

func (t *SignatureTable) read(r *wire.Reader) {
	t.stored = r.Within64(maxSum)
	buckets := r.Upto(1 + idBits)
	rows := r.Count(t.width())
	for range rows * t.width() {
		t.rows = append(t.rows, r.Within64(maxSum))
	}
	for at := visitsColumn; at < len(t.rows); at += t.width() {
		if !(t.rows[at] >= 0) {
			r.Fail("a signature has %v visits, want 0 or more", t.rows[at])
		}
	}
	n := r.Count(2)
	if n > 0 && n >= t.limit {
		r.Fail("there are %d signatures, want less than %d", n, t.limit)
	}
	for id := range n {
		signature, ref := r.Uint(), bits.RotateLeft32(uint32(r.Upto(math.MaxUint32)), -1)
		if r.Err() == nil && int(ref&^shared) >= rows {
			r.Fail("signature %d has row %d of %d", id, ref&^shared, rows)
		}
		if r.Err() != nil {
			return
		}
		if _, added := t.index.Add(signature); !added {
			r.Fail("the signature %#x is there twice", signature)
			return
		}
		t.refs = append(t.refs, ref)
	}
	t.index.restoreHalves(r, buckets)
}

// restoreHalves gives the halves the number of buckets that they had, which is given by its number
// of bits. The order of what a look-up finds depends on it. There are up to twice as many as there
// have been signatures, of which a full table drops half.
func (x *Index) restoreHalves(r *wire.Reader, buckets uint64) {
	if buckets == 0 || r.Err() != nil {
		return
	}
	size := 1 << (buckets - 1)
	if x.halves[0].mask == 0 || size < minSlots || size > max(minSlots, 8*(len(x.nodes)+1)) {
		r.Fail("there are %d buckets for %d signatures", size, len(x.nodes))
		return
	}
	for i := range x.halves {
		x.halves[i].buckets, x.halves[i].tags = make([]uint32, size), make([]uint8, size)
	}
}
