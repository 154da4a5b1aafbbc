package gametest

import (
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts"
)

// Play plays a game from start by a script and returns the state that it leads to. Each byte,
// modulo the number of legal actions, is the index of the next one; at a chance node, that of an
// outcome with a probability above 0, and at a simultaneous-move node, one byte per player chooses.
// Play ends with the script or the game.
//
// A shorter script is an earlier state of the same game, and smaller bytes are earlier actions of
// the lists. So a fuzz test that takes a script looks for small counterexamples by itself:
//
//	f.Fuzz(func(t *testing.T, script []byte) {
//		s := gametest.Play(game, game.Start(), script)
//		...
//	})
//
// Play panics if [mcts.NewRules] refuses g.
func Play[S any, A comparable](g mcts.Game[S, A], start S, script []byte) S {
	w := newWalker(g)
	var s S
	w.Copy(&s, &start)
	var p position[S, A]
	for {
		w.look(&p, &s)
		p.dropImpossible()
		if p.isTerminal() || len(script) < len(p.ends) {
			return s
		}
		for chooser := range p.ends {
			actions := p.of(chooser)
			p.chosen[chooser] = actions[int(script[chooser])%len(actions)]
		}
		script = script[len(p.ends):]
		w.apply(&s, p.chosen)
	}
}

// States generates the states that [Play] reaches by scripts of up to so many bytes. Failures
// shrink to short games.
func States[S any, A comparable](g mcts.Game[S, A], start S, most int) *rapid.Generator[S] {
	return rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, most), func(script []byte) S { return Play(g, start, script) })
}

// dropImpossible leaves out outcomes with probability 0.
func (p *position[S, A]) dropImpossible() {
	if !p.isChance() {
		return
	}
	n := 0
	for i, prob := range p.probs {
		if prob > 0 {
			p.actions[n] = p.actions[i]
			n++
		}
	}
	p.actions = p.actions[:n]
	p.ends[0] = n
}
