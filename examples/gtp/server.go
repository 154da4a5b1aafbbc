package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
)

// maxLine is the longest line in bytes. It is longer than any command, and it keeps a line from
// filling the memory.
const maxLine = 1 << 16

// errQuit ends the program after the response.
var errQuit = errors.New("quit")

// command is a command that the program knows.
type command struct {
	name  string
	usage string // the arguments; those in brackets are optional
	run   func(args []string) (string, error)
}

// accepts reports whether the command takes that number of arguments.
func (c command) accepts(args int) bool {
	words := strings.Fields(c.usage)
	return strings.Count(c.usage, "[") >= len(words)-args && args <= len(words)
}

// player plays a game by commands.
type player interface {
	commands() []command
	wake() // called before a command
	idle() // called after the response to a command
	stop() // called at the end
}

// server reads commands and writes a response to each.
type server struct {
	player   player
	commands []command
	out      io.Writer
}

func newServer(p player, out io.Writer) *server {
	s := &server{player: p, out: out}
	s.commands = append([]command{
		{"protocol_version", "", answer("2")},
		{"name", "", answer("Banyan")},
		{"version", "", answer(version())},
		{"known_command", "NAME", s.known},
		{"list_commands", "", s.list},
		{"quit", "", func([]string) (string, error) { return "", errQuit }},
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
func (s *server) serve(ctx context.Context, in io.Reader) error {
	defer s.player.stop()
	input := newInput(in)
	defer close(input.done)
	for {
		select {
		case line, ok := <-input.lines:
			if !ok {
				return input.err
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

// handle answers a line, unless it is empty, and reports whether it ends the program.
func (s *server) handle(line string) (quit bool, err error) {
	r, ok := parseRequest(line)
	if !ok {
		return false, nil
	}
	s.player.wake()
	text, err := s.answer(r, line)
	if errors.Is(err, errQuit) {
		quit, err = true, nil
	}
	if _, err := io.WriteString(s.out, r.response(text, err)); err != nil {
		return true, fmt.Errorf("writing the answer: %w", err)
	}
	if !quit {
		s.player.idle()
	}
	return quit, nil
}

func (s *server) answer(r request, line string) (string, error) {
	if len(line) > maxLine && strings.IndexByte(line, '#') < 0 {
		return "", fmt.Errorf("%w: the line has more than %d bytes", errSyntax, maxLine)
	}
	if r.name == "" {
		return "", fmt.Errorf("%w: a number without a command", errSyntax)
	}
	c, ok := s.find(r.name)
	if !ok {
		return "", errors.New("unknown command")
	}
	if !c.accepts(len(r.args)) {
		return "", fmt.Errorf("%w: want %s", errSyntax, strings.TrimSpace(c.name+" "+c.usage))
	}
	return c.run(r.args)
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

// input sends lines. It reads in a goroutine of its own because a Read cannot be interrupted.
type input struct {
	lines <-chan string // closed at the end
	err   error         // why reading failed, or nil; valid once lines is closed
	done  chan struct{} // closed to stop reading
}

func newInput(in io.Reader) *input {
	lines := make(chan string)
	i := &input{lines: lines, done: make(chan struct{})}
	go i.read(bufio.NewReader(in), lines)
	return i
}

func (i *input) read(r *bufio.Reader, lines chan<- string) {
	defer close(lines)
	for {
		line, err := readLine(r)
		if line != "" {
			select {
			case lines <- line:
			case <-i.done:
				return
			}
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				i.err = fmt.Errorf("reading the input: %w", err)
			}
			return
		}
	}
}

// readLine reads a line with its newline, which the last line can lack. It returns the first
// maxLine+1 bytes of a longer line.
func readLine(r *bufio.Reader) (string, error) {
	var line bytes.Buffer
	for {
		part, err := r.ReadSlice('\n')
		line.Write(part[:min(len(part), maxLine+1-line.Len())])
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line.String(), err
		}
	}
}
