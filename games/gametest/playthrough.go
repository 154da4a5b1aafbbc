package gametest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// Playthrough returns the text of one random game from start: the first and the last state, the
// player, the legal actions and the chosen action of every ply with its rewards, and the returns
// with the rewards of all plies. At a
// simultaneous-move node it lists the actions of each player, and writes the chosen ones as 1/2/3,
// by player. If the text is kept as a golden file, a change of the rules shows as a change of the
// text. [Test] plays the same game for the same seed.
//
// The methods Text(*S) string and PlayerName(int) string are used for states and players if g has
// them. Playthrough panics if [game.NewRules] refuses g.
func Playthrough[S any, A comparable](g game.Game[S, A], start S, seed uint64) string {
	s := script[S, A]{walker: newWalker(g)}
	s.Copy(&s.state, &start)
	s.board()
	s.play(rng.New(seed))
	return s.text.String()
}

type script[S any, A comparable] struct {
	walker[S, A]
	text  strings.Builder
	state S
	sum   []float64 // of the rewards
}

func (s *script[S, A]) play(r *rng.Rand) {
	var p position[S, A]
	s.sum = make([]float64, s.NumPlayers())
	for number := 1; number <= maxPlies; number++ {
		if s.look(&p, &s.state); p.isTerminal() {
			s.end()
			return
		}
		chosen := p.draw(r)
		fmt.Fprintf(&s.text, "%d. %s\n   %v\n", number, s.choice(&p), chosen)
		s.apply(&s.state, chosen)
		s.pay()
	}
	fmt.Fprintf(&s.text, "The game goes on after %d plies.\n", maxPlies)
}

// pay counts the rewards of the last ply, and writes them if there are any.
func (s *script[S, A]) pay() {
	rewards := s.rewards(&s.state)
	for player, v := range rewards {
		s.sum[player] += v
	}
	if slices.ContainsFunc(rewards, func(v float64) bool { return v != 0 }) {
		fmt.Fprintf(&s.text, "   Rewards: %s\n", list(rewards))
	}
}

// choice describes which player chooses from which actions.
func (s *script[S, A]) choice(p *position[S, A]) string {
	switch {
	case p.sample != nil:
		return "Chance"
	case p.isChance():
		return fmt.Sprintf("Chance, %d outcomes: %s", len(p.actions), probabilities(p))
	case p.isJoint():
		return fmt.Sprintf("All at once, %d joint actions: %s", p.count(), s.hands(p))
	}
	if len(p.actions) == 1 {
		return fmt.Sprintf("%s, 1 action: %v", s.player(p.mover), p.actions[0])
	}
	return fmt.Sprintf("%s, %d actions: %s", s.player(p.mover), len(p.actions), list(p.actions))
}

func (s *script[S, A]) hands(p *position[S, A]) string {
	words := make([]string, len(p.ends))
	for player := range words {
		words[player] = s.player(player) + ": " + list(p.of(player))
	}
	return strings.Join(words, " | ")
}

func (s *script[S, A]) end() {
	s.text.WriteByte('\n')
	s.board()
	s.AddReturns(&s.state, s.sum)
	for player, v := range s.sum {
		fmt.Fprintf(&s.text, "%s: %g\n", s.player(player), v)
	}
}

// board writes the state and an empty line.
func (s *script[S, A]) board() {
	text := fmt.Sprintf("%+v", s.state)
	if s.Texter != nil {
		text = s.Texter.Text(&s.state)
	}
	fmt.Fprintf(&s.text, "%s\n\n", strings.TrimSuffix(text, "\n"))
}

func (s *script[S, A]) player(player int) string {
	if s.Namer != nil {
		return s.Namer.PlayerName(player)
	}
	return fmt.Sprintf("player %d", player)
}

// probabilities lists the outcomes of a chance node with their probabilities.
func probabilities[S any, A comparable](p *position[S, A]) string {
	words := make([]string, len(p.actions))
	for i, a := range p.actions {
		words[i] = fmt.Sprintf("%v (%.4g)", a, p.probs[i])
	}
	return strings.Join(words, " ")
}
