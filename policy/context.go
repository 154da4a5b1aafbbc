package policy

import "github.com/banyan-go/banyan/rng"

// context identifies what precedes an action: the player of that action and the actions before it,
// the latest first. It is a hash, or an exact number if a contextBuilder made it so.
type context uint64

// extend returns the context that reaches one action further back.
func (c context) extend(action int32) context {
	return context(rng.Mix(uint64(c) + uint64(action+1)*0x9e3779b97f4a7c15))
}

// contextBuilder builds contexts. Contexts of up to exact actions are numbers in base radix, which
// can index an array; longer ones are hashes. The zero value builds hashes only.
type contextBuilder struct {
	radix context // number of different actions
	exact int
}

// extend is context.extend for a context of the given number of actions.
func (b contextBuilder) extend(c context, actions int, action int32) context {
	if actions < b.exact {
		return c*b.radix + context(action)
	}
	return c.extend(action)
}

// appendContexts appends to dst the contexts of plies[i] as player sees them: the context of the
// last action, of the last two, and so on, up to n contexts. The components of an earlier joint
// action are read in cyclic order of the players, such that player's own component comes first, as
// if the players had moved one after the other. If plies[i] is a component of a joint action, the
// others of that action are not in its contexts.
func (b contextBuilder) appendContexts(dst []context, plies []Ply, i, n int, player int16) []context {
	if i < len(plies) {
		i -= int(plies[i].Joint)
	}
	c := context(player)
	for i > 0 && len(dst) < n {
		if plies[i-1].Joint == 0 {
			i--
			c = b.extend(c, len(dst), plies[i].Action)
			dst = append(dst, c)
			continue
		}
		size := min(i, 1+int(plies[i-1].Joint))
		joint := plies[i-size : i]
		i -= size
		latest := latestBefore(joint, player)
		for k := 0; k < size && len(dst) < n; k++ {
			c = b.extend(c, len(dst), joint[(latest-k+size)%size].Action)
			dst = append(dst, c)
		}
	}
	return dst
}

// latestBefore returns the index of the component of the last player before player, in cyclic
// order, in a joint action.
func latestBefore(joint []Ply, player int16) int {
	latest := len(joint) - 1
	for k, ply := range joint {
		if ply.Player >= player {
			break
		}
		latest = k
	}
	return latest
}
