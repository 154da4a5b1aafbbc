package sailing

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// The limits of a [Config].
const (
	MinSize  = 2
	MaxSize  = 40
	MaxLimit = 250
)

// Penalty is the cost of not being at the goal at the end.
const Penalty = 30

// Config is the size of a lake, and how long a game may be.
type Config struct {
	Width, Height int // places, 2 to 40; if one is 0, 8 is used

	// Limit is the number of legs after which a game ends, at most 250. If it is 0, 30 is used, or
	// three times the longer side of the lake if that is more.
	Limit int
}

// Game is the rules with listed outcomes of chance. The zero Game has the zero Config.
type Game struct{ config Config }

// New returns the game of a configuration.
func New(c Config) (Game, error) {
	for _, n := range []int{c.Width, c.Height} {
		if n != 0 && (n < MinSize || n > MaxSize) {
			return Game{}, fmt.Errorf("sailing: Config has %dx%d places, want %d to %d for each side", c.Width, c.Height, MinSize, MaxSize)
		}
	}
	if c.Limit < 0 || c.Limit > MaxLimit {
		return Game{}, fmt.Errorf("sailing: Config.Limit is %d, want 0 to %d", c.Limit, MaxLimit)
	}
	return Game{c}, nil
}

// Width returns the number of places from west to east.
func (g Game) Width() int { return cmp.Or(g.config.Width, 8) }

// Height returns the number of places from south to north.
func (g Game) Height() int { return cmp.Or(g.config.Height, 8) }

// Limit returns the number of legs after which a game ends.
func (g Game) Limit() int { return cmp.Or(g.config.Limit, max(30, 3*g.Width(), 3*g.Height())) }

// Action is the heading of a leg, or what the wind does after it.
type Action uint8

// The headings, clockwise.
const (
	North Action = iota
	NorthEast
	East
	SouthEast
	South
	SouthWest
	West
	NorthWest
)

// What the wind does: it turns by 45 degrees, or stays as it is.
const (
	TurnLeft Action = headings + iota
	Steady
	TurnRight
)

const headings = 8

// Side says from where the wind came on the last leg.
type Side uint8

// The sides. Neither is for a leg before the wind, and for a boat that has not sailed.
const (
	Neither Side = iota
	Starboard
	Port
)

// State is a position. It is copied by assignment and compared by ==.
type State struct {
	x, y    uint8
	wind    Action // the heading of a boat before it
	side    Side
	legs    uint8
	turning bool // the wind is about to turn
	cost    cost // of the last ply
}

// Place returns the column and the row of the boat, both counted from 0 at the lower left.
func (s *State) Place() (column, row int) { return int(s.x), int(s.y) }

// Wind returns the direction in which the wind blows: the heading of a boat before it.
func (s *State) Wind() Action { return s.wind }

// Side returns the side from which the wind came on the last leg.
func (s *State) Side() Side { return s.side }

// Legs returns the number of legs that the boat has sailed.
func (s *State) Legs() int { return int(s.legs) }

// cost is the cost of a leg, 1 to 4, with bits for what changes it.
type cost uint8

const (
	diagonal cost = 8
	tacked   cost = 16
)

// delay is the cost of a change of the side.
const delay = 3

func (c cost) value() float64 {
	v := float64(c & 7)
	if c&diagonal != 0 {
		v *= math.Sqrt2
	}
	if c&tacked != 0 {
		v += delay
	}
	return v
}

// The steps of the headings to the east and to the north. One step back is 255 in bytes.
var (
	east  = [headings]uint8{0, 1, 1, 1, 0, 255, 255, 255}
	north = [headings]uint8{1, 1, 0, 255, 255, 255, 0, 1}
)

// Start returns the boat in the lower left corner, in a wind from the north-west, across its way.
func (Game) Start() State { return State{wind: SouthEast} }

// RandomStart returns a boat that has not sailed, on any place but the goal and in any wind, all
// equally likely.
func (g Game) RandomStart(r *rng.Rand) State {
	place := r.IntN(g.Width()*g.Height() - 1) // the goal is the last one
	return State{x: uint8(place % g.Width()), y: uint8(place / g.Width()), wind: Action(r.IntN(headings))}
}

// NumPlayers returns 1.
func (Game) NumPlayers() int { return 1 }

// ToMove returns the player, or [game.Chance] while the wind is turning.
func (Game) ToMove(s *State) int {
	if s.turning {
		return game.Chance
	}
	return 0
}

// arrived reports whether the boat is at the goal.
func (g Game) arrived(s *State) bool { return int(s.x) == g.Width()-1 && int(s.y) == g.Height()-1 }

func (g Game) over(s *State) bool { return g.arrived(s) || int(s.legs) >= g.Limit() }

