package sailing

import "math"

// Exact is the solution of a [Game]: the best mean return of each state. It is made by
// [Game.Solve].
type Exact struct {
	game   Game
	values []float64 // of the states in which the wind is not turning
}

// Solve returns the solution of the game, by backward induction over the legs. It takes time and
// memory in proportion to places times legs: 0.4 MB for the zero Game, and 37 MB for the largest
// lake with its usual limit.
func (g Game) Solve() *Exact {
	e := &Exact{g, make([]float64, g.Width()*g.Height()*headings*sides*(g.Limit()+1))}
	perLeg := len(e.values) / (g.Limit() + 1)
	for legs := g.Limit(); legs >= 0; legs-- {
		for i := range perLeg {
			s := e.state(legs, i)
			e.values[legs*perLeg+i] = e.solve(&s)
		}
	}
	return e
}

// sides is the number of values of a Side.
const sides = 3

// index returns the place of a state in values.
func (e *Exact) index(s *State) int {
	place := (int(s.legs)*e.game.Height()+int(s.y))*e.game.Width() + int(s.x)
	return (place*headings+int(s.wind))*sides + int(s.side)
}

// state returns the i-th state after a number of legs.
func (e *Exact) state(legs, i int) State {
	side, wind, place := i%sides, i/sides%headings, i/sides/headings
	return State{
		x: uint8(place % e.game.Width()), y: uint8(place / e.game.Width()),
		wind: Action(wind), side: Side(side), legs: uint8(legs),
	}
}

// solve returns the value of a state from the values of the states with more legs.
func (e *Exact) solve(s *State) float64 {
	if e.game.over(s) {
		out := []float64{0}
		e.game.Returns(s, out)
		return out[0]
	}
	_, value := e.best(s)
	return value
}

// best returns a best action of a state, and its value.
func (e *Exact) best(s *State) (best Action, value float64) {
	value = math.Inf(-1)
	for a, set := Action(0), e.game.open(s); a < headings; a++ {
		if set>>a&1 == 0 {
			continue
		}
		if v := e.ActionValue(s, a); v > value {
			best, value = a, v
		}
	}
	return best, value
}

// Value returns the mean return from s on of the best play. What was paid before does not count.
func (e *Exact) Value(s *State) float64 {
	if !s.turning {
		return e.values[e.index(s)]
	}
	sum := 0.0
	for turn := TurnLeft; turn <= TurnRight; turn++ {
		prob := turnProb
		if turn == Steady {
			prob = steadyProb
		}
		next := *s
		e.game.Apply(&next, turn)
		sum += prob * e.values[e.index(&next)]
	}
	return sum
}

// ActionValue returns the mean return from s on if an action, or an outcome of chance, is followed
// by the best play.
func (e *Exact) ActionValue(s *State, a Action) float64 {
	next := *s
	e.game.Apply(&next, a)
	return e.Value(&next) - next.cost.value()
}

// Best returns the best heading at s, the first one of several. It reports false if the game is
// over or the wind is turning.
func (e *Exact) Best(s *State) (Action, bool) {
	if s.turning || e.game.over(s) {
		return 0, false
	}
	best, _ := e.best(s)
	return best, true
}

// Regret returns how much the player loses in the mean by an action at s: 0 for the action of Best,
// and for others that are as good, up to rounding.
func (e *Exact) Regret(s *State, a Action) float64 { return e.Value(s) - e.ActionValue(s, a) }
