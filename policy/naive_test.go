package policy

import (
	"fmt"
	"math"
	"slices"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// world makes simulations without a game: few actions, so that sequences recur, and players in any order.
type world struct {
	players, actions int
	step             int     // between the numbers of the actions
	joint            float64 // share of joint actions
	r                *rng.Rand
}

func worlds() *rapid.Generator[*world] {
	return rapid.Custom(func(t *rapid.T) *world {
		return &world{
			players: rapid.IntRange(2, 4).Draw(t, "players"),
			actions: rapid.IntRange(2, 5).Draw(t, "actions"),
			step:    rapid.SampledFrom([]int{1, 37}).Draw(t, "step"),
			joint:   rapid.SampledFrom([]float64{0, 0, 0.3, 1}).Draw(t, "joint"),
			r:       rng.New(rapid.Uint64().Draw(t, "seed")),
		}
	})
}

// info is what a search would tell; half of the games do not number their actions.
func (w *world) info() Info {
	return Info{Players: w.players, Actions: w.r.IntN(2) * w.actions * w.step}
}

func (w *world) action() int32 { return int32(w.r.IntN(w.actions) * w.step) }

// legal returns some of the actions, in any order.
func (w *world) legal() []int32 {
	var actions []int32
	for a := range w.actions {
		actions = append(actions, int32(a*w.step))
	}
	w.r.Shuffle(len(actions), func(i, j int) { actions[i], actions[j] = actions[j], actions[i] })
	return actions[:1+w.r.IntN(len(actions))]
}

// plies appends so many moves, of which some are joint actions of all players but those who pass.
func (w *world) plies(dst []Ply, moves int) []Ply {
	for range moves {
		if w.r.Float64() >= w.joint {
			dst = append(dst, Ply{Action: w.action(), Player: int16(w.r.IntN(w.players))})
			continue
		}
		place := uint16(0)
		for p := range w.players {
			if w.r.IntN(5) > 0 {
				dst = append(dst, Ply{Action: w.action(), Player: int16(p), Joint: place})
				place++
			}
		}
	}
	return dst
}

// history is what was played before; its beginning may be lost, within a joint action too.
func (w *world) history() []Ply {
	plies := w.plies(nil, w.r.IntN(6))
	return plies[w.r.IntN(len(plies)+1):]
}

func (w *world) trace() *Trace {
	t := &Trace{Plies: w.history()}
	t.Root = len(t.Plies)
	t.Plies = w.plies(t.Plies, w.r.IntN(5))
	t.Leaf = len(t.Plies)
	t.Plies = w.plies(t.Plies, w.r.IntN(10))
	for range w.players {
		t.Returns = append(t.Returns, float64(w.r.IntN(3))/2)
	}
	return t
}

func (w *world) choice() *Choice {
	return &Choice{Player: w.r.IntN(w.players), Actions: w.legal(), History: w.history(), Rand: w.r}
}

// seen returns the actions of history in the order in which a player sees them: the parts of a joint action as if all
// had moved in turn, beginning with that player.
func seen(history []Ply, player, players int) (actions []int32) {
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

// tail is the key of the last n of these actions, for one player. It reports false if there are not so many.
func tail(actions []int32, n, player int) (string, bool) {
	if n > len(actions) {
		return "", false
	}
	return fmt.Sprint(player, actions[len(actions)-n:]), true
}

// naiveNST is NST by its definition, on a map. MAST is the same with n = 1.
type naiveNST struct {
	players   int
	n         int
	k, unseen float64
	decay     Decay
	treeOnly  bool
	stats     map[string]*naiveEntry

	simulations int
	scale       float64 // of the lazy decay: how much lighter a visit has got since entries were dropped last
	isClose     bool    // to a threshold, which float32 may see from the other side
}

type naiveEntry struct{ visits, mean float64 }

func newNaiveNST(players, n, k int, unseen float64, d Decay) *naiveNST {
	return &naiveNST{players: players, n: n, k: float64(k), unseen: unseen, decay: d, stats: map[string]*naiveEntry{}, scale: 1}
}

func (n *naiveNST) score(c *Choice, action int32) float64 {
	sequence := append(seen(c.History, c.Player, n.players), action)
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
		sequence := append(seen(t.Plies[:i-int(p.Joint)], int(p.Player), n.players), p.Action)
		for length := 1; length <= n.n; length++ {
			if key, ok := tail(sequence, length, int(p.Player)); ok {
				n.add(key, t.Returns[p.Player])
			}
		}
	}
	n.simulated()
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

// simulated fades every entry. Entries with less than half a visit are dropped when the tables are gone through, which
// the decay per simulation does when a visit has got lighter than 1/1024 of a new one.
func (n *naiveNST) simulated() {
	n.simulations++
	if s := n.decay.Simulation; s > 0 {
		n.scale *= s
		n.fade(s)
		if n.scale < 1./maxWeight {
			n.drop()
		}
	}
	if b := n.decay.Batch; b > 0 && n.simulations%n.decay.BatchSize == 0 {
		n.drop()
		n.fade(b)
		n.drop()
	}
}

func (n *naiveNST) fade(keep float64) {
	for _, e := range n.stats {
		e.visits *= keep
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

func (n *naiveNST) moved() {
	if n.decay.Move == 0 {
		n.decay.Move = 0.2
	}
	if n.decay.Move == 1 {
		return
	}
	n.drop()
	n.fade(n.decay.Move)
	for _, e := range n.stats {
		rounded := math.Floor(e.visits + 0.5)
		n.isClose = n.isClose || math.Abs(rounded-e.visits) > 0.499 && math.Abs(rounded-e.visits) != 0.5
		e.visits = rounded
	}
	n.drop()
}

// naiveLGRF is the last good reply by its definition, on maps.
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

// reply returns the index of the reply among the actions, and false if there is none.
func (n *naiveLGRF) reply(c *Choice) (int, bool) {
	for level := n.levels; level > 0; level-- {
		key, ok := tail(seen(c.History, c.Player, n.players), level, c.Player)
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
		before := seen(t.Plies[:i-int(p.Joint)], int(p.Player), n.players)
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
