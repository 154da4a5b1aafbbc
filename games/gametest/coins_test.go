package gametest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/rng"
)

var (
	_ game.SamplingGame[purse, coin] = coins{}
	_ game.Rewarder[purse]           = coins{}
	_ game.ReturnRanger              = coins{}
	_ game.Playouter[purse]          = coins{}
	_ game.Winner[purse, coin]       = coins{}
	_ game.Sampler[purse, coin]      = coins{}
	_ game.Hasher[purse]             = coins{}
)

// coins is a small correct game with rewards and with chance that can only be drawn. Two players
// take turns and take one or two of nine coins, which are charged to the other player. After two
// coins, the next ones count twice. When an even number is left, chance takes one or none. Whoever
// takes the last coin gets two more.
type coins struct{}

type purse struct {
	left   int
	mover  int
	nature bool
	twice  bool
	last   int // what the last ply has brought player 0
}

type coin int

func (coins) Start() purse { return purse{left: 9} }

func (coins) NumPlayers() int { return 2 }

func (coins) ToMove(s *purse) int {
	if s.nature {
		return game.Chance
	}
	return s.mover
}

func (coins) AppendActions(dst []coin, s *purse) []coin {
	for a := coin(1); a <= 2 && int(a) <= s.left; a++ {
		dst = append(dst, a)
	}
	return dst
}

func (coins) SampleOutcome(_ *purse, r *rng.Rand) coin { return coin(r.IntN(2)) }

func (coins) RandomAction(s *purse, r *rng.Rand) (coin, bool) {
	switch {
	case s.nature:
		return coin(r.IntN(2)), true
	case s.left == 0:
		return 0, false
	}
	return 1 + coin(r.IntN(min(2, s.left))), true
}

func (coins) Apply(s *purse, a coin) {
	s.left -= int(a)
	if s.nature {
		s.nature, s.last = false, 0
		return
	}
	s.last = int(a) * (1 - 2*s.mover)
	if s.twice {
		s.last *= 2
	}
	s.twice = a == 2
	s.mover = 1 - s.mover
	s.nature = s.left > 0 && s.left%2 == 0
}

func (coins) Rewards(s *purse, out []float64) { out[0], out[1] = float64(s.last), float64(-s.last) }

func (coins) Returns(s *purse, out []float64) { out[1-s.mover], out[s.mover] = 2, -2 }

func (coins) ReturnRange() (low, high float64) { return -20, 20 }

// WinningAction finds nothing, because 20 is beyond what can be reached.
func (coins) WinningAction(*purse) (coin, bool) { return 0, false }

func (g coins) Hash(s *purse) uint64 {
	h := uint64(s.left)<<8 + uint64(s.mover)
	if s.nature {
		h += 2
	}
	if s.twice {
		h += 4
	}
	return rng.Mix(h + 1)
}

func (g coins) Playout(s *purse, r *rng.Rand, out []float64) {
	g.play(s, r, out, func(v float64) float64 { return v })
}

// play plays to the end and writes the returns with the rewards, as count counts them.
func (g coins) play(s *purse, r *rng.Rand, out []float64, count func(v float64) float64) {
	sum := 0.0
	for a, ok := g.RandomAction(s, r); ok; a, ok = g.RandomAction(s, r) {
		g.Apply(s, a)
		sum += count(float64(s.last))
	}
	g.Returns(s, out)
	out[0] += sum
	out[1] -= sum
}

// The games below break one sentence of a contract each.

type rewardsSilent struct{ coins }

func (rewardsSilent) Rewards(*purse, []float64) {}

type rewardsUnsteady struct{ coins }

func (g rewardsUnsteady) Rewards(s *purse, out []float64) {
	if g.coins.Rewards(s, out); sometimes() {
		out[0]++
	}
}

type marksRewards struct{ coins }

func (g marksRewards) Rewards(s *purse, out []float64) {
	g.coins.Rewards(s, out)
	s.last = 0
}

// rewardsForgotten are lost in copies.
type rewardsForgotten struct{ coins }

func (rewardsForgotten) Copy(dst, src *purse) {
	*dst = *src
	dst.last = 0
}

// rewardsElsewhere keeps the last reward in the game.
type rewardsElsewhere struct {
	coins
	last *int
}

func (g rewardsElsewhere) Apply(s *purse, a coin) {
	g.coins.Apply(s, a)
	*g.last, s.last = s.last, 0
}

func (g rewardsElsewhere) Rewards(_ *purse, out []float64) {
	out[0], out[1] = float64(*g.last), float64(-*g.last)
}

