package ggp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/ggp"
	"github.com/banyan-go/banyan/internal/testkit"
)

func TestMain(m *testing.M) {
	testkit.Main(m, func() {
		cli.Main(func(ctx context.Context, args []string) int { return Run(ctx, args, nil, os.Stdout, os.Stderr) })
	})
}

// process is a player of this program in a separate process, which can be killed and started again
// at the same port. It is the http.RoundTripper of a match that counts the requested moves.
type process struct {
	t       *testing.T
	journal string
	port    string
	command *exec.Cmd
	errs    bytes.Buffer
	asked   string // the body of the latest PLAY
	plays   int    // different ones
}

// start starts the process, and returns when it listens.
func (p *process) start() error {
	p.command = testkit.Command(p.t, "-port", p.port, "-player", "sims=20000", "-journal", p.journal)
	p.command.Stderr = &p.errs
	out, err := p.command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := p.command.Start(); err != nil {
		return err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	found := regexp.MustCompile(`^listening at http://.*:(\d+)\n`).FindStringSubmatch(line)
	if found == nil {
		return fmt.Errorf("%w: %q, %q", err, line, p.errs.String())
	}
	p.port = found[1]
	return nil
}

// kill ends the process at once, on Unix by SIGKILL.
func (p *process) kill() error {
	if err := p.command.Process.Kill(); err != nil {
		return err
	}
	if err := p.command.Wait(); p.command.ProcessState == nil {
		return err
	}
	return nil
}

// restart kills the process and starts it again.
func (p *process) restart() error { return errors.Join(p.kill(), p.start()) }

// RoundTrip kills the process before the second move is requested, while it thinks about the third,
// and before its fourth reaches the server. After an error, the move is requested again.
func (p *process) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := r.GetBody()
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(string(text), "(PLAY") || string(text) == p.asked {
		return http.DefaultTransport.RoundTrip(r)
	}
	p.asked = string(text)
	p.plays++
	switch p.plays {
	case 2:
		err := p.kill()
		response, failed := http.DefaultTransport.RoundTrip(r)
		if err = errors.Join(err, p.start()); err != nil {
			p.t.Error(err)
		}
		return response, failed
	case 3:
		return p.interrupt(r)
	case 4:
		response, err := http.DefaultTransport.RoundTrip(r)
		if err := p.restart(); err != nil {
			p.t.Error(err)
		}
		return response, err
	}
	return http.DefaultTransport.RoundTrip(r)
}

// interrupt kills the process when it has got a message.
func (p *process) interrupt(r *http.Request) (*http.Response, error) {
	var response *http.Response
	var failed error
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		response, failed = http.DefaultTransport.RoundTrip(r)
	}()
	for r.Context().Err() == nil {
		text, err := os.ReadFile(p.journal)
		if err == nil && strings.HasSuffix(string(text), p.asked+"\n") {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if err := p.restart(); err != nil {
		p.t.Error(err)
	}
	<-answered
	return response, failed
}

// A player whose process is killed three times in the middle of a match, and started again at the
// same port, continues with the match and makes every move.
func TestKilledPlayer(t *testing.T) {
	text, err := os.ReadFile(sheetFile(t, "tictactoe"))
	require.NoError(t, err)
	g, err := gdl.Load(t.Context(), text, gdl.Limits{})
	require.NoError(t, err)
	p := &process{t: t, journal: filepath.Join(t.TempDir(), "journal"), port: "0"}
	require.NoError(t, p.start())
	m := ggp.Match{
		ID: "killed", Game: g, Players: []string{"http://127.0.0.1:" + p.port, ""}, Seed: 3,
		StartClock: time.Minute, PlayClock: time.Minute, Client: &http.Client{Transport: p},
	}
	record, err := m.Run(context.Background())
	require.NoError(t, err)
	require.Empty(t, record.Faults, "%v", record)
	require.GreaterOrEqual(t, p.plays, 5)
	require.NoFileExists(t, p.journal)
	require.NoError(t, p.kill())
	require.Contains(t, p.errs.String(), "the match is over")
	require.NotContains(t, p.errs.String(), "ERROR")
}
