package spec

import "github.com/banyan-go/banyan/nested"

// nested reads the method of a nested search.
func (r *reader) nested(kind Kind) nested.Method {
	level := r.whole("level")
	prior := r.word("prior", "none", "heuristic") == "heuristic"
	if kind == NMCS {
		return nested.NMCS{Level: level, Prior: prior}
	}
	return nested.NRPA{
		Level: level, Prior: prior, Iterations: r.whole("iterations"), Alpha: r.positive("alpha"), Playouts: r.whole("playouts"),
	}
}
