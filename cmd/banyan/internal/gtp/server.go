package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/banyan-go/banyan/console/cli"
)

// maxLine is the longest line in bytes. It is longer than any command, and it keeps a line from
// filling the memory.
const maxLine = 1 << 16

// errQuit ends the program after the response.
var errQuit = errors.New("quit")

// command is a command that the program knows.
type command struct {
	name  string
	usage string // the arguments; those in brackets are optional; with dots at the end there is any number
	run   func(args []string) (string, error)

	// report is set instead of run if the response consists of lines that are written while the
	// command works.
	report reporter
}

// reporter runs a command and calls emit with lines of the response. The first call begins the
// response, with or without lines; an error before it is the response. If open is true, the command
// works in the background and emits until the next call of player.wake.
type reporter func(args []string, emit emitter) (open bool, err error)

// emitter writes lines of a response.
type emitter func(lines ...string) error

// accepts reports whether the command takes that number of arguments.
func (c command) accepts(args int) bool {
	if strings.HasSuffix(c.usage, "...") {
		return true
	}
	words := strings.Fields(c.usage)
	return strings.Count(c.usage, "[") >= len(words)-args && args <= len(words)
}

// player plays a game by commands.
type player interface {
	commands() []command
	wake() // called before a command; nothing works in the background after it
	idle() // called after the response to a command
	stop() // called at the end
}

// server reads commands and writes a response to each.
type server struct {
	player   player
	commands []command
	out      io.Writer
	open     bool // the last response has not ended
}

func newServer(p player, out io.Writer) *server {
	s := &server{player: p, out: out}
	s.commands = append([]command{
		{name: "protocol_version", run: answer("2")},
		{name: "name", run: answer("Banyan")},
		{name: "version", run: answer(version())},
		{name: "known_command", usage: "NAME", run: s.known},
		{name: "list_commands", run: s.list},
		{name: "quit", run: func([]string) (string, error) { return "", errQuit }},
	}, p.commands()...)
	return s
}

func answer(text string) func([]string) (string, error) {
	return func([]string) (string, error) { return text, nil }
}

// version returns the version of the module, if the build has one.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// serve answers the commands of in until quit, the end of in, or the end of ctx.
func (s *server) serve(ctx context.Context, in io.Reader) (err error) {
	defer func() {
		s.player.stop()
		err = errors.Join(err, s.end())
	}()
	input := cli.NewLines(in, maxLine)
	defer input.Close()
	for {
		select {
		case line, ok := <-input.C:
			if !ok {
				return input.Err()
			}
			quit, err := s.handle(line)
			if quit || err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// handle answers a line and reports whether it ends the program. An empty line has no response, but
// like every other line it ends an open one.
func (s *server) handle(line string) (quit bool, err error) {
	r, asks := parseRequest(line)
	if !asks && !s.open {
		return false, nil
	}
	s.player.wake()
	if err := s.end(); err != nil {
		return true, err
	}
	if asks {
		quit, err = s.respond(r, line)
	}
	if !quit && err == nil && !s.open {
		s.player.idle()
	}
	return quit, err
}

// end ends an open response.
func (s *server) end() error {
	if !s.open {
		return nil
	}
	s.open = false
	return s.write("\n")
}

func (s *server) write(text string) error {
	if _, err := io.WriteString(s.out, text); err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	return nil
}

// respond writes the response to r and reports whether it ends the program.
func (s *server) respond(r request, line string) (quit bool, err error) {
	c, err := s.command(r, line)
	if err == nil && c.report != nil {
		return false, s.report(r, c.report)
	}
	text := ""
	if err == nil {
		text, err = c.run(r.args)
	}
	if errors.Is(err, errQuit) {
		quit, err = true, nil
	}
	return quit, s.write(r.response(text, err))
}

// report writes the response of a command that reports.
func (s *server) report(r request, run reporter) error {
	begun := false
	open, err := run(r.args, func(lines ...string) error {
		text := ""
		if !begun {
			text, begun = "="+r.id+"\n", true
		}
		for _, line := range lines {
			text += line + "\n"
		}
		return s.write(text)
	})
	switch {
	case !begun:
		return s.write(r.response("", err))
	case open:
		s.open = true
		return nil
	}
	return s.write("\n")
}

// command returns the command that r asks for.
func (s *server) command(r request, line string) (c command, err error) {
	if len(line) > maxLine && strings.IndexByte(line, '#') < 0 {
		return c, fmt.Errorf("%w: the line has more than %d bytes", errSyntax, maxLine)
	}
	if r.name == "" {
		return c, fmt.Errorf("%w: a number without a command", errSyntax)
	}
	c, ok := s.find(r.name)
	if !ok {
		return c, errors.New("unknown command")
	}
	if !c.accepts(len(r.args)) {
		return c, fmt.Errorf("%w: want %s", errSyntax, strings.TrimSpace(c.name+" "+c.usage))
	}
	return c, nil
}

func (s *server) find(name string) (command, bool) {
	for _, c := range s.commands {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

func (s *server) known(args []string) (string, error) {
	_, ok := s.find(args[0])
	return fmt.Sprint(ok), nil
}

func (s *server) list([]string) (string, error) {
	var names []string
	for _, c := range s.commands {
		names = append(names, c.name)
	}
	return strings.Join(names, "\n"), nil
}
