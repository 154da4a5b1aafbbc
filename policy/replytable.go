package policy

// replyTable holds replies by context. If few enough contexts are possible, it is an array with an
// entry for each of them. Otherwise it is a hash table with open addressing.
type replyTable struct {
	array []int32 // the reply plus 1, or 0 if there is none; nil in a hash table

	slots     []replySlot // a power of two; at most half of them are in use
	used      int
	forgotten int // slots in use without a reply
	limit     int // of used
}

type replySlot struct {
	context context // 0 if the slot is free
	action  int32   // noReply if the reply was forgotten
}

const (
	noReply       = -1
	minReplySlots = 1 << 8
	maxReplies    = 1 << 21
)

// newReplyArray returns a table for the given number of exact contexts.
func newReplyArray(contexts context) replyTable { return replyTable{array: make([]int32, contexts)} }

func newReplyTable(limit int) replyTable {
	return replyTable{slots: make([]replySlot, minReplySlots), limit: limit}
}

// slot returns the slot of a context, or the free one where it would be stored.
func (r *replyTable) slot(c context) *replySlot {
	mask := context(len(r.slots) - 1)
	for i := c; ; i++ {
		if s := &r.slots[i&mask]; s.context == c || s.context == 0 {
			return s
		}
	}
}

// find returns the reply in a context, or noReply if there is none.
func (r *replyTable) find(c context) int32 {
	if r.array != nil {
		return r.array[c] - 1
	}
	if s := r.slot(c); s.context != 0 {
		return s.action
	}
	return noReply
}

// store makes action the reply in a context. A full table ignores new contexts until a quarter of
// its replies are forgotten.
func (r *replyTable) store(c context, action int32) {
	if r.array != nil {
		r.array[c] = action + 1
		return
	}
	s := r.slot(c)
	switch {
	case s.context == 0:
		full := r.used == r.limit
		if full && 4*r.forgotten < r.limit {
			return
		}
		if full || 2*(r.used+1) > len(r.slots) {
			r.rebuild()
			s = r.slot(c)
		}
		r.used++
	case s.action == noReply:
		r.forgotten--
	}
	*s = replySlot{c, action}
}

// forget removes the reply in a context if it is this action. Its slot stays in use until the table
// is rebuilt.
func (r *replyTable) forget(c context, action int32) {
	if r.array != nil {
		if r.array[c] == action+1 {
			r.array[c] = 0
		}
		return
	}
	if s := r.slot(c); s.context != 0 && s.action == action {
		s.action = noReply
		r.forgotten++
	}
}

// rebuild moves the replies to a table of which they take a quarter at most.
func (r *replyTable) rebuild() {
	old := r.slots
	r.used, r.forgotten = 0, 0
	for _, s := range old {
		if s.context != 0 && s.action != noReply {
			r.used++
		}
	}
	size := minReplySlots
	for size < 4*r.used {
		size *= 2
	}
	r.slots = make([]replySlot, size)
	for _, s := range old {
		if s.context != 0 && s.action != noReply {
			*r.slot(s.context) = s
		}
	}
}
