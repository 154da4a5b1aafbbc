package ggp

import (
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/similarity"
)

// Figures are what a player has measured of a game. A speed is a number of simulations per second
// from the beginning of the game, and 0 if it was not measured.
type Figures struct {
	Players      int
	Simultaneous bool // several players choose at once in some states
	Cells        bool // the game has boards, which position similarity compares

	Games       int     // random games that ended
	Moves       float64 // mean number of joint moves of a game
	Choices     float64 // mean number of legal moves of a player that has a choice
	ConstantSum bool    // the returns of the players add up to the same number in all games
	Endless     bool    // none ended, although one had thousands of moves

	Uniform  float64 // speed with uniform playouts
	Mean     float64 // speed with the mean of 64 playouts, see gdl.Game.MeanPlayout
	Adaptive float64 // speed with policy.Adaptive
	Similar  float64 // speed with uniform playouts and position similarity

	// Distance is the distance of position similarity that trials advise: 2, or 0 for none. They
	// are made only if Similar is high enough.
	Distance int
}

// String returns the numbers on one line.
func (f Figures) String() string {
	speeds := ""
	for _, s := range []struct {
		what  string
		speed float64
	}{{"uniform", f.Uniform}, {"mean", f.Mean}, {"adaptive", f.Adaptive}, {"similar", f.Similar}} {
		if s.speed > 0 {
			speeds += fmt.Sprintf(", %s %.0f/s", s.what, s.speed)
		}
	}
	return fmt.Sprintf("players %d, random games %d, moves %.1f, choices %.1f%s", f.Players, f.Games, f.Moves, f.Choices, speeds)
}

// Playouts are a kind of playouts.
type Playouts string

// The kinds of playouts that are chosen from.
const (
	PlayoutsUniform  Playouts = "uniform"  // policy.Uniform
	PlayoutsMean     Playouts = "mean"     // gdl.Game.MeanPlayout, of 64 games
	PlayoutsAdaptive Playouts = "adaptive" // policy.Adaptive
)

// Strategies are the strategies that suit a game by its [Figures], and why.
type Strategies struct {
	Playouts   Playouts
	MaxPlies   int  // of a playout; 0 for no limit
	Solver     bool // whether values are proven
	GeneralSum bool // for Solver: the returns do not always add up to the same number
	Similarity int  // the distance of position similarity; 0 for none

	Reasons []string // a sentence for each of Playouts, Solver and Similarity
}

// The bounds of the decisions, from matches at equal simulations: "Choosing playouts online" in
// docs/results/README.md, and "The mean of several playouts" in docs/strength.md.
const (
	// adaptiveShare is the least share of the simulations of uniform playouts that learned playouts
	// have to keep.
	adaptiveShare = 0.4

	// meanShare is the same for the mean of 64 playouts, which wins with half of the simulations
	// and loses with a quarter of them.
	meanShare = 0.5

	// similarShare is the same for position similarity, whose gain is small.
	similarShare = 0.9

	// enoughGames is the least number of random games from which the sum of the returns is
	// determined.
	enoughGames = 20

	// importCap is how many visits a position imports.
	importCap = 10

	// longest is the length at which playouts of a game are cut off that does not end by itself.
	longest = 2000
)

// strategies chooses by the numbers alone: the same numbers give the same choice.
func (f Figures) strategies() Strategies {
	var s Strategies
	for _, choose := range []func(*Strategies) string{f.choosePlayouts, f.chooseSolver, f.chooseSimilarity} {
		s.Reasons = append(s.Reasons, choose(&s))
	}
	return s
}

