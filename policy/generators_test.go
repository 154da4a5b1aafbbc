package policy

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// source supplies the choices of the generators below: an *rng.Rand makes long streams, a
// rapidSource makes games that rapid can shrink.
type source interface{ IntN(n int) int }

type rapidSource struct{ *rapid.T }

func (s rapidSource) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(s.T, "choice") }

// sliceOf returns up to most elements.
func sliceOf[E any](s source, most int, element func(source) E) (elements []E) {
	if r, ok := s.(rapidSource); ok {
		return rapid.SliceOfN(rapidCustom(element), 0, most).Draw(r.T, "elements")
	}
	for range s.IntN(most + 1) {
		elements = append(elements, element(s))
	}
	return elements
}

// rapidCustom turns a generator on a source into one of rapid.
func rapidCustom[E any](element func(source) E) *rapid.Generator[E] {
	return rapid.Custom(func(t *rapid.T) E { return element(rapidSource{t}) })
}

// fakeGame generates simulations without rules: few actions, so that sequences recur, and players
// in any order.
type fakeGame struct {
	players, actions int
	step             int // difference of successive action numbers
	jointTenths      int // share of joint actions
	isNumbered       bool
}

func fakeGames() *rapid.Generator[*fakeGame] {
	return rapid.Custom(func(t *rapid.T) *fakeGame {
		return &fakeGame{
			players:     rapid.IntRange(2, 4).Draw(t, "players"),
			actions:     rapid.IntRange(2, 5).Draw(t, "actions"),
			step:        rapid.SampledFrom([]int{1, 37}).Draw(t, "step"),
			jointTenths: rapid.SampledFrom([]int{0, 0, 3, 10}).Draw(t, "joint"),
			isNumbered:  rapid.Bool().Draw(t, "numbered"),
		}
	})
}

// info returns what a search tells a policy about the game.
func (g *fakeGame) info() Info {
	if !g.isNumbered {
		return Info{Players: g.players}
	}
	return Info{Players: g.players, Actions: g.actions * g.step}
}

func (g *fakeGame) action(s source) int32 { return int32(s.IntN(g.actions) * g.step) }

// legal returns some of the actions, in any order.
func (g *fakeGame) legal(s source) []int32 {
	var actions []int32
	for a := range g.actions {
		actions = append(actions, int32(a*g.step))
	}
	for i := range actions {
		j := i + s.IntN(len(actions)-i)
		actions[i], actions[j] = actions[j], actions[i]
	}
	return actions[:1+s.IntN(len(actions))]
}

// move returns the ply of one player, or a joint action of all players except those who pass.
func (g *fakeGame) move(s source) []Ply {
	if s.IntN(10) < 10-g.jointTenths {
		return []Ply{{Action: g.action(s), Player: int16(s.IntN(g.players))}}
	}
	var plies []Ply
	for p := range g.players {
		if s.IntN(5) > 0 {
			plies = append(plies, Ply{Action: g.action(s), Player: int16(p), Joint: uint16(len(plies))})
		}
	}
	return plies
}

func (g *fakeGame) plies(s source, most int) []Ply {
	return slices.Concat(sliceOf(s, most, g.move)...)
}

// history returns earlier plies. The first of them may be missing, even within a joint action.
func (g *fakeGame) history(s source) []Ply {
	plies := g.plies(s, 5)
	return plies[s.IntN(len(plies)+1):]
}

func (g *fakeGame) trace(s source) Trace {
	before, tree, playout := g.history(s), g.plies(s, 4), g.plies(s, 9)
	t := Trace{Plies: slices.Concat(before, tree, playout), Root: len(before), Leaf: len(before) + len(tree)}
	for range g.players {
		t.Returns = append(t.Returns, float64(s.IntN(3))/2)
	}
	return t
}

func (g *fakeGame) choice(s source) Choice {
	return Choice{Player: s.IntN(g.players), Actions: g.legal(s), History: g.history(s)}
}

// round is one simulation and the decisions after it.
type round struct {
	trace   Trace
	isMove  bool // an action of the real game follows the simulation
	cut     int  // length of a beginning of the trace's plies
	choices []Choice
}

// rounds draws up to 40 rounds, with the given number of choices each.
func (g *fakeGame) rounds(t *rapid.T, choices int) []round {
	one := rapidCustom(func(s source) round {
		r := round{trace: g.trace(s), isMove: s.IntN(12) == 11}
		r.cut = s.IntN(len(r.trace.Plies) + 1)
		for range choices {
			r.choices = append(r.choices, g.choice(s))
		}
		return r
	})
	least := rapid.IntRange(1, 40).Draw(t, "at least")
	return rapid.SliceOfN(one, least, 40).Draw(t, "rounds")
}

// chooseOnce asks a chooser with a random stream that does not depend on the game.
func chooseOnce(c Chooser, choice Choice) int {
	choice.Rand = rng.New(1)
	return c.Choose(&choice)
}
