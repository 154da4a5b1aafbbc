package ggp_test

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/ggp"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// dice is a game whose first role is random: a player throws a die again, or stops.
//
//go:embed testdata/dice.kif
var dice string

// follower chooses at random, and compares the states that it is given with what it has observed.
type follower struct {
	*log
	game  *gdl.Game
	seat  int
	state gdl.State // by what it observed
	rand  *rng.Rand
}

// log is what followers have done.
type log struct {
	mu       sync.Mutex
	made     int // followers
	seeds    map[uint64]bool
	chosen   int            // moves
	pondered map[string]int // who was to move
	closed   int
	errs     []error
	panics   int           // at this chosen move, if it is not 0
	takes    time.Duration // to choose
}

func (l *log) note(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f()
}

// config returns the configuration of a player with followers.
func (l *log) config() ggp.Config {
	l.seeds, l.pondered = map[uint64]bool{}, map[string]int{}
	return ggp.Config{Seed: 1, NewChooser: func(m ggp.MatchInfo, seed uint64) (arena.Player[gdl.State, gdl.Action], error) {
		l.note(func() {
			l.made++
			l.seeds[seed] = true
			if m.Game.PlayerName(m.Seat) != m.Role {
				l.errs = append(l.errs, errors.New("the seat is not that of the role"))
			}
		})
		return &follower{log: l, game: m.Game, seat: m.Seat, state: m.Game.Start(), rand: rng.New(seed)}, nil
	}}
}

func (f *follower) Observe(a gdl.Action) { f.game.Apply(&f.state, a) }

func (f *follower) ObserveJoint(joint []gdl.Action) { f.game.ApplyJoint(&f.state, joint) }

// compare compares a state with what was observed.
func (f *follower) compare(what string, s *gdl.State) {
	if f.game.Text(s) != f.game.Text(&f.state) || f.game.Hash(s) != f.game.Hash(&f.state) {
		f.note(func() {
			f.errs = append(f.errs, errors.New(what+" at "+f.game.Text(s)+", want "+f.game.Text(&f.state)))
		})
	}
}

func (f *follower) Prepare(ctx context.Context, s *gdl.State, _ int) error {
	f.compare("prepare", s)
	<-ctx.Done()
	return ctx.Err()
}

func (f *follower) Choose(ctx context.Context, s *gdl.State, seat int) (gdl.Action, error) {
	// By the game, others may choose before this player at the same state.
	var seen gdl.State
	f.game.Copy(&seen, &f.state)
	for f.game.ToMove(&seen) != f.game.ToMove(s) {
		f.game.Apply(&seen, f.game.AppendActions(nil, &seen)[0])
	}
	own := f.state
	f.state = seen
	f.compare("choose", s)
	f.state = own
	time.Sleep(f.takes)
	panics := false
	f.note(func() {
		f.chosen++
		panics = f.chosen == f.panics
	})
	if panics {
		panic("no idea")
	}
	if by := f.game.ToMove(s); by != seat && by != mcts.Simultaneous {
		f.note(func() { f.errs = append(f.errs, fmt.Errorf("player %d is to move, want %d", by, seat)) })
	}
	legal := f.game.AppendPlayerActions(nil, s, seat)
	if up := slices.IndexFunc(legal, func(a gdl.Action) bool { return a.String() == "up" }); up >= 0 {
		return legal[up], nil
	}
	return legal[f.rand.IntN(len(legal))], nil
}

func (f *follower) Ponder(ctx context.Context, s *gdl.State, _ int) error {
	f.compare("ponder", s)
	f.note(func() {
		switch by := f.game.ToMove(s); by {
		case mcts.Simultaneous:
			f.pondered["all"]++
		case f.seat:
			f.pondered["own"]++
		default:
			f.pondered["other"]++
		}
	})
	<-ctx.Done()
	return ctx.Err()
}

func (f *follower) Close() error {
	f.note(func() { f.closed++ })
	return nil
}

// follow plays matches on a sheet between a player of followers and players that make random moves,
// and returns what the followers have done.
func follow(t *testing.T, l *log, sheet string, matches int, transport func(http.Handler) http.RoundTripper) {
	synctest.Test(t, func(t *testing.T) {
		p := newPlayer(t, l.config())
		defer p.Close()
		g, err := gdl.Load(t.Context(), []byte(sheet), gdl.Limits{})
		require.NoError(t, err)
		for i := range matches {
			m := ggp.Match{
				ID: "m", Game: g, StartClock: 10 * time.Second, PlayClock: 5 * time.Second, Seed: uint64(i),
				Players: make([]string, g.NumPlayers()), Client: &http.Client{Transport: transport(p)},
			}
			m.Players[i%len(m.Players)] = "http://a"
			record, err := m.Run(t.Context())
			require.NoError(t, err)
			for _, f := range record.Faults {
				require.Equal(t, "lost", f.What[len(f.What)-4:])
			}
		}
	})
	require.Empty(t, l.errs)
	require.Equal(t, l.made, l.closed)
}

// direct reaches a player at once.
func direct(h http.Handler) http.RoundTripper { return handlers{"a": h} }

