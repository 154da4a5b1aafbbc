package policy

import (
	"math"

	"github.com/banyan-go/banyan/internal/wire"
)

// AppendBinary implements [Saver].
func (m *mast) AppendBinary(b []byte) ([]byte, error) {
	b = m.actions.append(m.append(b))
	return wire.AppendBool(b, m.gibbs != nil && m.gibbs.useless), nil
}

// UnmarshalBinary implements [Saver].
func (m *mast) UnmarshalBinary(data []byte) error {
	return unmarshal("MAST", data, func(r *wire.Reader) {
		m.read(r)
		m.actions.read(r, m.numbered)
		useless := r.Bool()
		if m.gibbs != nil && r.Err() == nil {
			m.gibbs.useless = useless
			clear(m.gibbs.player)
			m.gibbs.updateAll(&m.actions)
		}
	})
}

// AppendBinary implements [Saver].
func (n *nst) AppendBinary(b []byte) ([]byte, error) {
	b = n.actions.append(n.append(b))
	for i := range n.ngrams {
		b = n.ngrams[i].append(b)
	}
	return b, nil
}

// UnmarshalBinary implements [Saver].
func (n *nst) UnmarshalBinary(data []byte) error {
	return unmarshal("NST", data, func(r *wire.Reader) {
		n.read(r)
		n.actions.read(r, int(n.builder.radix))
		for i := range n.ngrams {
			n.ngrams[i].read(r)
		}
	})
}

// AppendBinary implements [Saver].
func (l *lgrf) AppendBinary(b []byte) ([]byte, error) {
	var replies []byte
	for i := range l.replies {
		replies = l.replies[i].append(replies)
	}
	return AppendLearned(wire.AppendBytes(b, replies), l.fallback)
}

// UnmarshalBinary implements [Saver].
func (l *lgrf) UnmarshalBinary(data []byte) error {
	all := wire.NewReader(data)
	replies := all.Bytes()
	if err := unmarshal("LGRF", replies, func(r *wire.Reader) {
		for i := range l.replies {
			l.replies[i].read(r, int(l.builder.radix))
		}
	}); err != nil {
		return err
	}
	return restoreAll(data[len(data)-all.Len():], l.fallback)
}

// AppendBinary implements [Saver].
func (m *mix) AppendBinary(b []byte) ([]byte, error) {
	b, err := AppendLearned(b, m.first)
	if err != nil {
		return b, err
	}
	return AppendLearned(b, m.second)
}

// UnmarshalBinary implements [Saver].
func (m *mix) UnmarshalBinary(data []byte) error { return restoreAll(data, m.first, m.second) }

// AppendBinary implements [Saver].
func (a *adaptive) AppendBinary(b []byte) ([]byte, error) {
	own := wire.AppendUint(nil, uint64(a.count))
	for i := range a.candidates {
		own = a.candidates[i].append(wire.AppendFloat64(own, a.scores[i]))
	}
	b = wire.AppendBytes(b, own)
	for _, c := range a.choosers {
		var err error
		if b, err = AppendLearned(b, c); err != nil {
			return b, err
		}
	}
	return b, nil
}

// UnmarshalBinary implements [Saver].
func (a *adaptive) UnmarshalBinary(data []byte) error {
	all := wire.NewReader(data)
	own := all.Bytes()
	if err := unmarshal("Adaptive", own, func(r *wire.Reader) {
		a.count = int(r.Upto(adaptivePeriod - 1))
		for i := range a.candidates {
			if a.scores[i] = r.Within64(math.MaxFloat64); !(a.scores[i] > 0) {
				r.Fail("the score of a candidate is %v, want more than 0", a.scores[i])
			}
			a.candidates[i].read(r)
		}
	}); err != nil {
		return err
	}
	a.share()
	return restoreAll(data[len(data)-all.Len():], a.choosers...)
}

// fields are the statistics of an action, or of a root, in the order in which they are saved.
func (m *moments) fields() [3]*float64 { return [...]*float64{&m.n, &m.mean, &m.squares} }

func (q *squares) fields() [4]*float64 {
	return [...]*float64{&q.between, &q.units, &q.within, &q.freedom}
}

func (s *signal) append(b []byte) []byte {
	for _, f := range s.past.fields() {
		b = wire.AppendFloat64(b, *f)
	}
	b = wire.AppendUint(b, uint64(len(s.now)))
	for i := range s.now {
		b = wire.AppendBool(b, s.now[i].n > 0)
		if s.now[i].n == 0 {
			continue
		}
		for _, f := range s.now[i].fields() {
			b = wire.AppendFloat64(b, *f)
		}
	}
	return b
}

func (s *signal) read(r *wire.Reader) {
	const most = maxUnseen * maxUnseen * maxVisits // a sum of squares
	for _, f := range s.past.fields() {
		*f = r.Within64(most)
	}
	s.now = s.now[:0]
	for range r.Count(1) {
		var m moments
		if r.Bool() {
			for _, f := range m.fields() {
				*f = r.Within64(most)
			}
			if !(m.n >= 1) {
				r.Fail("there are %v returns of an action, want 1 or more", m.n)
			}
		}
		s.now = append(s.now, m)
	}
}
