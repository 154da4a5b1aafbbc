package minimax

import "math"

// search returns the value of the position at ply. Outside the window from alpha to beta the result
// is only a bound.
func (r *run[S, A]) search(ply int, alpha, beta float64) float64 {
	if r.config.Plain {
		return r.plain(ply)
	}
	return r.alphaBeta(ply, alpha, beta)
}

// plain is minimax as defined.
func (r *run[S, A]) plain(ply int) float64 {
	here := r.level(ply)
	value, leaf := r.visit(here, ply)
	if leaf {
		return value
	}
	best := worst(here.mover)
	for _, a := range here.actions {
		r.descend(here, ply, a)
		v := r.plain(ply + 1)
		if r.err != nil {
			return 0
		}
		if better(here.mover, v, best) {
			best = v
			r.setLine(here, ply, a)
		}
	}
	return best
}

// alphaBeta returns the value v of the position at ply if alpha < v < beta. If v <= alpha, it
// returns a number from v to alpha, and if v >= beta, a number from beta to v: player 0 is sure of
// alpha elsewhere and player 1 of beta, so best play does not reach this position.
func (r *run[S, A]) alphaBeta(ply int, alpha, beta float64) float64 {
	here := r.level(ply)
	value, leaf := r.visit(here, ply)
	if leaf {
		return value
	}
	key := r.key(here, ply)
	if v, ok := r.table.lookup(key, alpha, beta); ok {
		return v
	}
	low, high, best := alpha, beta, worst(here.mover)
	for _, a := range here.actions {
		r.descend(here, ply, a)
		v := r.alphaBeta(ply+1, low, high)
		if r.err != nil {
			return 0
		}
		if better(here.mover, v, best) {
			best = v
			r.setLine(here, ply, a)
		}
		if low, high = tighten(here.mover, best, low, high); low >= high {
			break
		}
	}
	r.table.store(key, best, alpha, beta)
	return best
}

// tighten returns the window that remains when the mover is sure of best.
func tighten(mover int, best, low, high float64) (float64, float64) {
	if mover == 0 {
		return max(low, best), high
	}
	return low, min(high, best)
}

// worst returns the value that is worse for the mover than any other.
func worst(mover int) float64 { return math.Inf(2*mover - 1) }

// better reports whether the mover prefers v to best. Equal values are not better, so the first of
// the best actions is chosen.
func better(mover int, v, best float64) bool {
	if mover == 0 {
		return v > best
	}
	return v < best
}

// setLine makes a, followed by the best line of the next level, the best line of this level.
func (r *run[S, A]) setLine(here *level[S, A], ply int, a A) {
	here.line = append(append(here.line[:0], a), r.level(ply+1).line...)
}
