package minimax

import "math"

// search returns the value of the position of a level, as far as it lies between alpha and beta.
func (r *run[S, A]) search(ply int, alpha, beta float64) float64 {
	if r.config.Plain {
		return r.plain(ply)
	}
	return r.alphaBeta(ply, alpha, beta)
}

// plain is minimax by its definition.
func (r *run[S, A]) plain(ply int) float64 {
	here := r.level(ply)
	value, leaf := r.open(here, ply)
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
			r.prefer(here, ply, a)
		}
	}
	return best
}

// alphaBeta returns the value v of a position if alpha < v < beta. If v <= alpha it returns a number from v to
// alpha, and if v >= beta one from beta to v: player 0 has alpha for sure elsewhere, and player 1 beta, so that the
// play will not come here.
func (r *run[S, A]) alphaBeta(ply int, alpha, beta float64) float64 {
	here := r.level(ply)
	value, leaf := r.open(here, ply)
	if leaf {
		return value
	}
	place := r.place(here, ply)
	if v, ok := r.table.recall(place, alpha, beta); ok {
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
			r.prefer(here, ply, a)
		}
		if low, high = narrow(here.mover, best, low, high); low >= high {
			break
		}
	}
	r.table.store(place, best, alpha, beta)
	return best
}

// narrow returns the window that is left when the mover is sure of best.
func narrow(mover int, best, low, high float64) (float64, float64) {
	if mover == 0 {
		return max(low, best), high
	}
	return low, min(high, best)
}

// worst is what the mover would take anything for.
func worst(mover int) float64 { return math.Inf(2*mover - 1) }

// better reports whether the mover prefers v. Equal is not better, so the first of the best actions stays.
func better(mover int, v, best float64) bool {
	if mover == 0 {
		return v > best
	}
	return v < best
}

// prefer makes a, and the best line after it, the best line of a level.
func (r *run[S, A]) prefer(here *level[S, A], ply int, a A) {
	here.line = append(append(here.line[:0], a), r.level(ply+1).line...)
}
