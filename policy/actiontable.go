package policy

import "math"

// entry is what was learned of an action, or of a sequence of actions. An entry without visits has the mean of
// the unseen, so that a score is read without a branch.
type entry struct {
	mean   float32
	visits float32 // they stop at 2^24, where one more return weighs nothing anyway
}

// add counts a return with the weight of so many visits.
func (e *entry) add(value, weight float32) {
	if e.visits == 0 {
		e.mean = value // and not what the unseen are worth
	}
	e.visits += weight
	e.mean += float32((value - e.mean) * weight / e.visits)
}

// faded returns the visits that are left; fewer than a half are none.
func faded(visits, keep float32, round bool) float32 {
	v := float32(visits * keep)
	switch {
	case v < 0.5:
		return 0
	case round:
		return float32(math.Floor(float64(v) + 0.5))
	}
	return v
}

// rows is a table of one entry per player and action, which grows with the numbers of the actions.
type rows struct {
	unseen float32
	player [][]entry
}

func newRows(info Info, unseen float32) rows {
	r := rows{unseen: unseen, player: make([][]entry, info.Players)}
	for p := range r.player {
		r.player[p] = r.grow(nil, info.Actions)
	}
	return r
}

// grow returns row with at least n entries.
func (r *rows) grow(row []entry, n int) []entry {
	for len(row) < n {
		row = append(row, entry{mean: r.unseen})
	}
	return row
}

// row returns the entries of a player, at least as many as the numbers of actions.
func (r *rows) row(player int, actions []int32) []entry {
	row := r.player[player]
	for _, a := range actions {
		if int(a) >= len(row) {
			row = r.grow(row, int(a)+1)
			r.player[player] = row
		}
	}
	return row
}

// at returns the entry of an action. It is good until the table grows.
func (r *rows) at(player int16, action int32) *entry {
	row := r.player[player]
	if int(action) >= len(row) {
		row = r.grow(row, int(action)+1)
		r.player[player] = row
	}
	return &row[action]
}

func (r *rows) fade(keep float32, round bool) {
	for _, row := range r.player {
		for i := range row {
			e := &row[i]
			if e.visits = faded(e.visits, keep, round); e.visits == 0 {
				e.mean = r.unseen
			}
		}
	}
}
