package arena

import (
	"fmt"
	"maps"
	"slices"
	"sync"
)

// progress hands out the games of a match and collects their records. Its methods may be called by
// several goroutines.
type progress struct {
	schedule schedule
	journal  *Journal
	each     func(Record)
	stop     func([]Record) bool

	mu      sync.Mutex
	done    map[int]Record
	untaken int // all games below it are handed out or done
	front   int // all pairs of games below it have been passed to stop
	limit   int // games from here on do not count: the number of games, or the end set by stop
}

// newProgress returns a progress that starts with the games of the journal.
func newProgress(s schedule, j *Journal, each func(Record), stop func([]Record) bool) (*progress, error) {
	p := &progress{schedule: s, journal: j, each: each, stop: stop, done: map[int]Record{}, limit: s.games()}
	if j == nil {
		return p, nil
	}
	for _, r := range j.Records() {
		if r.Game >= p.limit {
			continue
		}
		if _, twice := p.done[r.Game]; twice {
			return nil, fmt.Errorf("arena: the journal has game %d twice", r.Game)
		}
		if !s.slot(r.Game).matches(r) {
			return nil, fmt.Errorf("arena: game %d of the journal differs from this match in pair, seed or seats", r.Game)
		}
		p.done[r.Game] = r
	}
	p.checkStop()
	for _, game := range slices.Sorted(maps.Keys(p.done)) {
		if game < p.limit {
			p.report(p.done[game])
		}
	}
	return p, nil
}

// next returns the number of the next game to play, and false if there is none.
func (p *progress) next() (game int, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for ; p.untaken < p.limit; p.untaken++ {
		if _, done := p.done[p.untaken]; !done {
			p.untaken++
			return p.untaken - 1, true
		}
	}
	return 0, false
}

// incomplete returns the numbers of the pairs with games that are missing, in ascending order.
func (p *progress) incomplete() (pairs []int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	perPair := len(p.schedule.seatings)
	for game := range p.limit {
		if _, done := p.done[game]; !done && (len(pairs) == 0 || pairs[len(pairs)-1] != game/perPair) {
			pairs = append(pairs, game/perPair)
		}
	}
	return pairs
}

// has reports whether a game is finished.
func (p *progress) has(game int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, done := p.done[game]
	return done
}

// add adds a finished game. It reports whether the match is over because of it.
func (p *progress) add(r Record) (stopped bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.journal != nil {
		if err := p.journal.Append(r); err != nil {
			return false, err
		}
	}
	if r.Game >= p.limit {
		return true, nil
	}
	p.done[r.Game] = r
	p.report(r)
	return p.checkStop(), nil
}

func (p *progress) report(r Record) {
	if p.each != nil {
		p.each(r)
	}
}

// checkStop passes complete pairs to stop. It reports whether stop has ended the match.
func (p *progress) checkStop() bool {
	for p.stop != nil && p.front < p.limit {
		pair := make([]Record, 0, len(p.schedule.seatings))
		for game := p.front; game < p.front+cap(pair); game++ {
			r, done := p.done[game]
			if !done {
				return false
			}
			pair = append(pair, r)
		}
		p.front += len(pair)
		if p.stop(pair) {
			p.limit = p.front
			return true
		}
	}
	return false
}

// records returns the games that count in order, and the number of missing games.
func (p *progress) records() (records []Record, missing int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, game := range slices.Sorted(maps.Keys(p.done)) {
		if game < p.limit {
			records = append(records, p.done[game])
		}
	}
	return records, p.limit - len(records)
}
