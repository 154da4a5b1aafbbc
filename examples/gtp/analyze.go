package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/mcts"
)

// analyzeCommands are what GoGui shows in a menu: type, label, and command.
const analyzeCommands = `string/Final Score/final_score
string/Best Move/reg_genmove %m
hstring/Board/showboard
hstring/Search/banyan-analyze
hstring/Search (Simulations)/banyan-analyze %s`

// report is the first line of banyan-analyze.
type report struct {
	Color       string             `json:"color"`  // who is to move
	Move        string             `json:"move"`   // the answer
	Values      map[string]float64 `json:"values"` // mean returns of the simulations, by colour
	PV          []string           `json:"pv"`
	Simulations int                `json:"simulations"`
	Visits      int                `json:"visits"` // with those that the tree had before
	Seconds     float64            `json:"seconds"`
	Stop        string             `json:"stop"` // what ended the search
	Nodes       int                `json:"nodes"`
}

// line is another line of banyan-analyze, about an action.
type line struct {
	Move   string   `json:"move"`
	Visits int      `json:"visits"`
	Value  float64  `json:"value"` // to who is to move
	PV     []string `json:"pv"`
}

// analyze is the command.
func (e *engine[S, A]) analyze(args []string) (string, error) {
	if e.over() {
		return "", errors.New("the game is over, there is nothing to search")
	}
	b := e.budget(e.mover())
	if len(args) > 0 {
		n, err := parseInt(args[0])
		if err != nil {
			return "", err
		}
		if n == 0 {
			return "", fmt.Errorf("%w: 0 simulations, want 1 or more", errSyntax)
		}
		b = mcts.Budget{Simulations: n}
	}
	r, err := e.search.Run(e.ctx, &e.state, b)
	if err != nil {
		return "", err
	}
	return e.describe(r)
}

// describe returns a result as lines of JSON.
func (e *engine[S, A]) describe(r mcts.Result[A]) (string, error) {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	first := report{
		Color: e.mover().String(), Move: e.board.vertex(&e.state, r.Action), PV: e.vertices(r.PV), Values: map[string]float64{},
		Simulations: r.Simulations, Seconds: r.Elapsed.Seconds(), Stop: r.Stop.String(), Nodes: r.Nodes,
	}
	for player, value := range r.Values {
		first.Values[e.board.colour(player).String()] = value
	}
	if r.Stop == mcts.StopSession {
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

// variation returns the principal variation after a, of the tree that knows a best.
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

// vertices returns the vertices of a variation.
func (e *engine[S, A]) vertices(actions []A) []string {
	var words []string
	s := e.state
	for _, a := range actions {
		words = append(words, e.board.vertex(&s, a))
		e.board.Apply(&s, a)
	}
	return words
}
