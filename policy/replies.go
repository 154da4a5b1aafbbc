package policy

// replies is a table of one action for what came before it, with open addressing.
type replies struct {
	slots []reply // a power of two, at most half of them in use
	used  int
	gone  int // of used, what is forgotten
	limit int // of used
}

type reply struct {
	past   past // 0 if the slot is free
	action int32
}

const (
	noReply    = -1
	fewReplies = 1 << 8
	maxReplies = 1 << 21
)

func newReplies(limit int) replies { return replies{slots: make([]reply, fewReplies), limit: limit} }

func (r *replies) slot(p past) *reply {
	mask := past(len(r.slots) - 1)
	for i := p; ; i++ {
		if s := &r.slots[i&mask]; s.past == p || s.past == 0 {
			return s
		}
	}
}

// find returns the reply, noReply if there is none.
func (r *replies) find(p past) int32 {
	if s := r.slot(p); s.past != 0 {
		return s.action
	}
	return noReply
}

// store makes action the reply. Where the table is full, replies to what is not in it are not learned, until a
// quarter of it is forgotten.
func (r *replies) store(p past, action int32) {
	s := r.slot(p)
	switch {
	case s.past == 0:
		full := r.used == r.limit
		if full && 4*r.gone < r.limit {
			return
		}
		if full || 2*(r.used+1) > len(r.slots) {
			r.rebuild()
			s = r.slot(p)
		}
		r.used++
	case s.action == noReply:
		r.gone--
	}
	*s = reply{p, action}
}

// forget removes the reply if it is this action. Its slot stays in use, until the table is rebuilt.
func (r *replies) forget(p past, action int32) {
	if s := r.slot(p); s.past != 0 && s.action == action {
		s.action = noReply
		r.gone++
	}
}

// rebuild moves what is not forgotten to a table of which it takes a quarter at most.
func (r *replies) rebuild() {
	old := r.slots
	r.used, r.gone = 0, 0
	for _, s := range old {
		if s.past != 0 && s.action != noReply {
			r.used++
		}
	}
	size := fewReplies
	for size < 4*r.used {
		size *= 2
	}
	r.slots = make([]reply, size)
	for _, s := range old {
		if s.past != 0 && s.action != noReply {
			*r.slot(s.past) = s
		}
	}
}