// rewardsTire fall with every ply that is played anywhere.
type rewardsTire struct {
	coins
	plies *int
}

func (g rewardsTire) Apply(s *purse, a coin) {
	g.coins.Apply(s, a)
	*g.plies++
}

func (g rewardsTire) Rewards(s *purse, out []float64) {
	g.coins.Rewards(s, out)
	out[0] -= float64(*g.plies)
}

type playoutWithoutRewards struct{ coins }

func (g playoutWithoutRewards) Playout(s *purse, r *rng.Rand, out []float64) {
	g.play(s, r, out, func(float64) float64 { return 0 })
}

// playoutPaysBefore counts the reward of the ply that led to the state.
type playoutPaysBefore struct{ coins }

func (g playoutPaysBefore) Playout(s *purse, r *rng.Rand, out []float64) {
	before := float64(s.last)
	g.coins.Playout(s, r, out)
	out[0] += before
	out[1] -= before
}

type playoutBeyond struct{ coins }

func (g playoutBeyond) Playout(s *purse, r *rng.Rand, out []float64) {
	g.play(s, r, out, func(v float64) float64 { return 8 * v })
}

type rangeNarrow struct{ coins }

func (rangeNarrow) ReturnRange() (low, high float64) { return -20, 3 }

func (rangeNarrow) Supports(c game.Capability) bool { return c != game.HasPlayouter }

// hashIgnoresTwice has equal hashes for states in which later coins bring different rewards.
type hashIgnoresTwice struct{ coins }

func (g hashIgnoresTwice) Hash(s *purse) uint64 {
	t := *s
	t.twice = false
	return g.coins.Hash(&t)
}

// winnerOfOne takes a positive return for a win.
type winnerOfOne struct{ coins }

func (winnerOfOne) WinningAction(s *purse) (coin, bool) {
	return coin(s.left), s.left > 0 && s.left <= 2
}

type sampleUnsteady struct{ coins }

func (g sampleUnsteady) SampleOutcome(s *purse, r *rng.Rand) coin {
	a := g.coins.SampleOutcome(s, r)
	if sometimes() {
		return 1 - a
	}
	return a
}

type sampleSkips struct{ coins }

func (g sampleSkips) SampleOutcome(s *purse, r *rng.Rand) coin {
	if sometimes() {
		defer r.Uint64()
	}
	return g.coins.SampleOutcome(s, r)
}

type marksSample struct{ coins }

func (g marksSample) SampleOutcome(s *purse, r *rng.Rand) coin {
	s.last = 5
	return g.coins.SampleOutcome(s, r)
}

// sampleHalf leaves a part of chance to Apply.
type sampleHalf struct{ coins }

func (g sampleHalf) Apply(s *purse, a coin) {
	nature := s.nature
	if g.coins.Apply(s, a); nature && sometimes() {
		s.twice = !s.twice
	}
}

func TestCorrectGameOfRewardsPasses(t *testing.T) {
	gametest.Run(t, coins{}, coins{}.Start())
}

func TestBrokenRewardsAreFound(t *testing.T) {
	for _, c := range []struct {
		law, says string
		game      game.Game[purse, coin]
	}{
		{"rewards", "wrote NaN", rewardsSilent{}},
		{"rewards", "called again", rewardsUnsteady{}},
		{"read-only", "Rewards", marksRewards{}},
		{"rewards", "for its copy", rewardsForgotten{}},
		{"rewards", "after plies were played on a copy", rewardsElsewhere{last: new(int)}},
		{"rewards", "from an equal state", rewardsTire{plies: new(int)}},
		{"playout-mean", "returns of player 0", playoutWithoutRewards{}},
		{"playout-mean", "returns of player 0", playoutPaysBefore{}},
		{"range", "Playout brings", playoutBeyond{}},
		{"range", "the game brings player", rangeNarrow{}},
		{"hash", "another state", hashIgnoresTwice{}},
		{"winner", "which does not win", winnerOfOne{}},
		{"sample", "from an equal stream", sampleUnsteady{}},
		{"sample", "at different places", sampleSkips{}},
		{"read-only", "SampleOutcome", marksSample{}},
		{"sample", "of a drawn outcome gives", sampleHalf{}},
	} {
		t.Run(c.says, func(t *testing.T) {
			calls.Store(0)
			requireFinding(t, gametest.Test(c.game, coins{}.Start()), c.law, c.says)
		})
	}
}

// climb is a correct game of one player: each of three steps may bring 1, and only 3 is a win.
type climb struct{}

type climber struct {
	steps, height int
	rose          bool
}