// open returns the set of the headings that the boat can take: not off the lake, and not into the
// wind.
func (g Game) open(s *State) uint {
	set := uint(1)<<headings - 1
	if s.x == 0 {
		set &^= 1<<SouthWest | 1<<West | 1<<NorthWest
	}
	if int(s.x) == g.Width()-1 {
		set &^= 1<<NorthEast | 1<<East | 1<<SouthEast
	}
	if s.y == 0 {
		set &^= 1<<SouthEast | 1<<South | 1<<SouthWest
	}
	if int(s.y) == g.Height()-1 {
		set &^= 1<<NorthWest | 1<<North | 1<<NorthEast
	}
	return set &^ (1 << ((s.wind + headings/2) % headings))
}

// AppendActions appends the headings that the boat can take, clockwise from north. There is always
// one, because every place has three neighbors or more.
func (g Game) AppendActions(dst []Action, s *State) []Action {
	if s.turning || g.over(s) {
		return dst
	}
	for set := g.open(s); set != 0; set &= set - 1 {
		dst = append(dst, Action(bits.TrailingZeros(set)))
	}
	return dst
}

// The probabilities of the outcomes of chance.
const (
	turnProb   = 0.3 // for each side
	steadyProb = 0.4
)

// AppendOutcomes appends what the wind may do.
func (Game) AppendOutcomes(dst []game.Outcome[Action], _ *State) []game.Outcome[Action] {
	return append(dst,
		game.Outcome[Action]{Action: TurnLeft, Prob: turnProb},
		game.Outcome[Action]{Action: Steady, Prob: steadyProb},
		game.Outcome[Action]{Action: TurnRight, Prob: turnProb})
}

// Apply sails a leg, or turns the wind.
func (g Game) Apply(s *State, a Action) {
	if a >= headings {
		s.wind = (s.wind + a - Steady + headings) % headings
		s.turning, s.cost = false, 0
		return
	}
	s.sail(a)
	s.turning = !g.over(s)
}

// sail moves the boat by a leg and sets its cost.
func (s *State) sail(heading Action) {
	angle := (heading - s.wind) % headings // clockwise, in steps of 45 degrees
	side := sideOf[angle]
	s.cost = cost(1 + min(angle, headings-angle))
	if heading%2 == 1 {
		s.cost |= diagonal
	}
	if s.side != Neither && side != Neither && side != s.side {
		s.cost |= tacked
	}
	s.x += east[heading]
	s.y += north[heading]
	s.side = side
	s.legs++
}

// sideOf is the side of the wind by the angle of a leg. A boat that sails to the right of the wind
// has it on its right.
var sideOf = [headings]Side{Neither, Starboard, Starboard, Starboard, Neither, Port, Port, Port}

// Rewards writes minus the cost of the last leg, and 0 if the wind has turned.
func (Game) Rewards(s *State, out []float64) { out[0] = 0 - s.cost.value() }

// Returns writes 0 at the goal, and minus the penalty elsewhere.
func (g Game) Returns(s *State, out []float64) {
	out[0] = 0
	if !g.arrived(s) {
		out[0] = -Penalty
	}
}

// Playout sails uniformly at random from s to the end, with one number from r per ply, and writes
// the return. It leaves the last state in s.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	sum := 0.0
	for {
		if s.turning {
			g.Apply(s, turn(r))
		}
		if g.over(s) {
			break
		}
		g.Apply(s, draw(g.open(s), r))
		sum += s.cost.value()
	}
	g.Returns(s, out)
	out[0] -= sum
}

// RandomAction returns a random heading that the boat can take, or what the wind does. It reports
// false if the game is over.
func (g Game) RandomAction(s *State, r *rng.Rand) (Action, bool) {
	switch {
	case s.turning:
		return turn(r), true
	case g.over(s):
		return 0, false
	}
	return draw(g.open(s), r), true
}

// draw returns a random element of a set of headings.
func draw(set uint, r *rng.Rand) Action {
	for n := r.IntN(bits.OnesCount(set)); n > 0; n-- {
		set &= set - 1
	}
	return Action(bits.TrailingZeros(set))
}

// turn returns what the wind does.
func turn(r *rng.Rand) Action {
	switch u := r.Float64(); {
	case u < turnProb:
		return TurnLeft
	case u < turnProb+steadyProb:
		return Steady
	}
	return TurnRight
}

// NumActions returns 11.
func (Game) NumActions() int { return int(TurnRight) + 1 }

// ActionIndex returns the number of an action.
func (Game) ActionIndex(a Action) int { return int(a) }

// Hash returns a hash of the place of the boat, the wind, its side, the legs, and whether the wind
// is about to turn.
func (Game) Hash(s *State) uint64 {
	rest := uint64(s.x) | uint64(s.y)<<8 | uint64(s.wind)<<16 | uint64(s.side)<<24 | uint64(s.legs)<<32
	if s.turning {
		rest |= 1 << 40
	}
	return rng.Mix(rest + 0x9e3779b97f4a7c15)
}

// Sampled is the rules without a list of the outcomes of chance, which can only be drawn.
type Sampled struct{ Game }

// SampleOutcome draws what the wind does.
func (Sampled) SampleOutcome(_ *State, r *rng.Rand) Action { return turn(r) }

// Supports returns false for [game.ChanceGame], which the rules have from Game.
func (Sampled) Supports(c game.Capability) bool { return c != game.HasChanceGame }
