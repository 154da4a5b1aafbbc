package gametest

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// The threshold of the law posterior, and the least number of games that it looks at. A correct
// game deviates by more than 5.5 standard errors less than once in 20 million comparisons.
const (
	posteriorSigmas = 5.5
	posteriorGames  = 100
	posteriorHeavy  = 4 // so many of the heaviest games count as doubtful
)

// Posterior fails t with each finding of TestPosterior, and logs how far it reached.
func Posterior[S any, A comparable](t testing.TB, g game.Game[S, A], start S, view func(s *S, observer int) string, games int) {
	t.Helper()
	findings, reach := checkPosterior(g, start, view, games)
	for _, finding := range findings {
		t.Error(finding)
	}
	if reach != "" {
		t.Log(reach)
	}
}

// TestPosterior checks the probabilities of Determinize by that number of random games from start,
// and returns all findings, joined, or nil. view returns everything that observer sees of a state.
// Positions have the same history if the observer has the same InformationState there, or, in a
// game without it, if its views since start were equal.
//
//	posterior  after each history of at least 100 games, determinizations are the true states of
//	           the games as often as chance makes them; some history has that many games
//	panic      no method panics
//
// What the actions of the others tell about their cards is left to searches. So a game counts by
// the product of the numbers of actions from which the others chose, and random play tells nothing.
// All sequences of their actions that the observer holds possible count the same, hidden actions
// included. Do not use Posterior if a hidden action has more alternatives in some states than in
// others, and Determinize draws the state first.
//
// An impossible state or a wrong probability is found only if it is frequent. Hence choose a small
// deck, and start before the cards are handed out. 6000 games are enough for some cards; Posterior
// says after how many plies no history had 100 games.
func TestPosterior[S any, A comparable](g game.Game[S, A], start S, view func(s *S, observer int) string, games int) error {
	findings, _ := checkPosterior(g, start, view, games)
	return errors.Join(findings...)
}

// checkPosterior returns the findings, and in words how far it reached.
func checkPosterior[S any, A comparable](g game.Game[S, A], start S, view func(s *S, observer int) string, games int) (findings []error, reach string) {
	h, err := newHidden(g, start)
	if err != nil {
		return []error{err}, ""
	}
	h.view = view
	if h.Determinizer == nil {
		h.find(lawHidden, "the game has no Determinize")
		return h.findings, ""
	}
	p := &posterior[S, A]{hidden: h, histories: map[sight]*history{}, counts: map[outcome]*count{}}
	p.visit(games, p.add)
	if h.found(lawPanic) {
		return h.findings, ""
	}
	p.report(games)
	return h.findings, p.reach(games)
}

// posterior compares true states with determinizations.
type posterior[S any, A comparable] struct {
	*hidden[S, A]
	histories map[sight]*history
	counts    map[outcome]*count
	longest   int // the plies of the longest game
}

// history is a number of positions that are the same for an observer. In a game without
// InformationState, the state of its sight is a digest of the views.
type history struct {
	games    int
	plies    int     // to the position, in the first of the games
	heaviest float64 // the greatest weight of a game
}

// outcome is a state, by its digest, after a history.
type outcome struct {
	sight
	digest uint64
}

// count counts how often a state was the true one and how often a determinization. difference is
// the difference of the weights; its variance is about squares.
type count struct {
	games, samples      int
	difference, squares float64
}

// sampled is a position of one game with a determinization for an observer.
type sampled[S any] struct {
	sight
	plies        int     // to the position
	weight       float64 // of the game
	true, sample *S
}

// visit shows the positions of all games, once for each observer.
func (p *posterior[S, A]) visit(games int, show func(sampled[S])) {
	n := p.NumPlayers()
	for seed := range uint64(games) {
		if p.found(lawPanic) {
			return
		}
		weights, views := slices.Repeat([]float64{1}, n), make([]uint64, n)
		p.play(seed, func(at *position[S, A], r *rng.Rand) bool {
			for observer := range n {
				s := sampled[S]{sight{observer: observer}, len(p.path), weights[observer], at.state, p.copyOf(at.state)}
				if p.Informer != nil {
					s.state = p.Informer.InformationState(at.state, observer)
				} else {
					views[observer] = chain(views[observer], p.view(at.state, observer))
					s.state = views[observer]
				}
				p.Determinizer.Determinize(s.sample, observer, r)
				show(s)
				weights[observer] *= at.choicesOfOthers(observer)
			}
			return true
		})
	}
}

