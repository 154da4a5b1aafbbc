package nested

// trace is what a policy learns from a line: the codes and priors of all actions at its states, and
// which of them were played. States with a single action are left out.
type trace struct {
	codes  []uint64
	priors []float32 // of the codes, if there are priors
	plies  []ply

	// For the adapter: the different codes, and for each of codes which of them it is. They are
	// empty until the line is learned from for the first time.
	different []uint64
	which     []int32
}

// ply is a state of a trace. Its codes begin at the end of the ply before.
type ply struct{ end, chosen int }

// learned is a line with its trace.
type learned[A any] struct {
	trace
	actions []A
	sum     float64
}

// reset empties a line and keeps its memory.
func (l *learned[A]) reset() {
	l.codes, l.priors, l.plies, l.actions = l.codes[:0], l.priors[:0], l.plies[:0], l.actions[:0]
	l.different, l.which = l.different[:0], l.which[:0]
}

// begin returns the index of the first code of the ply that is not ended yet.
func (t *trace) begin() int {
	if n := len(t.plies); n > 0 {
		return t.plies[n-1].end
	}
	return 0
}

// priorsFrom returns the priors from an index on, or nil if there are none.
func (t *trace) priorsFrom(from int) []float32 {
	if len(t.priors) == 0 {
		return nil
	}
	return t.priors[from:]
}

// adapter moves policies towards lines. Its fields are scratch memory.
type adapter struct {
	numbers []number
	round   uint32
	slots   []int
	exp     []float64 // of each different code
	change  []float64 // of its weight
}

// number is an entry of a table with open addressing, of the round in which it was written.
type number struct {
	code  uint64
	which int32
	round uint32
}

// adapt moves a policy towards a line: Adapt of Rosin 2011. All probabilities come from the policy
// before, so the changes of each code are summed up first.
func (a *adapter) adapt(p *weights, t *trace, alpha float64) {
	if len(t.which) == 0 {
		a.number(t)
	}
	n := len(t.different)
	a.slots, a.exp, a.change = resize(a.slots, n), resize(a.exp, n), resize(a.change, n)
	size := len(p.table)
	for i, code := range t.different {
		a.slots[i] = p.add(code)
	}
	for i, code := range t.different {
		if len(p.table) != size {
			a.slots[i] = p.find(code) // The table has grown.
		}
		a.exp[i], a.change[i] = p.table[a.slots[i]].exp, 0
	}
	from := 0
	for _, ply := range t.plies {
		a.ply(t, from, ply, alpha)
		from = ply.end
	}
	for i, slot := range a.slots {
		p.change(slot, a.change[i])
	}
}

// ply sums up the changes of one ply.
func (a *adapter) ply(t *trace, from int, ply ply, alpha float64) {
	which := t.which[from:ply.end]
	sum := 0.0
	if len(t.priors) > 0 {
		priors := t.priors[from:ply.end]
		for k, i := range which {
			sum += a.exp[i] * float64(priors[k])
		}
		share := alpha / sum
		for k, i := range which {
			a.change[i] -= share * (a.exp[i] * float64(priors[k]))
		}
	} else {
		for _, i := range which {
			sum += a.exp[i]
		}
		share := alpha / sum
		for _, i := range which {
			a.change[i] -= share * a.exp[i]
		}
	}
	a.change[t.which[ply.chosen]] += alpha
}

// number numbers the different codes of a trace.
func (a *adapter) number(t *trace) {
	size := fewest
	for size < 2*len(t.codes) {
		size *= 2
	}
	if a.round++; size > len(a.numbers) || a.round == 0 {
		a.numbers, a.round = make([]number, size), 1
	}
	mask := len(a.numbers) - 1
	for _, code := range t.codes {
		i := int(code*0x9e3779b97f4a7c15>>32) & mask
		for a.numbers[i].round == a.round && a.numbers[i].code != code {
			i = (i + 1) & mask
		}
		if a.numbers[i].round != a.round {
			a.numbers[i] = number{code, int32(len(t.different)), a.round}
			t.different = append(t.different, code)
		}
		t.which = append(t.which, a.numbers[i].which)
	}
}
