package net

import "slices"

// product is a conjunction of signals in ascending order.
type product []Signal

// sum returns a signal that is true if one of the products is. What several products have in common
// becomes a gate of its own.
func (g *gates) sum(products []product) Signal {
	var terms []Signal
	for len(products) > 0 {
		common, count := mostCommon(products)
		if count < 2 {
			for _, p := range products {
				terms = append(terms, g.and(slices.Clone(p)))
			}
			break
		}
		var with, without []product
		for _, p := range products {
			if i, ok := slices.BinarySearch(p, common); ok {
				with = append(with, slices.Concat(p[:i], p[i+1:]))
			} else {
				without = append(without, p)
			}
		}
		terms = append(terms, g.and([]Signal{common, g.sum(with)}))
		products = without
	}
	return g.or(terms)
}

// mostCommon returns the signal that is in most products of more than one, the first of several,
// and in how many.
func mostCommon(products []product) (Signal, int) {
	count := map[Signal]int{}
	for _, p := range products {
		if len(p) > 1 {
			for _, s := range p {
				count[s]++
			}
		}
	}
	best, most := False, 0
	for s, n := range count {
		if n > most || n == most && s < best {
			best, most = s, n
		}
	}
	return best, most
}
