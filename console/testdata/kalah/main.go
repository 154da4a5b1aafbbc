// Kalah is a game of five methods with the program of package console.
package main

import "github.com/banyan-go/banyan/console"

// State is a position: the pits of a player are followed by its store.
type State struct {
	seeds [2 * side]uint8
	turn  uint8
}

const (
	pits  = 6
	side  = pits + 1
	store = pits // counted from the first pit of the player
)

// Kalah is the game with six pits and four seeds in each, without captures.
type Kalah struct{}

// NumPlayers implements mcts.Game.
func (Kalah) NumPlayers() int { return 2 }

// ToMove implements mcts.Game.
func (Kalah) ToMove(s *State) int { return int(s.turn) }

// AppendActions implements mcts.Game. An action is the letter of a pit.
func (Kalah) AppendActions(dst []string, s *State) []string {
	for p := range pits {
		if s.seeds[int(s.turn)*side+p] > 0 {
			dst = append(dst, string(rune('a'+p)))
		}
	}
	return dst
}

// Apply implements mcts.Game. The seeds of the pit are sown one by one, also into the own store. A
// player whose last seed falls into its store moves again.
func (Kalah) Apply(s *State, a string) {
	own, other := int(s.turn)*side, int(1-s.turn)*side
	at := own + int(a[0]-'a')
	n := s.seeds[at]
	for s.seeds[at] = 0; n > 0; n-- {
		if at = (at + 1) % len(s.seeds); at == other+store {
			at = (at + 1) % len(s.seeds)
		}
		s.seeds[at]++
	}
	if at != own+store {
		s.turn = 1 - s.turn
	}
}

// Returns implements mcts.Game. The game ends when a player has no seeds to sow; the other one keeps
// its own.
func (Kalah) Returns(s *State, out []float64) {
	first, all := 0, 0
	for i, n := range s.seeds {
		if i < side {
			first += int(n)
		}
		all += int(n)
	}
	out[0] = 0.5
	if 2*first != all {
		out[0] = 0
		if 2*first > all {
			out[0] = 1
		}
	}
	out[1] = 1 - out[0]
}

func main() {
	var start State
	for i := range start.seeds {
		if i%side != store {
			start.seeds[i] = 4
		}
	}
	console.Main(Kalah{}, console.Start(start))
}
