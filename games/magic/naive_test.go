package magic

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// naive implements the rules a second time, with cards one by one and without regard to speed.
type naive struct {
	players [2]naivePlayer
	turn    int
	loser   int // or -1
}

type naivePlayer struct {
	library, hand []int // kinds; the last of the library is on top
	lands, life   int
	creatures     []*naiveCreature
	dead          []int
}

type naiveCreature struct {
	kind     int
	tapped   bool
	blocking bool
}

func newNaive(s *State) *naive {
	n := &naive{loser: -1}
	for p := range n.players {
		player := &n.players[p]
		player.life = int(s.life[p])
		var cards [MaxCards]uint8
		for _, kind := range cards[:s.library[p].list(&cards, false)] {
			player.library = append(player.library, int(kind))
		}
		for range s.handLands[p] {
			player.hand = append(player.hand, 0)
		}
		for k := 1; k <= MaxKinds; k++ {
			player.hand = append(player.hand, slices.Repeat([]int{k}, s.hand[p].count(k))...)
		}
	}
	return n
}

func (n *naive) active() *naivePlayer { return &n.players[n.turn%2] }
func (n *naive) other() *naivePlayer  { return &n.players[1-n.turn%2] }

func (n *naive) beginTurn() {
	p := n.active()
	for _, c := range p.creatures {
		c.tapped = false
	}
	if n.turn == 0 {
		return
	}
	if len(p.library) == 0 {
		n.loser = n.turn % 2
		return
	}
	last := len(p.library) - 1
	p.hand, p.library = append(p.hand, p.library[last]), p.library[:last]
}

// blockers returns the kinds of the creatures that can block.
func (n *naive) blockers() []*naiveCreature {
	var free []*naiveCreature
	for _, c := range n.other().creatures {
		if !c.tapped && !c.blocking {
			free = append(free, c)
		}
	}
	return free
}

// fight resolves the combat of one attacker. It tries every assignment of damage to find the one
// with the most victims.
func (n *naive) fight(d *deck, attacker *naiveCreature, blockers []*naiveCreature) {
	damage, killed := 0, 0
	most := uint(0)
	var best [3]int
	for set := range uint(1) << len(blockers) {
		need, score := 0, [3]int{}
		for i, c := range blockers {
			if set>>i&1 == 1 {
				need += int(d.toughness[c.kind])
				score[0]++
			}
		}
		// Of as many victims the rule names the ones with the least toughness, the greatest power,
		// the highest cost.
		order := naiveVictims(d, blockers)
		for rank, i := range order {
			if set>>i&1 == 1 {
				score[1] -= 1 << rank
			}
		}
		if need <= int(d.power[attacker.kind]) && (score[0] > best[0] || score[0] == best[0] && score[1] > best[1]) {
			best, most, killed = score, set, score[0]
		}
	}
	for i, c := range blockers {
		damage += int(d.power[c.kind])
		if most>>i&1 == 1 {
			n.other().kill(c)
		}
	}
	_ = killed
	if len(blockers) == 0 {
		if n.other().life -= int(d.power[attacker.kind]); n.other().life <= 0 {
			n.loser = 1 - n.turn%2
		}
	} else if damage >= int(d.toughness[attacker.kind]) {
		n.active().kill(attacker)
	}
}

// naiveVictims returns the indices of the blockers in the order in which they are killed.
func naiveVictims(d *deck, blockers []*naiveCreature) []int {
	order := make([]int, len(blockers))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := blockers[i].kind, blockers[j].kind
		if d.toughness[a] != d.toughness[b] {
			return int(d.toughness[a]) - int(d.toughness[b])
		}
		if d.power[a] != d.power[b] {
			return int(d.power[b]) - int(d.power[a])
		}
		return int(d.cost[b]) - int(d.cost[a])
	})
	return order
}

func (p *naivePlayer) kill(c *naiveCreature) {
	p.dead = append(p.dead, c.kind)
	p.creatures = slices.DeleteFunc(p.creatures, func(d *naiveCreature) bool { return c == d })
}

// play plays a set of cards.
func (n *naive) play(d *deck, set Action) {
	p, paid := n.active(), 0
	creatures, lands := set.set()
	for range lands {
		p.hand = slices.Delete(p.hand, slices.Index(p.hand, 0), slices.Index(p.hand, 0)+1)
		p.lands++
	}
	for k := 1; k <= MaxKinds; k++ {
		for range creatures.count(k) {
			at := slices.Index(p.hand, k)
			p.hand = slices.Delete(p.hand, at, at+1)
			p.creatures = append(p.creatures, &naiveCreature{kind: k})
			paid += int(d.cost[k])
		}
	}
	if paid > p.lands {
		panic("too little mana")
	}
	n.turn++
}

// summary writes the public part of a position, for comparison with the other implementation.
func (n *naive) summary() string {
	text := fmt.Sprint("turn ", n.turn, " loser ", n.loser)
	for _, p := range n.players {
		hand, ready, tapped, dead := slices.Sorted(slices.Values(p.hand)), []int{}, []int{}, slices.Sorted(slices.Values(p.dead))
		for _, c := range p.creatures {
			if c.tapped {
				tapped = append(tapped, c.kind)
			} else {
				ready = append(ready, c.kind)
			}
		}
		slices.Sort(ready)
		slices.Sort(tapped)
		text += fmt.Sprint("\nlife ", p.life, " lands ", p.lands, " library ", p.library, " hand ", hand, " ready ", ready, " tapped ", tapped, " dead ", dead)
	}
	return text
}

func (z zone) list() []int {
	kinds := []int{}
	for k := 1; k <= MaxKinds; k++ {
		kinds = append(kinds, slices.Repeat([]int{k}, z.count(k))...)
	}
	return kinds
}

