// Package pig implements Pig, a game with a die for two players. It is the library's smallest
// example of chance, and of a game in which uniform playouts mislead a search.
//
// # Rules
//
// The players take turns. The player whose turn it is rolls the die, as often as it likes. A roll
// of 2 to 6 adds to the total of the turn. A roll of 1 ends the turn, and the total is lost. To
// hold ends the turn as well, and adds the total to the player's score. Every turn begins with a
// roll. The player whose score and total reach the goal, usually 100, wins.
//
// # What to expect
//
// Playouts of uniformly random actions say little about Pig: such players hold after two rolls on
// average, and their games last for a hundred turns. A search with [mcts.Config]{} and 1,000
// simulations wins 0.43 of its games against the rule of thumb "hold at 20". With the game's
// evaluation instead of the playouts, it wins 0.53:
//
//	mcts.Config{Prediction: &mcts.Prediction{}}
//
// More is hardly possible: optimal play, by value iteration (Neller and Presser, "Optimal Play of
// the Dice Game Pig", UMAP Journal 25, 2004), wins 0.571 of the games against hold at 20 if it
// begins, and 0.508 if it does not. Playouts in which both players hold at 20 do not help: an
// action changes the chances by about 0.01, which a thousand games with dice do not show.
//
// # Use
//
//	g := pig.Game{}
//	search, err := mcts.New(g, mcts.Config{Prediction: &mcts.Prediction{}})
//	...
//	s := g.Start()
//	result, err := search.Run(ctx, &s, mcts.Budget{Simulations: 10_000})
//	...
//	g.Apply(&s, result.Action)
//	if g.ToMove(&s) == game.Chance {
//		g.Apply(&s, pig.Action(1+r.IntN(6))) // the die
//	}
//
// # Optional interfaces
//
//	game.ChanceGame   the die
//	game.Evaluator    who is ahead
//	game.Indexer      8 action numbers
//
// A [State] has 4 bytes. No method allocates, except those that make text.
package pig

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/game"
)

const (
	usualGoal = 100
	maxGoal   = 200
	sides     = 6 // of the die
)

// Game is the rules for a goal. The zero Game has 100.
type Game struct{ offset int8 } // from the usual goal

// New returns the game with a goal of 2 to 200 points.
func New(goal int) (Game, error) {
	if goal < 2 || goal > maxGoal {
		return Game{}, fmt.Errorf("pig: New(%d): want a goal of 2 to %d points", goal, maxGoal)
	}
	return Game{int8(goal - usualGoal)}, nil
}

// Goal returns the points that win.
func (g Game) Goal() int { return usualGoal + int(g.offset) }

// State is a position. It is copied by assignment and compared by ==.
type State struct {
	scores [2]uint8
	total  uint8 // of the turn
	player uint8 // whose turn it is; with the bit rolling while the die rolls
}

const rolling = 2

func (s *State) turn() int { return int(s.player &^ rolling) }

// Score returns the points of a player, without the points of the current turn.
func (s *State) Score(player int) int { return int(s.scores[player]) }

// Total returns the points of the turn so far.
func (s *State) Total() int { return int(s.total) }

// Action is a decision, or the number that the die shows.
type Action uint8

// The decisions. The numbers of the die are the actions 1 to 6.
const (
	Hold Action = 0
	Roll Action = sides + 1
)

// Start returns the beginning of the game.
func (Game) Start() State { return State{} }

// NumPlayers returns 2.
func (Game) NumPlayers() int { return 2 }

// ToMove returns the player whose turn it is, or [game.Chance] while the die is rolling.
func (Game) ToMove(s *State) int {
	if s.player&rolling != 0 {
		return game.Chance
	}
	return s.turn()
}

// AppendActions appends Roll and then Hold, which is not possible before the first roll of a turn.
func (g Game) AppendActions(dst []Action, s *State) []Action {
	switch {
	case g.over(s) || s.player&rolling != 0:
		return dst
	case s.total == 0:
		return append(dst, Roll)
	}
	return append(dst, Roll, Hold)
}

