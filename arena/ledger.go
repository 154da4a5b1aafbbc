package arena

import (
	"fmt"
	"maps"
	"slices"
	"sync"
)

// ledger hands out the games of a match and takes their records. Its methods may be called by several goroutines.
type ledger struct {
	schedule schedule
	journal  *Journal
	each     func(Record)
	stop     func([]Record) bool

	mu    sync.Mutex
	done  map[int]Record
	next  int // no game below it is to be handed out
	front int // every pair of games below it has gone to stop
	limit int // no game from here on counts: the number of games, or where stop has ended the match
}

// newLedger returns a ledger with the games that the journal has.
func newLedger(s schedule, j *Journal, each func(Record), stop func([]Record) bool) (*ledger, error) {
	l := &ledger{schedule: s, journal: j, each: each, stop: stop, done: map[int]Record{}, limit: s.games()}
	if j == nil {
		return l, nil
	}
	for _, r := range j.Records() {
		if r.Game >= l.limit {
			continue
		}
		if _, twice := l.done[r.Game]; twice {
			return nil, fmt.Errorf("arena: the journal has game %d twice", r.Game)
		}
		if !s.slot(r.Game).matches(r) {
			return nil, fmt.Errorf("arena: game %d of the journal has another pair, seed or seats than this match", r.Game)
		}
		l.done[r.Game] = r
	}
	l.advance()
	for _, game := range slices.Sorted(maps.Keys(l.done)) {
		if game < l.limit {
			l.report(l.done[game])
		}
	}
	return l, nil
}

// take returns the next game to play, and false if there is none.
func (l *ledger) take() (game int, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for ; l.next < l.limit; l.next++ {
		if _, done := l.done[l.next]; !done {
			l.next++
			return l.next - 1, true
		}
	}
	return 0, false
}

// accept enters a finished game. It reports whether the match is over because of it.
func (l *ledger) accept(r Record) (stopped bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.journal != nil {
		if err := l.journal.Append(r); err != nil {
			return false, err
		}
	}
	if r.Game >= l.limit {
		return true, nil
	}
	l.done[r.Game] = r
	l.report(r)
	return l.advance(), nil
}

func (l *ledger) report(r Record) {
	if l.each != nil {
		l.each(r)
	}
}

// advance shows stop the pairs that have become complete. It reports whether the match is over because of them.
func (l *ledger) advance() bool {
	for l.stop != nil && l.front < l.limit {
		pair := make([]Record, 0, len(l.schedule.seatings))
		for game := l.front; game < l.front+cap(pair); game++ {
			r, done := l.done[game]
			if !done {
				return false
			}
			pair = append(pair, r)
		}
		l.front += len(pair)
		if l.stop(pair) {
			l.limit = l.front
			return true
		}
	}
	return false
}

// records returns the games that count, in order, and how many are missing.
func (l *ledger) records() (records []Record, missing int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, game := range slices.Sorted(maps.Keys(l.done)) {
		if game < l.limit {
			records = append(records, l.done[game])
		}
	}
	return records, l.limit - len(records)
}
