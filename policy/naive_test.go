package policy

import (
	"fmt"
	"math"
	"slices"
)

// seenBy returns the actions of history in the order in which player sees them: the components of a
// joint action appear as if all players had moved in turn, starting with player.
func seenBy(history []Ply, player, players int) (actions []int32) {
	for len(history) > 0 {
		n := 1
		for n < len(history) && history[n].Joint > 0 {
			n++
		}
		for turn := range players {
			for _, p := range history[:n] {
				if int(p.Player) == (player+turn)%players {
					actions = append(actions, p.Action)
				}
			}
		}
		history = history[n:]
	}
	return actions
}

// tail returns the map key of a player's last n actions, and false if there are fewer.
func tail(actions []int32, n, player int) (string, bool) {
	if n > len(actions) {
		return "", false
	}
	return fmt.Sprint(player, actions[len(actions)-n:]), true
}

// naiveNST is the definition of NST, on a map. MAST is NST with n = 1.
type naiveNST struct {
	players   int
	n         int
	k, unseen float64
	decay     Decay
	treeOnly  bool
	stats     map[string]*naiveEntry

	simulations int
	scale       float64 // product of the factors per simulation since entries were last dropped
	isClose     bool    // a number was so close to a threshold that float32 may differ
}

type naiveEntry struct{ visits, mean float64 }

func newNaiveNST(players, n, k int, unseen float64, d Decay) *naiveNST {
	return &naiveNST{players: players, n: n, k: float64(k), unseen: unseen, decay: d, stats: map[string]*naiveEntry{}, scale: 1}
}

func (n *naiveNST) score(c *Choice, action int32) float64 {
	sequence := append(seenBy(c.History, c.Player, n.players), action)
	sum, used := 0.0, 0.0
	for length := 1; length <= n.n; length++ {
		key, ok := tail(sequence, length, c.Player)
		e := n.stats[key]
		if length == 1 && e == nil {
			return n.unseen
		}
		if ok && e != nil && e.visits != n.k && math.Abs(e.visits-n.k) < 1e-3 {
			n.isClose = true
		}
		if !ok || length > 1 && (e == nil || e.visits < n.k) {
			break
		}
		sum, used = sum+e.mean, used+1
	}
	return sum / used
}

func (n *naiveNST) learn(t *Trace) {
	end := len(t.Plies)
	if n.treeOnly {
		end = t.Leaf
	}
	for i := t.Root; i < end; i++ {
		p := t.Plies[i]
		sequence := append(seenBy(t.Plies[:i-int(p.Joint)], int(p.Player), n.players), p.Action)
		for length := 1; length <= n.n; length++ {
			if key, ok := tail(sequence, length, int(p.Player)); ok {
				n.add(key, t.Returns[p.Player])
			}
		}
	}
	n.afterSimulation()
}

func (n *naiveNST) add(key string, value float64) {
	e := n.stats[key]
	if e == nil {
		e = &naiveEntry{}
		n.stats[key] = e
	}
	e.mean = (e.mean*e.visits + value) / (e.visits + 1)
	e.visits++
}

// afterSimulation decays every entry. Entries with less than half a visit are dropped whenever the
// tables are rescaled. The decay per simulation does that when a visit weighs less than 1/1024 of a
// new one.
func (n *naiveNST) afterSimulation() {
	n.simulations++
	if s := n.decay.Simulation; s > 0 {
		n.scale *= s
		n.multiply(s)
		if n.scale < 1./maxWeight {
			n.drop()
		}
	}
	if b := n.decay.Batch; b > 0 && n.simulations%n.decay.BatchSize == 0 {
		n.drop()
		n.multiply(b)
		n.drop()
	}
}

func (n *naiveNST) multiply(factor float64) {
	for _, e := range n.stats {
		e.visits *= factor
	}
}

func (n *naiveNST) drop() {
	n.scale = 1
	for key, e := range n.stats {
		n.isClose = n.isClose || e.visits != 0.5 && math.Abs(e.visits-0.5) < 1e-3
		if e.visits < 0.5 {
			delete(n.stats, key)
		}
	}
}

// afterMove decays every entry by Decay.Move and rounds its visits.
func (n *naiveNST) afterMove() {
	if n.decay.Move == 0 {
		n.decay.Move = 0.2
	}
	if n.decay.Move == 1 {
		return
	}
	n.drop()
	n.multiply(n.decay.Move)
	for _, e := range n.stats {
		rounded := math.Floor(e.visits + 0.5)
		n.isClose = n.isClose || math.Abs(rounded-e.visits) > 0.499 && math.Abs(rounded-e.visits) != 0.5
		e.visits = rounded
	}
	n.drop()
}

// naiveLGRF is the definition of LGRF, on maps.
type naiveLGRF struct {
	players, levels         int
	keepLosing, ignoreDraws bool
	replies                 []map[string]int32
}

func newNaiveLGRF(players int, l LGRF) *naiveLGRF {
	n := &naiveLGRF{players: players, levels: l.Levels, keepLosing: l.KeepLosing, ignoreDraws: l.IgnoreDraws}
	for range l.Levels {
		n.replies = append(n.replies, map[string]int32{})
	}
	return n
}

// reply returns the index of the stored reply in c.Actions, and false if there is none.
func (n *naiveLGRF) reply(c *Choice) (int, bool) {
	for level := n.levels; level > 0; level-- {
		key, ok := tail(seenBy(c.History, c.Player, n.players), level, c.Player)
		if !ok {
			continue
		}
		if action, ok := n.replies[level-1][key]; ok {
			if k := slices.Index(c.Actions, action); k >= 0 {
				return k, true
			}
		}
	}
	return 0, false
}

func (n *naiveLGRF) learn(t *Trace) {
	isDraw := true
	for _, v := range t.Returns {
		isDraw = isDraw && v == t.Returns[0]
	}
	if isDraw && n.ignoreDraws {
		return
	}
	for i := t.Root; i < len(t.Plies); i++ {
		p := t.Plies[i]
		isGood := true
		for _, v := range t.Returns {
			isGood = isGood && v <= t.Returns[p.Player]
		}
		before := seenBy(t.Plies[:i-int(p.Joint)], int(p.Player), n.players)
		for level := 1; level <= n.levels; level++ {
			key, ok := tail(before, level, int(p.Player))
			if !ok {
				continue
			}
			old, known := n.replies[level-1][key]
			switch {
			case isGood:
				n.replies[level-1][key] = p.Action
			case known && old == p.Action && !n.keepLosing:
				delete(n.replies[level-1], key)
			}
		}
	}
}