// over reports whether the player whose turn it is has reached the goal.
func (g Game) over(s *State) bool { return s.Score(s.turn())+s.Total() >= g.Goal() }

// AppendOutcomes appends the six numbers of the die.
func (Game) AppendOutcomes(dst []game.Outcome[Action], _ *State) []game.Outcome[Action] {
	for n := Action(1); n <= sides; n++ {
		dst = append(dst, game.Outcome[Action]{Action: n, Prob: 1. / sides})
	}
	return dst
}

// Apply plays an action, or lets the die show a number.
func (Game) Apply(s *State, a Action) {
	turn := s.turn()
	switch a {
	case Roll:
		s.player |= rolling
	case Hold:
		s.scores[turn] += s.total
		s.total, s.player = 0, uint8(1-turn)
	case 1:
		s.total, s.player = 0, uint8(1-turn)
	default:
		s.total, s.player = s.total+uint8(a), uint8(turn)
	}
}

// Returns writes 1 for the player who has reached the goal and 0 for the other one.
func (g Game) Returns(s *State, out []float64) {
	out[s.turn()], out[1-s.turn()] = 1, 0
}

// NumActions returns 8.
func (Game) NumActions() int { return sides + 2 }

// ActionIndex returns the number of an action.
func (Game) ActionIndex(a Action) int { return int(a) }

// Text shows the scores and the turn.
func (g Game) Text(s *State) string {
	var b strings.Builder
	for player := range s.scores {
		fmt.Fprintf(&b, "%s: %3d", g.PlayerName(player), s.scores[player])
		if player == s.turn() {
			fmt.Fprintf(&b, " + %d", s.total)
		}
		b.WriteByte('\n')
	}
	if s.player&rolling != 0 {
		b.WriteString("The die is rolling.\n")
	}
	return b.String()
}

// PlayerName returns "Player 1" or "Player 2".
func (Game) PlayerName(player int) string { return "Player " + strconv.Itoa(player+1) }

// String returns "roll", "hold", or the number that the die shows.
func (a Action) String() string {
	switch a {
	case Hold:
		return "hold"
	case Roll:
		return "roll"
	}
	return strconv.Itoa(int(a))
}

// Parse reads what String writes.
func (Game) Parse(text string) (Action, error) {
	for a := Hold; a <= Roll; a++ {
		if strings.EqualFold(text, a.String()) {
			return a, nil
		}
	}
	return 0, fmt.Errorf("%q is not a move: want roll or hold, or for the die a number from 1 to 6", text)
}

// Legal returns nil if a may be played, and otherwise an error that explains why not.
func (g Game) Legal(s *State, a Action) error {
	die := a >= 1 && a <= sides
	switch {
	case a > Roll:
		return errors.New("there is no such action")
	case g.over(s):
		return errors.New("the game is over")
	case die && s.player&rolling == 0:
		return errors.New("the die is not rolling")
	case !die && s.player&rolling != 0:
		return errors.New("the die is rolling: it shows a number from 1 to 6")
	case a == Hold && s.total == 0:
		return errors.New("a turn begins with a roll")
	}
	return nil
}

// Evaluate estimates the returns from the scores. Nine tenths of the total of a turn count as safe,
// and having the turn counts as 4 points, half of what a turn gains. The constants bring it close
// to the values of optimal play.
func (g Game) Evaluate(s *State, out []float64) {
	turn := s.turn()
	total := 0.9 * float64(s.Total())
	ahead := 4 + total + float64(s.Score(turn)-s.Score(1-turn))
	missing := float64(g.Goal()) - (total+float64(s.Score(turn)+s.Score(1-turn)))/2 // to each, on average
	out[turn] = 1 / (1 + math.Exp(-ahead/(4*math.Sqrt(missing))))
	out[1-turn] = 1 - out[turn]
}
