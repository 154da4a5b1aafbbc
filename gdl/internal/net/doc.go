// Package net evaluates ground rules with a network of gates, a propositional network (E. Schkufza,
// N. Love and M. Genesereth, "Propositional Automata and Cell Automata: Representational Frameworks
// for Discrete Dynamic Systems", 2008).
//
// A gate is true if all of its inputs are; each input is another gate, or an input of the network,
// or the negation of one. So a gate with negated inputs, negated itself, is a disjunction. Equal
// gates are one, and rules for one atom share gates for what they have in common.
//
// A [Machine] keeps the number of false inputs of each gate, and follows only what changes from one
// state to the next (forward dead reckoning). [Lanes] evaluate all gates, in 64 states at once.
package net