// choosePlayouts returns the reason for the choice of Playouts and MaxPlies.
func (f Figures) choosePlayouts(s *Strategies) string {
	mean, adaptive := f.Mean/f.Uniform, f.Adaptive/f.Uniform // NaN if Uniform is 0
	switch {
	case f.Endless:
		s.Playouts, s.MaxPlies = PlayoutsUniform, longest
		return fmt.Sprintf("Uniform playouts of at most %d moves: random games do not end.", longest)
	case f.Uniform == 0:
		s.Playouts = PlayoutsAdaptive
		return "Playouts that learn: nothing is measured, and they suit most games."
	case mean >= meanShare:
		s.Playouts = PlayoutsMean
		return fmt.Sprintf("The mean of 64 playouts: %.2f of the simulations are left, and %.2f are enough.", mean, meanShare)
	case adaptive >= adaptiveShare:
		s.Playouts = PlayoutsAdaptive
		return fmt.Sprintf("Playouts that learn: %.2f of the simulations are left, and %.2f are enough.", adaptive, adaptiveShare)
	}
	s.Playouts = PlayoutsUniform
	return fmt.Sprintf("Uniform playouts: %.2f of the simulations are left with those that learn, and %.2f with the mean of 64; want %.2f and %.2f.",
		adaptive, mean, adaptiveShare, meanShare)
}

// chooseSolver returns the reason for the choice of Solver and GeneralSum.
func (f Figures) chooseSolver(s *Strategies) string {
	switch {
	case f.Simultaneous:
		return "No solver: it does not prove values where players move at once."
	case f.Players == 1:
		s.Solver = true
		return "A solver: the game is a puzzle."
	case f.Games >= enoughGames && f.ConstantSum:
		s.Solver = true
		return fmt.Sprintf("A solver for a constant sum: the returns of %d random games add up to the same.", f.Games)
	}
	s.Solver, s.GeneralSum = true, true
	return fmt.Sprintf("A solver for a general sum: %d random games show no constant one.", f.Games)
}

// chooseSimilarity returns the reason for the choice of Similarity.
func (f Figures) chooseSimilarity(s *Strategies) string {
	switch {
	case !f.Cells:
		return "No position similarity: the game has no board."
	case f.Simultaneous:
		return "No position similarity: it does not suit simultaneous moves."
	case f.Similar == 0:
		return "No position similarity: there was no time to measure it."
	case !f.sharingIsCheap():
		return fmt.Sprintf("No position similarity: %.2f of the simulations are left, want %.2f.", f.Similar/f.Uniform, similarShare)
	case f.Distance == 0:
		return "No position similarity: the trials advise against it."
	}
	s.Similarity = f.Distance
	return fmt.Sprintf("Position similarity at distance %d, as the trials advise: %.2f of the simulations are left.", f.Distance, f.Similar/f.Uniform)
}

// sharingIsCheap reports whether position similarity is cheap enough for trials.
func (f Figures) sharingIsCheap() bool { return f.Similar > 0 && f.Similar >= similarShare*f.Uniform }

// String returns the choice and the reasons.
func (s Strategies) String() string {
	text := "playout=" + string(s.Playouts)
	if s.MaxPlies > 0 {
		text += fmt.Sprintf(",maxplies=%d", s.MaxPlies)
	}
	if s.Solver {
		text += ",solver=on"
	}
	if s.GeneralSum {
		text += ",sum=general"
	}
	if s.Similarity > 0 {
		text += fmt.Sprintf(",similarity=huffman,distance=%d", s.Similarity)
	}
	return text + ": " + strings.Join(s.Reasons, " ")
}

// config returns cfg with these strategies, for searches of g.
func (s Strategies) config(g *gdl.Game, cfg mcts.Config) mcts.Config {
	cfg.MaxPlies = s.MaxPlies
	switch s.Playouts {
	case PlayoutsMean:
		const games = 64
		cfg.Playout = mcts.WholePlayout(g.MeanPlayout(games))
	case PlayoutsAdaptive:
		cfg.Playout = policy.Adaptive{}
	}
	if s.Solver {
		cfg.Solver = &mcts.Solver{GeneralSum: s.GeneralSum}
	}
	if s.Similarity > 0 {
		cfg.Similarity = sharing(s.Similarity)
	}
	return cfg
}

// sharing returns position similarity in the tree alone, which leaves playouts as fast as they are.
func sharing(distance int) *mcts.Similarity {
	return &mcts.Similarity{
		Encoder: similarity.Huffman{}, Distance: distance, Cap: importCap, KeepTree: true,
		Research: similarity.Readings{TreeOnly: true},
	}
}
