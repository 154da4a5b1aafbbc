package mcts

import (
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// maze is a random game of up to seven plies and two or three players, in which the same actions
// come again at every state. Some states have nothing but a pass.
type maze struct{ players int }

type cave struct {
	seed  uint64
	depth int
}

const mazePass = 4 // the last of the five actions

func (g maze) NumPlayers() int     { return g.players }
func (g maze) ToMove(s *cave) int  { return int(s.seed >> 8 % uint64(g.players)) }
func (maze) NumActions() int       { return mazePass + 1 }
func (maze) ActionIndex(a int) int { return a }
func (maze) IsPass(a int) bool     { return a == mazePass }

func (maze) AppendActions(dst []int, s *cave) []int {
	switch {
	case s.depth == 7 || s.depth > 0 && s.seed>>16%8 == 0:
		return dst
	case s.depth > 0 && s.seed>>24%8 == 0:
		return append(dst, mazePass)
	}
	for a := range 2 + int(s.seed>>32%3) {
		dst = append(dst, a)
	}
	return dst
}

func (maze) Apply(s *cave, a int) {
	s.seed = rng.Mix(s.seed + uint64(a) + 1)
	s.depth++
}

func (g maze) Returns(s *cave, out []float64) {
	for p := range out {
		out[p] = float64(s.seed>>(40+4*p)%5) / 4
	}
}

func (g maze) Playout(s *cave, r *rng.Rand, out []float64) { g.RecordPlayout(s, r, out, nil) }

func (g maze) RecordPlayout(s *cave, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	for {
		actions := g.AppendActions(nil, s)
		if len(actions) == 0 {
			g.Returns(s, out)
			return plies
		}
		a := actions[r.IntN(len(actions))]
		if a != mazePass {
			plies = append(plies, policy.Ply{Action: int32(a), Player: int16(g.ToMove(s))})
		}
		g.Apply(s, a)
	}
}

// chancyMaze is a maze with chance nodes. A search that reads playouts has to play them ply by ply,
// to tell outcomes from actions.
type chancyMaze struct{ maze }

func (chancyMaze) RecordPlayout(*cave, *rng.Rand, []float64, []policy.Ply) []policy.Ply {
	panic("the search asks for a playout")
}

func (g chancyMaze) ToMove(s *cave) int {
	if s.depth > 0 && s.seed>>48%4 == 0 && len(g.AppendActions(nil, s)) > 0 {
		return Chance
	}
	return g.maze.ToMove(s)
}

func (g chancyMaze) AppendOutcomes(dst []Outcome[int], s *cave) []Outcome[int] {
	actions := g.AppendActions(nil, s)
	for _, a := range actions {
		dst = append(dst, Outcome[int]{Action: a, Prob: 1 / float64(len(actions))})
	}
	return dst
}

// silentMaze is a maze that does not record.
type silentMaze struct{ Game[cave, int] }

func (silentMaze) NumActions() int       { return mazePass + 1 }
func (silentMaze) ActionIndex(a int) int { return a }
func (silentMaze) IsPass(a int) bool     { return a == mazePass }
