package playout

import (
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/similarity"
)

// The random games that signatures are made from.
const (
	sampleGames = 10
	samplePlies = 10_000 // at most, of a game
)

// Sample returns the positions of random games from a state, or from a starter if there is one.
// They have a separate random stream. When the time is up there are fewer, and whole is false.
func (m *Maker[S, A]) Sample(start *S, seed uint64) (all similarity.Sample, whole bool, err error) {
	var state S
	rand := rng.New(seed)
	if m.Starter != nil {
		first := m.Starter.Start()
		start = &first
	}
	var before, after []uint8
	for range sampleGames {
		m.Copy(&state, start)
		player := -1 // that acted last; negative for chance, too
		for range samplePlies {
			before, after = after, m.Cells.AppendCells(before[:0], &state)
			all.Add(after)
			if player >= 0 && len(before) == len(after) {
				all.AddAction(player, before, after)
			}
			if m.Brake.Late() {
				return all, false, nil
			}
			if player, err = m.List(&state); err != nil {
				return all, false, err
			}
			if len(m.Actions) == 0 {
				break
			}
			k := 0
			if player == game.Chance {
				k = game.DrawOutcome(m.Outcomes, rand)
			} else {
				k = rand.IntN(len(m.Actions))
			}
			m.Apply(&state, m.Actions[k])
		}
	}
	return all, true, nil
}