// chain returns the digest of a history with one more view.
func chain(before uint64, view string) uint64 {
	d := digester{sum: before + emptyDigest}
	d.mixString(view)
	return d.sum
}

// choicesOfOthers returns the product of the numbers of actions of the players to move, without
// observer.
func (p *position[S, A]) choicesOfOthers(observer int) float64 {
	n := 1.0
	switch {
	case p.isTerminal() || p.isChance():
	case p.isJoint():
		for chooser := range p.ends {
			if chooser != observer {
				n *= float64(len(p.of(chooser)))
			}
		}
	case p.mover != observer:
		n = float64(len(p.actions))
	}
	return n
}

// add counts one position.
func (p *posterior[S, A]) add(s sampled[S]) {
	h := p.histories[s.sight]
	if h == nil {
		h = &history{plies: s.plies}
		p.histories[s.sight] = h
	}
	p.longest = max(p.longest, s.plies)
	h.games++
	h.heaviest = max(h.heaviest, s.weight)
	was, is := p.count(s.sight, s.true), p.count(s.sight, s.sample)
	was.games++
	is.samples++
	if was != is {
		was.difference += s.weight
		was.squares += s.weight * s.weight
		is.difference -= s.weight
		is.squares += s.weight * s.weight
	}
}

func (p *posterior[S, A]) count(history sight, s *S) *count {
	key := outcome{history, digest(s)}
	c := p.counts[key]
	if c == nil {
		c = &count{}
		p.counts[key] = c
	}
	return c
}

// deviation returns the difference of a count in standard errors. The heaviest games count as
// doubtful, because a heavy game may just not have come yet.
func (p *posterior[S, A]) deviation(key outcome) float64 {
	c, heaviest := p.counts[key], p.histories[key.sight].heaviest
	return c.difference / math.Sqrt(c.squares+posteriorHeavy*heaviest*heaviest)
}

func (h *history) isLarge() bool { return h.games >= posteriorGames }

// reach describes how far into the games there are histories to compare.
func (p *posterior[S, A]) reach(games int) string {
	n, deepest := 0, 0
	for _, h := range p.histories {
		if h.isLarge() {
			n++
			deepest = max(deepest, h.plies)
		}
	}
	return fmt.Sprintf("gametest: %s compared %d histories with %d of %d games, up to ply %d of %d", lawPosterior, n, posteriorGames, games, deepest, p.longest)
}

// report finds the states that deviate most.
func (p *posterior[S, A]) report(games int) {
	p.seed, p.path = 0, nil
	if !slices.ContainsFunc(slices.Collect(maps.Values(p.histories)), (*history).isLarge) {
		p.find(lawPosterior, "no history has %d of %d games: play more games, or a smaller one", posteriorGames, games)
		return
	}
	var wrong []outcome
	for key := range p.counts {
		if p.histories[key.sight].isLarge() && math.Abs(p.deviation(key)) > posteriorSigmas {
			wrong = append(wrong, key)
		}
	}
	slices.SortFunc(wrong, func(a, b outcome) int {
		return cmp.Or(cmp.Compare(math.Abs(p.deviation(b)), math.Abs(p.deviation(a))), cmp.Compare(a.digest, b.digest),
			cmp.Compare(a.state, b.state), cmp.Compare(a.observer, b.observer))
	})
	if len(wrong) > 0 {
		p.explain(games, wrong[:min(maxFindings, len(wrong))])
	}
}

// explain plays the games again to find each of these states at the first place where it occurs.
func (p *posterior[S, A]) explain(games int, wrong []outcome) {
	p.visit(games, func(s sampled[S]) {
		for _, state := range []*S{s.true, s.sample} {
			at := slices.Index(wrong, outcome{s.sight, digest(state)})
			if at < 0 {
				continue
			}
			c := p.counts[wrong[at]]
			p.find(lawPosterior, "in %d games player %d has the same history, with the view\n%s\nand %+v is the true state %d times and a determinization %d times, "+
				"which deviates by %.1f standard errors", p.histories[s.sight].games, s.observer, p.view(s.true, s.observer), *state, c.games, c.samples, p.deviation(wrong[at]))
			wrong = slices.Delete(wrong, at, at+1)
		}
	})
}
