package bundled

import "fmt"

// rulesText explains the bundled games by name: the goal, the moves, the end, and how to type a
// move.
var rulesText = map[string]string{
	Connect4.Name: `Two players, X and O, take turns dropping a disc into a column of an upright board. The disc falls to the lowest free square. The first player with four discs in a line wins, across, up or diagonally. If the board is full without such a line, the game is a draw. X moves first.
To move, type the letter of a column, such as d, or its number.`,

	Breakthrough.Name: `White starts at the bottom and moves up, Black moves down. A pawn moves one square forward, straight or diagonally, to an empty square. It captures only diagonally. You win if one of your pawns reaches the far row, or if you capture all pawns of your opponent. There are no draws. White moves first.
To move, type the square of a pawn and its new square, such as a2-b3.`,

	Knightthrough.Name: `This is Breakthrough with knights on 8x8 squares. A knight jumps as in chess, but only forward: two squares forward and one to a side, or one forward and two to a side. It captures an opponent's knight by jumping to its square. You win if one of your knights reaches the far row, or if you capture all knights of your opponent. There are no draws. White starts at the bottom and moves first. The board shows knights as W and B.
To move, type the square of a knight and its new square, such as b2-c4.`,

	PawnWhopping.Name: `This is chess with nothing but pawns. A pawn moves one square straight forward, or two from its first square, and only over and to empty squares. It captures diagonally forward. There is no capture en passant. You win if one of your pawns reaches the far row, or if you capture all pawns of your opponent. A player without a move must pass. If neither player can move, the game is a draw. White starts at the bottom and moves first.
To move, type the square of a pawn and its new square, such as a2-a4, or pass.`,

	Gomoku.Name: `Black (X) and White (O) take turns placing a stone on an empty point. The first player with five or more stones in an unbroken line wins, across, up or diagonally. A full board without such a line is a draw. There are no restrictions on the opening. Black moves first.
To move, type the column and the row of a point, such as d4.`,

	NoGo.Name: `Black (X) and White (O) take turns placing a stone on an empty point. Stones of one colour that touch along the lines form a group. The empty points next to a group are its liberties. Stones are never removed: a move that takes the last liberty of any group, yours or your opponent's, is illegal. Passing is not allowed. A player without a legal move loses. A blank spot on the board is a hole: nobody can play there, and it is not a liberty. Black moves first.
To move, type the column and the row of a point, such as E5. There is no column I.`,

	Othello.Name: `Black (X) and White (O) take turns placing a disc. The new disc must enclose a line of your opponent's discs between itself and another disc of yours, across, up or diagonally. All enclosed discs, in every direction, become yours. A player who cannot turn a disc must pass. The game ends when neither player can move, and the player with more discs wins. With equal numbers it is a draw. Black moves first.
To move, type the column and the row of a square, such as d3, or pass.`,

	Dots2.Name: `Two players, Red and Blue, take turns drawing an edge between two neighbouring dots. If your edge completes a box, or two, you own it and must draw again. The game ends when all edges are drawn. The player with more boxes wins; with equal numbers it is a draw. Red moves first.
To move, type the two dots of an edge, such as a1-b1.`,

	Dots.Name: `Three players, Red, Blue and Green, take turns drawing an edge between two neighbouring dots. If your edge completes a box, or two, you own it and must draw again. The game ends when all edges are drawn. The player with the most boxes wins, and players who share the most boxes share the win. Red moves first.
To move, type the two dots of an edge, such as a1-b1.`,

	TicTacToe.Name: `Two players, X and O, take turns marking a free square of a 3x3 board. The first player with three marks in a row wins, across, up or diagonally. A full board without such a row is a draw. X moves first.
To move, type the column and the row of a square, such as b2.`,

	Pig.Name: `Two players take turns rolling a die, as often as they like. A roll of 2 to 6 adds to the total of the turn. A roll of 1 ends the turn, and its total is lost. To hold ends the turn too, and adds the total to your score. The first player whose score and total reach 100 wins. Player 1 moves first.
To move, type roll or hold.`,

	Whist.Name: `Three players get eight cards each: nine, ten, jack, queen, king and ace of clubs, diamonds, hearts and spades. One leads a card, and the others play one each, in turn: of the same suit if they can, and any card otherwise. The highest spade wins the trick, or without a spade the highest card of the suit that was led. The winner leads to the next trick. The more of the eight tricks you win, the better. Player 1 moves first.
To move, type the rank and the suit of a card, such as Qh or 10s.`,

	Magic.Name:   fmt.Sprintf(magicRules, 20, 40),
	Magic60.Name: fmt.Sprintf(magicRules, 25, 60),
}

// RulesText returns the rules of the named game as a text for people, or an empty string.
func RulesText(game string) string { return rulesText[game] }

// magicRules has verbs for the life of the players and the cards of a deck.
const magicRules = `Both players have %d life, the same deck of %d lands and creatures, and 7 cards in hand. You do not see the hand of your opponent. In your turn, you draw a card, attack with creatures, and then play up to one land and any creatures that your lands pay for. A new creature can block at once and can attack from your next turn on. An attack taps a creature until your next turn, and a tapped creature cannot block.
Your opponent may block each attacker with one or more untapped creatures. An attacker that is not blocked takes life equal to its power. Otherwise the attacker and its blockers deal damage to each other: the attacker kills as many of its blockers as its power allows, and dies if their power adds up to its toughness. Damage does not last. You win when your opponent has no life left or must draw from an empty library. The first player does not draw in the first turn.
L is a land, and A, B and so on are the kinds of creatures, ordered by their cost: 3/2(4) has power 3 and toughness 2, and costs 4 lands.
The game asks for one decision at a time and lists the moves: play LA plays a land and an A, and pass plays nothing. attack AA attacks with two creatures A, and hold A with none. block A blocks the current attacker with an A, and done ends the choice of its blockers.`
