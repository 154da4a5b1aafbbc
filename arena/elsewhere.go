package arena

import (
	"context"
	"fmt"
)

// PlayPair plays the games of one pair, one after the other, and returns their records, which are
// those that [Match.Run] returns for this pair, except for their times. Pairs are numbered as in
// [Record.Pair]. Journal, Each, Stop, Elsewhere and Workers are not used. Errors are those of Run;
// a panic of a player or of the game passes through.
//
// Several goroutines may call PlayPair.
func (m Match[S, A]) PlayPair(ctx context.Context, pair int) ([]Record, error) {
	m.Journal = nil
	if err := m.validate(); err != nil {
		return nil, err
	}
	schedule := m.schedule()
	perPair := len(schedule.seatings)
	if pairs := schedule.games() / perPair; pair < 0 || pair >= pairs {
		return nil, fmt.Errorf("arena: pair %d of a match, want 0 to %d", pair, pairs-1)
	}
	rules, err := newRules(m.Game)
	if err != nil {
		return nil, err
	}
	var records []Record
	for game := pair * perPair; game < (pair+1)*perPair; game++ {
		r, err := m.play(ctx, &rules, schedule.slot(game))
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	return records, nil
}

// elsewhere lets Match.Elsewhere play the pairs that are not complete.
func (p *pool[S, A]) elsewhere() {
	pairs := p.progress.incomplete()
	if len(pairs) == 0 {
		return
	}
	stopped := false
	err := p.match.Elsewhere(p.ctx, pairs, func(games []Record) bool {
		var err error
		if stopped, err = p.addPair(games); err != nil {
			p.fail(err, nil)
			stopped = true
		}
		return !stopped
	})
	if !stopped && ended(p.ctx) == nil {
		p.fail(err, nil)
		if _, missing := p.progress.records(); err == nil && missing > 0 {
			p.fail(fmt.Errorf("arena: Match.Elsewhere has played all but %d games and returned no error", missing), nil)
		}
	}
}

// addPair adds the games of a pair that was played elsewhere, except for those of the journal.
func (p *pool[S, A]) addPair(games []Record) (stopped bool, err error) {
	for _, r := range games {
		if err := p.progress.schedule.belongs(r); err != nil {
			return false, fmt.Errorf("arena: Match.Elsewhere: %w", err)
		}
		if p.progress.has(r.Game) {
			continue
		}
		if stopped, err = p.progress.add(r); stopped || err != nil {
			return stopped, err
		}
	}
	return false, nil
}

// belongs reports why r is not the record of a game of this schedule.
func (s schedule) belongs(r Record) error {
	if err := r.validate(); err != nil {
		return err
	}
	if r.Game >= s.games() {
		return fmt.Errorf("game %d of a match of %d", r.Game, s.games())
	}
	if !s.slot(r.Game).matches(r) {
		return fmt.Errorf("game %d differs from this match in pair, seed or seats", r.Game)
	}
	return nil
}
