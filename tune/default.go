package tune

import (
	"slices"
	"strings"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/game"
)

// DefaultSpace returns a space of searches for a game: selections, their constants, playouts and
// the proof of values, as far as the optional interfaces of the game make sense of them. playouts
// are further values of playout that the game has, such as spec.Names.Playouts. Values that a
// player with any budget cannot have, as check reports, are left out; see [Evaluator].
//
// The first values match the zero mcts.Config. In a game with hidden information, every player of
// the space ignores what is hidden; if check leaves one value of hidden, it is in Space.Fixed.
func DefaultSpace[S any, A comparable](rules game.Rules[S, A], playouts []string, check func(player string) error) (Space, error) {
	s, err := ParseSpace(strings.Join(defaultLines(rules, playouts), "\n"))
	if err != nil {
		return Space{}, err
	}
	return s.without(check), nil
}

// cuts are the ways to value the leaves of a search in a game with an Evaluator.
const cuts = "leaf=playout{}|cut4{maxplies=4}|cut12{maxplies=12}|value{prediction=evaluator}"

func defaultLines[S any, A comparable](r game.Rules[S, A], playouts []string) []string {
	if r.Simultaneous != nil {
		return []string{
			"selection=uct|exp3|regret", "c=0.1..2 log if selection=uct", "gamma=0.02..0.6 log if selection=exp3|regret",
			"playout=" + strings.Join(append([]string{"uniform", "mast", "nst"}, playouts...), "|"),
			"epsilon=0.1..0.8 if playout=mast|nst",
		}
	}
	names := []string{"uct"}
	if r.Weigher != nil {
		names = append(names, "puct")
	}
	if r.Evaluator != nil {
		names = append(names, "implicit")
	}
	others := strings.Join(names, "|")
	if r.NumPlayers() > 1 {
		names = append(names, "grave")
	}
	ifOthers := " if selection=" + others
	lines := []string{"selection=" + strings.Join(names, "|"), "c=0.1..2 log" + ifOthers}
	if len(names) == 1 {
		ifOthers = "" // There is nothing to choose.
		lines = []string{"c=0.1..2 log"}
	}
	if r.Evaluator != nil {
		lines = append(lines, "alpha=0.1..0.9 if selection=implicit")
	}
	if r.NumPlayers() > 1 {
		lines = append(lines, "ref=10..1000 int log if selection=grave")
	}
	line := "playout=" + strings.Join(append([]string{"uniform", "mast", "nst", "lgrf"}, playouts...), "|")
	if len(playouts) > 0 {
		line += ifOthers // a whole playout does not show what GRAVE reads
	}
	lines = append(lines, line, "epsilon=0.1..0.8 if playout=mast|nst", "k=1..20 int log if playout=nst")
	if r.Evaluator != nil {
		lines = append(lines, cuts+" if playout=uniform|mast|nst|lgrf")
	}
	if r.Determinizer != nil {
		return append(lines, "hidden=infoset|ensemble", "trees=4..60 int log if hidden=ensemble")
	}
	if r.Winner != nil {
		lines = append(lines, "decisive=no|yes|anti if playout=uniform|mast|nst|lgrf")
	}
	if r.Hasher != nil && r.Sampling == nil {
		lines = append(lines, "graph=off|on|mean"+ifOthers)
	}
	lines = append(lines, "solver=off|on")
	if r.Winner != nil {
		lines = append(lines, "probe=off|on if solver=on")
	}
	return lines
}

// DefaultPlayer returns the player that DefaultSpace is to beat, without a budget: the zero
// mcts.Config, which in a game with hidden information ignores what is hidden.
func DefaultPlayer[S any, A comparable](rules game.Rules[S, A]) string {
	if hidden := spec.DefaultHidden(&rules); hidden != "" {
		return "mcts,hidden=" + hidden
	}
	return "mcts"
}

// without returns the space without the alternatives that check refuses along with the first values
// of the other choices. A choice with one alternative left is no parameter.
func (s Space) without(check func(player string) error) Space {
	for i := range s.Parameters {
		choice, ok := s.Parameters[i].Kind.(Choice)
		if !ok || !s.possible(i) {
			continue
		}
		var kept Choice
		for v, a := range choice {
			p := s.Start()
			s.activate(i, p)
			if p[i] = float64(v); v == 0 || check(s.Text(p)) == nil {
				kept = append(kept, a)
			}
		}
		s.Parameters[i].Kind = kept
	}
	return s.simplified()
}

// simplified returns the space without parameters of one value, conditions on them that always
// hold, and parameters whose conditions never hold. The only value of hidden becomes a part of
// Fixed, because it differs from the zero mcts.Config.
func (s Space) simplified() Space {
	out := Space{Fixed: s.Fixed}
	for i, q := range s.Parameters {
		if !s.possible(i) {
			continue
		}
		var conditions []Condition
		for _, c := range q.If {
			choice, _ := s.Parameters[s.index(c.Parameter)].Kind.(Choice)
			c.Alternatives = slices.DeleteFunc(slices.Clone(c.Alternatives), func(name string) bool { return choice.index(name) < 0 })
			if len(choice) > 1 {
				conditions = append(conditions, c)
			}
		}
		q.If = conditions
		choice, ok := q.Kind.(Choice)
		switch {
		case !ok || len(choice) > 1:
			out.Parameters = append(out.Parameters, q)
		case q.Name == "hidden":
			out.Fixed = strings.TrimPrefix(out.Fixed+","+choice.text(q.Name, 0), ",")
		}
	}
	return out
}

// possible reports whether the conditions of parameter i, and of the parameters that they name, can
// hold with the alternatives that are left.
func (s *Space) possible(i int) bool {
	for _, c := range s.Parameters[i].If {
		at := s.index(c.Parameter)
		if choice, _ := s.Parameters[at].Kind.(Choice); choice.first(c.Alternatives) < 0 || !s.possible(at) {
			return false
		}
	}
	return true
}
