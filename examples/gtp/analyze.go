package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/mcts"
)

// analyzeCommands are the entries of a menu in GoGui: type, label and command.
const analyzeCommands = `string/Final Score/final_score
string/Best Move/reg_genmove %m
hstring/Board/showboard
hstring/Search/banyan-analyze
hstring/Search (Simulations)/banyan-analyze %s`

// report is the first line of banyan-analyze.
type report struct {
	Color       string             `json:"color"`  // to move
	Move        string             `json:"move"`   // the chosen action
	Values      map[string]float64 `json:"values"` // mean returns of the simulations, by colour
	PV          []string           `json:"pv"`
	Simulations int                `json:"simulations"`
	Visits      int                `json:"visits"` // including those of earlier searches in the same tree
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

// analyze implements the command.
func (e *engine[S, A]) analyze(args []string) (string, error) {
	if e.over() {
		return "", errors.New("the game is over, so there is nothing to search")
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

// describe formats a result as lines of JSON.
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
	if r.Stop == mcts.StopAllotment {
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
