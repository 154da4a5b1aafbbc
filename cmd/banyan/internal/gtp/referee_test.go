package gtp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/nogo"
)

// contestant is an engine that is connected by two pipes.
type contestant struct {
	name string
	in   io.WriteCloser
	out  *bufio.Reader
	now  func() time.Time // the clock that its thinking is measured by
	last func() time.Time // when its last answer came, by that clock
	end  func() error     // waits for the end of the engine, when in is closed

	asked int
	used  time.Duration // in this game
}

// ask sends a command and reads the response. A refusal is an error.
func (c *contestant) ask(format string, args ...any) (string, error) {
	c.asked++
	command := fmt.Sprintf(format, args...)
	if _, err := fmt.Fprintf(c.in, "%d %s\n", c.asked, command); err != nil {
		return "", err
	}
	var text strings.Builder
	for {
		line, err := c.out.ReadString('\n')
		if err != nil {
			return "", fmt.Errorf("%s: %s: %w", c.name, command, err)
		}
		if line == "\n" {
			break
		}
		text.WriteString(line)
	}
	answer, ok := strings.CutPrefix(text.String(), fmt.Sprintf("=%d ", c.asked))
	if !ok {
		return "", fmt.Errorf("%s: %s: %q", c.name, command, text.String())
	}
	return strings.TrimSuffix(answer, "\n"), nil
}

// close ends the engine.
func (c *contestant) close() error {
	_, err := c.ask("quit")
	return errors.Join(err, c.in.Close(), c.end())
}

// referee plays games between two engines and checks their moves by its own copy of the rules.
type referee[S any, A comparable] struct {
	board board[S, A]
	clock time.Duration // of each player for a game
	tells bool          // the clock is the referee's: it reports the time left, in whole seconds
}

// game plays a game, in which first moves first. It reports a violation by either engine.
func (r referee[S, A]) game(first, second *contestant) (moves int, err error) {
	players := []*contestant{first, second}
	if err := r.prepare(players); err != nil {
		return 0, err
	}
	s := r.board.Start()
	for ; ; moves++ {
		mover := r.board.ToMove(&s)
		over := len(r.board.AppendActions(nil, &s)) == 0
		answer, err := r.genmove(players[mover], r.board.color(mover))
		switch {
		case err != nil:
			return moves, err
		case over != (answer == "resign" || answer == "pass"):
			return moves, fmt.Errorf("%s answers %s at\n%s", players[mover].name, answer, r.board.Text(&s))
		case over:
			return moves, r.agree(players, &s)
		}
		a, err := r.board.parse(&s, answer)
		if err == nil {
			err = r.board.Legal(&s, a)
		}
		if err == nil {
			_, err = players[1-mover].ask("play %v %s", r.board.color(mover), answer)
		}
		if err != nil {
			return moves, fmt.Errorf("%s plays %s: %w", players[mover].name, answer, err)
		}
		r.board.Apply(&s, a)
	}
}

// prepare starts a game.
func (r referee[S, A]) prepare(players []*contestant) error {
	for _, p := range players {
		p.used = 0
		if _, err := p.ask("boardsize %d %d", r.board.width, r.board.height); err != nil {
			return err
		}
		if _, err := p.ask("clear_board"); err != nil {
			return err
		}
		if _, err := p.ask("komi 0"); err != nil {
			return err
		}
		if r.tells {
			if _, err := p.ask("time_settings %d 0 0", r.clock/time.Second); err != nil {
				return err
			}
		}
	}
	return nil
}

// genmove asks for a move and measures its time.
func (r referee[S, A]) genmove(p *contestant, who color) (string, error) {
	if r.tells {
		if _, err := p.ask("time_left %v %d 0", who, (r.clock-p.used)/time.Second); err != nil {
			return "", err
		}
	}
	start := p.now()
	answer, err := p.ask("genmove %v", who)
	p.used += p.last().Sub(start)
	if err == nil && p.used > r.clock {
		err = fmt.Errorf("%s loses on time: %v of %v", p.name, p.used, r.clock)
	}
	return answer, err
}