func summary(g Game, s *State) string {
	loser := -1
	if s.phase == PhaseOver {
		loser = int(s.loser)
	}
	text := fmt.Sprint("turn ", s.turn, " loser ", loser)
	for p := range 2 {
		var cards [MaxCards]uint8
		library := []int{}
		for _, kind := range cards[:s.library[p].list(&cards, false)] {
			library = append(library, int(kind))
		}
		hand := append(make([]int, s.handLands[p]), s.hand[p].list()...)
		text += fmt.Sprint("\nlife ", s.life[p], " lands ", s.lands[p], " library ", library, " hand ", hand,
			" ready ", (s.table[p] - s.tapped[p]).list(), " tapped ", s.tapped[p].list(), " dead ", g.dead(s, p).list())
	}
	return text
}

func drawDeck(t *rapid.T) *Deck {
	if rapid.Bool().Draw(t, "usual") {
		return nil
	}
	d := &Deck{Lands: rapid.IntRange(7, 25).Draw(t, "lands")}
	for i := range rapid.IntRange(1, 6).Draw(t, "kinds") {
		c := Creature{
			Power: rapid.IntRange(0, 6).Draw(t, fmt.Sprint("power ", i)), Toughness: rapid.IntRange(1, 6).Draw(t, fmt.Sprint("toughness ", i)),
			Cost: rapid.IntRange(0, 5).Draw(t, fmt.Sprint("cost ", i)),
		}
		for range rapid.IntRange(1, 5).Draw(t, fmt.Sprint("number ", i)) {
			d.Creatures = append(d.Creatures, c)
		}
	}
	return d
}

// A random game of the canonical rules equals the game of the naive rules, which choose the
// actions.
func TestRulesEqualNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, err := New(Config{Deck: drawDeck(t)})
		if err != nil {
			t.Skip(err) // a kind drawn twice may exceed the limit
		}
		r := rng.New(rapid.Uint64().Draw(t, "seed"))
		s := g.Start()
		g.deal(&s, r)
		n := newNaive(&s)
		g.advance(&s)
		script := &script{g: g, s: s, r: r}
		for n.loser < 0 {
			n.beginTurn()
			if n.loser < 0 {
				script.turn(t, n)
			}
		}
		require.Equal(t, PhaseOver, script.s.phase)
		require.Empty(t, g.AppendActions(nil, &script.s))
		require.Equal(t, n.summary(), summary(g, &script.s))
		out := make([]float64, 2)
		g.Returns(&script.s, out)
		require.Zero(t, out[n.loser])
		require.Equal(t, 1.0, out[1-n.loser])
	})
}

// script plays the same actions in both implementations.
type script struct {
	g Game
	s State
	r *rng.Rand
}

// pick plays one of the legal actions at random.
func (p *script) pick(t require.TestingT, want ...Action) Action {
	got := p.g.AppendActions(nil, &p.s)
	require.Equal(t, want, got)
	a := got[p.r.IntN(len(got))]
	require.NotEqual(t, game.Chance, p.g.ToMove(&p.s))
	p.g.Apply(&p.s, a)
	return a
}

func (p *script) turn(t require.TestingT, n *naive) {
	var attackers []*naiveCreature
	for k := MaxKinds; k > 0; k-- {
		var alike []*naiveCreature
		want := []Action{action(opAttack, k, 0)}
		for _, c := range n.active().creatures {
			if c.kind == k {
				alike = append(alike, c)
				want = append(want, action(opAttack, k, len(alike)))
			}
		}
		if len(alike) == 0 {
			continue
		}
		require.Equal(t, n.turn%2, p.g.ToMove(&p.s))
		for _, c := range alike[:p.pick(t, want...).number()] {
			c.tapped = true
			attackers = append(attackers, c)
		}
	}
	for _, attacker := range attackers {
		p.fight(t, n, attacker)
		if n.loser >= 0 {
			return
		}
	}
	for _, c := range n.other().creatures {
		c.blocking = false
	}
	p.cards(t, n)
}

func (p *script) fight(t require.TestingT, n *naive, attacker *naiveCreature) {
	var blockers []*naiveCreature
	highest := MaxKinds
	for {
		free := slices.DeleteFunc(n.blockers(), func(c *naiveCreature) bool { return c.kind > highest })
		if len(free) == 0 {
			break
		}
		want := []Action{opDone}
		for k := MaxKinds; k > 0; k-- {
			if slices.ContainsFunc(free, func(c *naiveCreature) bool { return c.kind == k }) {
				want = append(want, action(opBlock, k, 0))
			}
		}
		require.Equal(t, 1-n.turn%2, p.g.ToMove(&p.s))
		a := p.pick(t, want...)
		if a == opDone {
			break
		}
		highest = a.kind()
		c := free[slices.IndexFunc(free, func(c *naiveCreature) bool { return c.kind == highest })]
		c.blocking = true
		blockers = append(blockers, c)
	}
	n.fight(p.g.deck(), attacker, blockers)
}

// cards plays a set of cards if there is a choice. TestFormsEqualNaive checks which sets are legal.
func (p *script) cards(t require.TestingT, n *naive) {
	hand, d := n.active().hand, p.g.deck()
	if !slices.ContainsFunc(hand, func(k int) bool { return k == 0 || int(d.cost[k]) <= n.active().lands }) {
		n.play(d, 0)
		return
	}
	require.Equal(t, n.turn%2, p.g.ToMove(&p.s))
	require.Equal(t, n.summary(), summary(p.g, &p.s))
	n.play(d, p.pick(t, p.g.AppendActions(nil, &p.s)...))
}
