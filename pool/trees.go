package pool

// touch moves a session that will need its search soon away from those that lose theirs first.
func (p *Pool[S, A]) touch(s *Session[S, A]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.place != nil {
		p.idle.MoveToBack(s.place)
	}
}

// take gives an admitted session a search: its own, or else an unused one, a new one, or that of
// the session that has been idle for longest. If it is not its own, fresh is true, and the search
// has to be reset.
func (p *Pool[S, A]) take(s *Session[S, A]) (fresh bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.closed {
		return false, ErrClosed
	}
	if s.search == nil {
		if s.search, err = p.find(s.seed); err != nil {
			return false, err
		}
		fresh = true
	} else {
		p.idle.Remove(s.place)
		s.place = nil
	}
	p.stats.Running++
	p.stats.Admitted++
	return fresh, nil
}

// find returns a search that no session uses. The caller holds p.mu.
func (p *Pool[S, A]) find(seed uint64) (*search[S, A], error) {
	if last := len(p.unused) - 1; last >= 0 {
		found := p.unused[last]
		p.unused = p.unused[:last]
		return found, nil
	}
	if p.searches > 0 && p.stats.Searches == p.searches {
		// There are at least as many searches as run at a time, so one is idle.
		loser, _ := p.idle.Remove(p.idle.Front()).(*Session[S, A])
		found := loser.search
		loser.search, loser.place, loser.played = nil, nil, nil
		p.stats.Lost++
		return found, nil
	}
	made, err := p.newSearch(seed)
	if err == nil {
		p.stats.Searches++
	}
	return made, err
}

// put takes note that a session has used its search.
func (p *Pool[S, A]) put(s *Session[S, A]) {
	bytes := s.search.Bytes()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stats.Running--
	p.stats.Bytes += bytes - s.search.bytes
	s.search.bytes = bytes
	if s.closed {
		p.release(s)
		return
	}
	s.place = p.idle.PushBack(s)
}

// release takes the search from a session that is closed. The caller holds p.mu.
func (p *Pool[S, A]) release(s *Session[S, A]) {
	if p.searches > 0 {
		p.unused = append(p.unused, s.search)
	} else {
		p.stats.Searches--
		p.stats.Bytes -= s.search.bytes
	}
	s.search, s.played = nil, nil
}
