package game

import "reflect"

// Wrapper is a Game around another. [As] and [NewRules] look behind it, so a wrapper that changes
// the rules must itself have every optional interface of the inner game that it would make wrong.
type Wrapper[S any, A comparable] interface {
	// Unwrap returns the inner game.
	Unwrap() Game[S, A]
}

// Supporter is implemented by games whose method set says more than a value of the game can do: a
// game that reads its rules from a file, for example, has ApplyJoint even if these rules have no
// simultaneous moves. An optional interface that such a game does not support counts as missing.
type Supporter interface {
	// Supports reports whether the game has an optional interface, which it has by its method set.
	Supports(c Capability) bool
}

// As returns the optional interface T of g, looking behind wrappers like errors.As, and whether
// there is one. It does not ask a [Supporter]; [NewRules] does.
func As[T any, S any, A comparable](g Game[S, A]) (T, bool) {
	t, ok := find[S, A](g, reflect.TypeFor[T]()).(T)
	return t, ok
}
