package similarity

// Experience is what simulations were worth, per code: how many passed through a board of that code, and the sum
// of their returns for every player. NewExperience makes one. It is for one goroutine at a time, look-ups included.
type Experience struct {
	index   *Index
	players int
	limit   int
	rows    []float64 // by code: visits, and the sum of the returns of every player
	last    []uint64  // by code: the simulation that was stored last
	stored  uint64    // simulations
	matches []Match   // scratch
	warmed  uint32    // of no meaning; it keeps Index.warm alive
}

// defaultEntries is how many codes an Experience holds at most, some 70 megabytes for two players.
const defaultEntries = 1 << 20

// NewExperience returns an empty Experience of a game for so many players, for look-ups within a distance of up to most, which is
// 0 to 3. It holds up to limit codes, 1,048,576 if limit is 0. When it is full, it forgets the older half of them, by when
// they were seen first: boards of the moves to come are the more recent ones.
func NewExperience(players, most, limit int) *Experience {
	if limit <= 0 {
		limit = defaultEntries
	}
	return &Experience{index: NewIndex(most), players: players, limit: max(2, limit)}
}

// Len returns the number of codes.
func (e *Experience) Len() int { return e.index.Len() }

// Bytes returns the memory that the experience holds.
func (e *Experience) Bytes() int64 {
	return e.index.Bytes() + int64(8*(cap(e.rows)+cap(e.last)+cap(e.matches)))
}

// Store adds a simulation that passed through boards with these codes, each once however often it is there, and had
// those returns, one per player. It only reads both.
func (e *Experience) Store(codes []uint64, returns []float64) {
	e.stored++
	e.warmed = e.index.warm(codes)
	for _, code := range codes {
		id, added := e.index.Add(code)
		if added {
			e.rows = append(e.rows, 0)
			e.rows = append(e.rows, returns...)
			e.last = append(e.last, e.stored)
			e.rows[len(e.rows)-1-e.players]++
			if e.index.Len() >= e.limit {
				e.drop(e.limit / 2)
			}
			continue
		}
		if e.last[id] == e.stored {
			continue
		}
		e.last[id] = e.stored
		row := e.rows[int(id)*(1+e.players):][:1+e.players]
		row[0]++
		for p, v := range returns {
			row[1+p] += v
		}
	}
}

// drop forgets the oldest n codes.
func (e *Experience) drop(n int) {
	e.index.Drop(n)
	e.rows = append(e.rows[:0], e.rows[n*(1+e.players):]...)
	e.last = append(e.last[:0], e.last[n:]...)
}

// Within returns how many visits there are in all codes within a distance, and adds the returns to sums, which has an
// element per player. weights[d] is how much those at distance d count, and the distance is that of the last weight.
func (e *Experience) Within(code uint64, weights, sums []float64) (visits float64) {
	e.matches = e.index.AppendWithin(e.matches[:0], code, len(weights)-1)
	for _, m := range e.matches {
		w := weights[m.Distance]
		row := e.rows[int(m.ID)*(1+e.players):][:1+e.players]
		visits += float64(w * row[0])
		for p, v := range row[1:] {
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
	for i := range e.rows {
		e.rows[i] *= share
	}
}

// Reset forgets everything and keeps the memory.
func (e *Experience) Reset() {
	e.index.Reset()
	e.rows, e.last = e.rows[:0], e.last[:0]
}
