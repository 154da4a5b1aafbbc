package policy

import "math"

// entry holds the statistics of an action, or of a sequence of actions. In an actionTable, the mean
// of an entry without visits is the value of unseen actions, so that reading a score needs no
// branch.
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

// actionTable has one entry per player and action. It grows with the action numbers.
type actionTable struct {
	unseen float32
	player [][]entry
}

func newActionTable(info Info, unseen float32) actionTable {
	t := actionTable{unseen: unseen, player: make([][]entry, info.Players)}
	for p := range t.player {
		t.player[p] = t.grow(nil, info.Actions)
	}
	return t
}

// grow returns row with at least n entries.
func (t *actionTable) grow(row []entry, n int) []entry {
	for len(row) < n {
		row = append(row, entry{mean: t.unseen})
	}
	return row
}

// row returns the entries of a player, indexed by action number. All of actions are in it.
func (t *actionTable) row(player int, actions []int32) []entry {
	row := t.player[player]
	for _, a := range actions {
		if int(a) >= len(row) {
			row = t.grow(row, int(a)+1)
			t.player[player] = row
		}
	}
	return row
}

// at returns the entry of an action. The pointer is valid until the table grows.
func (t *actionTable) at(player int16, action int32) *entry {
	row := t.player[player]
	if int(action) >= len(row) {
		row = t.grow(row, int(action)+1)
		t.player[player] = row
	}
	return &row[action]
}

// decay multiplies all visits by factor, see decayed.
func (t *actionTable) decay(factor float32, round bool) {
	for _, row := range t.player {
		for i := range row {
			e := &row[i]
			if e.visits = decayed(e.visits, factor, round); e.visits == 0 {
				e.mean = t.unseen
			}
		}
	}
}
