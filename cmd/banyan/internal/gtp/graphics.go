package gtp

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/banyan-go/banyan/mcts"
)

// analyzeCommands returns the entries of a menu in GoGui: type, label and command. See chapter
// "Analyze Commands" of its manual.
func (e *engine[S, A]) analyzeCommands() string {
	variation := "var" // stones of alternating colours
	if e.board.moves {
		variation = "string"
	}
	return `string/Final Score/final_score
string/Best Move/reg_genmove %m
` + variation + `/Principal Variation/banyan-pv
gfx/Search/banyan-gfx
gfx/Search (Simulations)/banyan-gfx %s
hstring/Board/showboard
hstring/Statistics/banyan-analyze
hstring/Statistics (Simulations)/banyan-analyze %s`
}

// variationOf implements banyan-pv.
func (e *engine[S, A]) variationOf(args []string) (string, error) {
	r, err := e.look(args)
	if err != nil {
		return "", err
	}
	return strings.Join(e.vertices(r.PV), " "), nil
}

// graphics implements banyan-gfx.
func (e *engine[S, A]) graphics(args []string) (string, error) {
	r, err := e.look(args)
	if err != nil {
		return "", err
	}
	return e.draw(r), nil
}

// draw returns what a search found as graphics of GoGui. Each point that was tried has its share of
// the visits in percent and a square, black and large if Black wins there. Of a move from square to
// square only the chosen one is shown: its origin has a square and its target a triangle.
func (e *engine[S, A]) draw(r mcts.Result[A]) string {
	var lines []string
	if e.board.moves {
		from, to, two := strings.Cut(strings.ToUpper(e.board.vertex(&e.state, r.Action)), "-")
		if two {
			lines = append(lines, "SQUARE "+from, "TRIANGLE "+to)
		}
	} else {
		labels, values, total := "", "", visits(r)
		for _, c := range r.Children {
			if vertex := e.board.vertex(&e.state, c.Action); c.Visits > 0 && vertex != pass {
				labels += fmt.Sprintf(" %s %d", vertex, 100*c.Visits/total)
				values += fmt.Sprintf(" %s %.2f", vertex, 2*e.forBlack(c.Mean)-1)
			}
		}
		if labels != "" {
			lines = append(lines, "INFLUENCE"+values, "LABEL"+labels)
		}
	}
	value := 0.0
	if len(r.Values) > 0 {
		value = e.forBlack(r.Values[e.board.ToMove(&e.state)])
	}
	lines = append(lines, fmt.Sprintf("TEXT %d simulations, Black %.0f%%: %s", r.Simulations, 100*value, strings.Join(e.vertices(r.PV), " ")))
	return strings.Join(lines, "\n")
}

// visits returns the visits of all actions of the root.
func visits[A any](r mcts.Result[A]) (sum int) {
	for _, c := range r.Children {
		sum += c.Visits
	}
	return sum
}

// forBlack returns what a value for the player to move is worth to Black. Values lie between 0 and
// 1.
func (e *engine[S, A]) forBlack(value float64) float64 {
	if e.mover() == white {
		return 1 - value
	}
	return value
}

// live returns a watcher that draws the search on the standard error while it runs, with -gogui.
// See chapter "Live Graphics" of the manual of GoGui.
func (e *engine[S, A]) live() *watcher[A] {
	if !e.settings.gogui {
		return nil
	}
	return &watcher[A]{every: time.Second / 2, report: func(r mcts.Result[A]) {
		text := "gogui-gfx: CLEAR\n"
		if r.Stop == mcts.StopUnfinished {
			text = "gogui-gfx:\n" + e.draw(r) + "\n\n"
		}
		_, _ = io.WriteString(e.settings.errs, text) // graphics are no reason to end a game
	}}
}
