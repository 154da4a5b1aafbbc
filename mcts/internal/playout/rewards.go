package playout

import "github.com/banyan-go/banyan/game"

// AddRewards makes m note what every ply brings the players, if the game is a [game.Rewarder] or
// there is a discount: a factor below 1 for what comes after each ply that a player chooses.
func (m *Maker[S, A]) AddRewards(discount float64) {
	m.discount = 1
	if discount != 0 {
		m.discount = discount
	}
	m.Pays = m.Rewarder != nil || m.discount != 1
	m.follow()
	if m.Rewarder != nil {
		m.Use(game.HasRewarder)
	}
	if m.discount != 1 {
		m.PlayByPly("Config.Discount counts the plies")
	}
}

// pay notes what the last ply, of a player or of chance, has brought every player, and the factor
// of what comes after it.
func (m *Maker[S, A]) pay(sim *Simulation[S, A], player int) {
	n := len(sim.Paid)
	for range m.players {
		sim.Paid = append(sim.Paid, 0)
	}
	if m.Rewarder != nil {
		Forget(sim.Paid[n:])
		m.Rewarder.Rewards(&sim.State, sim.Paid[n:])
	}
	sim.Paid = append(sim.Paid, m.factor(player))
}

// factor returns how much less counts what comes after a ply of a player, or of chance, which takes
// no time.
func (m *Maker[S, A]) factor(player int) float64 {
	if player == game.Chance {
		return 1
	}
	return m.discount
}

// Payment returns what the ply of a player, or of chance, that has just led to a state has brought
// every player, and the factor of what comes after it.
func (m *Maker[S, A]) Payment(s *S, player int) (rewards []float64, discount float64) {
	rewards = make([]float64, m.players)
	if m.Rewarder != nil {
		m.Rewarder.Rewards(s, rewards)
	}
	return rewards, m.factor(player)
}

// Collect turns the returns of sim, which are the values of the end of the simulation, into the
// returns of the whole simulation, and what every ply has brought into what is to come from it on.
func (m *Maker[S, A]) Collect(sim *Simulation[S, A]) {
	size := m.players + 1
	for n := len(sim.Paid) - size; n >= 0; n -= size {
		ply := sim.Paid[n : n+size]
		for p := range sim.Returns {
			sim.Returns[p] = ply[p] + float64(ply[m.players]*sim.Returns[p])
			ply[p] = sim.Returns[p]
		}
	}
}

// TakeBack turns the returns of a whole simulation into the values of its end: the opposite of
// Collect.
func (m *Maker[S, A]) TakeBack(sim *Simulation[S, A]) {
	size := m.players + 1
	for paid := sim.Paid; len(paid) >= size; paid = paid[size:] {
		for p := range sim.Returns {
			sim.Returns[p] = (sim.Returns[p] - paid[p]) / paid[m.players]
		}
	}
}

// Credit writes what is to come from every edge of the path on, to the player who chose it.
func (m *Maker[S, A]) Credit(sim *Simulation[S, A], depths []int32, values []float64) {
	for i, e := range sim.Path {
		values[i] = sim.Paid[int(depths[i]-1)*(m.players+1)+int(max(0, e.Player))]
	}
}
