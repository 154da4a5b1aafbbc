package game

// The interfaces below present a game to people. Packages console and inspect and the conformance
// kit use them; a search does not.

// Starter is implemented by games that know the state in which they start.
type Starter[S any] interface {
	Start() S
}

// Texter is implemented by games that draw a state as text, which may have several lines.
type Texter[S any] interface {
	Text(s *S) string
}

// Illustrator is implemented by games that draw a state as an SVG image.
type Illustrator[S any] interface {
	SVG(s *S) string
}

// Parser is implemented by games that read an action from what a person types.
type Parser[A comparable] interface {
	// Parse returns the action with a text. It need not check whether the action is legal.
	Parse(text string) (A, error)
}

// Referee is implemented by games that explain why an action is illegal.
type Referee[S any, A comparable] interface {
	// Legal returns nil if the player to move may play a at s, and otherwise an error that gives
	// the reason.
	Legal(s *S, a A) error
}

// JointReferee is a [Referee] for simultaneous moves.
type JointReferee[S any, A comparable] interface {
	// LegalFor returns nil if player may choose a at s, where ToMove is Simultaneous, and otherwise
	// an error that gives the reason.
	LegalFor(s *S, player int, a A) error
}

// PlayerNamer is implemented by games whose players have names, such as white and black.
type PlayerNamer interface {
	PlayerName(player int) string
}

// Viewer is implemented by games with hidden information that draw what one player sees.
type Viewer[S any] interface {
	// View is Text without what observer cannot see.
	View(s *S, observer int) string
}

// Teller is implemented by games with hidden information that describe an action without what is
// hidden, such as the card that a player drew.
type Teller[S any, A comparable] interface {
	// Tell describes a, which was played at before and led to after.
	Tell(before *S, a A, after *S) string
}
