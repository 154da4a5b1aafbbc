// Package ground turns the rules of a sheet into rules without variables.
//
// Which atoms may ever hold is computed from the bottom, for all reachable states together: what is
// true in one of them is init or next in one, what a role does is legal in one, and the negation of
// what depends on the state may always hold. So base and input are not needed, and are not read.
// Relations that depend on neither the state nor moves are worked out at once and vanish from the
// rules.
//
// Each atom is derived once, and joined with those derived before it (semi-naive evaluation).
package ground
