package arena

import (
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// Seatings returns which side has which seat in the games of a pair: 0 for one side and 1 for the
// other, by game and seat. The sides alternate, and every game moves them by one seat. With an odd
// number of players, one side has an additional seat, so the games are repeated with exchanged
// sides. That makes two games for an even number of players, and 2n for an odd number n. Both sides
// have every seat equally often.
func Seatings(players int) [][]int {
	seatings := make([][]int, gamesPerPair(players))
	for g := range seatings {
		for seat := range players {
			seatings[g] = append(seatings[g], ((seat+g)%players+g/players)%2)
		}
	}
	return seatings
}

func gamesPerPair(players int) int {
	if players%2 == 0 {
		return 2
	}
	return 2 * players
}

// schedule numbers the games of a match by rounds; a round has a pair for every two entrants that
// meet, and a pair its games. A longer match therefore begins with the games of a shorter one.
type schedule struct {
	seed     uint64
	pairings [][2]int // every two entrants that meet
	seatings [][]int
	rounds   int
}

// slot is the part of the schedule for one game.
type slot struct {
	game, pair int
	seed       uint64 // the same for all games of a round
	seats      []int  // per seat: the entrant
}

func newSchedule(seed uint64, players, entrants, rounds int) schedule {
	s := schedule{seed: seed, seatings: Seatings(players), rounds: rounds}
	for b := range entrants {
		for a := range b {
			s.pairings = append(s.pairings, [2]int{a, b})
		}
	}
	return s
}

// gauntlet returns the schedule without the pairs in which the first entrant does not play.
func (s schedule) gauntlet() schedule {
	s.pairings = slices.DeleteFunc(s.pairings, func(p [2]int) bool { return p[0] != 0 })
	return s
}

func (s schedule) games() int { return s.rounds * len(s.pairings) * len(s.seatings) }

func (s schedule) slot(game int) slot {
	pair := game / len(s.seatings)
	pairing := s.pairings[pair%len(s.pairings)]
	at := slot{game: game, pair: pair, seed: derive(s.seed, uint64(pair/len(s.pairings)))}
	for _, side := range s.seatings[game%len(s.seatings)] {
		at.seats = append(at.seats, pairing[side])
	}
	return at
}

// matches reports whether r is a record of this game of the schedule.
func (at slot) matches(r Record) bool {
	return r.Game == at.game && r.Pair == at.pair && r.Seed == at.seed && slices.Equal(r.Seats, at.seats)
}

// The random sequences derived from the seed of a pair. The sequence of a seat is seatStream plus
// its number.
const (
	openingStream = iota
	chanceStream
	seatStream
)

// derive returns a seed for the given part. Seeds of different parts look independent.
func derive(seed, part uint64) uint64 {
	return rng.New(rng.New(seed).Uint64() + part).Uint64()
}
