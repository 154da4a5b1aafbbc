package pool

import (
	"container/list"
	"context"
	"sync"
)

// line admits a few at a time, in the order of their arrival.
type line struct {
	most int // how many may wait; 0: any number

	mu      sync.Mutex
	free    int       // how many more may be inside
	waiting list.List // of a chan struct{} each, which is closed on admission
}

// enter waits for admission. If it returns nil, the caller must call leave; otherwise the error is
// [ErrFull] or the cause for which ctx was done.
func (l *line) enter(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	l.mu.Lock()
	if l.free > 0 { // Then the line is empty.
		l.free--
		l.mu.Unlock()
		return nil
	}
	if l.most > 0 && l.waiting.Len() >= l.most {
		l.mu.Unlock()
		return ErrFull
	}
	admitted := make(chan struct{})
	place := l.waiting.PushBack(admitted)
	l.mu.Unlock()
	select {
	case <-admitted:
		return nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-admitted: // at the same moment
		l.next()
	default:
		l.waiting.Remove(place)
	}
	return context.Cause(ctx)
}

// leave makes room for the next.
func (l *line) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next()
}

// next admits who has waited for the longest time, if anybody waits. The caller holds l.mu.
func (l *line) next() {
	first := l.waiting.Front()
	if first == nil {
		l.free++
		return
	}
	admitted, _ := l.waiting.Remove(first).(chan struct{})
	close(admitted)
}

// length returns how many wait.
func (l *line) length() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.waiting.Len()
}
