package similarity

// Experience is what simulations were worth, per code: how many passed through a board of that code, and the sum
// of their returns for every player. NewExperience makes one. It is for one goroutine at a time, look-ups included.
type Experience struct {
	index   *Index
	players int
	limit   int
	refs    []uint32  // by code: the row, and whether it is shared
	rows    []float64 // the simulation that was stored last, visits, and the sum of the returns of every player
	spare   []float64 // for drop
	stored  float64   // simulations
	matches []Match   // scratch
	warmed  uint32    // of no meaning; it keeps Index.warm alive
}

// shared marks a reference to a row that may be of several codes.
const shared = 1 << 31

// What a row begins with; the sums of the returns follow.
const (
	lastColumn = iota
	visitsColumn
	returnsColumn
)

// defaultEntries is how many codes an Experience holds at most, some 70 megabytes for two players.
const defaultEntries = 1 << 20

// NewExperience returns an empty Experience of a game for so many players, for look-ups within a distance of up to most, which is
// 0 to 3. It holds up to limit codes, 1,048,576 if limit is 0, and never more than MaxCodes. When it is full, it forgets the
// older half of them, by when they were seen first: boards of the moves to come are the more recent ones.
func NewExperience(players, most, limit int) *Experience {
	if limit <= 0 {
		limit = defaultEntries
	}
	return &Experience{index: NewIndex(most), players: players, limit: min(max(2, limit), MaxCodes)}
}

// Len returns the number of codes.
func (e *Experience) Len() int { return e.index.Len() }

// Bytes returns the memory that the experience holds.
func (e *Experience) Bytes() int64 {
	return e.index.Bytes() + int64(4*cap(e.refs)+8*(cap(e.rows)+cap(e.spare)+cap(e.matches)))
}

// Store adds a simulation that passed through boards with these codes, each once however often it is there, and had
// those returns, one per player. It only reads both.
func (e *Experience) Store(codes []uint64, returns []float64) {
	e.stored++
	e.warmed = e.index.warm(codes)
	fresh := uint32(0) // the reference of codes that are new
	for _, code := range codes {
		id, added := e.index.Add(code)
		if !added {
			e.again(id, returns)
			continue
		}
		if fresh == 0 {
			fresh = uint32(len(e.rows)/e.width()) | shared
			e.rows = append(append(e.rows, e.stored, 1), returns...)
		}
		e.refs = append(e.refs, fresh)
		if e.index.Len() >= e.limit {
			e.drop(e.limit / 2)
			fresh = 0
		}
	}
}

// width returns the length of a row.
func (e *Experience) width() int { return returnsColumn + e.players }

// row returns the row with that reference.
func (e *Experience) row(ref uint32) []float64 {
	n := e.width()
	return e.rows[int(ref&^shared)*n:][:n:n]
}

// again adds returns to a code that was there before, once for a simulation.
func (e *Experience) again(id uint32, returns []float64) {
	row := e.row(e.refs[id])
	if row[lastColumn] == e.stored {
		return
	}
	if e.refs[id]&shared != 0 {
		e.refs[id] = uint32(len(e.rows) / len(row))
		e.rows = append(e.rows, row...)
		row = e.row(e.refs[id])
	}
	row[lastColumn] = e.stored
	row[visitsColumn]++
	for p, v := range returns {
		row[returnsColumn+p] += v
	}
}

// drop forgets the oldest n codes, and copies the rows of the others. Codes that share a row are numbered in a row themselves,
// but for those with one of their own in between.
func (e *Experience) drop(n int) {
	e.index.Drop(n)
	e.refs = append(e.refs[:0], e.refs[n:]...)
	rows, before, after := e.spare[:0], uint32(0), uint32(0)
	for id, ref := range e.refs {
		if ref&shared == 0 || ref != before {
			if e.refs[id] = uint32(len(rows)/e.width()) | ref&shared; ref&shared != 0 {
				before, after = ref, e.refs[id]
			}
			rows = append(rows, e.row(ref)...)
			continue
		}
		e.refs[id] = after
	}
	e.rows, e.spare = rows, e.rows
}

// Within returns how many visits there are in all codes within a distance, and adds the returns to sums, which has an
// element per player. weights[d] is how much those at distance d count, and the distance is that of the last weight.
func (e *Experience) Within(code uint64, weights, sums []float64) (visits float64) {
	e.matches = e.index.AppendWithin(e.matches[:0], code, len(weights)-1)
	for _, m := range e.matches {
		w := weights[m.Distance]
		row := e.row(e.refs[m.ID])
		visits += float64(w * row[visitsColumn])
		for p, v := range row[returnsColumn:] {
			sums[p] += float64(w * v)
		}
	}
	return visits
}

// Near returns the codes within a distance of a code, in a new slice.
func (e *Experience) Near(code uint64, distance int) []uint64 {
	var codes []uint64
	for _, m := range e.index.AppendWithin(nil, code, distance) {
		codes = append(codes, e.index.Code(m.ID))
	}
	return codes
}

// Scale multiplies all visits and returns by share, so that what is stored later counts more.
func (e *Experience) Scale(share float64) {
	for at := 0; at < len(e.rows); at += e.width() {
		for i := range e.players + 1 {
			e.rows[at+visitsColumn+i] *= share
		}
	}
}

// Reset forgets everything and keeps the memory.
func (e *Experience) Reset() {
	e.index.Reset()
	e.rows, e.refs = e.rows[:0], e.refs[:0]
}
