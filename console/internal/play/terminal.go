package play

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/banyan-go/banyan/console/cli"
)

// Console talks to a person, or to a pipe: lines in, text out, and a status line on a terminal.
type Console struct {
	lines  *cli.Lines
	out    io.Writer
	echo   bool // the input is not a terminal, which would show what is typed
	live   bool // the output is a terminal, so that a status can change
	width  int  // in columns; if 0, cli.Width is used
	status bool // a status stands on the current line
}

// NewConsole returns a Console, which its caller closes.
func NewConsole(in io.Reader, out io.Writer) *Console {
	return &Console{lines: cli.NewLines(in, maxLine), out: out, echo: !cli.IsTerminal(in), live: cli.IsTerminal(out)}
}

// terminal reports whether a person types the input.
func (c *Console) terminal() bool { return !c.echo }

// columns returns the width of the output now: a person may resize the terminal.
func (c *Console) columns() int { return cmp.Or(c.width, cli.Width(c.out)) }

// maxLine is how many bytes of a line of the input are read.
const maxLine = 1000

// Close ends the Console. It does not wait for a Read of the input.
func (c *Console) Close() { c.lines.Close() }

// ask prints a question and returns the next line of the input, or io.EOF after the last one.
func (c *Console) ask(ctx context.Context, question string) (string, error) {
	c.clear()
	fmt.Fprint(c.out, question)
	select {
	case line, ok := <-c.lines.C:
		if !ok {
			fmt.Fprintln(c.out)
			return "", cmp.Or(c.lines.Err(), io.EOF)
		}
		line = strings.TrimSpace(line)
		if c.echo {
			fmt.Fprintln(c.out, line)
		}
		return line, nil
	case <-ctx.Done():
		fmt.Fprintln(c.out)
		return "", ctx.Err()
	}
}

// print writes text, wrapped to the width of the output. It replaces the status.
func (c *Console) print(text string) {
	c.clear()
	fmt.Fprintln(c.out, cli.Wrap(strings.TrimSuffix(text, "\n"), c.columns()))
}

// pace is the time between two updates of the status. Without a terminal every update is a new
// line, so there are fewer.
func (c *Console) pace() time.Duration {
	if c.live {
		return 100 * time.Millisecond
	}
	return 2 * time.Second
}

// show updates the status: a line that changes on a terminal, another line elsewhere.
func (c *Console) show(text string) {
	if !c.live {
		fmt.Fprintln(c.out, cli.Wrap(text, c.columns()))
		return
	}
	fmt.Fprint(c.out, "\r", truncate(text, c.columns()-1), "\x1b[K")
	c.status = true
}

// wait shows a status on a terminal only.
func (c *Console) wait(text string) {
	if c.live {
		c.show(text)
	}
}

// clear removes the status.
func (c *Console) clear() {
	if c.status {
		fmt.Fprint(c.out, "\r\x1b[K")
		c.status = false
	}
}

// truncate returns at most width characters of text. If width is not positive, it returns text.
func truncate(text string, width int) string {
	if runes := []rune(text); 0 < width && width < len(runes) {
		return string(runes[:width])
	}
	return text
}

var (
	// parseError matches what precedes the reason in an error of a game's Parse: the package, the
	// function and the text.
	parseError = regexp.MustCompile(`^(?:[a-z0-9]+: )?Parse\(("(?:[^"\\]|\\.)*")\): `)

	// errorPrefix matches the package and the function that an error of the library starts with.
	errorPrefix = regexp.MustCompile(`^(?:[a-z0-9]+: )?(?:[A-Z]\w*\([^)]*\): )?`)
)

// Plain returns the text of an error of the library without the names of packages and functions.
func Plain(err error) string {
	text := err.Error()
	if m := parseError.FindStringSubmatch(text); m != nil {
		return fmt.Sprintf("%s is not a move: %s", m[1], text[len(m[0]):])
	}
	return text[len(errorPrefix.FindString(text)):]
}

// sentence returns text with a full stop, and with a capital letter unless it starts with a square.
func sentence(text string) string {
	first, _, _ := strings.Cut(text, " ")
	if notLetter := func(r rune) bool { return !unicode.IsLetter(r) }; first != "" && !strings.ContainsFunc(first, notLetter) {
		r, size := utf8.DecodeRuneInString(text)
		text = string(unicode.ToUpper(r)) + text[size:]
	}
	if strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}
