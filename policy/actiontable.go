package policy

import "math"

// entry holds the statistics of an action, or of a sequence of actions.
type entry struct {
	mean   float32
	visits float32 // does not grow beyond 2^24, where one more return has no weight anyway
}

// add counts a return with a weight in visits.
func (e *entry) add(value, weight float32) {
	if e.visits == 0 {
		e.mean = value // the value of unseen actions must not count, not even by rounding
	}
	e.visits += weight
	e.mean += float32((value - e.mean) * weight / e.visits)
}

// decayed returns visits * factor, rounded to a whole number if round is set. Less than half a
// visit becomes 0.
func decayed(visits, factor float32, round bool) float32 {
	v := float32(visits * factor)
	switch {
	case v < 0.5:
		return 0
	case round:
		return float32(math.Floor(float64(v) + 0.5))
	}
	return v
}

// actionTable has a mean and visits per player and action. It grows with the action numbers. The
// mean of an action without visits is the value of unseen actions, so that reading a score needs no
// branch.
type actionTable struct {
	unseen float32
	means  [][]float32 // by player and action
	visits [][]float32
}

func newActionTable(info Info, unseen float32) actionTable {
	t := actionTable{unseen: unseen, means: make([][]float32, info.Players), visits: make([][]float32, info.Players)}
	for p := range t.means {
		t.grow(p, info.Actions)
	}
	return t
}

// grow makes room for actions less than n of a player, and returns their means.
func (t *actionTable) grow(player, n int) []float32 {
	for len(t.means[player]) < n {
		t.means[player] = append(t.means[player], t.unseen)
		t.visits[player] = append(t.visits[player], 0)
	}
	return t.means[player]
}

// row returns the means of a player, indexed by action number. All of actions are in it.
func (t *actionTable) row(player int, actions []int32) []float32 {
	row := t.means[player]
	for _, a := range actions {
		if int(a) >= len(row) {
			row = t.grow(player, int(a)+1)
		}
	}
	return row
}

// learn counts the returns of plies with a weight in visits.
func (t *actionTable) learn(plies []Ply, returns []float64, weight float32) {
	for _, p := range plies {
		if int(p.Action) >= len(t.means[p.Player]) {
			t.grow(int(p.Player), int(p.Action)+1)
		}
		mean, visits := &t.means[p.Player][p.Action], &t.visits[p.Player][p.Action]
		e := entry{*mean, *visits}
		e.add(float32(returns[p.Player]), weight)
		*mean, *visits = e.mean, e.visits
	}
}

// decay multiplies all visits by factor, see decayed.
func (t *actionTable) decay(factor float32, round bool) {
	for p, row := range t.visits {
		for a := range row {
			if row[a] = decayed(row[a], factor, round); row[a] == 0 {
				t.means[p][a] = t.unseen
			}
		}
	}
}

// best returns the index of the action with the highest mean, a random one among ties.
func (t *actionTable) best(c *Choice) int {
	row := t.means[c.Player]
	b := NewBest(c.Rand)
	for i, a := range c.Actions {
		if int(a) >= len(row) {
			row = t.grow(c.Player, int(a)+1)
		}
		b.Add(int32(i), row[a])
	}
	return int(b.Index)
}
