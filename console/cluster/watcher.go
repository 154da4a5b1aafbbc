package cluster

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/banyan-go/banyan/distributed"
)

// watcher tells a person of the workers. Several goroutines may use it.
type watcher struct {
	errs    io.Writer
	program string
	waits   bool         // for workers that somebody else starts
	show    func(string) // shows the progress of a match; it is set before the first one

	mu    sync.Mutex
	empty time.Time       // since when no worker has been heard of; zero if one was
	alone bool            // a person knows that there is none
	said  map[string]bool // notices
}

// patienceOfWatcher is how long no worker may be heard of before a person is told how to start one.
const patienceOfWatcher = 2500 * time.Millisecond

func (w *watcher) progress(p distributed.Progress) {
	left := ""
	if p.Left > 0 {
		left = fmt.Sprintf(", %v left", p.Left.Round(time.Second))
	}
	if w.show != nil {
		w.show(fmt.Sprintf("%d workers, %.1f games/s%s", len(p.Workers), p.GamesPerSecond, left))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case len(p.Workers) > 0 || p.Done == p.Total:
		w.empty, w.alone = time.Time{}, false
	case w.empty.IsZero():
		w.empty = time.Now()
	case w.waits && !w.alone && time.Since(w.empty) > patienceOfWatcher:
		w.alone = true
		fmt.Fprintf(w.errs, "%s: there is no worker; start some with: %[1]s worker -nats URL\n", w.program)
	}
}

// notice tells a person something once.
func (w *watcher) notice(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.said[text] {
		return
	}
	if w.said == nil {
		w.said = map[string]bool{}
	}
	w.said[text] = true
	fmt.Fprintf(w.errs, "%s: %s\n", w.program, text)
}