func (climb) NumPlayers() int { return 1 }

func (climb) ToMove(*climber) int { return 0 }

func (climb) AppendActions(dst []bool, s *climber) []bool {
	if s.steps == 3 {
		return dst
	}
	return append(dst, false, true)
}

func (climb) Apply(s *climber, rise bool) {
	s.steps++
	if s.rose = rise; rise {
		s.height++
	}
}

func (climb) Rewards(s *climber, out []float64) {
	if out[0] = 0; s.rose {
		out[0] = 1
	}
}

func (climb) Returns(_ *climber, out []float64) { out[0] = 0 }

func (climb) ReturnRange() (low, high float64) { return 0, 3 }

func (climb) WinningAction(s *climber) (bool, bool) { return true, s.steps == 2 && s.height == 2 }

// winsLow takes 1 for a win, which the last step alone may bring.
type winsLow struct{ climb }

func (winsLow) WinningAction(s *climber) (bool, bool) { return true, s.steps == 2 }

func TestWinsCountWhatWasPaidBefore(t *testing.T) {
	gametest.Run(t, climb{}, climber{})
	requireFinding(t, gametest.Test(winsLow{}, climber{}), "winner", "which does not win")
}

// Scripts and random positions go through chance that can only be drawn, and the same way again.
func TestSampledChanceInScripts(t *testing.T) {
	script := []byte{0, 1, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 0, 0}
	end := gametest.Play(coins{}, coins{}.Start(), script)
	require.Zero(t, end.left)
	require.Equal(t, end, gametest.Play(coins{}, coins{}.Start(), script))
	natures := 0
	for _, s := range gametest.Positions(coins{}, coins{}.Start()) {
		if s.nature {
			natures++
		}
	}
	require.Positive(t, natures)
	require.PanicsWithValue(t, "gametest: the outcomes of chance of a SamplingGame cannot be listed", func() {
		gametest.Perft(coins{}, coins{}.Start(), 5)
	})
	require.Contains(t, gametest.Playthrough(coins{}, coins{}.Start(), 1), "   Rewards: ")
}

// The exact mean of a game of one coin and of two, worked out by hand: the last coin brings 1 and 2
// more.
func TestUniformReturnsCountRewards(t *testing.T) {
	require.Equal(t, []float64{3, -3}, gametest.UniformReturns(coins{}, purse{left: 1}))
	// Two coins at once bring 2+2. One coin brings 1, and the other player gets 1+2 for the last.
	require.Equal(t, []float64{(4 + (1 - 3)) / 2., -1}, gametest.UniformReturns(coins{}, purse{left: 2}))
	gametest.PlayoutMean(t, coins{}, purse{left: 2}, 2000)
}

// quietCoins is coins without chance, with playouts that can be replayed. It is correct.
type quietCoins struct{ coins }

func (quietCoins) Supports(c game.Capability) bool { return c != game.HasSamplingGame }

func (g quietCoins) Apply(s *purse, a coin) {
	g.coins.Apply(s, a)
	s.nature = false
}

func (quietCoins) NumActions() int { return 2 }

func (quietCoins) ActionIndex(a coin) int { return int(a) - 1 }

func (g quietCoins) Playout(s *purse, r *rng.Rand, out []float64) { g.RecordPlayout(s, r, out, nil) }

func (g quietCoins) RecordPlayout(s *purse, r *rng.Rand, out []float64, plies []game.Ply) []game.Ply {
	sum := 0
	for a, ok := g.RandomAction(s, r); ok; a, ok = g.RandomAction(s, r) {
		plies = append(plies, game.Ply{Action: int32(a - 1), Player: int16(s.mover)})
		g.Apply(s, a)
		sum += s.last
	}
	g.Returns(s, out)
	out[0] += float64(sum)
	out[1] -= float64(sum)
	return plies
}

// recordsMore counts one coin more than it records.
type recordsMore struct{ quietCoins }

func (g recordsMore) RecordPlayout(s *purse, r *rng.Rand, out []float64, plies []game.Ply) []game.Ply {
	plies = g.quietCoins.RecordPlayout(s, r, out, plies)
	out[0]++
	return plies
}

func (g recordsMore) Playout(s *purse, r *rng.Rand, out []float64) { g.RecordPlayout(s, r, out, nil) }

func TestRecordedPlayoutsCountRewards(t *testing.T) {
	gametest.Run(t, quietCoins{}, coins{}.Start())
	requireFinding(t, gametest.Test(recordsMore{}, coins{}.Start()), "record", "what it recorded is worth")
}
