package nested

import "math"

// weights are a policy: a number w for each code. The probability of an action is proportional to
// its exp(w), so that is stored, too. Codes that have no entry have w = 0.
//
// Only the codes of lines to learn from get an entry. They are in a table with open addressing, or
// by their numbers if they are dense.
type weights struct {
	table []entry
	w     []float64 // of each entry
	used  int
	shift uint8 // of a hash of 64 bits to an index of the table
	dense bool
}

// entry is a code and exp(w). It is free if that is 0.
type entry struct {
	code uint64
	exp  float64
}

// fewest is the size of the smallest table.
const fewest = 1 << 6

// reset makes all weights 0. If dense is not 0, codes are below it.
func (p *weights) reset(dense int) {
	if p.dense = dense > 0; p.dense {
		p.table, p.w = resize(p.table, dense), resize(p.w, dense)
		clear(p.w)
		for i := range p.table {
			p.table[i] = entry{uint64(i), 1}
		}
		return
	}
	p.table, p.w, p.used, p.shift = resize(p.table, fewest), resize(p.w, fewest), 0, 64-6
	clear(p.table)
}

// copy makes p equal to from.
func (p *weights) copy(from *weights) {
	p.table, p.w = resize(p.table, len(from.table)), resize(p.w, len(from.w))
	copy(p.table, from.table)
	copy(p.w, from.w)
	p.used, p.shift, p.dense = from.used, from.shift, from.dense
}

// resize returns a slice of n elements, with the memory of s if it is enough.
func resize[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	return make([]T, n, n+n/2)
}

// find returns the index of the entry of a code, or of the free one where it belongs.
func (p *weights) find(code uint64) int {
	if p.dense {
		return int(code)
	}
	mask := len(p.table) - 1
	i := int(code * 0x9e3779b97f4a7c15 >> p.shift)
	for p.table[i].exp != 0 && p.table[i].code != code {
		i = (i + 1) & mask
	}
	return i
}

// add returns the index of the entry of a code, which it makes if there is none.
func (p *weights) add(code uint64) int {
	i := p.find(code)
	if p.table[i].exp != 0 {
		return i
	}
	if p.used++; 2*p.used > len(p.table) {
		p.grow()
		i = p.find(code)
	}
	p.table[i], p.w[i] = entry{code, 1}, 0
	return i
}

// grow doubles the table.
func (p *weights) grow() {
	table, w := p.table, p.w
	p.table, p.w = make([]entry, 2*len(table)), make([]float64, 2*len(w))
	p.shift--
	for k, e := range table {
		if e.exp != 0 {
			i := p.find(e.code)
			p.table[i], p.w[i] = e, w[k]
		}
	}
}

// limit bounds the exponents, so that sums of exp(w), times priors of any float32, are finite and
// not 0. Weights of that magnitude are far beyond those that NRPA learns: the probability of an
// action nears 1 when its weight exceeds the others by 10.
const limit = 600

// change adds to the weight of an entry.
func (p *weights) change(i int, by float64) {
	p.w[i] += by
	p.table[i].exp = math.Exp(max(-limit, min(limit, p.w[i])))
}

// fill writes exp(w) of each code, times its prior if there are priors, and returns the sum.
func (p *weights) fill(dst []float64, codes []uint64, priors []float32) (sum float64) {
	dst = dst[:len(codes)]
	if p.dense {
		for i, code := range codes {
			dst[i] = p.table[code].exp
		}
	} else {
		p.look(dst, codes)
	}
	if priors != nil {
		for i, prior := range priors[:len(dst)] {
			dst[i] *= float64(prior)
		}
	}
	for _, x := range dst {
		sum += x
	}
	return sum
}

// look writes exp(w) of each code that is in the table, and 1 for the others.
func (p *weights) look(dst []float64, codes []uint64) {
	table := p.table
	mask := len(table) - 1
	for k, code := range codes {
		i := int(code*0x9e3779b97f4a7c15>>p.shift) & mask
		for table[i].code != code && table[i].exp != 0 {
			i = (i + 1) & mask
		}
		dst[k] = 1
		if x := table[i].exp; x != 0 {
			dst[k] = x
		}
	}
}