// agree checks that both engines agree with the rules about the end of the game.
func (r referee[S, A]) agree(players []*contestant, s *S) error {
	var returns [2]float64
	r.board.Returns(s, returns[:])
	want := "0"
	for player, value := range returns {
		if value == 1 {
			want = r.board.color(player).String()[:1] + "+1"
		}
	}
	for _, p := range players {
		score, err := p.ask("final_score")
		if err != nil {
			return err
		}
		drawing, err := p.ask("showboard")
		if err != nil {
			return err
		}
		if score != want || drawing != "\n"+strings.TrimSuffix(r.board.Text(s), "\n") {
			return fmt.Errorf("%s: %s, want %s:%s", p.name, score, want, drawing)
		}
	}
	return nil
}

// match plays and checks games with the colors swapped after each.
func (r referee[S, A]) match(t *testing.T, games int, a, b *contestant) {
	t.Helper()
	moves := 0
	var most time.Duration
	for i := range games {
		first, second := a, b
		if i%2 == 1 {
			first, second = b, a
		}
		n, err := r.game(first, second)
		require.NoError(t, err, "game %d", i)
		moves += n
		most = max(most, a.used, b.used)
	}
	require.NoError(t, a.close())
	require.NoError(t, b.close())
	t.Logf("%d games of %d plies on average; at most %v of %v used", games, moves/games, most, r.clock)
}

// inside returns an engine that runs in the test, behind pipes. Its clock advances by a step per
// simulation, so that the result does not depend on the load of the machine.
func inside(t *testing.T, name string, step time.Duration, args string) *contestant {
	t.Helper()
	o, err := parseOptions(strings.Fields(args), nil)
	require.NoError(t, err)
	clock := newTicks(step)
	o.now, o.search.Clock = clock.now, clock.now
	p, err := o.open(context.Background(), o.settings)
	require.NoError(t, err)
	commands, in := io.Pipe()
	answers, out := io.Pipe()
	stamped := &stamper{to: out, now: clock.now}
	done := make(chan error, 1)
	go func() { done <- errors.Join(newServer(p, stamped).serve(context.Background(), commands), out.Close()) }()
	return &contestant{
		name: name, in: in, out: bufio.NewReader(answers), now: clock.now, last: stamped.last, end: func() error { return <-done },
	}
}

// stamper records when responses are written. After a response, the clock of an engine that ponders
// continues.
type stamper struct {
	to  io.Writer
	now func() time.Time
	at  atomic.Pointer[time.Time]
}

func (s *stamper) last() time.Time { return *s.at.Load() }

func (s *stamper) Write(text []byte) (int, error) {
	at := s.now()
	s.at.Store(&at)
	return s.to.Write(text)
}

func tournamentBoard() board[nogo.State, nogo.Point] { return noGoBoard(nogo.Hollow9) }

// Twenty games are played on the board and the clock of the tournaments: 40 seconds for all moves
// of a game. A simulation takes 20 milliseconds here, instead of about 10 microseconds, and the way
// to the referee takes as long as two simulations.
func TestTournamentClock(t *testing.T) {
	games := 20
	if testing.Short() {
		games = 2
	}
	noGoroutineLeft(t, func() {
		a := inside(t, "a", 20*time.Millisecond, "-time 40s -lag 60ms")
		b := inside(t, "b", 20*time.Millisecond, "-time 40s -lag 60ms -seed 2 -ponder -player playout=mast,c=0.5 -memory 4")
		referee[nogo.State, nogo.Point]{board: tournamentBoard(), clock: 40 * time.Second}.match(t, games, a, b)
	})
}

// The same games are played with a referee that reports the time left.
func TestTimeLeftInAMatch(t *testing.T) {
	a, b := inside(t, "a", 20*time.Millisecond, "-lag 60ms"), inside(t, "b", 20*time.Millisecond, "-seed 2 -time 1h -lag 60ms")
	referee[nogo.State, nogo.Point]{board: tournamentBoard(), clock: 40 * time.Second, tells: true}.match(t, 2, a, b)
}

func TestMatchesOfOtherGames(t *testing.T) {
	const step, clock = 2 * time.Millisecond, 5 * time.Second
	a, b := inside(t, "a", step, "-game connect4 -lag 6ms -time 5s"), inside(t, "b", step, "-game connect4 -lag 6ms -time 5s -ponder -seed 2")
	referee[connect4.State, connect4.Drop]{board: fourBoard(connect4.Game{}), clock: clock}.match(t, 2, a, b)
	a, b = inside(t, "a", step, "-game breakthrough -lag 6ms -time 5s"), inside(t, "b", step, "-game breakthrough -lag 6ms -time 5s -ponder -seed 2")
	referee[breakthrough.State, breakthrough.Move]{board: breakthroughBoard(breakthrough.Game{}), clock: clock}.match(t, 2, a, b)
}

