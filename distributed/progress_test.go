package distributed

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestProgress looks at a match that was interrupted after 50 pairs. It continues for ten seconds.
func TestProgress(t *testing.T) {
	now := time.Now()
	p := &playing{Coordinator: &Coordinator{}, begin: now.Add(-10 * time.Second), total: 100, done: 60, played: 10, games: 20}
	p.workers.heard(Status{Worker: "b"}, now)
	p.workers.heard(Status{Worker: "a"}, now.Add(-time.Second))
	p.workers.heard(Status{Worker: "old"}, now.Add(-time.Minute))
	p.workers.heard(Status{Worker: "leaving", Leaving: true}, now)
	require.Equal(t, Progress{
		Done: 60, Total: 100, Workers: []Status{{Worker: "a"}, {Worker: "b"}}, GamesPerSecond: 2, Left: 40 * time.Second,
	}, p.progress(now))
}

// TestVars has two workers after a Play that has heard of none.
func TestVars(t *testing.T) {
	c := &Coordinator{since: time.Now()}
	c.vars = c.newVars()
	c.workers.heard(Status{Worker: "a"}, time.Now())
	c.workers.heard(Status{Worker: "b"}, time.Now())
	p := &playing{Coordinator: c, done: 3, games: 6}
	p.report()
	require.Regexp(t, `"games": 6, .*"pairs_done": 3, .*"workers": 2`, c.Vars().String())
}
