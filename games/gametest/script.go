package gametest

import (
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametree"
	"github.com/banyan-go/banyan/rng"
)

// Play plays a game from start by a script and returns the state that it leads to. Each byte,
// modulo the number of legal actions, is the index of the next one; of more than 256, the next two
// bytes choose. At a chance node they choose an outcome with a probability above 0, or the stream
// from which one is drawn if they cannot be listed, and at a simultaneous-move node an action for
// every player. Play ends with the script or the game. A
// shorter script leads to an earlier state of the same game, so that tests shrink well:
//
//	f.Fuzz(func(t *testing.T, script []byte) {
//		s := gametest.Play(game, game.Start(), script)
//		...
//	})
//
// Play panics if [game.NewRules] refuses g.
func Play[S any, A comparable](g game.Game[S, A], start S, script []byte) S {
	w := newWalker(g)
	var s S
	w.Copy(&s, &start)
	var p position[S, A]
	for {
		w.look(&p, &s)
		p.dropImpossible()
		if p.isTerminal() {
			return s
		}
		for chooser := range p.ends {
			actions := p.of(chooser)
			bytes := 1
			if len(actions) > 1<<8 {
				bytes = 2
			}
			if len(script) < bytes {
				return s
			}
			if p.sample != nil {
				p.chosen[chooser] = p.sample(rng.New(uint64(script[0])))
				script = script[1:]
				continue
			}
			index := 0
			for _, b := range script[:bytes] {
				index = index<<8 + int(b)
			}
			p.chosen[chooser] = actions[index%len(actions)]
			script = script[bytes:]
		}
		w.apply(&s, p.chosen)
	}
}

// States generates the states that [Play] reaches by scripts of up to maxBytes bytes. Failures
// shrink to short games. To see the script of a state, draw the script and play it.
func States[S any, A comparable](g game.Game[S, A], start S, maxBytes int) *rapid.Generator[S] {
	return rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, maxBytes), func(script []byte) S { return Play(g, start, script) })
}

// dropImpossible leaves out outcomes with probability 0.
func (p *position[S, A]) dropImpossible() {
	if !p.isChance() || p.sample != nil {
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

// Trees generates random game trees, whose values [gametree.Game.Value] knows. Failures shrink to
// trees of few nodes. It panics if shape is invalid.
//
//	rapid.Check(t, func(t *rapid.T) {
//		game := gametest.Trees(gametree.Shape{Players: 3, Chance: true}).Draw(t, "game")
//		want := game.Value(game.Start())
//		...
//	})
func Trees(shape gametree.Shape) *rapid.Generator[gametree.Game] {
	return rapid.Custom(func(t *rapid.T) gametree.Game {
		return gametree.New(shape, func(n int) int { return drawByte(t) % n })
	})
}

// drawByte draws all bytes with equal probability. The numbers that rapid draws are small ones in
// most cases, and would make trees that end at once.
func drawByte(t *rapid.T) (b int) {
	for range 8 {
		b *= 2
		if rapid.Bool().Draw(t, "bit") {
			b++
		}
	}
	return b
}