// process starts an engine in a separate process, with a real clock.
func process(t *testing.T, program, args string) *contestant {
	t.Helper()
	command := exec.CommandContext(t.Context(), program, append([]string{"gtp"}, strings.Fields(args)...)...)
	var errs bytes.Buffer
	command.Stderr = &errs
	in, err := command.StdinPipe()
	require.NoError(t, err)
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	return &contestant{name: args, in: in, out: bufio.NewReader(out), now: time.Now, last: time.Now, end: func() error {
		rest, err := io.ReadAll(out)
		if len(rest) > 0 || errs.Len() > 0 {
			err = errors.Join(err, fmt.Errorf("after quit: %q, %q", rest, errs.String()))
		}
		return errors.Join(err, command.Wait())
	}}
}

// Twenty games are played between two processes. The engines are limited to a number of simulations
// that takes a small part of the clock, so that the test is short and does not depend on the load.
func TestProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program and plays for seconds")
	}
	program := build(t)
	small, err := nogo.New(5, 5)
	require.NoError(t, err)
	a := process(t, program, "-game nogo -board 5x5 -time 40s -sims 100 -ponder -parallel root -workers 2")
	b := process(t, program, "-game nogo -board 5x5 -time 40s -player time=2ms,playout=mast -seed 2")
	referee[nogo.State, nogo.Point]{board: noGoBoard(small), clock: 40 * time.Second}.match(t, 20, a, b)
}

// build compiles the program.
func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "banyan")
	output, err := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", program, "../..").CombinedOutput()
	require.NoError(t, err, "%s", output)
	return program
}

var wall = flag.Duration("wall", 0, "the clock of twenty games of two processes that think as long as it lets them; 0: none are played")

// The same games with the whole clock, which take long:
// go test ./cmd/banyan/internal/gtp -run Wall -wall 40s -timeout 1h -v
func TestWallClock(t *testing.T) {
	if *wall == 0 {
		t.Skip("no clock is given by -wall")
	}
	program := build(t)
	a := process(t, program, fmt.Sprintf("-game nogo -board hollow9 -time %v -parallel root -workers 2", *wall))
	b := process(t, program, fmt.Sprintf("-game nogo -board hollow9 -time %v -parallel root -workers 2 -seed 2", *wall))
	referee[nogo.State, nogo.Point]{board: tournamentBoard(), clock: *wall}.match(t, 20, a, b)
}

// The referee must notice every kind of violation.
func TestRefereeIsStrict(t *testing.T) {
	for _, foul := range []struct{ answer, want string }{
		{"E2", "hollow point"},
		{"Z9", "plays Z9"},
		{"resign", "answers resign"},
		{"pass", "answers pass"},
		{"", "plays"},
	} {
		commands, in := io.Pipe()
		answers, out := io.Pipe()
		clock := newTicks(1)
		cheat := &contestant{name: "cheat", in: in, out: bufio.NewReader(answers), now: clock.now, last: clock.now}
		go func() {
			lines := bufio.NewScanner(commands)
			for id := 1; lines.Scan(); id++ {
				fmt.Fprintf(out, "=%d %s\n\n", id, foul.answer)
			}
		}()
		other := inside(t, "other", time.Millisecond, "-sims 5")
		r := referee[nogo.State, nogo.Point]{board: tournamentBoard(), clock: time.Second}
		_, err := r.game(cheat, other)
		require.ErrorContains(t, err, foul.want)
		require.NoError(t, other.close())
		require.NoError(t, in.Close())
	}
	slow := inside(t, "slow", time.Millisecond, "-player sims=500,time=1h")
	other := inside(t, "other", time.Millisecond, "-sims 5")
	_, err := referee[nogo.State, nogo.Point]{board: tournamentBoard(), clock: time.Second}.game(slow, other)
	require.ErrorContains(t, err, "slow loses on time")
	require.NoError(t, slow.close())
	require.NoError(t, other.close())
}
