package bundled

// summaries tells the rules of the bundled games in one line, by name.
var summaries = map[string]string{
	Connect4.Name:      "Drop discs into columns; the first four of your own in a line win.",
	Breakthrough.Name:  "Move forward, capture diagonally; the first pawn on the far row wins.",
	Knightthrough.Name: "Breakthrough with knights that only jump forward; the first one on the far row wins.",
	PawnWhopping.Name:  "Chess with nothing but pawns; the first one on the far row wins.",
	Gomoku.Name:        "Place stones; the first five of your own in a line win.",
	NoGo.Name:          "Place stones, but never take the last liberty of a group; a player without a move loses.",
	Othello.Name:       "Enclose lines of the other discs to turn them; the player with more discs at the end wins.",
	Dots.Name:          "Draw edges; who completes a box owns it and draws again, and the most boxes win.",
	Dots2.Name:         "Draw edges; who completes a box owns it and draws again, and the most boxes win.",
	Pig.Name:           "Roll the die as often as you like, but a 1 loses the points of the turn; 100 points win.",
	Whist.Name:         "Follow suit, spades are trumps; win as many of the eight tricks as you can.",
	TicTacToe.Name:     "Mark squares; three of your own in a row win.",
	Magic.Name:         "Pay for creatures with lands and attack; a player without life or without a card to draw loses.",
	Magic60.Name:       "Pay for creatures with lands and attack; a player without life or without a card to draw loses.",
}

// Summary returns the rules of the named game in one line, or an empty string.
func Summary(game string) string { return summaries[game] }
