package tune

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/rng"
)

// Space is a set of players in text form: what all of them have in common, and parameters with
// their values. [ParseSpace] reads one from text, [DefaultSpace] makes one for a game.
type Space struct {
	// Fixed is the beginning of every player: a kind, parameters of the form key=value, or both,
	// for example "mcts,time=20ms".
	Fixed string

	Parameters []Parameter // with different names; at least one
}

// Parameter is one parameter of a [Space].
type Parameter struct {
	Name string // the key in the text of a player
	Kind Kind   // its values

	// If has the conditions of the parameter. A player has the parameter if all of them hold.
	If []Condition
}

// Condition holds for a player that has the Choice of that name, with one of these alternatives.
type Condition struct {
	Parameter    string
	Alternatives []string
}

// Kind determines the values of a parameter: a [Float], an [Integer] or a [Choice].
type Kind interface {
	validate() error
	value(unit float64) float64 // of a place in [0,1], rounded to a value that the text can express
	levels() int                // size of the grid of a method that takes values one by one
	level(value float64) int    // the nearest level of the grid
	onGrid(level int) float64   // the value of a level
	text(name string, value float64) string
	format() string // for ParseSpace
}

// numeric is a Kind of numbers: a Float or an Integer.
type numeric interface {
	Kind
	unit(value float64) float64 // place of a value in the range, in [0,1]; the inverse of value
}

// Point is an element of a [Space]: a value for each of its parameters. The value of a [Choice] is
// the index of an alternative. A parameter whose conditions do not hold has a value, too, but no
// part in the player. Two points are the same player if their texts are equal.
type Point []float64

// Text returns the player of a point.
func (s *Space) Text(p Point) string {
	var parts []string
	if s.Fixed != "" {
		parts = append(parts, s.Fixed)
	}
	active := s.active(p)
	for i, q := range s.Parameters {
		if active[i] {
			if text := q.Kind.text(q.Name, p[i]); text != "" {
				parts = append(parts, text)
			}
		}
	}
	return strings.Join(parts, ",")
}

// Start returns the point from which a search begins: the first alternative of every choice, and
// the middle of every range.
func (s *Space) Start() Point {
	p := make(Point, len(s.Parameters))
	for i, q := range s.Parameters {
		if _, ok := q.Kind.(numeric); ok {
			p[i] = q.Kind.value(0.5)
		}
	}
	return p
}

// random returns a point whose values are uniform on the scales of their ranges.
func (s *Space) random(r *rng.Rand) Point {
	p := make(Point, len(s.Parameters))
	for i, q := range s.Parameters {
		p[i] = q.Kind.value(r.Float64())
	}
	return p
}

// active returns which parameters the player of p has.
func (s *Space) active(p Point) []bool {
	active := make([]bool, len(s.Parameters))
	for i := range s.Parameters {
		active[i] = s.holds(i, p)
	}
	return active
}

// holds reports whether the conditions of parameter i hold, including the conditions of the
// parameters that they name. Conditions name earlier parameters only, so this ends.
func (s *Space) holds(i int, p Point) bool {
	for _, c := range s.Parameters[i].If {
		at := s.index(c.Parameter)
		choice, _ := s.Parameters[at].Kind.(Choice)
		if !s.holds(at, p) || !slices.Contains(c.Alternatives, choice[int(p[at])].Name) {
			return false
		}
	}
	return true
}

func (s *Space) index(name string) int {
	return slices.IndexFunc(s.Parameters, func(q Parameter) bool { return q.Name == name })
}

// Validate returns an error that names the first parameter that is invalid, and the rule.
func (s *Space) Validate() error {
	if len(s.Parameters) == 0 {
		return errors.New("tune: Space.Parameters is empty, want at least one")
	}
	for i, q := range s.Parameters {
		if err := s.validate(i, q); err != nil {
			return fmt.Errorf("tune: parameter %q: %w", q.Name, err)
		}
	}
	return nil
}

func (s *Space) validate(i int, q Parameter) error {
	switch {
	case !isName(q.Name):
		return errors.New("want a name of letters and digits")
	case s.index(q.Name) < i:
		return errors.New("the name is taken, want another one")
	case q.Kind == nil:
		return errors.New("Kind is nil, want Float, Integer or Choice")
	}
	for _, c := range q.If {
		if err := s.validateCondition(i, c); err != nil {
			return err
		}
	}
	return q.Kind.validate()
}

