package similarity

import (
	"math/bits"

	"github.com/banyan-go/banyan/similarity/internal/index"
)

// MaxDistance is the greatest distance of a look-up.
const MaxDistance = index.MaxDistance

// MaxSignatures is the greatest number of signatures in a [SignatureTable].
const MaxSignatures = index.MaxSignatures

// SignatureTable holds statistics of simulations by signature: the visits of each signature and the
// sum of the returns of every player. Create one with [NewSignatureTable]. Only one goroutine at a
// time may use it, even for look-ups.
type SignatureTable struct {
	index   *index.Index
	players int
	limit   int
	refs    []uint32      // by signature ID: the index of its row, and the flag shared
	rows    []float64     // the number of the last simulation, visits, and the sums of the returns
	spare   []float64     // the memory of rows before the last drop
	stored  float64       // number of simulations
	matches []index.Match // scratch
	sum     uint32        // the meaningless result of Index.Prefetch
}

// shared flags a reference to a row that may belong to several signatures: the new signatures of a
// simulation share a row until one of them is seen again.
const shared = 1 << 31

// A row starts with these columns, followed by the sums of the returns.
const (
	lastColumn = iota
	visitsColumn
	returnsColumn
)

// defaultLimit takes about 70 megabytes for two players.
const defaultLimit = 1 << 20

// NewSignatureTable returns an empty table for the given number of players and for look-ups within
// distances up to maxDistance, 0..MaxDistance. The table holds up to limit signatures. If limit is
// zero or negative, 1,048,576 is used, and there are never more than MaxSignatures. A full table
// removes the older half of its signatures, by the time of their first appearance: the positions
// ahead in the game tend to be recent ones.
func NewSignatureTable(players, maxDistance, limit int) *SignatureTable {
	if limit <= 0 {
		limit = defaultLimit
	}
	return &SignatureTable{index: index.New(maxDistance), players: players, limit: min(max(2, limit), MaxSignatures)}
}

// Len returns the number of signatures.
func (t *SignatureTable) Len() int { return t.index.Len() }

// Bytes returns the size of the table in memory, in bytes.
func (t *SignatureTable) Bytes() int64 {
	return t.index.Bytes() + int64(4*cap(t.refs)+8*(cap(t.rows)+cap(t.spare)+cap(t.matches)))
}

// Store adds a simulation that visited the positions with the given signatures. A repeated
// signature counts once. The returns have one element per player. Store does not modify or retain
// the slices.
func (t *SignatureTable) Store(signatures []uint64, returns []float64) {
	t.stored++
	t.sum = t.index.Prefetch(signatures)
	newRef := uint32(0) // the reference of all new signatures; 0 if there is none yet
	for _, signature := range signatures {
		id, added := t.index.Add(signature)
		if !added {
			t.update(id, returns)
			continue
		}
		if newRef == 0 {
			newRef = uint32(len(t.rows)/t.width()) | shared
			t.rows = append(append(t.rows, t.stored, 1), returns...)
		}
		t.refs = append(t.refs, newRef)
		if t.index.Len() >= t.limit {
			t.drop(t.limit / 2)
			newRef = 0
		}
	}
}

// width returns the length of a row.
func (t *SignatureTable) width() int { return returnsColumn + t.players }

// row returns the row of a reference.
func (t *SignatureTable) row(ref uint32) []float64 {
	n := t.width()
	return t.rows[int(ref&^shared)*n:][:n:n]
}

// update adds returns to a known signature, once per simulation.
func (t *SignatureTable) update(id uint32, returns []float64) {
	row := t.row(t.refs[id])
	if row[lastColumn] == t.stored {
		return
	}
	if t.refs[id]&shared != 0 {
		t.refs[id] = uint32(len(t.rows) / len(row))
		t.rows = append(t.rows, row...)
		row = t.row(t.refs[id])
	}
	row[lastColumn] = t.stored
	row[visitsColumn]++
	for p, v := range returns {
		row[returnsColumn+p] += v
	}
}

// drop removes the oldest n signatures and copies the rows of the others. Signatures that share a
// row have successive IDs, except signatures that got separate rows since.
func (t *SignatureTable) drop(n int) {
	t.index.Drop(n)
	t.refs = append(t.refs[:0], t.refs[n:]...)
	rows, oldRef, newRef := t.spare[:0], uint32(0), uint32(0) // of the last shared row
	for id, ref := range t.refs {
		if ref&shared == 0 || ref != oldRef {
			if t.refs[id] = uint32(len(rows)/t.width()) | ref&shared; ref&shared != 0 {
				oldRef, newRef = ref, t.refs[id]
			}
			rows = append(rows, t.row(ref)...)
			continue
		}
		t.refs[id] = newRef
	}
	t.rows, t.spare = rows, t.rows
}

// Within returns the weighted sum of the visits of all signatures within a distance of signature,
// and adds the weighted sums of their returns to sums, which has one element per player. The weight
// of a signature at distance d is weights[d]. The greatest distance, len(weights) - 1, must be in
// 0..maxDistance of [NewSignatureTable].
func (t *SignatureTable) Within(signature uint64, weights, sums []float64) (visits float64) {
	t.matches = t.index.AppendWithin(t.matches[:0], signature, len(weights)-1)
	for _, m := range t.matches {
		w := weights[m.Distance]
		row := t.row(t.refs[m.ID])
		visits += float64(w * row[visitsColumn])
		for p, v := range row[returnsColumn:] {
			sums[p] += float64(w * v)
		}
	}
	return visits
}

// Near returns the signatures within a distance of signature, in a new slice. The distance must be
// in 0..maxDistance of [NewSignatureTable].
func (t *SignatureTable) Near(signature uint64, distance int) []uint64 {
	var signatures []uint64
	for _, m := range t.index.AppendWithin(nil, signature, distance) {
		signatures = append(signatures, t.index.Signature(m.ID))
	}
	return signatures
}

// Scale multiplies all visits and returns by factor, so that later simulations weigh more.
func (t *SignatureTable) Scale(factor float64) {
	for at := 0; at < len(t.rows); at += t.width() {
		for i := range t.players + 1 {
			t.rows[at+visitsColumn+i] *= factor
		}
	}
}

// Reset removes all signatures and keeps the memory.
func (t *SignatureTable) Reset() {
	t.index.Reset()
	t.rows, t.refs, t.stored = t.rows[:0], t.refs[:0], 0
}

// Hamming returns the number of bits in which a and b differ.
func Hamming[T ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr](a, b T) int {
	return bits.OnesCount64(uint64(a ^ b))
}
