// Package prover plays games by their rule sheets without any preparation: it works out from the
// rules all that holds in a state, again for every state. It is slow and short, the yardstick for
// the fast engine of package gdl.
//
// What holds is the perfect model of the rules, computed from the bottom: relations in the order of
// their dependence, and those that depend on each other until nothing is new. Where a relation
// depends on its own negation, as goal may on a goal with another value, it is the well-founded
// model by the alternating fixpoint (A. Van Gelder, "The Alternating Fixpoint of Logic Programs
// with Negation", 1989). An atom that is then neither true nor false is an error of the sheet.
package prover