func (s *Space) validateCondition(i int, c Condition) error {
	at := s.index(c.Parameter)
	if at < 0 || at >= i {
		return fmt.Errorf("if %s: want the name of an earlier parameter", c.Parameter)
	}
	choice, ok := s.Parameters[at].Kind.(Choice)
	if !ok {
		return fmt.Errorf("if %s: want a choice, not a range", c.Parameter)
	}
	if len(c.Alternatives) == 0 {
		return fmt.Errorf("if %s: there are no alternatives, want one or more", c.Parameter)
	}
	for _, name := range c.Alternatives {
		if choice.index(name) < 0 {
			return fmt.Errorf("if %s=%s: want one of %s", c.Parameter, name, choice.format())
		}
	}
	return nil
}

// check calls f with the first player, with players that have, together, all pairs of alternatives
// and ends of ranges, and with random ones.
func (s *Space) check(f func(player string) error) error {
	points := []Point{s.Start()}
	for i := range s.Parameters {
		for j := range i + 1 {
			points = append(points, s.pairs(i, j)...)
		}
	}
	random := rng.New(0)
	for range 100 {
		points = append(points, s.random(random))
	}
	checked := map[string]bool{}
	for _, p := range points {
		text := s.Text(p)
		if checked[text] {
			continue
		}
		if err := f(text); err != nil {
			return err
		}
		checked[text] = true
	}
	return nil
}

// pairs returns a point for each pair of extremes of parameters i and j.
func (s *Space) pairs(i, j int) (points []Point) {
	for _, v := range extremes(s.Parameters[i].Kind) {
		for _, w := range extremes(s.Parameters[j].Kind) {
			p := s.Start()
			s.activate(i, p)
			s.activate(j, p)
			p[i], p[j] = v, w
			points = append(points, p)
		}
	}
	return points
}

// extremes returns the alternatives of a choice, or both ends of a range.
func extremes(k Kind) (values []float64) {
	if _, ok := k.(numeric); ok {
		return []float64{k.value(0), k.value(1)}
	}
	for level := range k.levels() {
		values = append(values, k.onGrid(level))
	}
	return values
}

// activate changes the choices that parameter i depends on such that its conditions hold.
func (s *Space) activate(i int, p Point) {
	for _, c := range s.Parameters[i].If {
		at := s.index(c.Parameter)
		choice, _ := s.Parameters[at].Kind.(Choice)
		p[at] = float64(choice.first(c.Alternatives))
		s.activate(at, p)
	}
}

// neighbor returns a point near p: step gives one of its parameters another value, and each other
// one with a small probability. Only parameters that the player has change.
func (s *Space) neighbor(p Point, r *rng.Rand, step func(k Kind, v float64) float64) Point {
	var active []int
	for i, on := range s.active(p) {
		if on {
			active = append(active, i)
		}
	}
	q := append(Point(nil), p...)
	always := active[r.IntN(len(active))]
	for _, i := range active {
		if i == always || r.IntN(len(active)+1) == 0 {
			q[i] = step(s.Parameters[i].Kind, p[i])
		}
	}
	return q
}

// otherLevel returns the value of another level.
func otherLevel(k Kind, v float64, r *rng.Rand) float64 {
	return k.onGrid((k.level(v) + 1 + r.IntN(k.levels()-1)) % k.levels())
}

// near returns another alternative, or a number at a distance with the standard deviation width of
// the range.
func near(k Kind, v, width float64, r *rng.Rand) float64 {
	n, ok := k.(numeric)
	if !ok {
		return otherLevel(k, v, r)
	}
	u := n.unit(v) + width*normal(r)
	next := k.value(min(max(u, 0), 1))
	if i, ok := k.(Integer); ok && next == v {
		next = min(max(v+float64(2*r.IntN(2)-1), float64(i.Low)), float64(i.High))
	}
	return next
}

// normal returns a number from the standard normal distribution (Box and Muller, 1958).
func normal(r *rng.Rand) float64 {
	return math.Sqrt(-2*math.Log(1-r.Float64())) * math.Cos(2*math.Pi*r.Float64())
}
