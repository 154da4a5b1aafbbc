package gametest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// The package comment documents these limits.
const (
	maxGames     = 200
	checkedPlies = 4000
)

// Test plays random games from start and returns all findings, joined by [errors.Join], or nil if g
// keeps every law that applies to it. The package comment lists the laws. Test plays on copies and
// does not change start.
func Test[S any, A comparable](g game.Game[S, A], start S) error {
	findings, _ := check(g, start)
	return errors.Join(findings...)
}

// Run fails t with each finding of Test. It logs which returns the games had, and the unit that
// follows for the constants of strategies: 1 while all returns are in [0,1], and otherwise twice
// their standard deviation. See mcts.Config.Unit.
func Run[S any, A comparable](t *testing.T, g game.Game[S, A], start S) {
	t.Helper()
	findings, returns := check(g, start)
	for _, finding := range findings {
		t.Error(finding)
	}
	t.Log(returns)
}

// check returns the findings and a text about the returns of the games.
func check[S any, A comparable](g game.Game[S, A], start S) (findings []error, returns string) {
	if g == nil {
		return []error{errors.New("gametest: the game is nil")}, "gametest: no returns"
	}
	k := newKit[S, A](start)
	if k.begin(g) {
		k.playGames()
		k.checkTranspositions()
		k.checkGoroutines()
		k.checkPlayoutMeans()
	}
	return k.findings, k.describeReturns()
}

// kit is one check of one game.
type kit[S any, A comparable] struct {
	walker[S, A]
	report[A]
	start   S
	players int

	plies   int         // number of checked plies
	paid    []float64   // the rewards of the game on the way to the current position
	seen    []seen      // the returns of the games, by player
	games   []record[A] // games played to their end
	scratch S           // target of many copies
	saved   []saved[S]

	numActions int
	indexOf    map[A]int
	passOf     map[A]bool
	actionOf   map[int]A
	hashOf     map[uint64]uint64       // by digest of the state
	stateOf    map[uint64]stored[S, A] // by hash
	compared   int                     // number of pairs of states with the same hash
	met        []A
	isMet      map[A]bool
	cells      int // number of cells of the first position
	turn       int // at the position before
	sampled    int // number of positions where the sampler was measured
	scored     int // number of positions where ScorePlayout was measured
}

// record is a game that was played to its end.
type record[A comparable] struct {
	seed uint64
	path []ply[A]
}

func newKit[S any, A comparable](start S) *kit[S, A] {
	return &kit[S, A]{
		start:   start,
		indexOf: map[A]int{}, passOf: map[A]bool{}, isMet: map[A]bool{}, actionOf: map[int]A{},
		hashOf: map[uint64]uint64{}, stateOf: map[uint64]stored[S, A]{},
	}
}

// begin checks what must hold before play and reports whether the kit can play g.
func (k *kit[S, A]) begin(g game.Game[S, A]) (ok bool) {
	defer k.catch()
	if k.players = g.NumPlayers(); k.players < 1 {
		k.find(lawPlayers, "NumPlayers is %d, want at least 1", k.players)
		return false
	}
	rules, err := game.NewRules(g)
	if err != nil {
		law := lawCopy
		if strings.Contains(err.Error(), "ReturnRange") {
			law = lawRange
		}
		k.find(law, "%v", err)
		return false
	}
	k.Rules = rules
	if k.Indexer != nil {
		k.numActions = k.Indexer.NumActions()
	}
	var s S
	k.Copy(&s, &k.start)
	var p position[S, A]
	if k.look(&p, &s); p.isOver() {
		k.find(lawStart, "the start has no actions, so there is nothing to test")
		return false
	}
	return true
}

func (k *kit[S, A]) playGames() {
	before := digest(&k.start)
	for seed := range uint64(maxGames) {
		if k.plies >= checkedPlies || k.found(lawEnds) {
			return
		}
		k.play(seed)
		if digest(&k.start) != before {
			k.find(lawCopy, "playing on a copy of the start changed the start")
			return
		}
	}
}

// play plays the game of a seed and checks its positions.
func (k *kit[S, A]) play(seed uint64) {
	k.seed, k.path, k.saved, k.paid = seed, nil, nil, make([]float64, k.players)
	defer k.catch()
	r := rng.New(seed)
	var s S
	k.Copy(&s, &k.start)
	for range maxPlies {
		var p position[S, A]
		if !k.arrive(&p, &s) {
			return
		}
		if p.isTerminal() {
			k.checkSaved()
			if p.isOver() {
				k.see(p.state)
			}
			k.games = append(k.games, record[A]{k.seed, k.path})
			return
		}
		if !k.leave(&p, p.draw(r)) {
			return
		}
	}
	k.find(lawEnds, "the game goes on after %d plies", maxPlies)
}

// arrive fills p with the position of s, checks it unless enough plies were checked, and reports
// whether the game can continue.
func (k *kit[S, A]) arrive(p *position[S, A], s *S) bool {
	if k.plies >= checkedPlies {
		k.look(p, s)
		return true
	}
	k.plies++
	before := digest(s)
	k.look(p, s)
	return k.checkPosition(p, before)
}

// leave plays the chosen ply and reports whether the game can continue.
func (k *kit[S, A]) leave(p *position[S, A], chosen ply[A]) bool {
	played := slices.Clone(chosen)
	if k.plies >= checkedPlies {
		k.apply(p.state, chosen)
	} else if !k.checkApply(p, chosen) {
		return false
	}
	k.path = append(k.path, played)
	k.AddRewards(k.copyOf(p.state), k.paid) // a game that changes the state is found at the next position
	return true
}

// checkPosition checks the laws of one position and reports whether the game can continue. before
// is the digest of the state before any method was called.
func (k *kit[S, A]) checkPosition(p *position[S, A], before uint64) bool {
	for _, part := range []struct {
		law, methods string
		check        func(*position[S, A])
	}{
		{lawReadOnly, p.methods(), k.checkMover},
		{lawReadOnly, "AppendActions", k.checkActions},
		{lawReadOnly, "AppendOutcomes", k.checkOutcomes},
		{lawReadOnly, "SampleOutcome", k.checkSample},
		{lawReadOnly, "Rewards", k.checkRewards},
		{lawReadOnly, "AppendPlayerActions", k.checkPlayers},
		{lawReadOnly, "Copy", k.checkCopy},
		{lawReadOnly, "Returns", k.checkReturns},
		{lawReadOnly, "Evaluate", k.checkEvaluate},
		{lawReadOnly, "ActionIndex", k.checkIndex},
		{lawReadOnly, "AppendIndices, IsLegalIndex or IndexAction", k.checkIndexList},
		{lawReadOnly, "IsPass", k.checkPasses},
		{lawReadOnly, "Hash", k.checkHash},
		{lawReadOnly, "AppendCells", k.checkCells},
		{lawReadOnly, "Turn", k.checkTurn},
		{lawCopy, "Playout on a copy", k.checkPlayout},
		{lawCopy, "RecordPlayout on a copy", k.checkRecord},
		{lawCopy, "ScorePlayout on a copy", k.checkScores},
		{lawReadOnly, "RandomAction", k.checkSampler},
		{lawReadOnly, "WinningAction", k.checkWinner},
		{lawReadOnly, "Weigh", k.checkWeigher},
		{lawReadOnly, "Text", k.checkText},
		{lawReadOnly, "Parse or Legal", k.checkReferee},
	} {
		part.check(p)
		if digest(p.state) != before {
			k.find(part.law, "%s changed the state", part.methods)
			return false
		}
	}
	return true
}
