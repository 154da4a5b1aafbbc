package magic

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// States that differ in the lowest bits of two numbers, or in one creature, have different hashes.
func TestHashOfTwoChanges(t *testing.T) {
	var changes []func(s *State, by uint8)
	for player := range 2 {
		changes = append(changes,
			func(s *State, by uint8) { s.life[player] ^= int8(by) },
			func(s *State, by uint8) { s.handLands[player] ^= by },
			func(s *State, by uint8) { s.lands[player] ^= by },
			func(s *State, by uint8) { s.library[player].size ^= by },
			func(s *State, by uint8) { s.library[player].words[0] ^= uint64(by) },
			func(s *State, by uint8) { s.library[player].words[3] ^= uint64(by) },
		)
		for kind := range MaxKinds {
			changes = append(changes,
				func(s *State, by uint8) { s.hand[player] ^= some(kind, int(by)) },
				func(s *State, by uint8) { s.table[player] ^= some(kind, int(by)) },
				func(s *State, by uint8) { s.tapped[player] ^= some(kind, int(by)) })
		}
	}
	changes = append(changes,
		func(s *State, by uint8) { s.turn ^= by },
		func(s *State, by uint8) { s.phase ^= Phase(by) },
		func(s *State, by uint8) { s.cursor ^= by },
		func(s *State, by uint8) { s.mana ^= by },
		func(s *State, by uint8) { s.loser ^= by & 1 },
		func(s *State, by uint8) { s.landed = s.landed != (by == 1) },
		func(s *State, by uint8) { s.pending ^= zone(by) },
		func(s *State, by uint8) { s.used ^= zone(by) },
		func(s *State, by uint8) { s.blockers ^= zone(by) })
	met := map[uint64]State{}
	for i, first := range changes {
		for _, second := range changes[:i] {
			for by := range uint8(16) {
				var s State
				first(&s, by&3)
				second(&s, by>>2)
				h := Game{}.Hash(&s)
				if other, ok := met[h]; ok {
					require.Equal(t, other, s)
				}
				met[h] = s
			}
		}
	}
}