// A chooser observes all that is played, prepares and ponders at the right states, and is closed
// after the match, in games of every kind.
func TestChoosersFollow(t *testing.T) {
	own := func(name string) string { return ownSheet(t, name) }
	for name, c := range map[string]struct {
		sheet    string
		pondered string
	}{
		"turns":        {own("tictactoe"), "other"},
		"three roles":  {own("ttcc4"), "other"},
		"simultaneous": {own("trap"), "all"},
		"alone":        {own("lamps"), "own"},
		"chance":       {dice, "own"},
	} {
		t.Run(name, func(t *testing.T) {
			var l log
			follow(t, &l, c.sheet, 3, direct)
			require.Equal(t, 3, l.made)
			require.Len(t, l.seeds, 3)
			require.Positive(t, l.chosen)
			require.Positive(t, l.pondered[c.pondered], l.pondered)
		})
	}
}

// After a panic, another chooser continues with the history of the match.
func TestChooserAfterPanic(t *testing.T) {
	for _, name := range []string{"tictactoe", "trap"} {
		l := log{panics: 2}
		follow(t, &l, ownSheet(t, name), 1, direct)
		require.Equal(t, 2, l.made)
		require.Greater(t, l.chosen, 2)
	}
}

// The server makes another move where an answer is lost. The chooser was told its own, so another
// one continues.
func TestLostAnswers(t *testing.T) {
	var l log
	asked := 0
	follow(t, &l, ownSheet(t, "tictactoe"), 1, func(h http.Handler) http.RoundTripper {
		return roundTripper(func(r *http.Request) (*http.Response, error) {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			time.Sleep(time.Second)
			if asked++; asked == 2 {
				w = httptest.NewRecorder()
				http.Error(w, "lost", http.StatusBadGateway)
			}
			return w.Result(), nil
		})
	})
	require.Equal(t, 2, l.made)
	require.Greater(t, l.chosen, 2)
}

// A message that is repeated because its answer was lost is answered again, and the move before it
// is played once: also where it could be played twice.
func TestRepeatedMessages(t *testing.T) {
	for name, c := range map[string]struct {
		sheet string
		takes time.Duration
		later time.Duration
	}{
		"meanwhile":  {sheet: "trap", takes: time.Second},
		"afterwards": {sheet: "tictactoe", later: time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			l := log{takes: c.takes}
			follow(t, &l, ownSheet(t, c.sheet), 2, func(h http.Handler) http.RoundTripper {
				return roundTripper(func(r *http.Request) (*http.Response, error) {
					body, err := io.ReadAll(r.Body)
					if err != nil {
						return nil, err
					}
					send := func(ctx context.Context) *httptest.ResponseRecorder {
						w := httptest.NewRecorder()
						h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodPost, "/", strings.NewReader(string(body))))
						return w
					}
					if strings.HasPrefix(string(body), "(PLAY") {
						if c.later == 0 {
							go send(r.Context())
							synctest.Wait()
						} else {
							send(r.Context())
							time.Sleep(c.later)
						}
					}
					return send(r.Context()).Result(), nil
				})
			})
			require.Equal(t, 2, l.made)
		})
	}
}

// ladder is a puzzle whose last step hardly any random game reaches. There is no legal move there.
//
//go:embed testdata/ladder.kif
var ladder string

// A game whose sheet is wrong at a state that the match reaches ends with an error.
func TestWrongSheet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, err := gdl.Load(t.Context(), []byte(ladder), gdl.Limits{})
		require.NoError(t, err)
		p := newPlayer(t, new(log).config())
		defer p.Close()
		m := ggp.Match{
			ID: "m", Game: g, StartClock: 10 * time.Second, PlayClock: 5 * time.Second,
			Players: []string{"http://a"}, Client: &http.Client{Transport: direct(p)},
		}
		record, err := m.Run(t.Context())
		require.EqualError(t, err, "gdl: a role has no legal move in a state that is not terminal: [(step 12)]")
		require.Len(t, record.Steps, 12)
		require.Equal(t, "((name banyan) (status available))", ask(t, p, "(INFO)"))
	})
}

// Where it was not foreseen that two players choose at once, they choose one after the other.
func TestUnforeseenSimultaneousMove(t *testing.T) {
	const watcher = `(role watcher)
(<= (legal watcher wait) (true (step ?n)) (distinct ?n 11))
(<= (legal watcher ?m) (true (step 11)) (move ?m))
(<= terminal (true (step 12)))
(<= (goal climber 100) (true (step 12)))
(<= (goal watcher 50) (or (true fallen) (true (step 12))))
`
	var l log
	c := l.config()
	synctest.Test(t, func(t *testing.T) {
		g, err := gdl.Load(t.Context(), []byte(ladder+watcher), gdl.Limits{})
		require.NoError(t, err)
		require.False(t, g.Supports(game.HasSimultaneousGame))
		a, b := newPlayer(t, c), newPlayer(t, c)
		defer a.Close()
		defer b.Close()
		m := ggp.Match{
			ID: "m", Game: g, StartClock: 10 * time.Second, PlayClock: 5 * time.Second,
			Players: []string{"http://a", "http://b"}, Client: &http.Client{Transport: handlers{"a": a, "b": b}},
		}
		record, err := m.Run(t.Context())
		require.NoError(t, err)
		require.Empty(t, record.Faults)
		require.Equal(t, []float64{1, 0.5}, record.Returns)
	})
	require.Empty(t, l.errs)
	require.Equal(t, 13, l.chosen)
}
