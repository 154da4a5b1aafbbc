package policy

import (
	"math"

	"github.com/banyan-go/banyan/internal/wire"
)

// What the policies save of their tables, and load. Hash tables are saved as they lie, since their
// sizes and places decide what becomes of them.

// maxVisits is beyond the visits of any entry: 2^24 of the greatest weight.
const maxVisits = 1 << 36

func (e *entry) hasVisits() bool { return e.visits > 0 }

func (e *entry) code(c *wire.Coder) {
	wire.Float(c, &e.visits, maxVisits)
	wire.Float(c, &e.mean, maxUnseen)
}

// code codes the table up to the last action with visits; how far it goes beyond depends on what
// was looked up. Actions without visits take a byte. There are so many actions; 0 stands for any
// number.
func (t *actionTable) code(c *wire.Coder, actions int) {
	for p := range t.visits {
		n := len(t.visits[p])
		for n > 0 && t.visits[p][n-1] == 0 {
			n--
		}
		c.Count(&n, 1)
		if actions > 0 && n > actions {
			c.Fail("player %d has %d actions, want up to %d", p, n, actions)
			return
		}
		if c.Reads() {
			t.means[p], t.visits[p] = t.means[p][:0], t.visits[p][:0]
			t.grow(p, max(n, actions))
		}
		for a := range n {
			visits := &t.visits[p][a]
			if wire.Float(c, visits, maxVisits); *visits != 0 {
				wire.Float(c, &t.means[p][a], maxUnseen)
			}
			if *visits < 0 {
				c.Fail("action %d has %v visits", a, *visits)
			}
		}
	}
}

func (s *decayState) code(c *wire.Coder) {
	wire.Float(c, &s.exact, maxWeight)
	s.weight = float32(s.exact)
	if !(s.exact >= 1) {
		c.Fail("the weight of a visit is %v, want 1 or more", s.exact)
	}
	wire.Int(c, &s.count, 0, s.factors.BatchSize-1)
}

func (g *ngramTable) code(c *wire.Coder) {
	if g.array != nil {
		wire.Sparse(c, g.array, (*entry).hasVisits, func(e *entry) { e.code(c) })
	} else {
		codeSlots(c, &g.slots, &g.used, g.limit, 3, 32, minNGramSlots,
			func(s *ngramSlot) bool { return s.hasVisits() },
			func(s *ngramSlot) {
				wire.Int(c, &s.id, 0, math.MaxUint64)
				s.code(c)
			})
	}
	if c.Reads() && c.Err() == nil {
		g.ripenAll()
	}
}

// code codes the replies, with action numbers below actions; 0 stands for any number.
func (t *replyTable) code(c *wire.Coder, actions int) {
	if actions == 0 {
		actions = math.MaxInt32
	}
	if t.array != nil {
		wire.Sparse(c, t.array, func(reply *int32) bool { return *reply != 0 },
			func(reply *int32) { wire.Int(c, reply, 0, int32(actions)) })
		return
	}
	codeSlots(c, &t.slots, &t.used, t.limit, 2, 8, minReplySlots,
		func(s *replySlot) bool { return s.context != 0 },
		func(s *replySlot) {
			wire.Int(c, &s.context, 0, math.MaxUint64)
			wire.Int(c, &s.action, noReply, int32(actions-1))
		})
	if !c.Reads() {
		return
	}
	t.forgotten = 0
	for _, s := range t.slots {
		if s.context != 0 && s.action == noReply {
			t.forgotten++
		}
	}
}

// codeSlots codes a hash table of a power of two slots, of which at most limit are used. It has
// from low to high slots for each of these, or is as small as a table can be.
func codeSlots[S any](c *wire.Coder, slots *[]S, used *int, limit, low, high, smallest int, isUsed func(s *S) bool, code func(s *S)) {
	c.Count(used, 3)
	size := len(*slots)
	wire.Int(c, &size, max(smallest, low**used), max(smallest, high**used))
	if *used > limit || size&(size-1) != 0 {
		c.Fail("%d slots in a table of %d are used, want at most %d", *used, size, limit)
	}
	if c.Err() != nil {
		return
	}
	if c.Reads() {
		*slots = make([]S, size)
	}
	if n := wire.Sparse(c, *slots, isUsed, code); n != *used {
		c.Fail("%d slots of a table are used, want %d", n, *used)
	}
}
