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

// maxLine is how many bytes of a line are read. No command needs so many, and no line can fill the memory.
const maxLine = 1 << 16

// errQuit ends the program once the command is answered.
var errQuit = errors.New("quit")

// command is one that the program knows.
type command struct {
	name  string
	usage string // the arguments, in brackets if they may be left out
	run   func(args []string) (string, error)
}

// accepts reports whether there may be so many arguments.
func (c command) accepts(args int) bool {
	words := strings.Fields(c.usage)
	return strings.Count(c.usage, "[") >= len(words)-args && args <= len(words)
}

// player is what plays behind the protocol.
type player interface {
	commands() []command
	wake() // called before a command
	idle() // called when a command has been answered, and there is time till the next
	stop() // called at the end
}

// server reads commands and answers each.
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

// version is that of the module, if the program was built from one.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// serve answers the commands of in, until quit, the end of in, or ctx.
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

// handle answers a line, if it asks for an answer, and reports whether it was the last.
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
		return "", fmt.Errorf("%w: a number and no command", errSyntax)
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

// input passes on lines. It reads in a goroutine of its own because nothing interrupts a Read.
type input struct {
	lines <-chan string // closed at the end
	err   error         // why the input ended, if not by its end; to be read when lines is closed
	done  chan struct{} // closed when nobody wants lines any more
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

// readLine reads to the end of a line, which the last one may lack. Of a longer line it returns maxLine+1 bytes.
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
