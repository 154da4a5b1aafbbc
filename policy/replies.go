package policy

// replies is a table of one action for what came before it, with open addressing.
type replies struct {
	slots []reply // a power of two, at most half of them in use
	used  int
}

type reply struct {
	past   past // 0 if the slot is free
	action int32
}

const (
	noReply    = -1
	fewReplies = 1 << 8
)

func newReplies() replies { return replies{slots: make([]reply, fewReplies)} }

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

// at returns the place of the reply, which is good until the next call.
func (r *replies) at(p past) *int32 {
	s := r.slot(p)
	if s.past == 0 {
		if r.used++; 2*r.used > len(r.slots) {
			r.grow()
			s = r.slot(p)
		}
		*s = reply{p, noReply}
	}
	return &s.action
}

func (r *replies) grow() {
	old := r.slots
	r.slots = make([]reply, 2*len(old))
	for _, s := range old {
		if s.past != 0 {
			*r.slot(s.past) = s
		}
	}
}
