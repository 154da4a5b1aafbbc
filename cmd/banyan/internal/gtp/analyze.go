package gtp

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/banyan-go/banyan/mcts"
)

// report is the first line of banyan-analyze.
type report struct {
	Color       string             `json:"color"`  // to move
	Move        string             `json:"move"`   // the chosen action
	Values      map[string]float64 `json:"values"` // mean returns of the simulations, by color
	PV          []string           `json:"pv"`
	Simulations int                `json:"simulations"`
	Visits      int                `json:"visits"` // including earlier searches in the same tree
	Seconds     float64            `json:"seconds"`
	Stop        string             `json:"stop"` // why the search ended
	Nodes       int                `json:"nodes"`
}

// line is a further line of banyan-analyze: an action of the root.
type line struct {
	Move   string   `json:"move"`
	Visits int      `json:"visits"`
	Value  float64  `json:"value"` // for the player to move
	PV     []string `json:"pv"`
}

// found returns a command that searches as look does and shows the result.
func (e *engine[S, A]) found(show func(r mcts.Result[A]) (string, error)) func([]string) (string, error) {
	return func(args []string) (string, error) {
		r, err := e.look(args)
		if err != nil {
			return "", err
		}
		return show(r)
	}
}

var errOver = errors.New("the game is over, so there is nothing to search")

// look searches like genmove, or with the number of simulations that is the argument.
func (e *engine[S, A]) look(args []string) (r mcts.Result[A], err error) {
	if e.over() {
		return r, errOver
	}
	b := e.budget(e.mover())
	if len(args) > 0 {
		n, err := parsePositive(args[0])
		if err != nil {
			return r, err
		}
		b = mcts.Budget{Simulations: n}
	}
	return e.run(b, e.live())
}

// describe formats a result as lines of JSON.
func (e *engine[S, A]) describe(r mcts.Result[A]) (string, error) {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	first := report{
		Color: e.mover().String(), Move: e.board.vertex(&e.state, r.Action), PV: e.vertices(r.PV), Values: map[string]float64{},
		Simulations: r.Simulations, Seconds: r.Elapsed.Seconds(), Stop: r.Stop.String(), Nodes: r.Nodes,
	}
	for player, value := range r.Values {
		first.Values[e.board.color(player).String()] = value
	}
	if r.Stop == mcts.StopMoveTime {
		first.Stop = r.Reason.String()
	}
	for _, root := range e.search.Roots() {
		first.Visits += root.Visits()
	}
	err := encoder.Encode(first)
	for _, c := range r.Children {
		if c.Visits > 0 {
			err = errors.Join(err, encoder.Encode(line{e.board.vertex(&e.state, c.Action), c.Visits, c.Mean, e.vertices(e.variation(c.Action))}))
		}
	}
	return text.String(), err
}

// variation returns the principal variation after a in the tree with the most visits of a.
func (e *engine[S, A]) variation(a A) []A {
	pv, visits := []A{a}, 0
	for _, root := range e.search.Roots() {
		for _, n := range root.Children() {
			if n.Action() == a && n.Visits() > visits {
				pv, visits = append([]A{a}, n.PV()...), n.Visits()
			}
		}
	}
	return pv
}

// vertices returns the vertices of the actions of a variation.
func (e *engine[S, A]) vertices(actions []A) []string {
	var words []string
	var s S
	e.rules.Copy(&s, &e.state)
	for _, a := range actions {
		words = append(words, e.board.vertex(&s, a))
		e.board.Apply(&s, a)
	}
	return words
}
