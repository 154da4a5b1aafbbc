package policy

import "github.com/banyan-go/banyan/rng"

// past is what came before an action: the player of that action, and then the actions before it, the latest first.
type past uint64

// before returns the past that reaches one action further back.
func (p past) before(action int32) past {
	return past(rng.Mix(uint64(p) + uint64(action+1)*0x9e3779b97f4a7c15))
}

// exactPasts says which pasts are not mixed, but numbers in base radix that serve as an index: those of up to so many
// actions.
type exactPasts struct {
	radix   past // how many actions there are
	actions int
}

// before is past.before, where p has so many actions already.
func (e exactPasts) before(p past, actions int, action int32) past {
	if actions < e.actions {
		return p*e.radix + past(action)
	}
	return p.before(action)
}

// pasts is exactPasts.pasts where all are mixed.
func pasts(dst []past, plies []Ply, i, n int, player int16) []past {
	return exactPasts{}.pasts(dst, plies, i, n, player)
}

// pasts appends to dst what came before plies[i], as player sees it: the last action, the last two, and so on, up to n
// of them. A joint action counts in cyclic order of the players such that player's own part comes first, as if they
// had moved one after the other since then.
func (e exactPasts) pasts(dst []past, plies []Ply, i, n int, player int16) []past {
	if i < len(plies) {
		i -= int(plies[i].Joint) // what is played at the same time is not known yet
	}
	p := past(player)
	for i > 0 && len(dst) < n {
		size := min(i, 1+int(plies[i-1].Joint))
		group := plies[i-size : i]
		i -= size
		latest := size - 1
		if size > 1 {
			latest = latestBefore(group, player)
		}
		for k := 0; k < size && len(dst) < n; k++ {
			p = e.before(p, len(dst), group[(latest-k+size)%size].Action)
			dst = append(dst, p)
		}
	}
	return dst
}

// latestBefore returns the index of the last player before player, in cyclic order, among the plies of a joint action.
func latestBefore(group []Ply, player int16) int {
	latest := len(group) - 1
	for k, ply := range group {
		if ply.Player >= player {
			break
		}
		latest = k
	}
	return latest
}
