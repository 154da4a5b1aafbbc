package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// console is where a person, or a pipe, plays: lines in, text out, and a status that comes and goes.
type console struct {
	lines  <-chan string // closed at the end of the input
	err    error         // why the input ended; to be read when lines is closed
	done   chan struct{}
	out    io.Writer
	echo   bool       // the input is no terminal, so nobody sees what it says
	width  func() int // of the terminal that out is; nil if it is none
	status bool       // a status stands on the current line
}

func newConsole(in io.Reader, out io.Writer) *console {
	c := &console{done: make(chan struct{}), out: out, echo: true}
	if f, ok := in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		c.echo = false
	}
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		c.width = func() int {
			width, _, _ := term.GetSize(int(f.Fd()))
			return width
		}
	}
	lines := make(chan string)
	c.lines = lines
	go c.read(in, lines)
	return c
}

// read passes on the lines of in, until it ends or the console closes. It is a goroutine of its own because
// nothing interrupts a Read.
func (c *console) read(in io.Reader, lines chan<- string) {
	defer close(lines)
	scanner := bufio.NewScanner(in)
	for scanner.Scan() {
		select {
		case lines <- strings.TrimSpace(scanner.Text()):
		case <-c.done:
			return
		}
	}
	c.err = scanner.Err()
}

func (c *console) close() { close(c.done) }

// ask prints a question and returns the next line of the input, or io.EOF after the last one.
func (c *console) ask(ctx context.Context, question string) (string, error) {
	fmt.Fprint(c.out, question)
	select {
	case line, ok := <-c.lines:
		if !ok {
			fmt.Fprintln(c.out)
			if c.err != nil {
				return "", fmt.Errorf("reading the input: %w", c.err)
			}
			return "", io.EOF
		}
		if c.echo {
			fmt.Fprintln(c.out, line)
		}
		return line, nil
	case <-ctx.Done():
		fmt.Fprintln(c.out)
		return "", ctx.Err()
	}
}

// print writes a line, in the place of the status if there is one.
func (c *console) print(text string) {
	c.clear()
	fmt.Fprintln(c.out, strings.TrimSuffix(text, "\n"))
}

// pace is how often the status is worth showing: often where one line changes, seldom where lines pile up.
func (c *console) pace() time.Duration {
	if c.width != nil {
		return 100 * time.Millisecond
	}
	return 2 * time.Second
}

// show puts text into the status: one line that changes on a terminal, another line elsewhere.
func (c *console) show(text string) {
	if c.width == nil {
		fmt.Fprintln(c.out, text)
		return
	}
	fmt.Fprint(c.out, "\r", truncate(text, c.width()-1), "\x1b[K")
	c.status = true
}

// wait is show where the status goes away again.
func (c *console) wait(text string) {
	if c.width != nil {
		c.show(text)
	}
}

func (c *console) clear() {
	if c.status {
		fmt.Fprint(c.out, "\r\x1b[K")
		c.status = false
	}
}

// truncate cuts text to that many characters, and leaves it alone where the terminal does not tell its width.
func truncate(text string, width int) string {
	if runes := []rune(text); 0 < width && width < len(runes) {
		return string(runes[:width])
	}
	return text
}
